// Divides a monitor's time into counted, excluded and down time. Nothing is counted twice.
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

export interface WatchedTime {
  /** From the monitor's creation to its deletion. */
  readonly lifetime: Span
  /** Confirmed downtime. */
  readonly down: readonly Span[]
  readonly maintenance: readonly Span[]
  readonly falseAlarms: readonly Span[]
  /** Time in which it was paused or no probe was available. */
  readonly unwatched: readonly Span[]
}

export interface CountedTime {
  readonly counted: readonly Span[]
  readonly down: readonly Span[]
  /** Excluded time; each part counts for the first of these reasons. */
  readonly maintenanceMs: number
  readonly falseAlarmMs: number
  readonly unwatchedMs: number
}

export function countedTime({ lifetime, down, maintenance, falseAlarms, unwatched }: WatchedTime): CountedTime {
  const inside = (spans: readonly Span[]): Span[] => clipSpans(spans, lifetime)
  const [planned, falsely, unseen] = [inside(maintenance), inside(falseAlarms), inside(unwatched)]
  const excluded = mergeSpans([...planned, ...falsely, ...unseen])
  return {
    counted: subtractSpans([lifetime], excluded),
    down: subtractSpans(inside(down), excluded),
    maintenanceMs: lengthOf(planned),
    falseAlarmMs: lengthOf(subtractSpans(falsely, planned)),
    unwatchedMs: lengthOf(subtractSpans(unseen, [...planned, ...falsely])),
  }
}

/** Divides spans among days; both are sorted and do not overlap. */
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

/** Rounded down to four decimals; null if no time counted. */
export function uptimePercent(countedMs: number, downMs: number): number | null {
  if (countedMs <= 0) return null
  const [whole, part] = [BigInt(Math.round(countedMs)), BigInt(Math.round(countedMs - downMs))]
  return Number((part * 1_000_000n) / whole) / 10_000
}
