// Objectives: a target over a window of time, and when its budget burns too fast to last.
import { monthAt, monthOf } from '../report/period.ts'
import type { Span } from '../span.ts'
import { burnRate } from './budget.ts'

export const objectiveWindows = ['7d', '28d', '30d', 'month'] as const
export type ObjectiveWindow = (typeof objectiveWindows)[number]

export const burns = ['fast', 'slow'] as const
export type Burn = (typeof burns)[number]

export const burnSeverities = ['critical', 'warning', 'off'] as const
export type BurnAlerts = Readonly<Record<Burn, (typeof burnSeverities)[number]>>

export const watchedBurns = (alerts: BurnAlerts): Burn[] => burns.filter((burn) => alerts[burn] !== 'off')

/** `off` for none. */
export const severityOf = (alerts: BurnAlerts, burn: Burn | null): (typeof burnSeverities)[number] =>
  burn === null ? 'off' : alerts[burn]

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lengths: Partial<Record<ObjectiveWindow, number>> = { '7d': 7 * day, '28d': 28 * day, '30d': 30 * day }

/** What counts now: the last days up to this moment, or the month so far; and how long it is as a whole. */
export function windowAt(
  window: ObjectiveWindow,
  { now, timezone }: { now: Date; timezone: string },
): Span & { readonly lengthMs: number } {
  const lengthMs = lengths[window]
  if (lengthMs !== undefined) return { from: new Date(now.getTime() - lengthMs), to: now, lengthMs }
  const { from, to } = monthOf(monthAt(now, timezone), timezone)
  return { from, to: now, lengthMs: to.getTime() - from.getTime() }
}

interface BurnWindow {
  readonly longMs: number
  /** Has it burned just now, too? Otherwise what is over would be told as if it went on. */
  readonly shortMs: number
  /** Of the whole budget, gone within the long one. */
  readonly share: number
}

/**
 * A fiftieth of the budget within an hour, and a twentieth within six: what people are woken for, and what they look at
 * by day.
 */
const looks: Readonly<Record<Burn, BurnWindow>> = {
  fast: { longMs: hour, shortMs: 5 * minute, share: 0.02 },
  slow: { longMs: 6 * hour, shortMs: 30 * minute, share: 0.05 },
}

/** How far back burning is looked for. */
export const farthestLookMs = looks.slow.longMs

/** How many times faster than would just last the window it has to burn; never less than that itself. */
export function threshold(burn: Burn, windowMs: number): number {
  const { longMs, share } = looks[burn]
  return Math.max((share * windowMs) / longMs, 1)
}

/** How much time counted, and how much of it was down, in the last so many milliseconds. */
export type DowntimeReader = (lastMs: number) => { readonly countedMs: number; readonly downMs: number }

export interface Rate {
  readonly long: number
  readonly short: number
  readonly threshold: number
}

export function ratesOf(target: number, windowMs: number, reading: DowntimeReader): Record<Burn, Rate> {
  const rate = (lastMs: number): number => {
    const { countedMs, downMs } = reading(lastMs)
    return burnRate(target, countedMs, downMs) ?? 0
  }
  const of = (burn: Burn): Rate => ({
    long: rate(looks[burn].longMs),
    short: rate(looks[burn].shortMs),
    threshold: threshold(burn, windowMs),
  })
  return { fast: of('fast'), slow: of('slow') }
}

/**
 * Which burn is on after these rates. It begins when both looks see it, and goes on until the short one does not: what
 * an hour ago was bad is still in the long one when all is well again.
 */
export function burnAfter(before: Burn | null, rates: Record<Burn, Rate>, watched: readonly Burn[]): Burn | null {
  const begins = (burn: Burn): boolean => rates[burn].long >= rates[burn].threshold && isBurningNow(rates[burn])
  const goesOn = (burn: Burn): boolean => before === burn && isBurningNow(rates[burn])
  return burns.find((burn) => watched.includes(burn) && (begins(burn) || goesOn(burn))) ?? null
}

const isBurningNow = (rate: Rate): boolean => rate.short >= rate.threshold
