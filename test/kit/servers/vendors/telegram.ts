// Telegram's Bot API as a bot with an inline keyboard knows it: messages, edits, a webhook with a secret token.
import { startReceiver } from '../../resources/receiver.ts'
import { type VendorCallback, answerJson } from './callback.ts'

const bot_token = '123456789:AAE-example_of_a_token_0123456789'
const chatId = -1001234567890

export async function startTelegram() {
  const messages = new Map<number, any>()
  let webhook: { url: string; secret_token: string } | null = null
  let refusal: string | null = null
  let clicks = 0
  const methods: Record<string, (body: any) => object | string> = {
    setWebhook(body) {
      if (refusal !== null) return refusal
      webhook = body
      return {}
    },
    sendMessage(body) {
      const message_id = messages.size + 1
      messages.set(message_id, body)
      return { message_id, chat: { id: chatId } }
    },
    editMessageText(body) {
      if (!messages.has(body.message_id)) return 'Bad Request: message to edit not found'
      messages.set(body.message_id, body)
      return { message_id: body.message_id }
    },
  }
  const receiver = await startReceiver((response, { path, json }) => {
    const method = path.startsWith(`/bot${bot_token}/`) ? methods[path.split('/')[2]!] : undefined
    const result = method?.(json()) ?? 'Not Found'
    if (typeof result === 'string') answerJson(response, { ok: false, error_code: 400, description: result }, 400)
    else answerJson(response, { ok: true, result })
  })
  const keyboard = (id: number): any[] => (messages.get(id)?.reply_markup?.inline_keyboard ?? []).flat()
  return {
    messages,
    calls: (): string[] => receiver.requests.map(({ path }) => path.split('/')[2]!),
    webhook: () => webhook,
    refuseWebhooks: (reason: string) => void (refusal = reason),
    config: { url: receiver.origin, bot_token, chat_id: String(chatId), buttons: true },
    buttons: (id: number): string[] => keyboard(id).map(({ text }) => text),
    click(id: number, label: string, { chat = chatId }: { chat?: number } = {}): VendorCallback {
      const { text, reply_markup } = messages.get(id)
      const { callback_data } = keyboard(id).find((button) => button.text === label)
      const query = {
        id: `43820045123${clicks++}`,
        from: { id: 77, is_bot: false, first_name: 'Ada', last_name: 'Lovelace' },
        message: { message_id: id, date: 1, chat: { id: chat, type: 'supergroup' }, ...shown(text), reply_markup },
        chat_instance: '1',
        data: callback_data,
      }
      const body = JSON.stringify({ update_id: 1, callback_query: query })
      return { headers: { 'x-telegram-bot-api-secret-token': webhook!.secret_token }, body }
    },
  }
}

/** Telegram returns the text without its markup. */
const shown = (html: string): object => ({
  text: html.replaceAll(/<[^>]+>/g, ''),
  entities: [{ offset: 0, length: 4, type: 'bold' }],
})
