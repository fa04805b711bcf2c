// Bars, sparkline, median and uptime for the monitors of a page.
import { type BarBuckets, barsOf, cutUpTo, endOf } from '../../domain/history/bars.ts'
import { tooEarlySeconds } from '../../domain/fields/uptime.ts'
import type { Span } from '../../domain/span.ts'
import { monitoredPart, uptimeIn, uptimePercent } from '../../domain/uptime/monitored-time.ts'
import { incidentSpansOf } from '../../store/incidents/incident-spans.ts'
import { monitoredTimes } from '../../store/results/monitored-times.ts'
import {
  type StripBucket,
  type PastFigures,
  dailyFigures,
  failedBuckets,
  hourlyFigures,
} from '../../store/results/strips.ts'
import type { CallerContext } from '../registry/define.ts'

const hour = 3_600_000
const day = 24 * hour

/** The bars of each period. */
export const spans = {
  '24h': { bucketMs: hour / 2, count: 48, by: 'hour' },
  '7d': { bucketMs: 2 * hour, count: 84, by: 'hour' },
  '90d': { bucketMs: day, count: 90, by: 'day' },
} as const
export type StripSpan = keyof typeof spans
export const stripSpans = Object.keys(spans) as StripSpan[]

export const cutOf = (span: StripSpan, now: Date): BarBuckets => {
  const { bucketMs, count } = spans[span]
  return cutUpTo(now, { bucketMs, count })
}

const sparkPoints = 24
export const uptimeMs = 30 * day

interface StripMonitor {
  readonly id: string
  readonly monitorNumber: number
}

export interface Strip {
  readonly bars: string
  readonly spark: readonly (number | null)[]
  readonly median_ms: number | null
  readonly uptime_30d: number | null
  readonly too_early_seconds: number | null
}

/** By the ids of the monitors. */
export async function stripsOf(
  context: CallerContext,
  monitors: readonly StripMonitor[],
  span: StripSpan,
): Promise<Map<string, Strip>> {
  if (monitors.length === 0) return new Map()
  const { db, caller, now } = context
  const cut = cutOf(span, now)
  const { by } = spans[span]
  const uptimeFrom = new Date(now.getTime() - uptimeMs)
  const numbers = monitors.map(({ monitorNumber }) => monitorNumber)
  const ours = { organizationId: caller.organization.id, monitorIds: monitors.map(({ id }) => id) }
  const [times, incidentSpans, hours] = await Promise.all([
    monitoredTimes(db, { ...ours, from: cut.from < uptimeFrom ? cut.from : uptimeFrom, to: now }),
    incidentSpansOf(db, { ...ours, from: cut.from, to: now }),
    (by === 'hour' ? hourlyFigures : dailyFigures)(db, numbers, { from: cut.from, to: endOf(cut) }),
  ])
  const hoursOf = new Map(hours.map((figures) => [figures.monitorNumber, figures]))
  const failed = await failedBuckets(db, span === '24h' ? bucketsToLookInto(hours, cut) : [], cut.bucketMs)
  const failedOf = Map.groupBy(failed, ({ monitorNumber }) => monitorNumber)
  const warnings = Map.groupBy(
    incidentSpans.filter(({ severity }) => severity === 'warning'),
    ({ monitorId }) => monitorId,
  )
  return new Map(
    monitors.flatMap(({ id, monitorNumber }): [string, Strip][] => {
      const time = times.get(id)
      if (!time) return []
      const own = hoursOf.get(monitorNumber)
      const failures = failedOf.get(monitorNumber) ?? []
      const bars = barsOf(cut, {
        tracked: time.watched,
        maintenance: time.maintenance,
        down: time.down,
        degraded: monitoredPart(time, [
          ...(warnings.get(id) ?? []),
          ...failures.map(({ startsAt }) => asSpan(startsAt, cut.bucketMs)),
        ]),
        excluded: [],
      })
      const sums = uptimeIn([time], { from: uptimeFrom, to: now })
      const strip = {
        bars,
        spark: sparkOf(own, cut),
        median_ms: medianOf(own),
        uptime_30d: uptimePercent(sums),
        too_early_seconds: tooEarlySeconds(sums, { periodMs: uptimeMs }),
      }
      return [[id, strip]]
    }),
  )
}

const asSpan = (from: Date, ms: number): Span => ({ from, to: new Date(from.getTime() + ms) })

/** An hour with a failure has one in at least one of its halves. */
function bucketsToLookInto(hours: readonly PastFigures[], { bucketMs }: BarBuckets): StripBucket[] {
  return hours.flatMap(({ monitorNumber, startsAt, failures }) =>
    startsAt
      .filter((_, n) => failures[n]! > 0)
      .flatMap((seconds) => {
        const starts = seconds * 1000
        return [starts, starts + bucketMs].map((at) => ({ monitorNumber, startsAt: new Date(at) }))
      }),
  )
}

/** Means of the hours or days in equal parts of the period, oldest first. */
function sparkOf(figures: PastFigures | undefined, cut: BarBuckets): (number | null)[] {
  const partMs = (cut.bucketMs * cut.count) / sparkPoints
  const parts = Array.from({ length: sparkPoints }, (): number[] => [])
  figures?.startsAt.forEach((seconds, n) => {
    const mean = figures.meanMs[n] ?? null
    if (mean !== null) parts[Math.floor((seconds * 1000 - cut.from.getTime()) / partMs)]?.push(mean)
  })
  return parts.map((means) =>
    means.length === 0 ? null : Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length),
  )
}

function medianOf(figures: PastFigures | undefined): number | null {
  const means = (figures?.meanMs ?? []).filter((mean) => mean !== null).toSorted((a, b) => a - b)
  const middle = (means.length - 1) / 2
  if (means.length === 0) return null
  return Math.round(((means[Math.floor(middle)]! + means[Math.ceil(middle)]!) / 2) * 10) / 10
}
