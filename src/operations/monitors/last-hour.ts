// The last hour as thirty bars, from single checks.
import { type BarHistory, barsOf, cutUpTo, endOf } from '../../domain/history/bars.ts'
import type { Span } from '../../domain/span.ts'
import type { RecentResult } from '../../store/results/recent-results.ts'

const cutting = { bucketMs: 120_000, count: 30 }

export const lastHour = (now: Date): Span => ({ from: cutUpTo(now, cutting).from, to: now })

interface LastHourInput extends Omit<BarHistory, 'tracked' | 'degraded'> {
  readonly degraded: readonly Span[]
  readonly results: readonly Pick<RecentResult, 'at' | 'success'>[]
  readonly intervalSeconds: number
}

/** A result holds until the next check; after three missed checks the monitor counts as not checked. */
export function lastHourBars({ results, intervalSeconds, ...seen }: LastHourInput, now: Date): string {
  const cut = cutUpTo(now, cutting)
  const lasting = (at: Date, intervals: number): Span => ({
    from: at,
    to: new Date(Math.min(at.getTime() + intervals * intervalSeconds * 1000, endOf(cut).getTime())),
  })
  const failures = results.filter(({ success }) => !success).map(({ at }) => lasting(at, 1))
  const tracked = results.map(({ at }) => lasting(at, 3))
  return barsOf(cut, {
    ...seen,
    tracked: untilNow(tracked, now),
    degraded: untilNow([...seen.degraded, ...failures], now),
  })
}

const untilNow = (spans: readonly Span[], now: Date): Span[] =>
  spans.map(({ from, to }) => ({ from, to: to > now ? now : to }))
