// Divides a period into equal buckets, each with its worst state.
import { type Span, subtractSpans } from '../span.ts'

/** One character each: up, degraded, down, maintenance, no data. */
export type HistoryBar = 'u' | 'g' | 'd' | 'm' | 'n'

export const barStates = { u: 'up', g: 'degraded', d: 'down', m: 'maintenance', n: 'unknown' } as const
export type BarState = (typeof barStates)[HistoryBar]

export interface BarBuckets {
  readonly from: Date
  readonly bucketMs: number
  readonly count: number
}

export interface BarHistory {
  /** When the monitor was checked. */
  readonly tracked: readonly Span[]
  readonly maintenance: readonly Span[]
  readonly degraded: readonly Span[]
  readonly down: readonly Span[]
  /** Excluded time; problems in it are ignored. */
  readonly excluded: readonly Span[]
}

export const endOf = ({ from, bucketMs, count }: BarBuckets): Date => new Date(from.getTime() + bucketMs * count)

/** Aligns buckets to multiples of their length; the last one contains `now`. */
export function cutUpTo(now: Date, { bucketMs, count }: Omit<BarBuckets, 'from'>): BarBuckets {
  return { from: new Date((Math.floor(now.getTime() / bucketMs) + 1 - count) * bucketMs), bucketMs, count }
}

/** The shortest day, when the clocks go forward. */
const minDayMs = 23 * 3_600_000
const minDailyDowntimeMs = 60_000

export function barsOf(cut: BarBuckets, { tracked, maintenance, degraded, down, excluded }: BarHistory): string {
  const bars = Array.from<HistoryBar>({ length: cut.count }).fill('n')
  const paint = (spans: readonly Span[], bar: HistoryBar): void => {
    for (const span of spans) for (const place of placesOf(span, cut)) bars[place] = bar
  }
  paint(tracked, 'u')
  paint(maintenance, 'm')
  paint(subtractSpans(degraded, excluded), 'g')
  const downMs = downtimes(subtractSpans(down, excluded), cut)
  const minDowntimeMs = cut.bucketMs >= minDayMs ? minDailyDowntimeMs : 1
  downMs.forEach((ms, place) => {
    if (ms > 0) bars[place] = ms < minDowntimeMs ? 'g' : 'd'
  })
  return bars.join('')
}

/** How long the spans, which must not overlap, cover each bucket. */
export function downtimes(spans: readonly Span[], cut: BarBuckets): number[] {
  const totals = Array.from<number>({ length: cut.count }).fill(0)
  for (const span of spans)
    for (const place of placesOf(span, cut)) {
      const starts = cut.from.getTime() + place * cut.bucketMs
      totals[place]! += Math.min(span.to.getTime(), starts + cut.bucketMs) - Math.max(span.from.getTime(), starts)
    }
  return totals
}

function placesOf({ from, to }: Span, { from: start, bucketMs, count }: BarBuckets): number[] {
  const first = Math.max(Math.floor((from.getTime() - start.getTime()) / bucketMs), 0)
  const last = Math.min(Math.ceil((to.getTime() - start.getTime()) / bucketMs), count) - 1
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, n) => first + n)
}
