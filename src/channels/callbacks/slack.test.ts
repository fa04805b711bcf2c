import { describe, expect, it } from 'vitest'
import { critical, resolved, samples } from '../../../test/kit/resources/alerts.ts'
import { sendContext, sentAt } from '../../../test/kit/checks/channel-contract.ts'
import {
  type VendorCallback,
  asRequest,
  callbackContext,
  exampleReply,
  replyResult,
} from '../../../test/kit/servers/vendors/callback.ts'
import { startSlack } from '../../../test/kit/servers/vendors/slack.ts'
import { type CallbackResult, channelProblems } from '../define.ts'
import { slack } from '../slack.ts'

const withReply = sendContext({ reply: exampleReply })
const receive = (callback: VendorCallback, config: Record<string, unknown>): Promise<CallbackResult> =>
  slack.receive!(asRequest(callback), config, callbackContext())

describe('buttons in Slack', () => {
  it('are added for an app with a signing secret, and acknowledge with the name of the person', async () => {
    const { webhookConfig, messages, buttons, click } = await startSlack()
    await slack.send(critical, { ...webhookConfig, signing_secret: undefined }, withReply)
    await slack.send(critical, webhookConfig, withReply)
    const [plain, ts] = [...messages.keys()] as [string, string]
    expect([buttons(plain), buttons(ts)]).toEqual([[], ['acknowledge', 'resolve', 'mute']])
    const callback = click(ts, 'acknowledge', { at: sentAt })
    const { replies, respond } = await receive(callback, webhookConfig)
    const token = exampleReply.token('acknowledge')
    const by = { name: 'ada', vendorId: 'U1' }
    const replayKey = callback.headers['x-slack-signature']
    expect(replies).toEqual([{ action: 'acknowledge', about: { token }, by, replayKey }])
    expect(await respond!([replyResult('acknowledge')])).toEqual({ status: 200 })
    expect(buttons(ts)).toEqual(['resolve', 'mute'])
    expect(JSON.stringify(messages.get(ts))).toContain('The outcome of acknowledge by &lt;Ada&gt; is done')
  })

  it('tell only the person who clicked if the click does not count', async () => {
    const { webhookConfig, messages, whispers, buttons, click } = await startSlack()
    await slack.send(critical, webhookConfig, withReply)
    const [ts] = [...messages.keys()] as [string]
    const { respond } = await receive(click(ts, 'resolve', { at: sentAt }), webhookConfig)
    await respond!([replyResult('resolve', 'expired')])
    expect(whispers).toEqual(['The outcome of resolve by &lt;Ada&gt; is expired'])
    expect(buttons(ts)).toHaveLength(3)
  })

  it('are refused with a wrong signature, an old timestamp, a changed body or another channel', async () => {
    const { webhookConfig, botConfig, messages, click } = await startSlack()
    await slack.send(critical, webhookConfig, withReply)
    const [ts] = [...messages.keys()] as [string]
    const good = click(ts, 'resolve', { at: sentAt })
    const old = new Date(sentAt.getTime() - 301_000)
    const hostile: [VendorCallback, object, number][] = [
      [click(ts, 'resolve', { at: sentAt, secret: 'another secret' }), webhookConfig, 401],
      [click(ts, 'resolve', { at: old }), webhookConfig, 401],
      [click(ts, 'resolve', { at: new Date(sentAt.getTime() + 301_000) }), webhookConfig, 401],
      [{ ...good, body: good.body.replace('token-of-resolve', 'token-of-mute') }, webhookConfig, 401],
      [{ ...good, headers: {} }, webhookConfig, 401],
      [good, { ...webhookConfig, signing_secret: undefined }, 404],
      [click(ts, 'resolve', { at: sentAt, channelId: 'C099999' }), botConfig, 403],
    ]
    for (const [callback, config, status] of hostile)
      await expect(receive(callback, { ...config })).rejects.toMatchObject({ name: 'CallbackRefused', status })
  })
})

describe('a Slack bot', () => {
  it('changes its message for everybody, and announces only the recovery', async () => {
    const { botConfig, messages, buttons } = await startSlack()
    const { messageId } = await slack.send(critical, botConfig, withReply)
    expect([...messages.keys()]).toEqual([messageId])
    const later = { reply: exampleReply, earlierMessages: [messageId!] }
    await slack.send(samples['an acknowledgement']!, botConfig, sendContext(later))
    expect(messages.size).toBe(1)
    expect(messages.get(messageId!).text).toContain('ACKNOWLEDGED Shop')
    expect(JSON.stringify(messages.get(messageId!))).toContain(
      'Ada Lovelace acknowledged it. Reminders and pages have stopped.',
    )
    expect(buttons(messageId!)).toEqual(['resolve', 'mute'])
    const receipt = await slack.send(resolved, botConfig, sendContext({ ...later, reply: null }))
    expect(receipt).toEqual({ httpStatus: 200 })
    expect([...messages.values()].map(({ text }) => /UP Shop/.test(text))).toEqual([true, true])
    expect(buttons(messageId!)).toEqual([])
  })

  it('ignores that somebody deleted the message, but not that the token is invalid', async () => {
    const { botConfig, messages } = await startSlack()
    const acknowledged = samples['an acknowledgement']!
    const context = sendContext({ earlierMessages: ['1.2'] })
    expect(await slack.send(acknowledged, botConfig, context)).toEqual({ httpStatus: null })
    expect(messages.size).toBe(0)
    const revoked = { ...botConfig, bot_token: 'xoxb-revoked' }
    const failure = { message: 'answered 200: invalid_auth', permanent: true }
    await expect(slack.send(acknowledged, revoked, context)).rejects.toMatchObject(failure)
  })

  it('learns the email address of the person who clicked', async () => {
    const { botConfig, messages, click } = await startSlack()
    await slack.send(critical, botConfig, withReply)
    const [ts] = [...messages.keys()] as [string]
    const { replies } = await receive(click(ts, 'mute', { at: sentAt }), botConfig)
    expect(replies[0]!.by).toEqual({ name: 'Ada Lovelace', email: 'ada@example.test', vendorId: 'U1' })
  })

  it('needs its channel and the address of the API', () => {
    const url = 'https://hooks.slack.com/services/T/B/x'
    expect(channelProblems(slack, { url, bot_token: 'xoxb-1' })).toEqual([
      'config.channel: is required with a bot token',
      'config.url: must be https://slack.com/api with a bot token',
    ])
    expect(channelProblems(slack, { url, channel: 'C012AB3CD' })).toEqual([
      'config.bot_token: is required with a channel ID',
    ])
  })
})
