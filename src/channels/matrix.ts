import type { Alert } from '../domain/notifying/alert.ts'
import { flag, text } from '../domain/field.ts'
import type { Login } from '../net/index.ts'
import { type SendContext, defineChannel } from './define.ts'
import { masked } from './shared/mask.ts'
import { eventId } from './shared/event.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { type ReceiverResponse, type Objection, jsonIn, post } from './shared/post.ts'
import { factsWithin, plainText } from './shared/alert-facts.ts'
import { headline, isUrgent, body } from './shared/alert-text.ts'
import { cut, escapeHtml } from './shared/escape.ts'
import { replyLinks, withAcknowledgeLink } from './shared/reply-links.ts'

export const matrix = defineChannel({
  type: 'matrix',
  title: 'Matrix',
  category: 'chat',
  summary:
    'Sends messages to a Matrix room from an account you create for it. ' +
    'Invite the account to the room; Element shows its access token in "All settings", "Help & About", ' +
    'and the room ID in "Room settings", "Advanced".',
  config: {
    url: serverUrl({ help: 'Address of the homeserver, such as https://matrix.example.org', required: true }),
    access_token: secret({ help: 'Access token of the sending account', required: true, maxLength: 2000 }),
    room: text({
      help: 'Id of the room, such as !AbCdEf:example.org, or an alias of it, such as #alerts:example.org',
      required: true,
      maxLength: 255,
      rule: (room) => (/^(!\S+|#[^\s:]+:\S+)$/.test(room) ? null : 'must be an id (!…) or an alias (#name:server)'),
    }),
    mention_room: flag({ help: 'Notify everyone in the room of critical alerts', default: false }),
  },
  recipient: ({ room }) => masked(room),
  send: async (alert, { url, access_token, room, mention_room }, context) => {
    const login: Login = { kind: 'bearer', token: access_token }
    const id = room.startsWith('#') ? await joined(url, room, login, context) : room
    // The homeserver deduplicates retries of an alert by this id.
    const transaction = eventId(alert, context.dedupKey)
    const path = `_matrix/client/v3/rooms/${encodeURIComponent(id)}/send/m.room.message/${transaction}`
    // Without m.mentions, an @room in a name would notify everyone.
    const json = { ...messageFor(alert, context), 'm.mentions': mention_room && isUrgent(alert) ? { room: true } : {} }
    return post({ url: below(url, path), method: 'PUT', login, json, objection }, context)
  },
})

/**
 * Resolves an alias to its room id by joining the room, which also accepts an invitation and does nothing for a member.
 */
async function joined(url: string, alias: string, login: Login, context: SendContext): Promise<string> {
  let id = ''
  const learn = (response: ReceiverResponse): Objection | null => {
    const { room_id } = fieldsIn(response)
    if (response.status === 200 && typeof room_id === 'string') id = room_id
    return response.status === 200 && id === '' ? { message: 'the response names no room' } : objection(response)
  }
  const path = `_matrix/client/v3/join/${encodeURIComponent(alias)}`
  await post({ url: below(url, path), login, json: {}, objection: learn }, context)
  return id
}

// An event holds at most 65,536 bytes, both bodies included.
function messageFor(alert: Alert, context: SendContext): Record<string, unknown> {
  const text = (limit: number): string => plainText(alert, limit)
  return {
    // Bots usually send m.notice, but clients do not notify people about it.
    msgtype: 'm.text',
    body: `${cut(headline(alert), 300)}\n${withAcknowledgeLink(alert, context, { limit: 4000, text })}`,
    format: 'org.matrix.custom.html',
    formatted_body: htmlFor(alert, context),
  }
}

function htmlFor(alert: Alert, context: SendContext): string {
  const { url } = alert.incident
  const name = `<strong>${cut(headline(alert), 300, escapeHtml)}</strong>`
  const facts = factsWithin(alert, { short: 150, long: 700 }, escapeHtml).map(
    ({ label, value }) => `<li><strong>${label}</strong>: ${value}</li>`,
  )
  return [
    `<p>${url ? `<a href="${escapeHtml(url)}">${name}</a>` : name}</p>`,
    `<p>${cut(body(alert), 2000, escapeHtml).replaceAll('\n', '<br>')}</p>`,
    ...(facts.length > 0 ? [`<ul>${facts.join('')}</ul>`] : []),
    ...replyLinks(alert, context, { actions: ['acknowledge'] }).map(
      (link) => `<p><a href="${escapeHtml(link.url)}">${link.label}</a></p>`,
    ),
  ].join('')
}

interface MatrixError {
  errcode?: unknown
  error?: unknown
  retry_after_ms?: unknown
  room_id?: unknown
}

const fieldsIn = (response: ReceiverResponse): MatrixError => (jsonIn(response) ?? {}) as MatrixError

function objection(response: ReceiverResponse): Objection | null {
  const { errcode, error, retry_after_ms } = fieldsIn(response)
  if (response.status < 300 || typeof errcode !== 'string') return null
  return {
    message: typeof error === 'string' && error !== '' ? `${errcode}: ${error}` : errcode,
    ...(typeof retry_after_ms === 'number' && response.status === 429 ? { retryAfterMs: retry_after_ms } : {}),
  }
}
