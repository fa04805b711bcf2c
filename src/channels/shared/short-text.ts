import type { Alert } from '../../domain/notifying/alert.ts'
import { affectedText, facts } from './alert-facts.ts'
import { body, title } from './alert-text.ts'
import { say } from './alert-words.ts'
import { cut } from './escape.ts'

/** The alert for channels that charge by length. The link is never cut; one over half the limit is left out. */
export function shortText(alert: Alert, limit: number): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  const needsMessage = alert.test !== null || alert.missed !== undefined || alert.kind === 'resolved'
  const closedBy = facts(alert).find(({ label }) => label === say(alert, 'Closed by'))
  const affected = alert.kind === 'firing' ? affectedText(alert) : null
  const text = [
    affected === null ? title(alert) : `${title(alert)}; ${affected}`,
    ...(needsMessage ? [body(alert)] : []),
    ...(closedBy ? [`${closedBy.label}: ${closedBy.value}`] : []),
  ].join('\n')
  return link.length < limit / 2 ? cut(text, limit - link.length) + link : cut(text, limit)
}
