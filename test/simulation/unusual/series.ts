// Response times over weeks, from a seed: with seasons, trends, steps, heavy tails, clock changes and holidays.
import { offsetAt } from '../../../src/domain/schedule/zone.ts'
import { type Random, randomFrom } from '../random.ts'

export interface TimedValue {
  readonly at: number
  /** In milliseconds; null if the check failed. */
  readonly value: number | null
}

/** A time in which the values differ for a reason that people want to know. */
export interface Slowdown {
  readonly from: number
  readonly to: number
  /** How many times as slow. */
  readonly factor: number
}

export interface Series {
  readonly name: string
  readonly timeZone: string
  /** In this zone it follows the clock; rules may use another. */
  readonly values: readonly TimedValue[]
  /** Firings before this are not counted: rules are learning. */
  readonly judgedFrom: number
  readonly slowdowns: readonly Slowdown[]
}

interface Moment {
  readonly at: number
  /** Weeks since the start. */
  readonly week: number
  /** Hours since Monday on the wall clock. */
  readonly hourOfWeek: number
  readonly random: Random
}

interface Scenario {
  readonly name: string
  readonly timeZone?: string
  /** The zone that the rule uses. */
  readonly judgedIn?: string
  level(moment: Moment): number
  /** A factor around 1. */
  noise?(moment: Moment): number
  /** A slowdown that begins in this week and stays. */
  readonly lasting?: { readonly week: number; readonly factor: number }
  readonly outages?: boolean
}

const hourMs = 3_600_000
const weekMs = 168 * hourMs
// A Monday. The clocks in Europe change in its sixth week.
const start = Date.parse('2026-02-16T00:00:00Z')
const weeks = 12
const learningWeeks = 4

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

const lognormal =
  (spread: number) =>
  ({ random }: Moment): number =>
    Math.exp(spread * normal(random))

/** Quiet nights and weekends, a peak in the early afternoon of working days. */
function season(hourOfWeek: number): number {
  const [day, hour] = [Math.floor(hourOfWeek / 24), hourOfWeek % 24]
  const wave = Math.max(0, Math.cos(((hour - 14) / 24) * 2 * Math.PI))
  return 120 + (day < 5 ? 240 : 60) * wave
}

/** An office that opens at eight sharp. */
const office = (hourOfWeek: number): number =>
  hourOfWeek < 120 && hourOfWeek % 24 >= 8 && hourOfWeek % 24 < 18 ? 500 : 100

/** One check in fifty takes several times as long, some a hundred times. */
function heavyTail({ random }: Moment): number {
  return random.chance(0.02) ? (1 - random.next()) ** (-1 / 1.5) * 2 : Math.exp(0.2 * normal(random))
}

/** A level that wanders over hours, as shared machines do. */
function wandering(): Scenario['noise'] {
  let drift = 0
  return ({ random }) => {
    drift = 0.995 * drift + 0.015 * normal(random)
    return Math.exp(drift + 0.15 * normal(random))
  }
}

export const scenarios: readonly Scenario[] = [
  { name: 'flat', level: () => 200 },
  { name: 'days and weeks', level: ({ hourOfWeek }) => season(hourOfWeek) },
  { name: 'trend, 5 % a week', level: ({ hourOfWeek, week }) => season(hourOfWeek) * 1.05 ** week },
  {
    name: 'step, +80 % in week 7',
    level: ({ hourOfWeek, week }) => season(hourOfWeek) * (week >= 6 ? 1.8 : 1),
    lasting: { week: 6, factor: 1.8 },
  },
  { name: 'heavy tails', level: ({ hourOfWeek }) => season(hourOfWeek), noise: heavyTail },
  { name: 'wandering level', level: ({ hourOfWeek }) => season(hourOfWeek), noise: wandering() },
  { name: 'clock change', timeZone: 'Europe/Berlin', level: ({ hourOfWeek }) => office(hourOfWeek) },
  {
    name: 'clock change, judged in UTC',
    timeZone: 'Europe/Berlin',
    judgedIn: 'UTC',
    level: ({ hourOfWeek }) => office(hourOfWeek),
  },
  {
    name: 'a holiday each month',
    level: ({ hourOfWeek, week }) =>
      week % 4 >= 3 && hourOfWeek >= 24 && hourOfWeek < 48 ? season(hourOfWeek + 120) : season(hourOfWeek),
  },
  {
    name: 'a busy day, twice the load',
    level: ({ hourOfWeek, week }) =>
      season(hourOfWeek) * (week >= 8 && week < 9 && hourOfWeek >= 96 && hourOfWeek < 120 ? 2 : 1),
  },
  { name: 'weekly outages', level: ({ hourOfWeek }) => season(hourOfWeek), outages: true },
]

interface SeriesOptions {
  readonly seed: number
  readonly intervalSeconds: number
}

/** Half an hour every other day, at any hour, in turn twice and three times as slow as usual. */
function slowdownsOf(random: Random): Slowdown[] {
  const first = start + learningWeeks * weekMs
  return Array.from({ length: ((weeks - learningWeeks) * 7) / 2 }, (_, index) => {
    const from = first + index * 48 * hourMs + random.integer(0, 46 * 60) * 60_000
    return { from, to: from + hourMs / 2, factor: 2 + (index % 2) }
  })
}

export function seriesOf(scenario: Scenario, { seed, intervalSeconds }: SeriesOptions): Series {
  const random = randomFrom(seed)
  const { timeZone = 'UTC', noise = lognormal(0.2) } = scenario
  const injected = scenario.lasting ? [] : slowdownsOf(random)
  const slowness = (at: number): number => injected.find(({ from, to }) => at >= from && at < to)?.factor ?? 1
  const values: TimedValue[] = []
  for (let at = start; at < start + weeks * weekMs; at += intervalSeconds * 1000) {
    const wall = at + offsetOf(at, timeZone)
    const hourOfWeek = ((wall - start) / hourMs + 168) % 168
    const moment = { at, week: (at - start) / weekMs, hourOfWeek, random }
    const value = scenario.level(moment) * noise(moment) * slowness(at)
    values.push({ at, value: scenario.outages && isOut(moment) ? outageValue(random) : value })
  }
  const { lasting } = scenario
  const lastingSlowdowns = lasting
    ? [{ from: start + lasting.week * weekMs, to: start + weeks * weekMs, factor: lasting.factor }]
    : []
  return {
    name: scenario.name,
    timeZone: scenario.judgedIn ?? timeZone,
    values,
    judgedFrom: start + learningWeeks * weekMs,
    slowdowns: [...injected, ...lastingSlowdowns],
  }
}

/** Two hours on a weekday of each of the weeks in which rules learn. */
const isOut = ({ week, hourOfWeek }: Moment): boolean =>
  week < learningWeeks && Math.abs(hourOfWeek - (34 + 24 * Math.floor(week))) < 1

/** Most checks fail; those that get through take half a minute. */
const outageValue = (random: Random): number | null => (random.chance(0.1) ? 30_000 : null)

const offsets = new Map<string, number>()

/** Offsets change at full hours only. */
function offsetOf(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const key = `${timeZone} ${Math.floor(at / hourMs)}`
  const offset = offsets.get(key) ?? offsetAt(at, timeZone)
  offsets.set(key, offset)
  return offset
}
