import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { type SendContext, defineChannel } from './define.ts'
import { maskedAddress } from './shared/mask.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { details } from './shared/alert-facts.ts'
import { headline } from './shared/alert-text.ts'
import { type Escape, cut, oneLine } from './shared/escape.ts'
import { markdownReply } from './shared/reply-links.ts'

export const zulip = defineChannel({
  type: 'zulip',
  title: 'Zulip',
  category: 'chat',
  summary:
    'Writes to a channel or to people in Zulip from a bot. In "Personal settings", "Bots" add one of the type ' +
    '"Incoming webhook" or "Generic" and copy its e-mail address and API key.',
  config: {
    url: serverUrl({ help: 'Address of the organization, such as https://example.zulipchat.com', required: true }),
    bot_email: text({
      help: 'Email address of the bot',
      required: true,
      maxLength: 254,
      rule: (email) => (/^[^\s@:]+@[^\s@:]+$/.test(email) ? null : 'must be an e-mail address'),
    }),
    api_key: secret({ help: 'API key of the bot', required: true }),
    channel: text({
      advanced: false,
      help: 'Name of the channel. Leave empty to write to people.',
      maxLength: 60,
    }),
    topic: text({ advanced: false, help: "Topic in the channel; the monitor's name when empty", maxLength: 60 }),
    people: text({
      advanced: false,
      help: 'Email addresses of people, separated by commas, instead of a channel',
      maxLength: 1000,
      rule: (people) => (addressesIn(people).every(isAddress) ? null : 'must be e-mail addresses, separated by commas'),
    }),
  },
  examine: ({ channel, topic, people }) => [
    ...(Boolean(channel) === Boolean(people) ? ['channel: set either this or people'] : []),
    ...(topic && people ? ['topic: messages to people have none'] : []),
  ],
  recipient: ({ channel, people }) =>
    channel ||
    addressesIn(people ?? '')
      .map(maskedAddress)
      .join(', '),
  send: (alert, { url, bot_email, api_key, channel, topic, people }, context) => {
    const address: Record<string, string> = channel
      ? { type: 'stream', to: channel, topic: topic || topicFor(alert) }
      : { type: 'direct', to: JSON.stringify(addressesIn(people ?? '')) }
    const login = { kind: 'basic', username: bot_email, password: api_key } as const
    const form = { ...address, content: contentFor(alert, context) }
    return post({ url: below(url, 'api/v1/messages'), login, form, objection }, context)
  },
})

const addressesIn = (people: string): string[] =>
  people
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

const isAddress = (text: string): boolean => /^[^\s@,]+@[^\s@,]+$/.test(text)

function topicFor({ monitor, test }: Alert): string {
  const name = monitor && test !== 'channel' ? oneLine(monitor.name) : ''
  return cut(name, 60) || 'Lapwing'
}

/** Zulip's Markdown has no escapes, so everything but the headline goes into a code block. */
function contentFor(alert: Alert, context: SendContext): string {
  const { url } = alert.incident
  const block = details(alert, 8000).replace(/`{3,}/g, "'''")
  return [
    `**${cut(headline(alert), 300, harmless)}**`,
    `\`\`\`text\n${block}\n\`\`\``,
    ...(url ? [url] : []),
    ...markdownReply(alert, context),
  ].join('\n')
}

/** Mentions and emphasis use asterisks. */
const harmless: Escape = (words) => words.replaceAll('*', '∗').replaceAll('`', "'").replaceAll('](', '] (')

interface ZulipError {
  result?: unknown
  msg?: unknown
  'retry-after'?: unknown
}

function objection(response: ReceiverResponse): Objection | null {
  const { result, msg, 'retry-after': seconds } = (jsonIn(response) ?? {}) as ZulipError
  if (result !== 'error') return null
  return {
    message: typeof msg === 'string' ? msg : undefined,
    ...(response.status < 300 ? { permanent: true } : {}),
    ...(typeof seconds === 'number' && response.status === 429 ? { retryAfterMs: Math.ceil(seconds * 1000) } : {}),
  }
}
