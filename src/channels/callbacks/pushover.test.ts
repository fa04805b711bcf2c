import { expect, it } from 'vitest'
import { critical, samples } from '../../../test/kit/resources/alerts.ts'
import { sendContext } from '../../../test/kit/checks/channel-contract.ts'
import { asRequest, callbackContext, exampleReply } from '../../../test/kit/servers/vendors/callback.ts'
import { startPushover } from '../../../test/kit/servers/vendors/pushover.ts'
import { pushover } from '../pushover.ts'

async function ready() {
  const server = await startPushover()
  await pushover.send(critical, server.config, sendContext({ reply: exampleReply }))
  const [receipt] = [...server.emergencies.keys()] as [string]
  const receive = (callback: Parameters<typeof asRequest>[0]) =>
    pushover.receive!(asRequest(callback), server.config, callbackContext())
  return { ...server, receipt, receive }
}

it('an emergency that is acknowledged in Pushover is acknowledged here', async () => {
  const { acknowledge, receipt, receive } = await ready()
  const { replies, respond } = await receive(acknowledge(receipt))
  const about = { token: exampleReply.token('acknowledge') }
  const replayKey = `pushover ${receipt}`
  expect(replies).toEqual([{ action: 'acknowledge', about, by: { name: 'ada-phone' }, replayKey }])
  expect((await respond!([])).status).toBe(200)
})

it('a callback counts only if Pushover confirms the receipt', async () => {
  const { acknowledge, callback, receipt, receive } = await ready()
  await expect(receive(callback(receipt))).rejects.toMatchObject({ name: 'CallbackRefused', status: 403 })
  const good = acknowledge(receipt)
  const invented = { ...good, body: good.body.replace(receipt, 'A'.repeat(30)) }
  await expect(receive(invented)).rejects.toMatchObject({ status: 403 })
  const elsewhere = { ...good, body: good.body.replace(receipt, encodeURIComponent('../../other')) }
  await expect(receive(elsewhere)).rejects.toMatchObject({ status: 400 })
  await expect(receive({ ...good, url: exampleReply.callbackUrl })).rejects.toMatchObject({ status: 400 })
})

it('an emergency stops repeating when the incident is acknowledged here', async () => {
  const { config, emergencies, receipt } = await ready()
  await pushover.send(samples['an acknowledgement']!, config, sendContext({ reply: exampleReply }))
  expect(emergencies.get(receipt)!.cancelled).toBe(true)
})
