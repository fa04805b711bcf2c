// Texts of a report, shared by HTML, PDF and email.
import { durationText, responseTimeText } from '../domain/time/format.ts'
import { uptimeText } from '../domain/uptime/uptime-text.ts'
import type { UptimeReport } from './report.ts'

export const responseText = (ms: number | null): string => (ms === null ? '–' : responseTimeText(ms))

export function momentText(at: Date, timezone: string): string {
  return formatOf(timezone, { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

export function dateText(at: Date, timezone: string): string {
  return formatOf(timezone, { dateStyle: 'medium' }).format(at)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.timeStyle ?? ''}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  formats.set(key, known)
  return known
}

/** `October 2026` for a whole month, otherwise the first and last day. */
export function periodText({ period: { from, to, timezone }, days }: Pick<UptimeReport, 'period' | 'days'>): string {
  const [first, last] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const isMonth = first.endsWith('-01') && startsMonth(to, timezone) && first.slice(0, 7) === last.slice(0, 7)
  if (isMonth)
    return new Intl.DateTimeFormat('en-GB', { timeZone: timezone, month: 'long', year: 'numeric' }).format(from)
  const end = dateText(new Date(to.getTime() - 1), timezone)
  const begin = dateText(from, timezone)
  return begin === end ? begin : `${begin} to ${end}`
}

const startsMonth = (at: Date, timeZone: string): boolean =>
  new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', hour: 'numeric', hourCycle: 'h23' })
    .formatToParts(at)
    .every(({ type, value }) => (type === 'day' ? value === '1' : type !== 'hour' || Number(value) === 0))

/** The result in one sentence. */
export function resultText(report: UptimeReport): string {
  const { uptime, verdict, slaTarget, budget, monitoredMs, monitors } = report
  if (uptime === null) return 'Nothing was monitored in this period.'
  if (verdict === 'too_early')
    return `${uptimeText(uptime)}, monitored for ${durationText(monitoredMs / monitors.length)}; too early to judge.`
  const outcome = verdict === 'met' ? 'met' : 'missed'
  const used = `${durationText(budget.consumedMs)} of ${durationText(budget.totalMs)} of the budget used`
  return `${uptimeText(uptime)}, target ${slaTarget} % ${outcome}; ${used}.`
}

/** Excluded time, each with its reason. */
export function excludedTimeLines({ excluded }: UptimeReport): string[] {
  const reasons: [number, string][] = [
    [excluded.maintenanceMs, 'planned maintenance'],
    [excluded.falseAlarmMs, 'incidents marked as false positives'],
    [excluded.unwatchedMs, 'no checks: paused, or no location was online'],
  ]
  const lines = reasons.filter(([ms]) => ms > 0).map(([ms, why]) => `${durationText(ms)}: ${why}`)
  return lines.length > 0 ? lines : ['None.']
}

export const howCounted =
  'Uptime is the monitored time without confirmed critical incidents, from their first failed check to their end, ' +
  'divided by the monitored time. Times of several monitors are added up. The 95th percentile is that of daily averages.'
