import { text } from '../domain/field.ts'
import { DeliveryFailed, type Receipt, defineChannel } from './define.ts'
import { masked } from './shared/mask.ts'
import { eventId } from './shared/event.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverRequest, post } from './shared/post.ts'
import { plainText } from './shared/alert-facts.ts'
import { headline } from './shared/alert-text.ts'
import { cut } from './shared/escape.ts'
import { withAcknowledgeLink } from './shared/reply-links.ts'

export const line = defineChannel({
  type: 'line',
  title: 'LINE',
  category: 'chat',
  summary:
    'Sends messages from a LINE official account to a person, group or room. ' +
    'In the LINE Developers console, "Messaging API" issues the access token and "Basic settings" shows ' +
    'your user ID; the ID of a group comes with its webhook events.',
  config: {
    access_token: secret({ help: 'Channel access token, long-lived', required: true }),
    to: text({
      help: 'ID of the user (U…), group (C…) or room (R…) that receives the messages',
      required: true,
      maxLength: 33,
      rule: (id) => (/^[UCR][0-9a-f]{32}$/.test(id) ? null : 'must be U, C or R and 32 digits of 0-9 and a-f'),
    }),
    url: serverUrl({ help: 'Address of the API', default: 'https://api.line.me' }),
  },
  recipient: ({ to }) => masked(to),
  send: (alert, { access_token, to, url }, context) => {
    const first = cut(headline(alert), 300)
    // A text holds at most 5,000 UTF-16 units.
    const text = (limit: number): string => plainText(alert, limit)
    const body = withAcknowledgeLink(alert, context, { limit: 4990 - first.length, text })
    const messages = [{ type: 'text', text: `${first}\n${body}` }]
    const message = {
      url: below(url, 'v2/bot/message/push'),
      login: { kind: 'bearer', token: access_token },
      headers: { 'X-Line-Retry-Key': uuidOf(eventId(alert, context.dedupKey)) },
      json: { to, messages },
    } as const
    return once(message, context)
  },
})

/**
 * LINE responds with 409 if it has already accepted a message with this retry key, for example before a broken
 * connection.
 */
async function once(message: ReceiverRequest, context: Parameters<typeof post>[1]): Promise<Receipt> {
  try {
    return await post(message, context)
  } catch (error) {
    if (error instanceof DeliveryFailed && error.httpStatus === 409) return { httpStatus: 409 }
    throw error
  }
}

/** A UUID of version 8, which leaves the bits to us, from 32 hexadecimal digits. */
function uuidOf(digits: string): string {
  const shaped = `${digits.slice(0, 12)}8${digits.slice(13, 16)}8${digits.slice(17, 32)}`
  return shaped.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
