// The sentences of an alert, which all channels share.
import type { Alert } from '../../domain/notifying/alert.ts'
import { objectionBegins } from '../../domain/alerting/condition.ts'
import { withoutLocations } from '../../domain/alerting/diagnosis.ts'
import { clockText, durationText, goDuration, wallText, withZonedTimes, zonedText } from '../../domain/time/format.ts'
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
export const problem = (alert: Alert): string =>
  withoutName(monitorName(alert), withZonedTimes(oneLine(alert.incident.message), zoneOf(alert)))

/** The zone of the person who is paged, else of the organization. */
const zoneOf = ({ page, organization }: Alert): string => page?.person?.timezone ?? organization.timezone ?? 'UTC'

/** `Wed 18 Nov, 03:14 (Europe/Berlin), 02:14 UTC`. */
export const timeText = (alert: Alert, at: Date): string => zonedText(at, zoneOf(alert))

/** The title of the first alert of the outage, which its emails have as their subject. */
export function firstTitle(alert: Alert): string {
  if (alert.test || alert.missed) return title(alert)
  const { isUpdate: _update, ...rest } = alert
  const message = alert.outageMessage ?? alert.incident.message
  return title({ ...rest, kind: 'firing', reminder: false, incident: { ...alert.incident, message } })
}

/** What happened, as a sentence for a person who has not read the title: `Shop is down: HTTP 503`. */
export function heading(alert: Alert): string {
  const { test, kind, incident, missed, isUpdate, resolveReason } = alert
  if (test || missed) return title(alert)
  const name = monitorName(alert)
  if (kind === 'resolved') return resolveReason === null && alert.ending ? oneLine(message(alert)) : title(alert)
  const isDown = kind === 'firing' && !isUpdate && incident.severity === 'critical'
  const state = isDown ? ` is ${alert.reminder ? 'still ' : ''}down` : ''
  return [`${name}${state}`, problem(alert)].filter((part) => part !== '').join(': ')
}

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

/** `Shop was down: connection refused (Sun 1 Mar, 12:00 UTC, for 4 min 30 s)`. */
function missedLine(alert: Alert): string {
  const { incident } = alert
  const name = monitorName(alert)
  const text = inThePast(name, oneLine(incident.message))
  const sentence = text.startsWith(name) ? text : `${name}: ${text}`
  return `${sentence} (${timeText(alert, incident.startedAt)}, for ${durationText(durationMs(incident))})`
}

/** `Shop is down: connection refused` becomes `Shop was down: connection refused`, of an incident that has ended. */
const inThePast = (name: string, text: string): string =>
  text.startsWith(`${name} is down`) ? text.replace(`${name} is down`, () => `${name} was down`) : text

/** The title with an emoji in front. */
export const headline = (alert: Alert): string => `${emoji[tone(alert)]} ${title(alert)}`

/** What happened; for a recovery, the current state. The text of a test starts with the test notice. */
export function message(alert: Alert): string {
  const { kind, ending, incident } = alert
  if (kind !== 'resolved') return textOf(alert, incident.message)
  return textOf(alert, ending ?? inThePast(monitorName(alert), incident.message))
}

/** What the title does not say: why one is paged, what the failure probably means and what to check next. */
export function body(alert: Alert): string {
  const lines = [pageText(alert), meaning(alert)].filter((line) => line !== null)
  return withZonedTimes(lines.length > 0 ? clean(lines.join('\n')) : message(alert), zoneOf(alert))
}

function meaning(alert: Alert): string | null {
  const { kind, test, missed, diagnosis, confirmingProbes, acknowledgedBy, ending } = alert
  if (test || missed) return message(alert)
  if (kind === 'resolved') return ending ? message(alert) : null
  if (kind === 'acknowledged')
    return acknowledgedBy ? `${acknowledgedBy} acknowledged it. Reminders and pages have stopped.` : null
  return diagnosis && confirmingProbes.length > 0 ? withoutLocations(diagnosis) : diagnosis
}

/** `You are paged: you are on call for Primary until Mon 23 Nov, 09:00`. */
export function pageText({ page, organization }: Alert): string | null {
  if (!page) return null
  const { step, person } = page
  const where = step && `step ${step.number} of ${step.policy}`
  if (!person) return where && `Paged: ${where}`
  const { onCall, timezone } = person
  if (!onCall) return `You are paged: ${where ?? 'someone asked for you'}`
  const zone = timezone ?? organization.timezone ?? 'UTC'
  const until = onCall.until === null ? '' : ` until ${wallText(new Date(onCall.until), zone)}`
  return `You are paged: you are on call for ${onCall.schedule}${until}`
}

/** `Jonas Weber at 03:26 if nobody acknowledges`. */
function nextPageText(alert: Alert): string | null {
  const next = alert.page?.next
  if (!next || alert.kind !== 'firing') return null
  const zone = zoneOf(alert)
  const time = `${clockText(new Date(next.at), zone)}${zone === 'UTC' ? ' UTC' : ''}`
  return `${listed.format(next.names)} at ${time} if nobody acknowledges`
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

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

/** `Cloudflare has reported an incident since 13:03: Elevated errors`. */
function vendorText(alert: Alert): string | null {
  const lines = (alert.vendorReports ?? []).map(
    ({ name, title, startedAt }) =>
      `${name} has reported an incident since ${timeText(alert, new Date(startedAt))}: ${title}`,
  )
  return lines.length > 0 ? lines.join('; ') : null
}

/** `shop 1.4.2 by ada, 4 min before it began: https://ci.example/7`. */
function deploymentText({ deployment, incident }: Alert): string | null {
  if (!deployment) return null
  const { service, version, deployed_by: by, deployed_at: at, link } = deployment
  const who = by === null ? '' : ` by ${by}`
  const where = link === null ? '' : `: ${link}`
  const before = durationText(Math.max(0, failedAt(incident).getTime() - new Date(at).getTime()))
  return `${version === null ? service : `${service} ${version}`}${who}, ${before} before it began${where}`
}

const failedAt = ({ failingSince, startedAt }: Alert['incident']): Date =>
  failingSince === undefined ? startedAt : new Date(failingSince)

/** `Frankfurt` of `🇩🇪 Frankfurt (eu)`, which programs get. */
export const placeName = (probe: string): string => probe.replace(/^\p{RI}{2} /u, '').replace(/ \([^()]*\)$/, '')

/** `from Frankfurt and Singapore, 34 s after it began`. */
function confirmedText({ confirmingProbes, incident, outageId }: Alert): string | null {
  if (confirmingProbes.length === 0) return null
  const from = `from ${listed.format(confirmingProbes.map(placeName))}`
  const tookMs = incident.startedAt.getTime() - failedAt(incident).getTime()
  const isKnown = outageId === undefined && tookMs >= 1000
  return isKnown ? `${from}, ${durationText(tookMs)} after it began` : from
}

/** The facts in reading order, without those that are unknown or that the title says. */
export function facts(alert: Alert): Fact[] {
  const { monitor, rule, incident, kind, resolveReason } = alert
  if (alert.test === 'channel' || alert.missed) return []
  const isOver = kind === 'resolved' && incident.resolvedAt !== null
  const isFiring = kind === 'firing'
  return [
    ...fact('Address', monitor?.target),
    ...fact('Before', isOver && resolveReason === null ? problem(alert) : null),
    ...fact('Since', alert.test || isOver ? null : timeText(alert, failedAt(incident)), true),
    ...fact(
      'Duration',
      isOver ? `${durationText(durationMs(incident))}, since ${timeText(alert, incident.startedAt)}` : null,
    ),
    ...fact('Confirmed', isFiring ? confirmedText(alert) : null),
    ...fact('Rule', rule?.name, true),
    ...fact('Expected', isFiring && !isAvailability(rule) ? unsaid(alert, alert.expected) : null, true),
    ...fact('Details', isFiring ? unsaid(alert, alert.rootCauseDetail) : null),
    ...fact('Affected', affectedText(alert)),
    ...fact('Vendor', vendorText(alert)),
    ...fact('Deployed', isFiring ? deploymentText(alert) : null),
    ...fact('Next page', nextPageText(alert)),
    ...fact('Closed because', resolveReason, true),
    ...fact('Closed by', alert.resolvedBy, true),
    ...fact('Flapping', incident.flapping ? 'it opened and closed several times within an hour' : null),
    ...fact(
      'Rule changed',
      rule?.updatedVersion ? `from version ${rule.version} to ${rule.updatedVersion} since the incident opened` : null,
    ),
    ...fact('Sent here because', alert.inPlaceOf ? `${alert.inPlaceOf} could not be reached` : null),
    ...fact('Delayed', alert.late ? `Lapwing was not running when this happened, ${timeText(alert, alert.at)}` : null),
  ].map(({ value, ...rest }) => ({ ...rest, value: withZonedTimes(value, zoneOf(alert)) }))
}

/** Its expected value is that the check succeeds. */
const isAvailability = (rule: Alert['rule']): boolean => rule?.expression.startsWith('success ') ?? false

/** Null for what the title says. */
const unsaid = ({ incident }: Alert, text: string | null): string | null =>
  text === null || incident.message.includes(text) || text.startsWith(objectionBegins) ? null : text

function fact(label: string, value: string | null | undefined, short = false): Fact[] {
  const text = oneLine(value ?? '')
  return text === '' ? [] : [{ label, value: text, short }]
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

/** Body and facts without markup, for receivers that get title and link in fields of their own. */
export function details(alert: Alert, limit: number, text = body(alert)): string {
  const lines = facts(alert).map(({ label, value }) => `${label}: ${value}`)
  return cut([text, ...lines].join('\n'), limit)
}

/** The details with the link below them. The link is never cut; one over half the limit is left out. */
export function plainText(alert: Alert, limit: number, text = body(alert)): string {
  const link = alert.incident.url ? `\n${alert.incident.url}` : ''
  return link.length < limit / 2 ? details(alert, limit - link.length, text) + link : details(alert, limit, text)
}
