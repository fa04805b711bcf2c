// The sentences that all channels tell an alert in.
import type { Alert } from '../../domain/notifying/alert.ts'
import { type Escape, clean, cut, oneLine } from './escape.ts'

export type AlertTone = 'critical' | 'warning' | 'update' | 'acknowledged' | 'resolved' | 'test'

export const emoji: Readonly<Record<AlertTone, string>> = {
  critical: '🔴',
  warning: '🟠',
  update: '🔵',
  acknowledged: '👀',
  resolved: '🟢',
  test: '🔔',
}

/** As `#rrggbb`, each dark enough for white letters. */
export const colour: Readonly<Record<AlertTone, string>> = {
  critical: '#d92d20',
  warning: '#dc6803',
  update: '#1570ef',
  acknowledged: '#1570ef',
  resolved: '#079455',
  test: '#475467',
}

export function tone({ test, kind, incident, isUpdate }: Alert): AlertTone {
  if (test) return 'test'
  if (isUpdate) return 'update'
  return kind === 'firing' ? incident.severity : kind
}

/** What the message of a test begins with, so that nobody takes it for the real thing. */
const testNotice = 'Test notice'

/** What happened, on one line: `Shop is down`. */
export function title(alert: Alert): string {
  const { kind, test, reminder, incident, monitor, missed } = alert
  if (test) return monitor ? `${testNotice} for ${oneLine(monitor.name)}` : `${testNotice} from Lapwing`
  if (missed) return missedTitle(missed)
  const name = monitorName(alert)
  const state = incident.severity === 'critical' ? 'down' : 'degraded'
  if (kind === 'acknowledged') return `${name} is ${state}, and somebody is on it`
  if (kind === 'resolved') return `${name} ${ending(alert)} after ${lasted(alert) ?? '0s'}`
  if (alert.isUpdate) return `More on ${name}: it is still ${state}, in another way`
  return reminder ? `Reminder ${Math.max(1, incident.fireCount - 1)}: ${name} is still ${state}` : `${name} is ${state}`
}

const monitorName = ({ monitor }: Alert): string => (monitor ? oneLine(monitor.name) : 'A monitor')

function missedTitle(missed: readonly Alert[]): string {
  const incidents = missed.length === 1 ? '1 incident has' : `${missed.length} incidents have`
  return `${incidents} come and gone while nobody could be told here`
}

/** `Shop is down: connection refused (2026-03-01 12:00:00 UTC, for 4m30s)`. */
function missedLine(alert: Alert): string {
  const { message: said, startedAt } = alert.incident
  const name = monitorName(alert)
  const what = oneLine(said)
  return `${what.startsWith(name) ? what : `${name}: ${what}`} (${moment(startedAt)}, for ${lasted(alert) ?? '0s'})`
}

function ending({ resolveReason }: Alert): string {
  return resolveReason === null ? 'has recovered' : 'is no longer alerting'
}

/** The same with its sign in front. */
export const headline = (alert: Alert): string => `${emoji[tone(alert)]} ${title(alert)}`

/** The alert's own text: of an end what is so now, of all else what has happened. That of a test says so first. */
export function message(alert: Alert): string {
  return textOf(alert, alert.ending ?? alert.incident.message)
}

/** What has happened, also of an end. */
export const happened = (alert: Alert): string => textOf(alert, alert.incident.message)

function textOf({ test, missed }: Alert, said: string): string {
  if (missed) return missed.map(missedLine).join('\n')
  const text = clean(said)
  return test && !text.startsWith(testNotice) ? `${testNotice}: ${text}` : text
}

/** How long it went on, as Go prints it; null while it does. */
export function lasted({ incident }: Alert): string | null {
  if (incident.resolvedAt === null) return null
  const ms = Math.max(0, incident.resolvedAt.getTime() - incident.startedAt.getTime())
  return goDuration(ms < 1000 ? ms : Math.round(ms / 1000) * 1000)
}

export interface Fact {
  readonly label: string
  readonly value: string
  /** Fits beside another one. */
  readonly short: boolean
}

function watched({ monitor }: Alert): [string, string | null] {
  if (monitor?.type === 'objective') return ['Objective', monitor.name]
  return ['Monitor', monitor && `${monitor.name} (${monitor.type})`]
}

/** What is known, in the order a person wants to read it. What is not known is left out. */
export function facts(alert: Alert): Fact[] {
  const { monitor, rule, incident, kind, confirmingProbes } = alert
  if (alert.test === 'channel' || alert.missed) return []
  const isOver = kind === 'resolved' && incident.resolvedAt !== null
  return [
    ...fact(...watched(alert), true),
    ...fact('Severity', alert.test ? null : incident.severity, true),
    ...fact('Target', monitor?.target),
    ...fact('Rule', rule && (rule.expression === '' ? rule.name : `${rule.name}: ${rule.expression}`)),
    ...fact('Expected', alert.expected, true),
    ...fact('Detected', alert.detectedValue, true),
    ...fact('Measured now', alert.resolvedValue, true),
    ...fact('Since', alert.test || isOver ? null : moment(incident.startedAt), true),
    ...fact('Lasted', isOver ? `${lasted(alert)}, from ${moment(incident.startedAt)}` : null),
    ...fact('Confirmed by', confirmingProbes.length > 0 ? confirmingProbes.join(', ') : null),
    ...fact('Checked from', confirmingProbes.length > 0 ? null : alert.proberLocation, true),
    ...fact('Cause', causeOf(alert)),
    ...fact('Diagnosis', alert.diagnosis),
    ...fact('Closed because', alert.resolveReason, true),
    ...fact('Closed by', alert.resolvedBy, true),
    ...fact('Flapping', incident.flapping ? 'it has come and gone several times within an hour' : null),
    ...fact(
      'Rule changed',
      rule?.updatedVersion ? `it was version ${rule.version} then and is version ${rule.updatedVersion} now` : null,
    ),
    ...fact('Told here because', alert.inPlaceOf ? `${alert.inPlaceOf} could not be reached` : null),
    ...fact('Late', alert.late ? `Lapwing itself was away when this happened, at ${moment(alert.at)}` : null),
  ]
}

function fact(label: string, value: string | null | undefined, short = false): Fact[] {
  const text = oneLine(value ?? '')
  return text === '' ? [] : [{ label, value: text, short }]
}

function causeOf({ rootCause, rootCauseDetail }: Alert): string | null {
  return rootCause && rootCauseDetail ? `${rootCause}: ${rootCauseDetail}` : (rootCause ?? rootCauseDetail)
}

/** The facts with their values escaped and no longer than this: short ones `short`, the others `long`. */
export function factsWithin(alert: Alert, limits: { short: number; long: number }, escape?: Escape): Fact[] {
  return facts(alert).map((each) => ({
    ...each,
    value: cut(each.value, each.short ? limits.short : limits.long, escape),
  }))
}

/** Whether it is worth calling out to people by name. */
export function isUrgent({ kind, test, incident, isUpdate = false }: Alert): boolean {
  return kind === 'firing' && !test && !isUpdate && incident.severity === 'critical'
}

/** `2026-03-01 12:00:00 UTC`. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** Message and facts without any markup, for receivers who are given the link beside it. */
export function story(alert: Alert, limit: number): string {
  const lines = facts(alert).map(({ label, value }) => `${label}: ${value}`)
  return cut([message(alert), ...lines].join('\n'), limit)
}

/**
 * The same with the link below it, which is never what is cut off; one that is half as long as the limit is left out.
 */
export function plainText(alert: Alert, limit: number): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  return link.length < limit / 2 ? story(alert, limit - link.length) + link : story(alert, limit)
}

/** As Go's time.Duration prints itself: `4m30s`, `1h0m5s`, `350ms`, `0s`. */
export function goDuration(ms: number): string {
  const whole = Math.round(ms)
  if (whole < 0) return `-${goDuration(-whole)}`
  if (whole === 0) return '0s'
  if (whole < 1000) return `${whole}ms`
  const hours = Math.floor(whole / 3_600_000)
  const minutes = Math.floor(whole / 60_000) % 60
  const seconds = `${(whole % 60_000) / 1000}s`
  if (hours > 0) return `${hours}h${minutes}m${seconds}`
  return minutes > 0 ? `${minutes}m${seconds}` : seconds
}
