import type { Alert } from '../domain/notifying/alert.ts'
import { text } from '../domain/field.ts'
import { type SendContext, defineChannel } from './define.ts'
import { masked, maskedAddress } from './shared/mask.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { facts } from './shared/alert-facts.ts'
import { headline, body } from './shared/alert-text.ts'
import { cut, cutBytes, escapeMarkdown } from './shared/escape.ts'
import { markdownReply } from './shared/reply-links.ts'

export const webex = defineChannel({
  type: 'webex',
  title: 'Webex',
  category: 'chat',
  summary:
    'Writes to a space or a person in Webex from a bot. At developer.webex.com create a bot, which gives the token, ' +
    'and add it to the space; "List Rooms" in the API reference there, tried with that token, shows the id of the space.',
  config: {
    token: secret({ help: 'Access token of the bot', required: true }),
    room_id: text({
      label: 'Space ID',
      advanced: false,
      help: 'ID of the space. Leave empty to write to a person.',
      maxLength: 200,
    }),
    person_email: text({
      advanced: false,
      help: 'Email address of a person, instead of a space',
      maxLength: 254,
      rule: (email) => (/^[^\s@]+@[^\s@]+$/.test(email) ? null : 'must be an e-mail address'),
    }),
    url: serverUrl({ help: 'Address of the API', default: 'https://webexapis.com' }),
  },
  examine: ({ room_id, person_email }) =>
    Boolean(room_id) === Boolean(person_email) ? ['room_id: set either this or person_email'] : [],
  recipient: ({ room_id, person_email }) => (room_id ? masked(room_id) : maskedAddress(person_email ?? '')),
  send: (alert, { token, room_id, person_email, url }, context) => {
    const json = {
      ...(room_id ? { roomId: room_id } : { toPersonEmail: person_email }),
      markdown: markdownFor(alert, context),
      // Shown where markup is not, for example in notifications.
      text: cut(headline(alert), 300),
    }
    return post({ url: below(url, 'v1/messages'), login: { kind: 'bearer', token }, json }, context)
  },
})

// A message holds at most 7,439 bytes.
function markdownFor(alert: Alert, context: SendContext): string {
  const { url } = alert.incident
  const lines = facts(alert).map(
    ({ label, value, short }) => `- **${label}**: ${cutBytes(value, short ? 120 : 280, escapeMarkdown)}`,
  )
  const link = url && url.length <= 500 ? [`[Open the incident](${url.replaceAll(')', '%29')})`] : []
  const heading = `**${cutBytes(headline(alert), 400, escapeMarkdown)}**`
  return [
    heading,
    cutBytes(body(alert), 1500, escapeMarkdown),
    lines.join('\n'),
    ...link,
    ...markdownReply(alert, context),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
