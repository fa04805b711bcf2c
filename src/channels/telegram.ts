import type { Alert } from '../domain/notifying/alert.ts'
import { flag, number, text } from '../domain/field.ts'
import { callTo, keyboardOf, receiveTelegramClick, registerWebhook } from './callbacks/telegram.ts'
import { type Receipt, defineChannel } from './define.ts'
import { masked } from './shared/mask.ts'
import { secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { replyButtons, updateEarlier } from './shared/reply-buttons.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { headline, body, tone } from './shared/alert-text.ts'
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
    buttons: flag({
      label: 'Acknowledge buttons',
      advanced: false,
      help:
        'Add buttons that acknowledge, resolve and mute. ' +
        'Lapwing sets the webhook of the bot, so no other program or channel can use it.',
      default: false,
    }),
    url: serverUrl({ help: 'URL of the Bot API, if you run your own server', default: 'https://api.telegram.org' }),
  },
  recipient: ({ chat_id }) => masked(String(chat_id)),
  updatesMessages: ({ buttons }) => buttons === true,
  setsCallback: true,
  receive: receiveTelegramClick,
  send: async (alert, config, context) => {
    const { chat_id, thread_id, silent, buttons } = config
    const problem = buttons ? await registerWebhook(config, context) : null
    const shown = buttons && problem === null ? replyButtons(alert, context) : []
    const content = {
      chat_id,
      text: textFor(alert, problem),
      parse_mode: 'HTML',
      link_preview_options: { is_disabled: true },
      ...(shown.length > 0 ? { reply_markup: keyboardOf(shown) } : {}),
    }
    const change = (message_id: string): Promise<Receipt> =>
      post({ ...callTo(config, 'editMessageText', { ...content, message_id: Number(message_id) }), objection }, context)
    const updated = await updateEarlier(alert, context, { update: change, gone })
    if (alert.kind === 'acknowledged' && context.earlierMessages.length > 0) return updated
    const json = {
      ...content,
      ...(thread_id ? { message_thread_id: thread_id } : {}),
      ...(silent && tone(alert) !== 'critical' ? { disable_notification: true } : {}),
    }
    const messageId = shown.length > 0 && alert.kind === 'firing' ? sentMessage : undefined
    return post({ ...callTo(config, 'sendMessage', json), objection, ...(messageId ? { messageId } : {}) }, context)
  },
})

/** Also if the message already shows what it should. */
const gone = /message (to edit not found|can't be edited|is not modified)/i

function sentMessage(response: ReceiverResponse): string | undefined {
  const { result } = (jsonIn(response) ?? {}) as { result?: { message_id?: unknown } }
  return typeof result?.message_id === 'number' ? String(result.message_id) : undefined
}

// The limit is 4,096 characters; here the markup counts too.
function textFor(alert: Alert, problem: string | null): string {
  const { url } = alert.incident
  const facts = factsWithin(alert, { short: 100, long: 300 }, escapeHtml).map(
    ({ label, value }) => `<b>${label}</b>: ${value}`,
  )
  const link = url && url.length <= 300 ? [`<a href="${escapeHtml(url)}">Open the incident</a>`] : []
  return [
    `<b>${cut(headline(alert), 250, escapeHtml)}</b>`,
    cut(body(alert), 700, escapeHtml),
    facts.join('\n'),
    ...link,
    problem === null ? '' : `No buttons: Telegram ${cut(problem, 300, escapeHtml)}`,
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
