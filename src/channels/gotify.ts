import type { Alert } from '../domain/notifying/alert.ts'
import { number } from '../domain/field.ts'
import { type SendContext, defineChannel } from './define.ts'
import { below, secret, serverUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { headline, isUrgent, body } from './shared/alert-text.ts'
import { cut, escapeMarkdown } from './shared/escape.ts'
import { markdownReply } from './shared/reply-links.ts'

export const gotify = defineChannel({
  type: 'gotify',
  title: 'Gotify',
  category: 'phone',
  summary:
    'Pushes through your own Gotify server. ' +
    'In its web interface choose "Apps", "Create Application" and copy the token.',
  config: {
    url: serverUrl({ help: 'Address of the server, such as https://gotify.example.com', required: true }),
    token: secret({ help: 'Token of the application', required: true }),
    critical_priority: number({
      help: 'Priority of critical alerts; phones ring from 8',
      min: 0,
      max: 10,
      default: 8,
    }),
    priority: number({ help: 'Priority of everything else', min: 0, max: 10, default: 5 }),
  },
  send: (alert, { url, token, critical_priority, priority }, context) => {
    const link = alert.incident.url
    const json = {
      title: cut(headline(alert), 250),
      message: markdownFor(alert, context),
      priority: isUrgent(alert) ? critical_priority : priority,
      extras: {
        'client::display': { contentType: 'text/markdown' },
        ...(link ? { 'client::notification': { click: { url: link } } } : {}),
      },
    }
    return post({ url: below(url, 'message'), headers: { 'X-Gotify-Key': token }, json }, context)
  },
})

/** Markdown ends a line with two spaces. */
function markdownFor(alert: Alert, context: SendContext): string {
  const facts = factsWithin(alert, { short: 200, long: 1000 }, escapeMarkdown).map(
    ({ label, value }) => `**${label}**: ${value}`,
  )
  const link = alert.incident.url ? [`<${alert.incident.url}>`] : []
  return [cut(body(alert), 2000, escapeMarkdown), facts.join('  \n'), ...link, ...markdownReply(alert, context)]
    .filter((part) => part !== '')
    .join('\n\n')
}
