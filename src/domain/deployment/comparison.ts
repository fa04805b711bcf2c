// Compares the checks of a monitor after a deployment with those before, and says whether it clearly got worse.
//
// Response times are compared location by location with a rank test (van Elteren's sum of Wilcoxon tests), which
// neither outliers nor a location that is far away disturb. Failures are compared with Fisher's exact test. Both also
// have to reach a size that matters, because with many checks any difference is significant. A rise that the same hours
// of the week before had too is expected, so the times before are raised by it first.
import { percentile } from '../history/percentile.ts'
import type { Span } from '../span.ts'

export interface ComparedCheck {
  readonly location: number
  readonly durationMs: number
  readonly success: boolean
}

export interface ComparedChecks {
  /** The hour before the deployment. */
  readonly before: readonly ComparedCheck[]
  /** Since the deployment, at most an hour. */
  readonly after: readonly ComparedCheck[]
  /** The same two spans of the week before; empty without stored results. */
  readonly weekBefore: readonly ComparedCheck[]
  readonly weekAfter: readonly ComparedCheck[]
}

export interface ComparedTimes {
  /** Medians of successful checks, in milliseconds. */
  readonly before: number
  readonly after: number
  readonly checksBefore: number
  readonly checksAfter: number
  /** How much the same hours rose a week before: 1.5 for half as much again; null without enough checks. */
  readonly weekRise: number | null
  readonly worse: boolean
}

export interface FailureCount {
  readonly failed: number
  readonly total: number
}

export interface ComparedFailures {
  readonly before: FailureCount
  readonly after: FailureCount
  /** A week before the checks after the deployment; null without enough checks. */
  readonly week: FailureCount | null
  readonly worse: boolean
}

export interface MonitorComparison {
  /** Null without enough successful checks. */
  readonly responseTime: ComparedTimes | null
  /** Null without enough checks. */
  readonly failures: ComparedFailures | null
}

const minute = 60_000
export const spanBeforeMs = 60 * minute
export const spanAfterMs = 60 * minute
const weekMs = 7 * 24 * 60 * minute

/** What is usual at this time shows a week before. */
export const weekEarlier = ({ from, to }: Span): Span => ({
  from: new Date(from.getTime() - weekMs),
  to: new Date(to.getTime() - weekMs),
})
/** After these times the checks so far are compared. */
const stagesMs = [10 * minute, 30 * minute, spanAfterMs]

/** When a deployment is compared next; null if it was compared after the last stage. */
export function nextComparison(deployedAt: Date, comparedAt: Date | null): Date | null {
  const ageMs = comparedAt === null ? 0 : comparedAt.getTime() - deployedAt.getTime()
  const stage = stagesMs.find((stageMs) => stageMs > ageMs)
  return stage === undefined ? null : new Date(deployedAt.getTime() + stage)
}

/** On each side. */
const minChecks = 10
const minAtLocation = 3
const minRiseMs = 50
const minRiseShare = 0.25
/** The chance that a check after is slower than one before; 0.5 if nothing changed. */
const minSuperiority = 0.8
/** One in ten thousand. */
const minScore = 3.72
const maxChance = 1e-4
const minFailed = 3
const minFailureRise = 0.1
/** That the week before was not better needs less evidence. */
const maxWeekChance = 0.01

export function compareChecks(checks: ComparedChecks): MonitorComparison {
  return { responseTime: compareTimes(checks), failures: compareFailures(checks) }
}

/** The least rise that matters. */
const floorOf = (before: number): number => Math.max(minRiseMs, before * minRiseShare)

function compareTimes({ before, after, weekBefore, weekAfter }: ComparedChecks): ComparedTimes | null {
  const now = sharedTimes(before, after)
  if (now.before.length < minChecks || now.after.length < minChecks) return null
  const week = sharedTimes(weekBefore, weekAfter)
  const hasWeek = week.before.length >= minChecks && week.after.length >= minChecks
  const weekRise = hasWeek ? medianOf(week.after) / Math.max(1, medianOf(week.before)) : null
  const medians = { before: medianOf(now.before), after: medianOf(now.after) }
  const expectedRise = Math.max(1, weekRise ?? 1)
  const expected = medians.before * expectedRise
  const { superiority, score } = rankTest(now.byLocation, expectedRise)
  const isLarge = medians.after - expected >= floorOf(expected)
  return {
    ...medians,
    checksBefore: now.before.length,
    checksAfter: now.after.length,
    weekRise,
    worse: isLarge && superiority >= minSuperiority && score >= minScore,
  }
}

interface LocationTimes {
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** The times of successful checks, from locations that have enough on both sides. */
function sharedTimes(before: readonly ComparedCheck[], after: readonly ComparedCheck[]) {
  const old = timesByLocation(before)
  const young = timesByLocation(after)
  const byLocation: LocationTimes[] = [...old].flatMap(([location, times]) => {
    const later = young.get(location) ?? []
    return Math.min(times.length, later.length) < minAtLocation ? [] : [{ before: times, after: later }]
  })
  return {
    byLocation,
    before: byLocation.flatMap((times) => times.before),
    after: byLocation.flatMap((times) => times.after),
  }
}

function timesByLocation(checks: readonly ComparedCheck[]): Map<number, number[]> {
  const times = new Map<number, number[]>()
  for (const { location, durationMs, success } of checks) {
    if (!success) continue
    const known = times.get(location)
    if (known) known.push(durationMs)
    else times.set(location, [durationMs])
  }
  return times
}

const medianOf = (values: readonly number[]): number =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  ) ?? 0

/** The times before are multiplied by `rise`. The score is normally distributed if nothing else changed. */
function rankTest(locations: readonly LocationTimes[], rise: number): { superiority: number; score: number } {
  let [wins, pairs, excess, variance] = [0, 0, 0, 0]
  for (const { before, after } of locations) {
    const { won, tieTerm } = countWins(
      before.map((time) => time * rise),
      after,
    )
    const [count, product] = [before.length + after.length, before.length * after.length]
    const weight = 1 / (count + 1)
    wins += won
    pairs += product
    excess += weight * (won - product / 2)
    variance += weight ** 2 * (product / 12) * (count + 1 - tieTerm / (count * (count - 1)))
  }
  return { superiority: pairs === 0 ? 0.5 : wins / pairs, score: variance === 0 ? 0 : excess / Math.sqrt(variance) }
}

/** How many pairs a time after wins against one before; a tie counts half. */
function countWins(before: readonly number[], after: readonly number[]): { won: number; tieTerm: number } {
  const all = [...before.map((time) => [time, 0] as const), ...after.map((time) => [time, 1] as const)]
  all.sort(([a], [b]) => a - b)
  let [won, passed, tieTerm] = [0, 0, 0]
  for (let start = 0, end = 0; start < all.length; start = end) {
    while (end < all.length && all[end]![0] === all[start]![0]) end += 1
    const tied = end - start
    const tiedAfter = all.slice(start, end).filter(([, side]) => side === 1).length
    won += tiedAfter * (passed + (tied - tiedAfter) / 2)
    passed += tied - tiedAfter
    tieTerm += tied ** 3 - tied
  }
  return { won, tieTerm }
}

function compareFailures({ before: old, after: young, weekAfter }: ComparedChecks): ComparedFailures | null {
  if (old.length < minChecks || young.length < minChecks) return null
  const [before, after] = [countFailed(old), countFailed(young)]
  const week = weekAfter.length < minChecks ? null : countFailed(weekAfter)
  const isLarge = after.failed >= minFailed && rateOf(after) - rateOf(before) >= minFailureRise
  const worse =
    isLarge &&
    chanceOf(before, after) <= maxChance &&
    (week === null || (rateOf(after) - rateOf(week) >= minFailureRise && chanceOf(week, after) <= maxWeekChance))
  return { before, after, week, worse }
}

function countFailed(checks: readonly ComparedCheck[]): FailureCount {
  return { failed: checks.filter(({ success }) => !success).length, total: checks.length }
}

const rateOf = ({ failed, total }: FailureCount): number => failed / total

/** Fisher's exact test: the chance of at least as many failures after, if failures have nothing to do with the time. */
export function chanceOf(before: FailureCount, after: FailureCount): number {
  const failed = before.failed + after.failed
  const total = before.total + after.total
  const logFactorials = new Float64Array(total + 1)
  for (let n = 2; n <= total; n += 1) logFactorials[n] = logFactorials[n - 1]! + Math.log(n)
  const logChoices = (of: number, chosen: number): number =>
    logFactorials[of]! - logFactorials[chosen]! - logFactorials[of - chosen]!
  let chance = 0
  for (let count = after.failed; count <= Math.min(failed, after.total); count += 1)
    if (failed - count <= before.total)
      chance += Math.exp(
        logChoices(after.total, count) + logChoices(before.total, failed - count) - logChoices(total, failed),
      )
  return Math.min(1, chance)
}

export const isWorse = ({ responseTime, failures }: MonitorComparison): boolean =>
  responseTime?.worse === true || failures?.worse === true

/** How much worse, for the order of several monitors; failures come first. */
export function gravityOf({ responseTime, failures }: MonitorComparison): number {
  if (failures?.worse) return 1e6 * (rateOf(failures.after) - rateOf(failures.before))
  return responseTime?.worse ? responseTime.after / Math.max(1, responseTime.before) : 0
}

/**
 * Whether the latest checks, compared with those before the deployment, are back: at most half of a rise that matters
 * is left. Without enough checks nothing is known.
 */
export function isBack({ responseTime, failures }: MonitorComparison): boolean {
  if (!failures) return false
  const isReliable = rateOf(failures.after) - rateOf(failures.before) < minFailureRise / 2
  if (!responseTime) return isReliable && failures.after.failed === 0
  const { before, after, weekRise } = responseTime
  const expected = before * Math.max(1, weekRise ?? 1)
  return isReliable && after - expected < floorOf(expected) / 2
}
