import type { Alert } from '../domain/notifying/alert.ts'
import { flag, number, text } from '../domain/field.ts'
import { defineChannel } from './define.ts'
import { masked } from './shared/mask.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { factsWithin, headline, message, tone } from './shared/alert-text.ts'
import { cut, escapeHtml } from './shared/escape.ts'

export const telegram = defineChannel({
  type: 'telegram',
  title: 'Telegram',
  category: 'chat',
  summary:
    'Sends messages to a Telegram chat, group or channel through your bot. ' +
    'Send /newbot to @BotFather to get the token, add the bot to the chat, and get its ID from ' +
    '@userinfobot.',
  config: {
    bot_token: secret({
      placeholder: '123456789:AAExampleOfAToken',
      help: 'Token of the bot, such as 123456789:AAExampleOfAToken',
      required: true,
      rule: (token) => (/^\d{1,20}:[\w-]{10,100}$/.test(token) ? null : 'must look like 123456789:AAExampleOfAToken'),
    }),
    chat_id: text({
      help: 'ID of the chat (negative for groups), or the @name of a public channel',
      required: true,
      maxLength: 100,
      rule: (id) => (/^(-?\d{1,20}|@\w{1,64})$/.test(id) ? null : 'must be a number or a name that begins with @'),
    }),
    thread_id: number({
      label: 'Topic ID',
      help: 'ID of the topic, if the group has topics',
      min: 1,
      max: 2_147_483_647,
    }),
    silent: flag({
      label: 'Silent unless critical',
      help: 'Deliver everything but critical alerts without a sound',
      default: false,
    }),
    url: serverUrl({ help: 'URL of the Bot API, if you run your own server', default: 'https://api.telegram.org' }),
  },
  recipient: ({ chat_id }) => masked(String(chat_id)),
  send: (alert, { url, bot_token, chat_id, thread_id, silent }, context) => {
    const json = {
      chat_id,
      text: textFor(alert),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(thread_id ? { message_thread_id: thread_id } : {}),
      ...(silent && tone(alert) !== 'critical' ? { disable_notification: true } : {}),
    }
    return post({ url: below(url, `bot${bot_token}/sendMessage`), json, secrets: [bot_token], objection }, context)
  },
})

// The limit is 4,096 characters; here the markup counts too.
function textFor(alert: Alert): string {
  const { url } = alert.incident
  const facts = factsWithin(alert, { short: 100, long: 300 }, escapeHtml).map(
    ({ label, value }) => `<b>${label}</b>: ${value}`,
  )
  const link = url && url.length <= 300 ? [`<a href="${escapeHtml(url)}">Open the incident</a>`] : []
  return [
    `<b>${cut(headline(alert), 250, escapeHtml)}</b>`,
    cut(message(alert), 700, escapeHtml),
    facts.join('\n'),
    ...link,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

interface TelegramError {
  description?: unknown
  parameters?: { retry_after?: unknown; migrate_to_chat_id?: unknown }
}

function objection(response: ReceiverResponse): Objection | null {
  const { description, parameters } = (jsonIn(response) ?? {}) as TelegramError
  if (response.status < 300 || typeof description !== 'string') return null
  const moved = parameters?.migrate_to_chat_id
  const seconds = parameters?.retry_after
  return {
    message: typeof moved === 'number' ? `the group has become a supergroup; set chat_id to ${moved}` : description,
    ...(typeof seconds === 'number' ? { retryAfterMs: seconds * 1000 } : {}),
  }
}
