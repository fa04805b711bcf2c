// Replays a rule on unusual values and one with a fixed limit over the same series, and counts what each did.
import { type ReplayedIncident, type PastCheck, beforeReplay, replay } from '../../../src/domain/alerting/replay.ts'
import { type HourFigures, hourOf, hoursLike, usualRange } from '../../../src/domain/alerting/usual.ts'
import type { UsualRange } from '../../../src/domain/checking/unusual.ts'
import { metric, unusual } from '../../../src/domain/metric.ts'
import type { Series, Slowdown } from './series.ts'

export interface TrialResult {
  readonly falseAlarmsPerMonth: number
  /** By how many times as slow it was. */
  readonly detected: Readonly<Record<number, Detected>>
  /** Null if none was detected. */
  readonly meanDelayMinutes: number | null
}

interface Detected {
  readonly detected: number
  readonly of: number
}

const monthMs = 30 * 86_400_000
// Recovery takes a few checks, so a firing just after a slowdown belongs to it.
const afterMs = 15 * 60_000
const key: string = 'http.response_time_ms'
const responseTime = metric(key, {
  as: 'response_time',
  description: 'Response time',
  unit: 'ms',
  column: 'duration_ms',
})
const terms = { failureThreshold: 3, minFailedProbes: 1, durationWindowMs: 0, clearAfter: 3, reminderDays: [] }

/** The rule that asks whether a value is unusual. */
export function tryUnusual(series: Series, value = 'above'): TrialResult {
  return outcomeOf(series, firingsOf(withUsual(series), { operator: unusual, value }))
}

/** The rule that a careful person would write: 99.9 % of the checks of the first weeks are below its limit. */
export function tryFixed(series: Series): TrialResult {
  const learned = series.values.flatMap(({ at, value }) => (value !== null && at < series.judgedFrom ? [value] : []))
  const limit = learned.toSorted((one, other) => one - other)[Math.floor(learned.length * 0.999)]!
  return outcomeOf(series, firingsOf(checksOf(series), { operator: '>', value: String(limit) }))
}

function firingsOf(checks: readonly PastCheck[], rule: { operator: string; value: string }) {
  const watch = { live: [1], parallel: false, exempt: true }
  const options = { rule: { ...rule, metricKey: key, terms, metric: responseTime }, watch, minGapMs: 1 }
  return replay(beforeReplay, checks, options).firings
}

function checksOf({ values }: Series): PastCheck[] {
  return values.map(({ at, value }) => ({
    at,
    durationMs: value ?? 0,
    location: 1,
    success: value !== null,
    statusCode: null,
    error: null,
    metrics: value === null ? {} : { [key]: value },
  }))
}

function withUsual(series: Series): PastCheck[] {
  const hours = hourlyFigures(series)
  const ranges = new Map<number, UsualRange | undefined>()
  return checksOf(series).map((check) => {
    const hour = hourOf(check.at)
    if (!ranges.has(hour))
      ranges.set(hour, usualRange(hoursLike(hour, series.timeZone), (one) => hours.get(one)) ?? undefined)
    return { ...check, usual: ranges.get(hour) }
  })
}

/** What the rollups would hold. */
function hourlyFigures({ values }: Series): Map<number, HourFigures> {
  const sums = new Map<number, { sum: number; count: number; min: number; max: number }>()
  for (const { at, value } of values) {
    if (value === null) continue
    const hour = sums.get(hourOf(at)) ?? { sum: 0, count: 0, min: value, max: value }
    hour.sum += value
    hour.count += 1
    hour.min = Math.min(hour.min, value)
    hour.max = Math.max(hour.max, value)
    sums.set(hourOf(at), hour)
  }
  return new Map(
    [...sums].map(([hour, { sum, count, min, max }]) => [hour, { checks: count, mean: sum / count, min, max }]),
  )
}

function outcomeOf({ values, judgedFrom, slowdowns }: Series, firings: readonly ReplayedIncident[]): TrialResult {
  const judged = firings.filter(({ startedAt }) => startedAt >= judgedFrom)
  const belongs = (firing: ReplayedIncident, { from, to }: Slowdown): boolean =>
    firing.startedAt < to + afterMs && (firing.endedAt ?? Infinity) >= from
  const wrong = judged.filter((firing) => !slowdowns.some((slowdown) => belongs(firing, slowdown)))
  const found = slowdowns.map((slowdown) => ({ slowdown, first: judged.find((firing) => belongs(firing, slowdown)) }))
  const delays = found.flatMap(({ slowdown, first }) => (first ? [Math.max(0, first.startedAt - slowdown.from)] : []))
  const factors = [...new Set(slowdowns.map(({ factor }) => factor))].toSorted((one, other) => one - other)
  const judgedMs = values.at(-1)!.at - judgedFrom
  return {
    falseAlarmsPerMonth: (wrong.length * monthMs) / judgedMs,
    detected: Object.fromEntries(
      factors.map((factor) => {
        const those = found.filter(({ slowdown }) => slowdown.factor === factor)
        return [factor, { detected: those.filter(({ first }) => first).length, of: those.length }]
      }),
    ),
    meanDelayMinutes: delays.length > 0 ? delays.reduce((sum, one) => sum + one, 0) / delays.length / 60_000 : null,
  }
}
