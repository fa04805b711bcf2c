// Computes uptime reports, which are then written as JSON, CSV, HTML or PDF.
import { type ErrorBudget, type TargetVerdict, budgetOf, verdictOf } from '../domain/objective/budget.ts'
import { type Day, type Period, daysOf } from '../domain/report/period.ts'
import type { Span } from '../domain/span.ts'
import {
  type MonitoredTime,
  type UptimeSums,
  uptimeByDay,
  uptimeIn,
  uptimePercent,
} from '../domain/uptime/monitored-time.ts'
import type { Database } from '../store/database/database.ts'
import { type ReportedIncident, incidentsIn } from '../store/reports/incidents.ts'
import { measuredOf } from '../store/reports/measurements.ts'
import {
  type Choice,
  type ChosenMonitor,
  type Occurrence,
  chosenMonitors,
  occurrencesOver,
} from '../store/reports/chosen-monitors.ts'
import { monitoredTimes } from '../store/results/monitored-times.ts'

export interface ReportRequest {
  readonly organization: { readonly id: string; readonly name: string }
  readonly period: Period
  readonly choice: Choice
  /** In percent. */
  readonly slaTarget: number
  readonly now: Date
}

export interface ReportedUptime extends UptimeSums {
  readonly uptime: number | null
  readonly verdict: TargetVerdict
  readonly daily: readonly ReportedDay[]
}

export interface ReportedMonitor extends ReportedUptime {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly incidents: number
  readonly checks: number
  readonly averageMs: number | null
  readonly p95Ms: number | null
}

export interface ReportedDay extends UptimeSums {
  readonly date: string
  readonly uptime: number | null
}

/** For all monitors together. */
export interface UptimeReport extends ReportedUptime {
  readonly organization: string
  readonly period: Period
  readonly days: readonly Day[]
  readonly slaTarget: number
  readonly budget: ErrorBudget
  readonly mttrMs: number | null
  readonly mttaMs: number | null
  readonly monitors: readonly ReportedMonitor[]
  readonly incidents: readonly ReportedIncident[]
  readonly maintenance: readonly Occurrence[]
  readonly excluded: { readonly maintenanceMs: number; readonly falseAlarmMs: number; readonly unwatchedMs: number }
  readonly generatedAt: Date
}

export async function makeReport(db: Database, request: ReportRequest): Promise<UptimeReport> {
  const { organization, period, choice, slaTarget, now } = request
  const days = daysOf(period)
  const monitors = await chosenMonitors(db, organization.id, choice)
  const span = { from: period.from, to: period.to < now ? period.to : now }
  const ours = { organizationId: organization.id, monitorIds: monitors.map(({ id }) => id), ...span }
  const incidents = await incidentsIn(db, ours)
  const measured = await measuredOf(db, numbersOf(monitors), span)
  const times = await monitoredTimes(db, { ...ours, incidents })
  const all = [...times.values()]
  return {
    organization: organization.name,
    period,
    days,
    slaTarget,
    ...uptimeOf(all),
    budget: budgetOf(slaTarget, uptimeIn(all, span)),
    mttrMs: meanOf(incidents, span, ({ resolvedAt }) => resolvedAt),
    mttaMs: meanOf(incidents, span, ({ acknowledgedAt }) => acknowledgedAt),
    monitors: reportedMonitors(),
    incidents,
    maintenance: await occurrencesOver(db, organization.id, monitors, span),
    excluded: {
      maintenanceMs: sumOf(all, ({ maintenanceMs }) => maintenanceMs),
      falseAlarmMs: sumOf(all, ({ falseAlarmMs }) => falseAlarmMs),
      unwatchedMs: sumOf(all, ({ unwatchedMs }) => unwatchedMs),
    },
    generatedAt: now,
  }

  function uptimeOf(some: readonly MonitoredTime[]): ReportedUptime {
    const sums = uptimeIn(some, span)
    const periodMs = period.to.getTime() - period.from.getTime()
    return {
      ...sums,
      uptime: uptimePercent(sums),
      verdict: verdictOf(slaTarget, sums, { monitors: some.length, periodMs }),
      daily: uptimeByDay(some, days).map((sums, index) => ({
        ...sums,
        date: days[index]!.date,
        uptime: uptimePercent(sums),
      })),
    }
  }

  function reportedMonitors(): ReportedMonitor[] {
    const counts = Map.groupBy(incidents, ({ monitorId }) => monitorId)
    return monitors
      .filter(({ id }) => times.has(id))
      .map(({ id, monitorNumber, name, type }) => {
        const figures = measured.get(monitorNumber)
        return {
          id,
          name,
          type,
          ...uptimeOf([times.get(id)!]),
          incidents: counts.get(id)?.length ?? 0,
          checks: figures?.checks ?? 0,
          averageMs: figures?.averageMs ?? null,
          p95Ms: figures?.p95Ms ?? null,
        }
      })
  }
}

const numbersOf = (monitors: readonly ChosenMonitor[]): number[] => monitors.map(({ monitorNumber }) => monitorNumber)

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
