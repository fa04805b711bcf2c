// The sentences of an alert, which all channels share.
import type { Alert, AlertPage } from '../../domain/notifying/alert.ts'
import { withoutLocations } from '../../domain/alerting/diagnosis.ts'
import { durationText, goDuration, wallText, withZonedTimes, zonedText } from '../../domain/time/format.ts'
import { type AlertWord, languageOf, localeOf, say, sayKnown } from './alert-words.ts'
import { clean, oneLine } from './escape.ts'

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

/** One line, as a phone shows it: `DOWN Shop: HTTP 503 (expected 2xx or 3xx)`. */
export function title(alert: Alert): string {
  const { kind, test, monitor, missed } = alert
  if (test)
    return monitor ? say(alert, 'Test notice for {0}', oneLine(monitor.name)) : say(alert, 'Test notice from Lapwing')
  if (missed) return missedTitle(alert, missed)
  const name = monitorName(alert)
  if (kind === 'resolved') return resolvedTitle(name, alert)
  return [`${say(alert, statusWord(alert))} ${name}${reminderNote(alert)}`, problem(alert)]
    .filter((part) => part !== '')
    .join(': ')
}

/** What is wrong, without the monitor's name in front. */
export const problem = (alert: Alert): string =>
  inOwnTime(alert, sayKnown(alert, withoutName(alert, oneLine(alert.incident.message))))

/** The zone of the person who is paged, else of the organization. */
export const zoneOf = ({ page, organization }: Alert): string =>
  page?.person?.timezone ?? organization.timezone ?? 'UTC'

/** The text with times on the reader's clock. */
export const inOwnTime = (alert: Alert, text: string): string => withZonedTimes(text, zoneOf(alert), localeOf(alert))

/** `Wed 18 Nov, 03:14 (Europe/Berlin), 02:14 UTC`. */
export const timeText = (alert: Alert, at: Date): string => zonedText(at, zoneOf(alert), localeOf(alert))

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
  if (kind === 'resolved') return resolveReason === null && endingOf(alert) ? oneLine(message(alert)) : title(alert)
  const isDown = kind === 'firing' && !isUpdate && incident.severity === 'critical'
  const state = alert.reminder ? '{0} is still down' : '{0} is down'
  return [isDown ? say(alert, state, name) : name, problem(alert)].filter((part) => part !== '').join(': ')
}

const monitorName = (alert: Alert): string => (alert.monitor ? oneLine(alert.monitor.name) : say(alert, 'a monitor'))

function statusWord({ kind, isUpdate, incident }: Alert): AlertWord {
  if (kind === 'acknowledged') return 'ACKNOWLEDGED'
  if (isUpdate) return 'UPDATE'
  return incident.severity === 'critical' ? 'DOWN' : 'WARNING'
}

const reminderNote = (alert: Alert): string =>
  alert.reminder && alert.kind === 'firing'
    ? ` ${say(alert, '(reminder {0})', Math.max(1, alert.incident.fireCount - 1))}`
    : ''

function resolvedTitle(name: string, alert: Alert): string {
  const { incident, resolveReason } = alert
  const duration = durationText(durationMs(incident))
  if (resolveReason !== null)
    return say(alert, 'CLOSED {0}: {1}, after {2}', name, sayKnown(alert, resolveReason), duration)
  const isCritical = incident.severity === 'critical'
  return say(alert, isCritical ? 'UP {0}: recovered after {1}' : 'OK {0}: recovered after {1}', name, duration)
}

/** What a check says of a recovery is known in English only. */
const endingOf = (alert: Alert): string | null => (languageOf(alert) === 'en' ? (alert.ending ?? null) : null)

/** `Shop is down: connection refused` becomes `connection refused`: the title already names Shop. */
function withoutName(alert: Alert, text: string): string {
  const name = monitorName(alert)
  const start = [`${name} is down: `, `${name}: `].find((known) => text.startsWith(known))
  return start === undefined ? text : text.slice(start.length)
}

function sayAfterName(alert: Alert, text: string): string {
  const rest = withoutName(alert, text)
  return text.slice(0, text.length - rest.length) + sayKnown(alert, rest)
}

const missedTitle = (alert: Alert, { length }: readonly Alert[]): string =>
  length === 1
    ? say(alert, '1 incident began and ended while this channel could not be reached')
    : say(alert, '{0} incidents began and ended while this channel could not be reached', length)

/** `Shop was down: connection refused (Sun 1 Mar, 12:00 UTC, for 4 min 30 s)`. */
function missedLine(alert: Alert): string {
  const { incident } = alert
  const name = monitorName(alert)
  const text = inThePast(alert)
  const sentence = text.startsWith(name) ? text : `${name}: ${text}`
  const duration = durationText(durationMs(incident))
  return say(alert, '{0} ({1}, for {2})', sentence, timeText(alert, incident.startedAt), duration)
}

/** `Shop is down: connection refused` becomes `Shop was down: connection refused`, of an incident that has ended. */
function inThePast(alert: Alert): string {
  const name = monitorName(alert)
  const text = oneLine(alert.incident.message)
  const rest = withoutName(alert, text)
  if (!text.startsWith(`${name} is down`)) return sayAfterName(alert, text)
  const was = say(alert, '{0} was down', name)
  return rest === text ? `${was}${text.slice(`${name} is down`.length)}` : `${was}: ${sayKnown(alert, rest)}`
}

/** The title with an emoji in front. */
export const headline = (alert: Alert): string => `${emoji[tone(alert)]} ${title(alert)}`

/** What happened; for a recovery, the current state. The text of a test starts with the test notice. */
export function message(alert: Alert): string {
  const { kind, incident } = alert
  if (kind !== 'resolved') return textOf(alert, incident.message)
  return textOf(alert, endingOf(alert) ?? inThePast(alert))
}

/** What the title does not say: why one is paged, what the failure probably means and what to check next. */
export function body(alert: Alert): string {
  const lines = [pageText(alert), meaning(alert)].filter((line) => line !== null)
  return inOwnTime(alert, lines.length > 0 ? clean(lines.join('\n')) : message(alert))
}

function meaning(alert: Alert): string | null {
  const { kind, test, missed, diagnosis, confirmingProbes, acknowledgedBy, translation } = alert
  if (test || missed) return message(alert)
  if (kind === 'resolved') return endingOf(alert) ? message(alert) : null
  if (kind === 'acknowledged')
    return acknowledgedBy ? say(alert, '{0} acknowledged it. Reminders and pages have stopped.', acknowledgedBy) : null
  if (translation) return translation.diagnosis
  return diagnosis && confirmingProbes.length > 0 ? withoutLocations(diagnosis) : diagnosis
}

/** `You are paged: you are on call for Primary until Mon 23 Nov, 09:00`. */
export function pageText(alert: Alert): string | null {
  if (!alert.page) return null
  const { step, person } = alert.page
  const where = step && say(alert, 'step {0} of {1}', step.number, step.policy)
  if (!person) return where && say(alert, 'Paged: {0}', where)
  return say(
    alert,
    'You are paged: {0}',
    dutyText(alert, person.onCall) ?? where ?? say(alert, 'someone asked for you'),
  )
}

function dutyText(alert: Alert, onCall: NonNullable<AlertPage['person']>['onCall']): string | null {
  if (!onCall) return null
  const { schedule, until } = onCall
  if (until === null) return say(alert, 'you are on call for {0}', schedule)
  const time = wallText(new Date(until), zoneOf(alert), localeOf(alert))
  return say(alert, 'you are on call for {0} until {1}', schedule, time)
}

/** What happened, also for a recovery. */
export const happened = (alert: Alert): string => textOf(alert, alert.incident.message)

function textOf(alert: Alert, raw: string): string {
  const { test, missed } = alert
  if (missed) return missed.map(missedLine).join('\n')
  const text = sayAfterName(alert, clean(raw))
  // Nobody mistakes it for an incident.
  const notice = say(alert, 'Test notice')
  return test && !text.startsWith(notice) ? `${notice}: ${text}` : text
}

/** The duration of a closed incident as Go prints it, for programs; null while it is open. */
export function lasted({ incident }: Alert): string | null {
  return incident.resolvedAt === null ? null : goDuration(durationMs(incident))
}

/** In whole seconds from one second on; 0 while the incident is open. */
export function durationMs({ startedAt, resolvedAt }: Alert['incident']): number {
  const ms = Math.max(0, (resolvedAt ?? startedAt).getTime() - startedAt.getTime())
  return ms < 1000 ? ms : Math.round(ms / 1000) * 1000
}

/** Whether the alert mentions people. */
export function isUrgent({ kind, test, incident, isUpdate = false }: Alert): boolean {
  return kind === 'firing' && !test && !isUpdate && incident.severity === 'critical'
}
