import type { Alert } from '../domain/notifying/alert.ts'
import { type SendContext, defineChannel } from './define.ts'
import { hookUrl } from './shared/fields.ts'
import { post } from './shared/post.ts'
import { factsWithin } from './shared/alert-facts.ts'
import { type AlertTone, headline, body, tone, timeText } from './shared/alert-text.ts'
import { say } from './shared/alert-words.ts'
import { cut, escapeMarkdown, oneLine } from './shared/escape.ts'
import { replyLinks } from './shared/reply-links.ts'

export const teams = defineChannel({
  type: 'teams',
  title: 'Microsoft Teams',
  category: 'chat',
  summary:
    'Sends messages to a channel or chat in Microsoft Teams. ' +
    'There, choose "Workflows", the template "Send webhook alerts to a channel", and copy its URL.',
  config: {
    url: hookUrl({
      help: 'Address of the workflow, such as https://….environment.api.powerplatform.com/…/workflows/…',
    }),
  },
  send: (alert, { url }, context) => post({ url, json: messageFor(alert, context) }, context),
})

const styles: Readonly<Record<AlertTone, string>> = {
  critical: 'attention',
  warning: 'warning',
  update: 'accent',
  acknowledged: 'accent',
  resolved: 'good',
  test: 'emphasis',
}

// Teams rejects messages over 28 KB, and sometimes already from 21 KB.
const limits = { short: 120, long: 500 }

function messageFor(alert: Alert, context: SendContext): unknown {
  const { url } = alert.incident
  const links = [...replyLinks(alert, context), ...(url ? [{ label: say(alert, 'View incident'), url }] : [])]
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: cut(headline(alert), 300),
    body: bodyFor(alert),
    ...(links.length > 0
      ? { actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })) }
      : {}),
    msteams: { width: 'Full' },
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

function bodyFor(alert: Alert): unknown[] {
  const facts = factsWithin(alert, limits, escapeMarkdown).map(({ label, value }) => ({ title: label, value }))
  const heading = textBlock(cut(headline(alert), 300, escapeMarkdown), { size: 'Large', weight: 'Bolder' })
  const footer = cut(`${oneLine(alert.organization.name)} · ${timeText(alert, alert.at)}`, 200, escapeMarkdown)
  return [
    { type: 'Container', style: styles[tone(alert)], bleed: true, items: [heading] },
    textBlock(cut(body(alert), 1500, escapeMarkdown)),
    ...(facts.length > 0 ? [{ type: 'FactSet', facts }] : []),
    textBlock(footer, { size: 'Small', isSubtle: true }),
  ]
}

function textBlock(text: string, more: Record<string, unknown> = {}): unknown {
  return { type: 'TextBlock', text, wrap: true, ...more }
}
