// The sentences of an alert, which all channels share.
import type { Alert } from '../../domain/notifying/alert.ts'
import { durationText, goDuration, utcText } from '../../domain/time/format.ts'
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

/** As `#rrggbb`, each dark enough for white text. */
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

/** The message of a test begins with this, so that nobody mistakes it for an incident. */
const testNotice = 'Test notice'

/** One line, as a phone shows it: `DOWN Shop: HTTP 503 (expected 2xx or 3xx)`. */
export function title(alert: Alert): string {
  const { kind, test, monitor, missed } = alert
  if (test) return monitor ? `${testNotice} for ${oneLine(monitor.name)}` : `${testNotice} from Lapwing`
  if (missed) return missedTitle(missed)
  const name = monitorName(alert)
  if (kind === 'resolved') return resolvedTitle(name, alert)
  return [`${statusWord(alert)} ${name}${reminderNote(alert)}`, problem(alert)].filter((part) => part !== '').join(': ')
}

/** What is wrong, without the monitor's name in front. */
export const problem = (alert: Alert): string => withoutName(monitorName(alert), oneLine(alert.incident.message))

const monitorName = ({ monitor }: Alert): string => (monitor ? oneLine(monitor.name) : 'a monitor')

function statusWord({ kind, isUpdate, incident }: Alert): string {
  if (kind === 'acknowledged') return 'ACKNOWLEDGED'
  if (isUpdate) return 'UPDATE'
  return incident.severity === 'critical' ? 'DOWN' : 'WARNING'
}

const reminderNote = ({ kind, reminder, incident }: Alert): string =>
  reminder && kind === 'firing' ? ` (reminder ${Math.max(1, incident.fireCount - 1)})` : ''

function resolvedTitle(name: string, { incident, resolveReason }: Alert): string {
  const duration = durationText(durationMs(incident))
  if (resolveReason !== null) return `CLOSED ${name}: ${resolveReason}, after ${duration}`
  return `${incident.severity === 'critical' ? 'UP' : 'OK'} ${name}: recovered after ${duration}`
}

/** `Shop is down: connection refused` becomes `connection refused`: the title already names Shop. */
function withoutName(name: string, text: string): string {
  const start = [`${name} is down: `, `${name}: `].find((known) => text.startsWith(known))
  return start === undefined ? text : text.slice(start.length)
}

const missedTitle = ({ length }: readonly Alert[]): string =>
  `${length === 1 ? '1 incident' : `${length} incidents`} began and ended while this channel could not be reached`

/** `Shop is down: connection refused (2026-03-01 12:00:00 UTC, for 4 min 30 s)`. */
function missedLine(alert: Alert): string {
  const { incident } = alert
  const name = monitorName(alert)
  const text = oneLine(incident.message)
  const sentence = text.startsWith(name) ? text : `${name}: ${text}`
  return `${sentence} (${utcText(incident.startedAt)}, for ${durationText(durationMs(incident))})`
}

/** The title with an emoji in front. */
export const headline = (alert: Alert): string => `${emoji[tone(alert)]} ${title(alert)}`

/** What happened; for a recovery, the current state. The text of a test starts with the test notice. */
export function message(alert: Alert): string {
  return textOf(alert, alert.ending ?? alert.incident.message)
}

/** What happened, also for a recovery. */
export const happened = (alert: Alert): string => textOf(alert, alert.incident.message)

function textOf({ test, missed }: Alert, raw: string): string {
  if (missed) return missed.map(missedLine).join('\n')
  const text = clean(raw)
  return test && !text.startsWith(testNotice) ? `${testNotice}: ${text}` : text
}

/** The duration of a closed incident as Go prints it, for programs; null while it is open. */
export function lasted({ incident }: Alert): string | null {
  return incident.resolvedAt === null ? null : goDuration(durationMs(incident))
}

/** In whole seconds from one second on; 0 while the incident is open. */
function durationMs({ startedAt, resolvedAt }: Alert['incident']): number {
  const ms = Math.max(0, (resolvedAt ?? startedAt).getTime() - startedAt.getTime())
  return ms < 1000 ? ms : Math.round(ms / 1000) * 1000
}

export interface Fact {
  readonly label: string
  readonly value: string
  /** Fits beside another one. */
  readonly short: boolean
}

function watched({ monitor }: Alert): [string, string | null] {
  if (monitor?.type === 'objective') return ['Objective', monitor.name]
  if (monitor?.type === 'location') return ['Location', monitor.name]
  return ['Monitor', monitor && `${monitor.name} (${monitor.type})`]
}

/** `12 of the 50 monitors that depend on it are failing too`. */
export function affectedText({ kind, dependents }: Alert): string | null {
  if (!dependents) return null
  const { total, affected } = dependents
  const monitors = (count: number): string => (count === 1 ? '1 monitor' : `${count} monitors`)
  if (kind === 'resolved') return affected === 0 ? null : `${monitors(affected)} that depended on it failed too`
  if (affected === 0) return `${monitors(total)} ${total === 1 ? 'depends' : 'depend'} on it`
  if (total === 1) return 'the monitor that depends on it is failing too'
  const are = affected === 1 ? 'is' : 'are'
  return affected >= total
    ? `all ${total} monitors that depend on it are failing too`
    : `${affected} of the ${total} monitors that depend on it ${are} failing too`
}

/** `Cloudflare reports an incident since 12:03 UTC: Elevated errors`. */
function vendorText({ at, vendorReports = [] }: Alert): string | null {
  const lines = vendorReports.map(({ name, title, startedAt }) => {
    const [since, today] = [startedAt, at.toISOString()].map((text) => text.slice(0, 10))
    const day = since === today ? '' : `${since} `
    return `${name} reports an incident since ${day}${startedAt.slice(11, 16)} UTC: ${title}`
  })
  return lines.length > 0 ? lines.join('; ') : null
}

/** `shop 1.4.2 by ada at 2026-03-01 11:52 UTC`. */
function deploymentText({ deployment }: Alert): string | null {
  if (!deployment) return null
  const { service, version, deployed_by: by, deployed_at: at, link } = deployment
  const who = by === null ? '' : ` by ${by}`
  const where = link === null ? '' : ` (${link})`
  return `${version === null ? service : `${service} ${version}`}${who} at ${utcText(new Date(at), 'minutes')}${where}`
}

/** The facts in reading order, without those that are unknown. */
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
    ...fact('Now', alert.resolvedValue, true),
    ...fact('Started', alert.test || isOver ? null : utcText(incident.startedAt), true),
    ...fact('Duration', isOver ? `${durationText(durationMs(incident))}, from ${utcText(incident.startedAt)}` : null),
    ...fact('Confirmed by', confirmingProbes.length > 0 ? confirmingProbes.join(', ') : null),
    ...fact('Checked from', confirmingProbes.length > 0 ? null : alert.proberLocation, true),
    ...fact('Affected', affectedText(alert)),
    ...fact('Vendor', vendorText(alert)),
    ...fact('Deployment', deploymentText(alert)),
    ...fact('Cause', causeOf(alert)),
    ...fact('Diagnosis', alert.diagnosis),
    ...fact('Acknowledged by', alert.acknowledgedBy, true),
    ...fact('Closed because', alert.resolveReason, true),
    ...fact('Closed by', alert.resolvedBy, true),
    ...fact('Flapping', incident.flapping ? 'it opened and closed several times within an hour' : null),
    ...fact(
      'Rule changed',
      rule?.updatedVersion ? `from version ${rule.version} to ${rule.updatedVersion} since the incident opened` : null,
    ),
    ...fact('Sent here because', alert.inPlaceOf ? `${alert.inPlaceOf} could not be reached` : null),
    ...fact('Delayed', alert.late ? `Lapwing was not running when this happened, at ${utcText(alert.at)}` : null),
  ]
}

function fact(label: string, value: string | null | undefined, short = false): Fact[] {
  const text = oneLine(value ?? '')
  return text === '' ? [] : [{ label, value: text, short }]
}

function causeOf({ rootCause, rootCauseDetail }: Alert): string | null {
  return rootCause && rootCauseDetail ? `${rootCause}: ${rootCauseDetail}` : (rootCause ?? rootCauseDetail)
}

/** The facts with values escaped and cut: short facts to `short` characters, the others to `long`. */
export function factsWithin(alert: Alert, limits: { short: number; long: number }, escape?: Escape): Fact[] {
  return facts(alert).map((each) => ({
    ...each,
    value: cut(each.value, each.short ? limits.short : limits.long, escape),
  }))
}

/** Whether the alert mentions people. */
export function isUrgent({ kind, test, incident, isUpdate = false }: Alert): boolean {
  return kind === 'firing' && !test && !isUpdate && incident.severity === 'critical'
}

/** Message and facts without markup, for receivers that get the link in a field of its own. */
export function details(alert: Alert, limit: number): string {
  const lines = facts(alert).map(({ label, value }) => `${label}: ${value}`)
  return cut([message(alert), ...lines].join('\n'), limit)
}

/** The details with the link below them. The link is never cut; one over half the limit is left out. */
export function plainText(alert: Alert, limit: number): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  return link.length < limit / 2 ? details(alert, limit - link.length) + link : details(alert, limit)
}
