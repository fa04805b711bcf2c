// Computes uptime reports, which are then written as JSON, CSV, HTML or PDF.
import { type ErrorBudget, budgetOf } from '../domain/objective/budget.ts'
import { type CountedTime, countedTime, spread, uptimePercent } from '../domain/report/counted-time.ts'
import { type Day, type Period, daysOf } from '../domain/report/period.ts'
import { type Span, lengthOf } from '../domain/span.ts'
import type { Database } from '../store/database/database.ts'
import { type ReportedIncident, incidentsIn } from '../store/reports/incidents.ts'
import { type ReportMeasurement, measuredOf, unwatchedSpans, wholeDays } from '../store/reports/measurements.ts'
import {
  type Choice,
  type ChosenMonitor,
  type Histories,
  type Occurrence,
  chosenMonitors,
  historiesOf,
} from '../store/reports/chosen-monitors.ts'

export interface ReportRequest {
  readonly organization: { readonly id: string; readonly name: string }
  readonly period: Period
  readonly choice: Choice
  /** In percent. */
  readonly slaTarget: number
  readonly now: Date
}

export interface ReportedMonitor {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly uptime: number | null
  readonly downMs: number
  readonly incidents: number
  readonly checks: number
  readonly averageMs: number | null
  readonly p95Ms: number | null
  readonly daily: readonly (number | null)[]
  readonly dailyDownMs: readonly number[]
}

export interface UptimeReport {
  readonly organization: string
  readonly period: Period
  readonly days: readonly Day[]
  readonly slaTarget: number
  readonly uptime: number | null
  readonly downMs: number
  /** For all monitors together, by day. */
  readonly daily: readonly (number | null)[]
  readonly budget: ErrorBudget
  readonly mttrMs: number | null
  readonly mttaMs: number | null
  readonly monitors: readonly ReportedMonitor[]
  readonly incidents: readonly ReportedIncident[]
  readonly maintenance: readonly Occurrence[]
  readonly excluded: { readonly maintenanceMs: number; readonly falseAlarmMs: number; readonly unwatchedMs: number }
  readonly generatedAt: Date
}

export const isKept = ({ uptime, slaTarget }: Pick<UptimeReport, 'uptime' | 'slaTarget'>): boolean | null =>
  uptime === null ? null : uptime >= slaTarget

interface ReportLine {
  readonly monitor: ChosenMonitor
  readonly time: CountedTime
  readonly countedByDay: readonly number[]
  readonly downByDay: readonly number[]
}

export async function makeReport(db: Database, request: ReportRequest): Promise<UptimeReport> {
  const { organization, period, choice, slaTarget, now } = request
  const days = daysOf(period)
  const monitors = await chosenMonitors(db, organization.id, choice)
  const span = { from: period.from, to: period.to < now ? period.to : now }
  const over = { organizationId: organization.id, ...span }
  const incidents = await incidentsIn(db, { ...over, monitorIds: monitors.map(({ id }) => id) })
  const histories = await historiesOf(db, { ...over, monitors, incidents })
  const measured = await measuredOf(db, numbersOf(monitors), span)
  const unwatched = await unwatchedSpans(db, gapsToLookFor(monitors, { histories, measured, span }))
  const lines = monitors.map((monitor) => {
    const theirs = unwatched.get(monitor.monitorNumber) ?? []
    return lineOf(monitor, countedTime({ ...histories.of(monitor), unwatched: theirs }), days)
  })
  const counted = sumOf(lines, ({ time }) => lengthOf(time.counted))
  const down = sumOf(lines, ({ time }) => lengthOf(time.down))
  const aheadMs = Math.max(period.to.getTime() - now.getTime(), 0) * monitors.length
  return {
    organization: organization.name,
    period,
    days,
    slaTarget,
    uptime: uptimePercent(counted, down),
    downMs: down,
    daily: dailyOf(lines, days),
    budget: budgetOf({ target: slaTarget, countedMs: counted, downMs: down, aheadMs }),
    mttrMs: meanOf(incidents, span, ({ resolvedAt }) => resolvedAt),
    mttaMs: meanOf(incidents, span, ({ acknowledgedAt }) => acknowledgedAt),
    monitors: shownMonitors(lines, measured, incidents),
    incidents,
    maintenance: histories.maintenance,
    excluded: {
      maintenanceMs: sumOf(lines, ({ time }) => time.maintenanceMs),
      falseAlarmMs: sumOf(lines, ({ time }) => time.falseAlarmMs),
      unwatchedMs: sumOf(lines, ({ time }) => time.unwatchedMs),
    },
    generatedAt: now,
  }
}

const numbersOf = (monitors: readonly ChosenMonitor[]): number[] => monitors.map(({ monitorNumber }) => monitorNumber)

const hour = 3_600_000
const patience = 3
/** A day with one hour missing has less than this share. */
const usualShare = 0.97

/** Only monitors that may have gaps: equal numbers of checks on all days mean none. */
function gapsToLookFor(
  monitors: readonly ChosenMonitor[],
  { histories: { of }, measured, span }: { histories: Histories; measured: Map<number, ReportMeasurement>; span: Span },
) {
  const whole = wholeDays(span)
  const isFull = ({ days, fewest, most, edgeHours }: ReportMeasurement, seconds: number): boolean =>
    days >= whole.days &&
    edgeHours >= whole.edgeHours &&
    (fewest === null || fewest >= usualShare * Math.max(most!, 86_400 / seconds))
  return monitors.flatMap((monitor) => {
    const { lifetime } = of(monitor)
    const figures = measured.get(monitor.monitorNumber)
    const isNew = lifetime.from > span.from
    if (!monitor.isProbed || lifetime.from >= lifetime.to) return []
    if (!isNew && figures && isFull(figures, monitor.intervalSeconds)) return []
    const patienceMs = Math.max(patience * monitor.intervalSeconds * 1000, hour)
    return [{ monitorNumber: monitor.monitorNumber, lifetime, patienceMs }]
  })
}

function lineOf(monitor: ChosenMonitor, time: CountedTime, days: readonly Day[]): ReportLine {
  return {
    monitor,
    time,
    countedByDay: spread(time.counted, days),
    downByDay: spread(time.down, days),
  }
}

function dailyOf(lines: readonly ReportLine[], days: readonly Day[]): (number | null)[] {
  return days.map((_, day) =>
    uptimePercent(
      sumOf(lines, ({ countedByDay }) => countedByDay[day]!),
      sumOf(lines, ({ downByDay }) => downByDay[day]!),
    ),
  )
}

function shownMonitors(
  lines: readonly ReportLine[],
  measured: Map<number, ReportMeasurement>,
  incidents: readonly ReportedIncident[],
): ReportedMonitor[] {
  const counts = new Map<string, number>()
  for (const { monitorId } of incidents) counts.set(monitorId, (counts.get(monitorId) ?? 0) + 1)
  return lines.map(({ monitor: { id, monitorNumber, name, type }, time, countedByDay, downByDay }) => {
    const figures = measured.get(monitorNumber)
    const downMs = lengthOf(time.down)
    return {
      id,
      name,
      type,
      uptime: uptimePercent(lengthOf(time.counted), downMs),
      downMs,
      incidents: counts.get(id) ?? 0,
      checks: figures?.checks ?? 0,
      averageMs: figures?.averageMs ?? null,
      p95Ms: figures?.p95Ms ?? null,
      daily: countedByDay.map((counted, day) => uptimePercent(counted, downByDay[day]!)),
      dailyDownMs: downByDay,
    }
  })
}

function sumOf<Item>(items: readonly Item[], value: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

/** From the start of incidents that began in the span, without false positives. */
function meanOf(
  incidents: readonly ReportedIncident[],
  { from, to }: Span,
  until: (incident: ReportedIncident) => Date | null,
): number | null {
  const took = incidents
    .filter(({ startedAt, falsePositive }) => startedAt >= from && startedAt < to && !falsePositive)
    .flatMap((incident) => {
      const end = until(incident)
      return end ? [end.getTime() - incident.startedAt.getTime()] : []
    })
  return took.length === 0 ? null : took.reduce((sum, ms) => sum + ms, 0) / took.length
}
