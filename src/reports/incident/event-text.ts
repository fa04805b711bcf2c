// Sentences for the events of an incident's timeline.
import type { IncidentEvent } from '../../store/incidents/incident-events.ts'

type EventData = IncidentEvent['data']
type EventSentence = (data: EventData, actor: string | null) => string

const text = (data: EventData, key: string): string => (typeof data[key] === 'string' ? data[key] : '')
const listed = new Intl.ListFormat('en', { type: 'conjunction' })

function names(data: EventData, key: string): string[] {
  const items: unknown[] = Array.isArray(data[key]) ? data[key] : []
  return items.flatMap((item) => {
    const name = typeof item === 'string' ? item : (item as { name?: unknown } | null)?.name
    return typeof name === 'string' ? [name] : []
  })
}

/** The channel of a reply to an alert. */
const through = (data: EventData): string => (text(data, 'through') ? ` through ${text(data, 'through')}` : '')

const whoOf = (actor: string | null): string => actor ?? 'Lapwing'

const sentences: Readonly<Record<string, EventSentence>> = {
  opened: (data) => `Incident opened: ${text(data, 'message')}`,
  confirmed: (data) => {
    const locations = names(data, 'locations')
    return locations.length > 0 ? `Confirmed from ${listed.format(locations)}.` : 'Confirmed.'
  },
  joined: (data) => `Related incident #${String(data['incident_id'])} added: ${text(data, 'message')}`,
  affects: (data) =>
    `${text(data, 'monitor')}, which depends on it, is failing too (#${String(data['incident_id'])}): ` +
    text(data, 'message'),
  affected: (data) =>
    `Affected by ${text(data, 'monitor')} (#${String(data['incident_id'])}), so nobody is notified of this incident.`,
  unexplained: () => 'The monitor it depends on has recovered, but this one is still failing.',
  changed: (data) => `The failure changed: ${text(data, 'message')}`,
  notified,
  escalated: (data) => {
    const paged = names(data, 'paged')
    const first = paged.length > 0 ? `Paged ${listed.format(paged)}.` : 'Nobody could be paged.'
    return [first, ...names(data, 'missed')].join(' ')
  },
  acknowledged: (data, actor) => `${whoOf(actor)} acknowledged the incident${through(data)}.`,
  unacknowledged: (_data, actor) => `${whoOf(actor)} took the acknowledgement back.`,
  reopened: (_data, actor) =>
    actor ? `${actor} reopened the incident.` : 'It failed again within minutes, so the incident was reopened.',
  comment: (data, actor) => `${whoOf(actor)} commented: ${text(data, 'body')}`,
  resolved: (data, actor) => {
    if (actor) return `${actor} resolved the incident${through(data)}.`
    const value = text(data, 'resolved_value') || text(data, 'reason')
    return value ? `Resolved: ${value}.` : 'Resolved.'
  },
  muted: (data, actor) => `${whoOf(actor)} muted alerts of the monitor for 1 hour${through(data)}.`,
  passed_on: (data, actor) => `${whoOf(actor)} passed the incident on${through(data)}.`,
  false_positive: (data, actor) =>
    data['withdrawn'] === true
      ? `${whoOf(actor)} removed the false positive mark.`
      : `${whoOf(actor)} marked it as a false positive: ${text(data, 'reason')}`,
}

export function eventText({ type, actor, data }: IncidentEvent): string {
  return sentences[type]?.(data, actor) ?? `${whoOf(actor)}: ${type.replaceAll('_', ' ')}`
}

const alertNames: Readonly<Record<string, string>> = { resolved: 'recovery', acknowledged: 'acknowledgement' }

/** What a delivery was about. */
export const alertName = (event: string): string => alertNames[event] ?? 'alert'

function notified(data: EventData): string {
  const channel = data['channel'] as { name?: string | null; type?: string } | undefined
  const name = channel?.name ?? channel?.type ?? 'A deleted channel'
  const what = alertName(text(data, 'event'))
  if (data['status'] === 'failed') return `${name} could not be notified (${what}): ${text(data, 'error')}`
  if (data['status'] === 'silenced')
    return `${name} was not notified (${what}): ${silenceText(data['silenced_reason'])}.`
  return `${name} was notified (${what}).`
}

const silences: Readonly<Record<string, string>> = {
  maintenance: 'maintenance',
  shadow: 'the monitor is in shadow mode',
  severity_filter: 'the channel does not send this severity',
  dependency: 'a monitor that this one depends on is down',
  flapping: 'the monitor is flapping',
  disabled: 'the channel is turned off',
  quiet_hours: 'quiet hours',
  recovered: 'the outage was already over',
  obsolete: 'a later alert replaced it',
  same_address: 'the same address got it another way',
}

export const silenceText = (reason: unknown): string =>
  typeof reason === 'string' ? (silences[reason] ?? reason.replaceAll('_', ' ')) : 'suppressed'
