import { describe, expect, it } from 'vitest'
import { critical, resolved, samples } from '../../../test/kit/resources/alerts.ts'
import { sendContext } from '../../../test/kit/checks/channel-contract.ts'
import {
  type VendorCallback,
  asRequest,
  callbackContext,
  callbackUrl,
  exampleReply,
  replyResult,
} from '../../../test/kit/servers/vendors/callback.ts'
import { startTelegram } from '../../../test/kit/servers/vendors/telegram.ts'
import type { CallbackResult } from '../define.ts'
import { telegram } from '../telegram.ts'

/** Each test has its own callback address, because a process sets the webhook of an address once an hour. */
let channels = 0

async function ready() {
  const server = await startTelegram()
  const reply = { ...exampleReply, callbackUrl: `${callbackUrl}${++channels}` }
  const receive = (
    callback: VendorCallback,
    config: Record<string, unknown> = server.config,
  ): Promise<CallbackResult> =>
    telegram.receive!(asRequest(callback), config, { ...callbackContext(), callbackUrl: reply.callbackUrl })
  return { ...server, reply, receive, withReply: sendContext({ reply }) }
}

describe('buttons in Telegram', () => {
  it('set the webhook of the bot once, and acknowledge in place', async () => {
    const { config, withReply, reply, calls, webhook, buttons, click, receive, messages } = await ready()
    const { messageId } = await telegram.send(critical, config, withReply)
    await telegram.send(critical, config, withReply)
    expect(calls()).toEqual(['setWebhook', 'sendMessage', 'sendMessage'])
    expect(webhook()).toMatchObject({ url: reply.callbackUrl, allowed_updates: ['callback_query'] })
    const id = Number(messageId)
    expect(buttons(id)).toEqual(['Acknowledge', 'Resolve', 'Mute for 1 h'])
    for (const { callback_data } of messages.get(id).reply_markup.inline_keyboard[0])
      expect(Buffer.byteLength(callback_data)).toBeLessThanOrEqual(64)
    const { replies, respond } = await receive(click(id, 'Acknowledge'))
    const about = { token: reply.token('acknowledge') }
    expect(replies).toMatchObject([{ action: 'acknowledge', about, by: { name: 'Ada Lovelace', vendorId: '77' } }])
    expect(replies[0]!.replayKey).toMatch(/^telegram \d+$/)
    const answer = JSON.parse((await respond!([replyResult('acknowledge')])).body!)
    expect(answer).toMatchObject({ method: 'answerCallbackQuery', text: expect.stringContaining('is done') })
    expect(messages.get(id).text).toMatch(/Shop[^]+\n\nThe outcome of acknowledge by <Ada> is done$/)
    expect(buttons(id)).toEqual(['Resolve', 'Mute for 1 h'])
  })

  it('are refused without the secret token, and do nothing in another chat', async () => {
    const { config, withReply, click, receive } = await ready()
    await telegram.send(critical, config, withReply)
    const good = click(1, 'Resolve')
    for (const secret of ['', 'guess'])
      await expect(receive({ ...good, headers: { 'x-telegram-bot-api-secret-token': secret } })).rejects.toMatchObject({
        name: 'CallbackRefused',
        status: 401,
      })
    const other = await ready()
    await expect(other.receive(good)).rejects.toMatchObject({ status: 401 })
    await expect(receive(good, { ...config, buttons: false })).rejects.toMatchObject({ status: 404 })
    const { replies, respond } = await receive(click(1, 'Resolve', { chat: -5 }))
    expect(replies).toEqual([])
    expect((await respond!([])).body).toContain('another chat')
  })

  it('are left out with a reason if Telegram refuses the webhook', async () => {
    const { config, withReply, refuseWebhooks, messages, buttons } = await ready()
    refuseWebhooks('Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
    await telegram.send(critical, config, withReply)
    expect(buttons(1)).toEqual([])
    expect(messages.get(1).text).toMatch(/No buttons: Telegram answered 400: .*An HTTPS URL must be provided/)
  })

  it('go away in place when the incident ends', async () => {
    const { config, withReply, reply, buttons, messages } = await ready()
    const { messageId } = await telegram.send(critical, config, withReply)
    const earlier = { earlierMessages: [messageId!, '999'] }
    await telegram.send(samples['an acknowledgement']!, config, sendContext({ ...earlier, reply }))
    expect([messages.size, buttons(1)]).toEqual([1, ['Resolve', 'Mute for 1 h']])
    await telegram.send(resolved, config, sendContext(earlier))
    expect([messages.size, buttons(1), /UP Shop/.test(messages.get(1).text)]).toEqual([2, [], true])
  })
})
