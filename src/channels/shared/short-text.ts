import type { Alert } from '../../domain/notifying/alert.ts'
import { affectedText, body, facts, title } from './alert-text.ts'
import { cut } from './escape.ts'

/** The alert for channels that charge by length. The link is never cut; one over half the limit is left out. */
export function shortText(alert: Alert, limit: number): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  const needsMessage = alert.test !== null || alert.missed !== undefined || alert.kind === 'resolved'
  const closedBy = facts(alert).find(({ label }) => label === 'Closed by')
  const affected = alert.kind === 'firing' ? affectedText(alert) : null
  const text = [
    affected === null ? title(alert) : `${title(alert)}; ${affected}`,
    ...(needsMessage ? [body(alert)] : []),
    ...(closedBy ? [`Closed by: ${closedBy.value}`] : []),
  ].join('\n')
  return link.length < limit / 2 ? cut(text, limit - link.length) + link : cut(text, limit)
}
