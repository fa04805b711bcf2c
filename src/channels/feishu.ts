import { createHmac } from 'node:crypto'
import type { Alert } from '../domain/notifying/alert.ts'
import { type SendContext, defineChannel } from './define.ts'
import { hookUrl, secret } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { type AlertTone, headline, body, tone, timeText } from './shared/alert-text.ts'
import { say } from './shared/alert-words.ts'
import { cut, oneLine } from './shared/escape.ts'
import { replyLinks } from './shared/reply-links.ts'

export const feishu = defineChannel({
  type: 'feishu',
  title: 'Feishu / Lark',
  category: 'chat',
  summary:
    'Sends cards to a Feishu or Lark group. In the group settings choose "Bots", "Add bot", "Custom bot"; ' +
    'copy the URL and, below "Set signature verification", the secret.',
  config: {
    url: hookUrl({
      help: 'Address of the bot, such as https://open.feishu.cn/open-apis/bot/v2/hook/… or https://open.larksuite.com/…',
    }),
    secret: secret({ help: 'Secret of the signature verification; unsigned if empty' }),
  },
  send: (alert, { url, secret: key }, context) => {
    const json = { ...signature(key, context), msg_type: 'interactive', card: cardFor(alert, context) }
    return post({ url, json, secrets: [key], objection }, context)
  },
})

/** Feishu uses the text as the HMAC key and signs an empty message. */
function signature(key: string | undefined, { clock }: SendContext): Record<string, string> {
  if (!key) return {}
  const timestamp = String(Math.floor(clock.now().getTime() / 1000))
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${key}`).digest('base64') }
}

const templates: Readonly<Record<AlertTone, string>> = {
  critical: 'red',
  warning: 'orange',
  update: 'blue',
  acknowledged: 'blue',
  resolved: 'green',
  test: 'grey',
}

// The bot accepts requests of up to 20 KB.
function cardFor(alert: Alert, context: SendContext): unknown {
  const { incident, organization } = alert
  const facts = factsWithin(alert, { short: 80, long: 250 }).map(({ label, value, short }) => ({
    is_short: short,
    text: plain(`${label}\n${value}`),
  }))
  const { url } = incident
  const replies = replyLinks(alert, context, { actions: ['acknowledge'] })
  const links = [...replies, ...(url ? [{ label: say(alert, 'View incident'), url }] : [])]
  const actions = links.map(({ label, url }, index) => {
    return { tag: 'button', type: index === 0 ? 'primary' : 'default', text: plain(label), url }
  })
  return {
    config: { wide_screen_mode: true },
    header: { template: templates[tone(alert)], title: plain(cut(headline(alert), 200)) },
    elements: [
      { tag: 'div', text: plain(cut(body(alert), 1000)) },
      ...(facts.length > 0 ? [{ tag: 'div', fields: facts }] : []),
      ...(actions.length > 0 ? [{ tag: 'action', actions }] : []),
      { tag: 'note', elements: [plain(cut(`${oneLine(organization.name)} · ${timeText(alert, alert.at)}`, 200))] },
    ],
  }
}

/** Markup in the card can mention people; plain text cannot. */
const plain = (content: string): unknown => ({ tag: 'plain_text', content })

const tooFast = new Set([9499, 11232, 11233, 11247])

/** The status is always 200; old bots send StatusCode instead of code. */
function objection(response: ReceiverResponse): Objection | null {
  if (response.status >= 300) return null
  const { code, msg, StatusCode } = (jsonIn(response) ?? {}) as Record<string, unknown>
  if ((code ?? StatusCode) === 0) return null
  if (typeof code !== 'number') return { message: 'the response does not confirm the message' }
  const reason = typeof msg === 'string' ? msg : ''
  return { permanent: !tooFast.has(code) && !/frequency|too many/i.test(reason), message: `${reason} (${code})`.trim() }
}
