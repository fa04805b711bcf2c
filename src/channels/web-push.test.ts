import { describe, expect, it } from 'vitest'
import { keepsDeliveryContract, pushIdentity, sendContext, sentAt } from '../../test/kit/checks/channel-contract.ts'
import { critical, resolved } from '../../test/kit/resources/alerts.ts'
import { createPushSubscription, pushClaims } from '../../test/kit/resources/push-subscription.ts'
import { type Received, startReceiver } from '../../test/kit/resources/receiver.ts'
import { channelProblems } from './define.ts'
import { webPush } from './web-push.ts'

const subscription = createPushSubscription()
const config = (origin: string) => subscription.config(`${origin}/push/c0ffee-f1e1d-5ub5cr1pt10n`)
const read = (request: Received) => JSON.parse(subscription.decrypt(request.raw))

function accepts(request: Received): void {
  expect(request.raw.length).toBeLessThanOrEqual(4096)
  expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '14400' })
  expect(request.headers['topic']).toMatch(/^[\w-]{32}$/)
  const { tag, title, body } = read(request)
  expect(tag).toBe(request.headers['topic'])
  expect([title, body]).not.toContain('')
}

keepsDeliveryContract({
  kind: webPush,
  config,
  accepts,
  accepted: { status: 201 },
  decrypt: subscription.decrypt,
})

describe('a web push', () => {
  it('is signed for its push service by this installation', async () => {
    const receiver = await startReceiver({ status: 201 })
    await webPush.send(critical, config(receiver.origin), sendContext())
    expect(pushClaims(receiver.requests[0]!)).toEqual({
      key: pushIdentity.publicKey,
      aud: receiver.origin,
      exp: sentAt.getTime() / 1000 + 12 * 3600,
      sub: 'https://lapwing.example',
    })
  })

  it('tells the browser what to show, and how urgent it is', async () => {
    const receiver = await startReceiver({ status: 201 })
    for (const alert of [critical, resolved]) await webPush.send(alert, config(receiver.origin), sendContext())
    expect(receiver.requests.map(({ headers }) => headers['urgency'])).toEqual(['high', 'normal'])
    const url = 'https://lapwing.example/incidents/4711'
    expect(receiver.requests.map(read)).toMatchObject([
      { title: 'DOWN Shop: success == false', url, tone: 'critical', isUrgent: true },
      { title: 'UP Shop: recovered after 4 min 30 s', url, tone: 'resolved', isUrgent: false },
    ])
  })

  it.each([404, 410])('says after %s that the device is gone', async (status) => {
    const receiver = await startReceiver({ status })
    await expect(webPush.send(critical, config(receiver.origin), sendContext())).rejects.toMatchObject({
      message: expect.stringMatching(`^answered ${status}: the push service no longer knows this device`),
      permanent: true,
      gone: true,
    })
  })

  it('takes only keys of a subscription', () => {
    const wrong = {
      ...config('https://push.example'),
      p256dh: pushIdentity.privateKey,
      auth: 'c2hvcnQ',
      device: 'phone',
    }
    expect(channelProblems(webPush, wrong)).toEqual([
      'config.p256dh: must be the p256dh key of a push subscription',
      'config.auth: must be the auth secret of a push subscription',
      'config.device: must be 22 characters of base64url',
    ])
  })
})
