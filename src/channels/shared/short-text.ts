import type { Alert } from '../../domain/notifying/alert.ts'
import { facts, message, title } from './alert-text.ts'
import { cut } from './escape.ts'

const worthIt = new Set(['Detected', 'Cause', 'Closed by'])

/** The alert for those who pay by the character. The link is never what is cut off; a long one is left out. */
export function shortText(alert: Alert, limit: number): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  const lines = facts(alert)
    .filter(({ label }) => worthIt.has(label))
    .map(({ label, value }) => `${label}: ${value}`)
  const text = [title(alert), message(alert), ...lines].join('\n')
  return link.length < limit / 2 ? cut(text, limit - link.length) + link : cut(text, limit)
}
