// Slack as an app with buttons knows it: the Web API, an incoming webhook, response URLs and signed clicks.
import { createHmac } from 'node:crypto'
import type { Received } from '../../resources/receiver.ts'
import { startReceiver } from '../../resources/receiver.ts'
import { type VendorCallback, answerJson } from './callback.ts'

const signing_secret = '8f742231b10e8888abcd99baac85a5e9'
const bot_token = 'xoxb-1234-5678-AbCdEf'
const channel = 'C012AB3CD'

export interface SlackClick {
  readonly at: Date
  readonly channelId?: string
  readonly secret?: string
}

export async function startSlack() {
  const messages = new Map<string, any>()
  /** What Slack showed only to the person who clicked. */
  const whispers: string[] = []
  const post = (message: object): string => {
    const ts = `1772366400.00000${messages.size + 1}`
    messages.set(ts, message)
    return ts
  }
  const respondTo = (ts: string, { replace_original, text, ...more }: any): object => {
    if (replace_original) messages.set(ts, { ...messages.get(ts), text, ...more })
    else whispers.push(text)
    return { ok: true }
  }
  const api = (method: string, request: Received): object => {
    if (request.headers.authorization !== `Bearer ${bot_token}`) return { ok: false, error: 'invalid_auth' }
    if (method === 'users.info') return userInfo(request.form().get('user'))
    const { ts, ...message } = request.json()
    if (message.channel !== channel) return { ok: false, error: 'channel_not_found' }
    if (method === 'chat.postMessage') return { ok: true, channel, ts: post(message) }
    if (!messages.has(ts)) return { ok: false, error: 'message_not_found' }
    messages.set(ts, message)
    return { ok: true, channel, ts }
  }
  const receiver = await startReceiver((response, request) => {
    const [, place, name = ''] = request.path.split('/')
    if (place === 'api') return answerJson(response, api(name, request))
    if (place === 'actions') return answerJson(response, respondTo(name, request.json()))
    post(request.json())
    response.end('ok')
  })
  const { origin } = receiver
  return {
    messages,
    whispers,
    webhookConfig: { url: `${origin}/services/T0/B0/secret`, signing_secret },
    botConfig: { url: `${origin}/api`, signing_secret, bot_token, channel },
    /** The buttons of a message, by action. */
    buttons: (ts: string): string[] => elementsOf(messages.get(ts)).map(({ action_id }) => action_id),
    click(
      ts: string,
      action: string,
      { at, channelId = channel, secret = signing_secret }: SlackClick,
    ): VendorCallback {
      const message = messages.get(ts)
      const button = elementsOf(message).find(({ action_id }) => action_id === action)
      const payload = {
        type: 'block_actions',
        user: { id: 'U1', username: 'ada', name: 'ada', team_id: 'T0' },
        container: { type: 'message_attachment', message_ts: ts, attachment_id: 1, channel_id: channelId },
        trigger_id: '13345224609.738474920.8088930838d88f008e0',
        channel: { id: channelId, name: 'alerts' },
        message: { type: 'message', bot_id: 'B1', ts, ...message },
        response_url: `${origin}/actions/${ts}`,
        actions: [{ ...button, type: 'button', action_ts: '1772366460.1' }],
      }
      const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
      const time = String(Math.floor(at.getTime() / 1000))
      const signature = createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')
      const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': `v0=${signature}` }
      return { headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' }, body }
    },
  }
}

const elementsOf = (message: any): any[] =>
  (message?.attachments ?? []).flatMap(({ blocks = [] }: any) =>
    blocks.flatMap((block: any) => (block.type === 'actions' ? block.elements : [])),
  )

const userInfo = (id: string | null): object =>
  id === 'U1'
    ? { ok: true, user: { id, name: 'ada', real_name: 'Ada Lovelace', profile: { email: 'ada@example.test' } } }
    : { ok: false, error: 'user_not_found' }
