// Clicks on the buttons of Telegram messages, and the webhook that brings them.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { ReplyResult } from '../../domain/notifying/reply.ts'
import {
  type CallbackContext,
  CallbackRefused,
  type CallbackRequest,
  type CallbackResponse,
  type CallbackResult,
  DeliveryFailed,
  type SendContext,
} from '../define.ts'
import { cut } from '../shared/escape.ts'
import { below } from '../shared/fields.ts'
import { post } from '../shared/post.ts'
import { type ReplyButton, buttonActions, isForEverybody, isLeft } from '../shared/reply-buttons.ts'
import { isSame, parsed, tryCalling } from './verify.ts'

export interface TelegramBot {
  readonly url: string
  readonly bot_token: string
  readonly chat_id: string
  readonly buttons: boolean
}

const button = z.looseObject({ callback_data: z.string().optional() })
const message = z.object({
  message_id: z.int(),
  chat: z.object({ id: z.int(), username: z.string().optional() }),
  text: z.string().max(4096),
  entities: z.array(z.unknown()).optional(),
  reply_markup: z.object({ inline_keyboard: z.array(z.array(button)) }).optional(),
})
const update = z.object({
  callback_query: z.object({
    id: z.string().max(64),
    from: z.object({
      id: z.int(),
      first_name: z.string(),
      last_name: z.string().optional(),
      username: z.string().optional(),
    }),
    message,
    data: z.string().max(64),
  }),
})
type TelegramClick = z.output<typeof update>['callback_query']

/** Telegram repeats what it sent until it gets a success, so a click that cannot count is answered too. */
export async function receiveTelegramClick(
  { headers, body }: CallbackRequest,
  bot: TelegramBot,
  context: CallbackContext,
): Promise<CallbackResult> {
  if (!bot.buttons) throw new CallbackRefused('this channel has no buttons', 404)
  const secret = headers.get('x-telegram-bot-api-secret-token') ?? ''
  if (!isSame(secret, secretOf(bot, context.callbackUrl))) throw new CallbackRefused('the secret token is wrong')
  const { callback_query: click } = parsed(update, body.toString())
  const [code, token] = click.data.split(':')
  const action = buttonActions.find((each) => each[0] === code)
  if (!isFrom(click, bot) || !action || !token)
    return { replies: [], respond: () => toast(click, 'This button belongs to another chat.') }
  const { id, first_name, last_name } = click.from
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return {
    replies: [{ action, about: { token }, by: { name, vendorId: String(id) }, replayKey: `telegram ${click.id}` }],
    async respond([result]) {
      if (isForEverybody(result!)) await showResult(click, result!, bot, context)
      return toast(click, result!.sentence)
    },
  }
}

/** A chat is configured by its id or by its public name. */
function isFrom({ message: { chat } }: TelegramClick, { chat_id }: TelegramBot): boolean {
  return chat_id === String(chat.id) || chat_id.toLowerCase() === `@${chat.username}`.toLowerCase()
}

/** The response to a webhook may call one method of the bot. */
function toast({ id }: TelegramClick, text: string): CallbackResponse {
  const call = { method: 'answerCallbackQuery', callback_query_id: id, text: cut(text, 200) }
  return { status: 200, body: JSON.stringify(call) }
}

async function showResult(
  { message: clicked }: TelegramClick,
  result: ReplyResult,
  bot: TelegramBot,
  context: CallbackContext,
): Promise<void> {
  const json = {
    chat_id: clicked.chat.id,
    message_id: clicked.message_id,
    text: `${clicked.text.slice(0, 3500)}\n\n${cut(result.sentence, 500)}`,
    entities: clicked.text.length <= 3500 ? clicked.entities : [],
    link_preview_options: { is_disabled: true },
    reply_markup: { inline_keyboard: left(clicked.reply_markup?.inline_keyboard ?? [], result) },
  }
  await tryCalling(context, (limited) => post(callTo(bot, 'editMessageText', json), limited))
}

const left = (rows: readonly (readonly z.output<typeof button>[])[], result: ReplyResult) =>
  rows.map((row) => row.filter(({ callback_data }) => isLeft(actionOf(callback_data), result)))

const actionOf = (data = ''): string => buttonActions.find((each) => each[0] === data[0]) ?? ''

export const keyboardOf = (buttons: readonly ReplyButton[]) => ({
  inline_keyboard: [
    buttons.map(({ action, label, token }) => ({ text: label, callback_data: `${action[0]}:${token}` })),
  ],
})

export const callTo = ({ url, bot_token }: Pick<TelegramBot, 'url' | 'bot_token'>, method: string, json: unknown) => ({
  url: below(url, `bot${bot_token}/${method}`),
  json,
  secrets: [bot_token],
})

/** Only who knows the token of the bot can compute it, and each channel has its own. */
function secretOf({ bot_token }: TelegramBot, callbackUrl: string): string {
  return createHmac('sha256', bot_token).update(`lapwing webhook ${callbackUrl}`).digest('base64url')
}

const registrationMs = 3_600_000
const registrations = new Map<string, number>()

/** Sets the webhook of the bot, once an hour in each process. Returns what Telegram has against it, or null. */
export async function registerWebhook(bot: TelegramBot, context: SendContext): Promise<string | null> {
  const { reply, clock } = context
  if (!reply) return null
  const secret_token = secretOf(bot, reply.callbackUrl)
  const now = clock.now().getTime()
  if ((registrations.get(secret_token) ?? 0) > now - registrationMs) return null
  const json = { url: reply.callbackUrl, secret_token, allowed_updates: ['callback_query'] }
  try {
    await post(callTo(bot, 'setWebhook', json), context)
    registrations.set(secret_token, now)
    return null
  } catch (error) {
    if (!(error instanceof DeliveryFailed)) throw error
    return error.message
  }
}
