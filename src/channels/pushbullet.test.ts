import { describe, expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { pushbullet } from './pushbullet.ts'

const access_token = 'o.0123456789abcdefghijklmnopqrstuv'

function accepts(request: Received): void {
  expect(request.path).toBe('/v2/pushes')
  expect(request.headers['access-token']).toBe(access_token)
  const { type, title, body, url, guid } = request.json()
  expect([title, body]).not.toContain('')
  expect(type).toBe(url ? 'link' : 'note')
  expect(guid).toMatch(/^[0-9a-f]{32}$/)
}

keepsDeliveryContract({ carriesLink: true, kind: pushbullet, config: (url) => ({ access_token, url }), accepts })

describe('a push with Pushbullet', () => {
  it('is deduplicated on a retry', async () => {
    const receiver = await startReceiver()
    for (const device of ['ujpah72o0sjAoRtnM0jc', undefined])
      await pushbullet.send(
        critical,
        { access_token, url: receiver.origin, ...(device ? { device } : {}) },
        sendContext(),
      )
    const [first, again] = receiver.requests.map((request) => request.json())
    expect(again.guid).toBe(first.guid)
    expect([first.device_iden, again.device_iden]).toEqual(['ujpah72o0sjAoRtnM0jc', undefined])
  })

  it('is sent to one device or to a channel', () => {
    expect(channelProblems(pushbullet, { access_token, device: 'x', channel: 'y' })).toEqual([
      'config.channel: cannot be set together with device',
    ])
  })
})
