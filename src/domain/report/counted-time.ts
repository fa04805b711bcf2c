// What became of a monitor's time: which of it counts, and how much of that it was down. Nothing is counted twice.
import type { Severity } from '../metric.ts'
import { type Span, clipSpans, lengthOf, mergeSpans, subtractSpans } from '../span.ts'

/** When an incident was. */
export interface IncidentTimes {
  readonly monitorId: string
  readonly severity: Severity
  /** When the first check saw it. */
  readonly failingSince: Date
  readonly resolvedAt: Date | null
}

export type Downtime = Span & { readonly monitorId: string }

/** Critical incidents, from the first check that saw them; one that is open goes on until the end of the span. */
export function confirmedDowntime(incidents: readonly IncidentTimes[], { from, to }: Span): Downtime[] {
  return incidents
    .filter(({ severity }) => severity === 'critical')
    .map(({ monitorId, failingSince, resolvedAt }) => ({
      monitorId,
      from: failingSince > from ? failingSince : from,
      to: resolvedAt !== null && resolvedAt < to ? resolvedAt : to,
    }))
}

export interface WatchedTime {
  /** When there was such a monitor. */
  readonly lifetime: Span
  /** Confirmed downtime. */
  readonly down: readonly Span[]
  readonly maintenance: readonly Span[]
  readonly falseAlarms: readonly Span[]
  /** Nobody looked: it was paused, or no probe was there. */
  readonly unwatched: readonly Span[]
}

export interface CountedTime {
  readonly counted: readonly Span[]
  readonly down: readonly Span[]
  /** Time that is left out, each moment of it for the first of these reasons. */
  readonly maintenanceMs: number
  readonly falseAlarmMs: number
  readonly unwatchedMs: number
}

export function countedTime({ lifetime, down, maintenance, falseAlarms, unwatched }: WatchedTime): CountedTime {
  const inside = (spans: readonly Span[]): Span[] => clipSpans(spans, lifetime)
  const [planned, falsely, unseen] = [inside(maintenance), inside(falseAlarms), inside(unwatched)]
  const leftOut = mergeSpans([...planned, ...falsely, ...unseen])
  return {
    counted: subtractSpans([lifetime], leftOut),
    down: subtractSpans(inside(down), leftOut),
    maintenanceMs: lengthOf(planned),
    falseAlarmMs: lengthOf(subtractSpans(falsely, planned)),
    unwatchedMs: lengthOf(subtractSpans(unseen, [...planned, ...falsely])),
  }
}

/** How much of these spans falls on each of these days; both are in order and do not overlap. */
export function spread(spans: readonly Span[], days: readonly Span[]): number[] {
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

/** To four decimals and never rounded up; null where nothing counted. */
export function uptimePercent(countedMs: number, downMs: number): number | null {
  return countedMs <= 0 ? null : Math.floor(((countedMs - downMs) / countedMs) * 1_000_000) / 10_000
}
