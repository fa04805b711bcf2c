// The language of templates: `{{incident.message}}` stands for what an alert says there. There is nothing else to it.
import type { Alert } from '../../domain/notifying/alert.ts'
import { emoji, lasted, message, plainText, title, tone } from './alert-text.ts'
import { type Escape, clean, cut } from './escape.ts'

type Value = string | number | boolean | null | undefined

/** Numbers and booleans are always known, so that they can stand outside quotes in JSON. */
interface Placeholder {
  readonly kind: 'text' | 'number' | 'boolean'
  readonly meaning: string
  of(alert: Alert): Value
}

const text = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'text', meaning, of })
const number = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'number', meaning, of })
const boolean = (meaning: string, of: Placeholder['of']): Placeholder => ({ kind: 'boolean', meaning, of })

/** Those that the alert fills. */
export const placeholders: Readonly<Record<string, Placeholder>> = {
  title: text('What happened, on one line', title),
  text: text('Message, facts and link, on several lines', (alert) => plainText(alert, 5000)),
  emoji: text('🔴 🟠 🟢 or, for a test, 🔔', (alert) => emoji[tone(alert)]),
  event: text('incident.firing or incident.resolved', ({ kind }) => `incident.${kind}`),
  timestamp: text('When it happened, in RFC 3339', ({ at }) => at.toISOString()),
  test: boolean('Whether it is only a test', (alert) => alert.test !== null),
  reminder: boolean('Whether it was told before', ({ reminder }) => reminder),
  'organization.name': text('Name of the organization', ({ organization }) => organization.name),
  'incident.id': number('Number of the incident; 0 for a test', (alert) => (alert.test ? 0 : alert.incident.id)),
  'incident.rule_id': number('Number of the alert rule', ({ incident }) => incident.ruleId),
  'incident.scheduler_id': number('Number of the check job', ({ incident }) => incident.monitorNumber),
  'incident.status': text('firing or resolved', ({ kind }) => kind),
  'incident.severity': text('critical or warning', ({ incident }) => incident.severity),
  'incident.message': text('The text of the alert', message),
  'incident.fire_count': number('How often it was told', ({ incident }) => incident.fireCount),
  'incident.flapping': boolean('Whether it comes and goes', ({ incident }) => incident.flapping),
  'incident.started_at': text('When it began, in RFC 3339', ({ incident }) => incident.startedAt.toISOString()),
  'incident.resolved_at': text('When it ended, in RFC 3339', ({ incident }) => incident.resolvedAt?.toISOString()),
  'incident.duration': text('How long it lasted, such as 4m30s', lasted),
  'incident.url': text('Where to read more', ({ incident }) => incident.url),
  'monitor.id': text('Id of the monitor', ({ monitor }) => monitor?.id),
  'monitor.name': text('Name of the monitor', ({ monitor }) => monitor?.name),
  'monitor.target': text('What it watches', ({ monitor }) => monitor?.target),
  'monitor.type': text('Type of the monitor, such as http', ({ monitor }) => monitor?.type),
  'rule.name': text('Name of the rule', ({ rule }) => rule?.name),
  'rule.expression': text('Condition of the rule, such as response_time > 2000', ({ rule }) => rule?.expression),
  'rule.version': number('Version of the rule; 0 when there is none', ({ rule }) => rule?.version ?? 0),
  root_cause: text('Cause of the failure, in a word', ({ rootCause }) => rootCause),
  root_cause_detail: text('Cause of the failure, in a sentence', ({ rootCauseDetail }) => rootCauseDetail),
  diagnosis: text('Explanation in plain language', ({ diagnosis }) => diagnosis),
  expected: text('What should have been', ({ expected }) => expected),
  detected_value: text('What was found instead', ({ detectedValue }) => detectedValue),
  resolved_value: text('What was found at the end', ({ resolvedValue }) => resolvedValue),
  confirming_probes: text('Locations that agree, with commas', ({ confirmingProbes }) => confirmingProbes.join(', ')),
  prober_location: text('Location that saw it first', ({ proberLocation }) => proberLocation),
  resolve_reason: text('Why it was closed, when no check did', ({ resolveReason }) => resolveReason),
  resolved_by: text('Who closed it', ({ resolvedBy }) => resolvedBy),
}

/** Those that the channel fills, each with its meaning. */
export const ownPlaceholders = {
  key: 'What the incident can be recognized by from its beginning to its end',
  secret: 'The `secret` of the channel',
} as const

const pattern = /\{\{\s*([\w.]{1,50})\s*\}\}/g
const maxCharacters = 5000
const maxPlaceholders = 100

export type PlaceholderValues = ReadonlyMap<string, string>

/** What every placeholder stands for; what is not known is empty. */
export function fillingFor(alert: Alert, own: Record<keyof typeof ownPlaceholders, string>): PlaceholderValues {
  const known = Object.entries(placeholders).map(([name, { of }]): [string, string] => {
    return [name, cut(clean(String(of(alert) ?? '')), maxCharacters)]
  })
  const ours = Object.entries(own).map(([name, value]): [string, string] => [name, value.toWellFormed()])
  return new Map([...known, ...ours])
}

export function fill(template: string, filling: PlaceholderValues, escape: Escape): string {
  return template.replace(pattern, (_found, name: string) => escape(filling.get(name) ?? ''))
}

/** Why a template cannot be used; null when it can. */
export function templateProblem(template: string): string | null {
  const names = [...template.matchAll(pattern)].map(([, name]) => name as string)
  const known = [...Object.keys(placeholders), ...Object.keys(ownPlaceholders)]
  const unknown = names.filter((name) => !known.includes(name))
  const allowed = known.join(', ')
  if (unknown.length > 0)
    return `unknown placeholder(s): ${[...new Set(unknown)].join(', ')}. Allowed values: ${allowed}`
  if (names.length > maxPlaceholders) return `has ${names.length} placeholders; at most ${maxPlaceholders} are allowed`
  // What stands there instead is not repeated: addresses and headers are secret.
  const isStray = template.replace(pattern, ' ').includes('{{')
  return isStray ? `has {{ without the name of a placeholder and }} behind it. Allowed values: ${allowed}` : null
}

/** Whether it is JSON whatever an alert fills it with. */
export function isJsonTemplate(template: string): boolean {
  return ['', 'a "word"'].every((word) => {
    const samples = { text: word, number: '1', boolean: 'true' }
    const known = Object.entries(placeholders).map(([name, { kind }]): [string, string] => [name, samples[kind]])
    const own = Object.keys(ownPlaceholders).map((name): [string, string] => [name, word])
    return isJson(fill(template, new Map([...known, ...own]), insideJson))
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
