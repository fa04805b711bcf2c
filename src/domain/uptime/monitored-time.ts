// Uptime is the monitored time without confirmed critical downtime, divided by the monitored time.
import type { Severity } from '../metric.ts'
import { type Span, clipSpans, lengthOf, mergeSpans, subtractSpans } from '../span.ts'

/** The times of an incident. */
export interface IncidentTimes {
  readonly monitorId: string
  readonly severity: Severity
  /** When the first check failed. */
  readonly failingSince: Date
  readonly resolvedAt: Date | null
}

export type Downtime = Span & { readonly monitorId: string }

/** Critical incidents from their first failed check; open ones last until the end of the span. */
export function confirmedDowntime(incidents: readonly IncidentTimes[], { from, to }: Span): Downtime[] {
  return incidents
    .filter(({ severity }) => severity === 'critical')
    .map(({ monitorId, failingSince, resolvedAt }) => ({
      monitorId,
      from: failingSince > from ? failingSince : from,
      to: resolvedAt !== null && resolvedAt < to ? resolvedAt : to,
    }))
}

export interface MonitorHistory {
  /** From the monitor's creation. */
  readonly lifetime: Span
  /** Confirmed downtime. */
  readonly down: readonly Span[]
  /** Only maintenance that is excluded from uptime. */
  readonly maintenance: readonly Span[]
  readonly falseAlarms: readonly Span[]
  /** Time in which it was paused, or nobody checked it. */
  readonly unwatched: readonly Span[]
}

export interface MonitoredTime {
  readonly watched: readonly Span[]
  /** The watched time that is not excluded. */
  readonly monitored: readonly Span[]
  readonly down: readonly Span[]
  /** Time that is not monitored; each part counts for the first of these reasons. */
  readonly maintenanceMs: number
  readonly falseAlarmMs: number
  readonly unwatchedMs: number
}

export function monitoredTime({ lifetime, down, maintenance, falseAlarms, unwatched }: MonitorHistory): MonitoredTime {
  const inside = (spans: readonly Span[]): Span[] => clipSpans(spans, lifetime)
  const [planned, falsely, unseen] = [inside(maintenance), inside(falseAlarms), inside(unwatched)]
  const excluded = mergeSpans([...planned, ...falsely, ...unseen])
  return {
    watched: subtractSpans([lifetime], unseen),
    monitored: subtractSpans([lifetime], excluded),
    down: subtractSpans(inside(down), excluded),
    maintenanceMs: lengthOf(planned),
    falseAlarmMs: lengthOf(subtractSpans(falsely, planned)),
    unwatchedMs: lengthOf(subtractSpans(unseen, [...planned, ...falsely])),
  }
}

export const monitoredPart = ({ monitored }: MonitoredTime, spans: readonly Span[]): Span[] =>
  monitored.flatMap((span) => clipSpans(spans, span))

export interface UptimeSums {
  readonly monitoredMs: number
  readonly downMs: number
}

/** Times of several monitors are added up. */
export const addUp = (sums: readonly UptimeSums[]): UptimeSums => ({
  monitoredMs: sums.reduce((sum, { monitoredMs }) => sum + monitoredMs, 0),
  downMs: sums.reduce((sum, { downMs }) => sum + downMs, 0),
})

export function uptimeIn(times: readonly MonitoredTime[], span: Span): UptimeSums {
  return addUp(
    times.map(({ monitored, down }) => ({
      monitoredMs: lengthOf(clipSpans(monitored, span)),
      downMs: lengthOf(clipSpans(down, span)),
    })),
  )
}

/** For consecutive days. */
export function uptimeByDay(times: readonly MonitoredTime[], days: readonly Span[]): UptimeSums[] {
  const spreads = times.map(({ monitored, down }) => [spread(monitored, days), spread(down, days)] as const)
  return days.map((_, day) =>
    addUp(spreads.map(([monitored, down]) => ({ monitoredMs: monitored[day]!, downMs: down[day]! }))),
  )
}

/** Divides spans among days; both are sorted and do not overlap. */
function spread(spans: readonly Span[], days: readonly Span[]): number[] {
  const found = days.map(() => 0)
  let first = 0
  for (const { from, to } of spans) {
    while (first < days.length && days[first]!.to <= from) first += 1
    for (let index = first; index < days.length && days[index]!.from < to; index += 1) {
      const one = days[index]!
      found[index]! += Math.min(one.to.getTime(), to.getTime()) - Math.max(one.from.getTime(), from.getTime())
    }
  }
  return found
}

export const uptimePercent = ({ monitoredMs, downMs }: UptimeSums): number | null => percentLeft(monitoredMs, downMs)

/** The percentage of a whole without the lost part, rounded down to four decimals; null of nothing. */
export function percentLeft(whole: number, lost: number): number | null {
  if (whole <= 0) return null
  const [all, rest] = [BigInt(Math.round(whole)), BigInt(Math.round(whole - lost))]
  return Number((rest * 1_000_000n) / all) / 10_000
}

const day = 86_400_000

/** Whether less than a tenth of a period, at most a day, was monitored: too little to judge it. */
export const isTooEarly = (monitoredMs: number, periodMs: number): boolean => monitoredMs < Math.min(day, periodMs / 10)

/** How long each of some monitors was monitored on average, while that is too short to judge the period. */
export function tooEarlyMs(
  { monitoredMs }: Pick<UptimeSums, 'monitoredMs'>,
  { periodMs, monitors = 1 }: { readonly periodMs: number; readonly monitors?: number },
): number | null {
  const meanMs = monitoredMs / Math.max(monitors, 1)
  return meanMs > 0 && isTooEarly(meanMs, periodMs) ? meanMs : null
}
