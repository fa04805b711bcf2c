// What is usual at an hour of the week, from the hours that are stored. docs/unusual-values.md has the mathematics.
import { offsetAt } from '../schedule/zone.ts'
import type { UsualRange } from '../checking/unusual.ts'

/** The successful checks of one hour from one location. */
export interface HourFigures {
  readonly checks: number
  readonly mean: number
  readonly min: number
  readonly max: number
}

const hourMs = 3_600_000
const weekMs = 168 * hourMs
const usualWeeks = 4
const minUsualWeeks = 2
const minChecks = 12

// The share of hours whose slowest check is within the range. A whole bad week of four stays outside.
const share = 2 / 3

/** The start of the hour of a moment, in milliseconds. */
export const hourOf = (at: number): number => Math.floor(at / hourMs) * hourMs

/**
 * The stored hours that an hour is compared with: the same hour on the wall clock of each of the last four weeks, with
 * the hour before and after it.
 */
export function hoursLike(hour: number, timeZone: string): number[][] {
  const offset = offsetAt(hour, timeZone)
  return Array.from({ length: usualWeeks }, (_, index) => {
    const weekBefore = hour - (index + 1) * weekMs
    const same = hourOf(weekBefore + offset - offsetAt(weekBefore, timeZone))
    return [same - hourMs, same, same + hourMs]
  })
}

type StoredHours = (hour: number) => HourFigures | undefined

/** Null while fewer than two weeks have an hour like this one, or those hours have too few checks. */
export function usualRange(like: readonly (readonly number[])[], stored: StoredHours): UsualRange | null {
  const weeks = like.map((hours) =>
    hours.map(stored).filter((figures): figures is HourFigures => figures !== undefined),
  )
  if (weeks.filter(({ length }) => length > 0).length < minUsualWeeks) return null
  const hours = weeks.flat()
  if (hours.reduce((sum, { checks }) => sum + checks, 0) < minChecks) return null
  const middle = quantile(
    hours.map(({ mean }) => mean),
    1 / 2,
  )
  const high = quantile(
    hours.map(({ max }) => max),
    share,
  )
  // The low end mirrors the high end.
  const low = -quantile(
    hours.map(({ min }) => -min),
    share,
  )
  const stretch = stretchOf(
    quantile(
      hours.map(({ checks }) => checks),
      1 / 2,
    ),
  )
  return {
    low: middle - stretch * Math.max(0, middle - low),
    middle,
    high: middle + stretch * Math.max(0, high - middle),
  }
}

const fullHour = 60

/** The slowest of few checks is not far out. The range is stretched to what sixty checks an hour would have shown. */
const stretchOf = (checks: number): number => Math.max(1, extremeOf(fullHour) / extremeOf(checks))

/** About how many standard deviations the slowest of so many checks is from the middle, in two hours of three. */
const extremeOf = (checks: number): number => Math.sqrt(2 * Math.log(0.75 + 0.35 * checks))

/** One of the values, never one between two: a bad hour must not pull it halfway. */
function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(part * (values.length - 1))]!
}
