// The message format that Mattermost and Rocket.Chat share: a headline, and an attachment with the details.
import type { Alert } from '../../domain/notifying/alert.ts'
import type { SendContext } from '../define.ts'
import { factsWithin } from './alert-facts.ts'
import { colour, emoji, isUrgent, body, title, tone } from './alert-text.ts'
import { cut, escapeMarkdown } from './escape.ts'
import { markdownReply } from './reply-links.ts'

export function lineFor(alert: Alert, mention: string | undefined): string {
  const { url } = alert.incident
  const name = cut(title(alert), 300, escapeMarkdown)
  const call = mention && isUrgent(alert) ? `${mention} ` : ''
  return `${call}${emoji[tone(alert)]} ${url ? `[${name}](${url.replaceAll(')', '%29')})` : name}`
}

export function attachmentFor(alert: Alert, context: SendContext): Record<string, unknown> {
  const facts = factsWithin(alert, { short: 100, long: 300 }, escapeMarkdown)
  return {
    color: colour[tone(alert)],
    text: [cut(body(alert), 1000, escapeMarkdown), ...markdownReply(alert, context)].join('\n\n'),
    fields: facts.map(({ label, value, short }) => ({ title: label, value, short })),
  }
}
