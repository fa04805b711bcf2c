// Templates: `{{incident.message}}` is replaced by that value of the alert. There are no conditions or loops.
import type { Alert } from '../../domain/notifying/alert.ts'
import { plainText } from './alert-facts.ts'
import { emoji, lasted, message, title, tone } from './alert-text.ts'
import { type Escape, clean, cut } from './escape.ts'

type Value = string | number | boolean | null | undefined

/** Numbers and booleans always have a value, so JSON needs no quotes around them. */
interface Placeholder {
  readonly kind: 'text' | 'number' | 'boolean'
  readonly meaning: string
  of(alert: Alert): Value
}

const text = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'text', meaning, of })
const number = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'number', meaning, of })
const boolean = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'boolean', meaning, of })

/** Placeholders that the alert fills in. */
export const placeholders: Readonly<Record<string, Placeholder>> = {
  title: text('One line, such as DOWN Shop: HTTP 503', title),
  text: text('Message, facts and link, on several lines', (alert) => plainText(alert, 5000)),
  emoji: text('🔴 🟠 🟢, or 🔔 for a test', (alert) => emoji[tone(alert)]),
  event: text('incident.firing or incident.resolved', ({ kind }) => `incident.${kind}`),
  timestamp: text('When it happened, in RFC 3339', ({ at }) => at.toISOString()),
  test: boolean('Whether it is a test', (alert) => alert.test !== null),
  reminder: boolean('Whether it is a reminder', ({ reminder }) => reminder),
  'organization.name': text('Name of the organization', ({ organization }) => organization.name),
  'incident.id': number('Number of the incident; 0 for a test', (alert) => (alert.test ? 0 : alert.incident.id)),
  'incident.rule_id': number('Number of the alert rule', ({ incident }) => incident.ruleId),
  'incident.scheduler_id': number('Number of the monitor', ({ incident }) => incident.monitorNumber),
  'incident.status': text('firing or resolved', ({ kind }) => kind),
  'incident.severity': text('critical or warning', ({ incident }) => incident.severity),
  'incident.message': text('Text of the alert', message),
  'incident.fire_count': number('How many alerts were sent, with reminders', ({ incident }) => incident.fireCount),
  'incident.flapping': boolean('Whether the incident opens and closes repeatedly', ({ incident }) => incident.flapping),
  'incident.started_at': text('When the incident started, in RFC 3339', ({ incident }) =>
    incident.startedAt.toISOString(),
  ),
  'incident.resolved_at': text('When the incident ended, in RFC 3339', ({ incident }) =>
    incident.resolvedAt?.toISOString(),
  ),
  'incident.duration': text('Duration of the incident, such as 4m30s', lasted),
  'incident.url': text('Link to the incident', ({ incident }) => incident.url),
  'monitor.id': text('Id of the monitor', ({ monitor }) => monitor?.id),
  'monitor.name': text('Name of the monitor', ({ monitor }) => monitor?.name),
  'monitor.target': text('Target of the monitor', ({ monitor }) => monitor?.target),
  'monitor.type': text('Type of the monitor, such as http', ({ monitor }) => monitor?.type),
  'rule.name': text('Name of the rule', ({ rule }) => rule?.name),
  'rule.expression': text('Condition of the rule, such as response_time > 2000', ({ rule }) => rule?.expression),
  'rule.version': number('Version of the rule; 0 without a rule', ({ rule }) => rule?.version ?? 0),
  root_cause: text('Cause of the failure, in a word', ({ rootCause }) => rootCause),
  root_cause_detail: text('Cause of the failure, in a sentence', ({ rootCauseDetail }) => rootCauseDetail),
  diagnosis: text('Probable reason, and what to check next', ({ diagnosis }) => diagnosis),
  expected: text('Expected value', ({ expected }) => expected),
  detected_value: text('Measured value', ({ detectedValue }) => detectedValue),
  resolved_value: text('Measured value after the recovery', ({ resolvedValue }) => resolvedValue),
  confirming_probes: text('Locations that confirmed it, separated by commas', ({ confirmingProbes }) =>
    confirmingProbes.join(', '),
  ),
  prober_location: text('Location that detected it first', ({ proberLocation }) => proberLocation),
  resolve_reason: text('Why it was closed, unless a check recovered', ({ resolveReason }) => resolveReason),
  resolved_by: text('Person who closed it', ({ resolvedBy }) => resolvedBy),
}

/** Placeholders that every custom request fills in. */
export const ownPlaceholders = {
  key: 'Key that all alerts of an incident share',
  secret: 'Secret of the channel',
} as const

const pattern = /\{\{\s*([\w.]{1,50})\s*\}\}/g
const maxCharacters = 5000
const maxPlaceholders = 100

export type PlaceholderValues = ReadonlyMap<string, string>

/** The value of every placeholder; unknown values are empty. */
export function fillingFor(alert: Alert, own: Readonly<Record<string, string>>): PlaceholderValues {
  const known = Object.entries(placeholders).map(([name, { of }]): [string, string] => {
    return [name, cut(clean(String(of(alert) ?? '')), maxCharacters)]
  })
  const ours = Object.entries(own).map(([name, value]): [string, string] => [name, value.toWellFormed()])
  return new Map([...known, ...ours])
}

export function fill(template: string, filling: PlaceholderValues, escape: Escape): string {
  return template.replace(pattern, (_found, name: string) => escape(filling.get(name) ?? ''))
}

/** Why a template cannot be used; null when it can. `own` are the placeholders that the channel fills in. */
export function templateProblem(
  template: string,
  own: readonly string[] = Object.keys(ownPlaceholders),
): string | null {
  const names = [...template.matchAll(pattern)].map(([, name]) => name as string)
  const known = [...Object.keys(placeholders), ...own]
  const unknown = names.filter((name) => !known.includes(name))
  const allowed = known.join(', ')
  if (unknown.length > 0)
    return `unknown placeholder(s): ${[...new Set(unknown)].join(', ')}. Allowed values: ${allowed}`
  if (names.length > maxPlaceholders) return `has ${names.length} placeholders; at most ${maxPlaceholders} are allowed`
  // The message does not quote the template: URLs and headers are secret.
  const isStray = template.replace(pattern, ' ').includes('{{')
  return isStray ? `has {{ that no placeholder name and }} follow. Allowed values: ${allowed}` : null
}

/** Whether the result is JSON for every alert. */
export function isJsonTemplate(template: string, own: readonly string[] = Object.keys(ownPlaceholders)): boolean {
  return ['', 'a "word"'].every((word) => {
    const samples = { text: word, number: '1', boolean: 'true' }
    const known = Object.entries(placeholders).map(([name, { kind }]): [string, string] => [name, samples[kind]])
    const ours = own.map((name): [string, string] => [name, word])
    return isJson(fill(template, new Map([...known, ...ours]), insideJson))
  })
}

/** For the inside of a JSON string. */
export const insideJson: Escape = (words) => JSON.stringify(words).slice(1, -1)

function isJson(words: string): boolean {
  try {
    JSON.parse(words)
    return true
  } catch {
    return false
  }
}
