import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { keepsDeliveryContract, sendContext, sentAt } from '../../test/kit/checks/channel-contract.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { dingtalk } from './dingtalk.ts'

const access_token = '566cc69da782ec33e42541b09b08551f09fbe864eb8008112e994b43887e1234'
const secret = 'SEC0123456789abcdef0123456789abcdef'

/** The robot rejects signatures with an old timestamp. */
function accepts(request: Received): void {
  const { pathname, searchParams } = new URL(request.path, 'http://x')
  expect(pathname).toBe('/robot/send')
  expect(searchParams.get('access_token')).toBe(access_token)
  const timestamp = searchParams.get('timestamp')
  expect(Number(timestamp)).toBe(sentAt.getTime())
  expect(searchParams.get('sign')).toBe(createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  expect(request.raw.length).toBeLessThanOrEqual(20_000)
  const { msgtype, markdown, at } = request.json()
  expect(msgtype).toBe('markdown')
  expect(markdown.title).not.toBe('')
  expect(markdown.text).not.toBe('')
  expect(at).toEqual({ isAtAll: false })
}

keepsDeliveryContract({
  carriesLink: true,
  kind: dingtalk,
  config: (origin) => ({ url: `${origin}/robot/send?access_token=${access_token}`, secret }),
  accepts,
  accepted: { body: '{"errcode":0,"errmsg":"ok"}' },
})

describe('a message in DingTalk', () => {
  it('is signed if there is a secret', async () => {
    const receiver = await startReceiver({ body: '{"errcode":0}' })
    await dingtalk.send(critical, { url: `${receiver.origin}/robot/send?access_token=x` }, sendContext())
    expect(receiver.requests[0]!.path).toBe('/robot/send?access_token=x')
  })

  it('mentions everyone only for critical alerts, if configured', async () => {
    const receiver = await startReceiver({ body: '{"errcode":0}' })
    for (const alert of [critical, resolved])
      await dingtalk.send(alert, { url: receiver.origin, mention_all: true }, sendContext())
    expect(receiver.requests.map((request) => request.json().at)).toEqual([{ isAtAll: true }, { isAtAll: false }])
    expect(receiver.requests[0]!.json().markdown).toMatchObject({
      title: '🔴 DOWN Shop: success == false',
      text: expect.stringMatching(
        /^### 🔴 DOWN Shop: success == false\n\nThe server did not accept .*\n\n- \*\*Address\*\*: https:/,
      ),
    })
  })
})
