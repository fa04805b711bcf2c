import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { line } from './line.ts'

const config = { access_token: 'ExampleOfAChannelAccessToken+/=', to: `U${'0123456789abcdef'.repeat(2)}` }

function accepts(request: Received): void {
  expect(request.path).toBe('/v2/bot/message/push')
  expect(request.headers.authorization).toBe(`Bearer ${config.access_token}`)
  expect(request.headers['x-line-retry-key']).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  const { to, messages, ...rest } = request.json()
  expect(rest).toEqual({})
  expect(to).toBe(config.to)
  expect(messages).toHaveLength(1)
  expect(messages[0]).toEqual({ type: 'text', text: expect.any(String) })
  expect(messages[0].text.length).toBeGreaterThan(0)
  expect(messages[0].text.length).toBeLessThanOrEqual(5000)
}

keepsDeliveryContract({
  carriesLink: true,
  kind: line,
  config: (origin) => ({ ...config, url: origin }),
  accepts,
  accepted: { body: '{"sentMessages":[{"id":"461230966842064897"}]}' },
})

describe('a message in LINE', () => {
  it('has the same retry key on a retry, and another for another alert', async () => {
    const receiver = await startReceiver()
    for (const alert of [critical, critical, resolved])
      await line.send(alert, { ...config, url: receiver.origin }, sendContext())
    const [first, again, other] = receiver.requests.map(({ headers }) => headers['x-line-retry-key'])
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  it('counts as delivered if LINE has already accepted it', async () => {
    const receiver = await startReceiver({ status: 409, body: '{"message":"The retry key is already accepted"}' })
    expect(await line.send(critical, { ...config, url: receiver.origin }, sendContext())).toEqual({ httpStatus: 409 })
  })

  it('requires the id of a user, group or room', () => {
    expect(channelProblems(line, { ...config, to: 'ada' })).toEqual([
      'config.to: must be U, C or R and 32 digits of 0-9 and a-f',
    ])
  })
})
