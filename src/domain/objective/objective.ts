// Objectives: a target over a window of time, and when the error budget burns too fast.
import { monthAt, monthOf } from '../report/period.ts'
import type { Span } from '../span.ts'
import type { UptimeSums } from '../uptime/monitored-time.ts'
import { type TargetVerdict, burnRate } from './budget.ts'

export const objectiveWindows = ['7d', '28d', '30d', 'month'] as const
export type ObjectiveWindow = (typeof objectiveWindows)[number]

export const burns = ['fast', 'slow'] as const
export type Burn = (typeof burns)[number]

export const burnSeverities = ['critical', 'warning', 'off'] as const
export type BurnAlerts = Readonly<Record<Burn, (typeof burnSeverities)[number]>>

export const watchedBurns = (alerts: BurnAlerts): Burn[] => burns.filter((burn) => alerts[burn] !== 'off')

/** `off` if no burn is active. */
export const severityOf = (alerts: BurnAlerts, burn: Burn | null): (typeof burnSeverities)[number] =>
  burn === null ? 'off' : alerts[burn]

/** Whether a burn that has become another one is critical now, and was not. */
export const isRaised = (alerts: BurnAlerts, before: Burn | null, after: Burn | null): boolean =>
  severityOf(alerts, after) === 'critical' && severityOf(alerts, before) !== 'critical'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const lengths: Partial<Record<ObjectiveWindow, number>> = { '7d': 7 * day, '28d': 28 * day, '30d': 30 * day }

/**
 * The part of the window up to now, which is the last days or the current month, and the length of the whole window.
 */
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
  /** The budget must also have burned recently; otherwise an outage that is over would alert. */
  readonly shortMs: number
  /** The share of the whole budget that is spent within the long window. */
  readonly share: number
}

/** A fiftieth of the budget within an hour pages people; a twentieth within six hours can wait for the day. */
const looks: Readonly<Record<Burn, BurnWindow>> = {
  fast: { longMs: hour, shortMs: 5 * minute, share: 0.02 },
  slow: { longMs: 6 * hour, shortMs: 30 * minute, share: 0.05 },
}

/** The longest window that burn rates need. */
export const farthestLookMs = looks.slow.longMs

/** The burn rate that alerts; never below the rate that spends exactly the budget. */
export function threshold(burn: Burn, windowMs: number): number {
  const { longMs, share } = looks[burn]
  return Math.max((share * windowMs) / longMs, 1)
}

export type DowntimeReader = (lastMs: number) => UptimeSums

export interface Rate {
  readonly long: number
  readonly short: number
  readonly threshold: number
}

export function ratesOf(target: number, windowMs: number, reading: DowntimeReader): Record<Burn, Rate> {
  const rate = (lastMs: number): number => burnRate(target, reading(lastMs)) ?? 0
  const of = (burn: Burn): Rate => ({
    long: rate(looks[burn].longMs),
    short: rate(looks[burn].shortMs),
    threshold: threshold(burn, windowMs),
  })
  return { fast: of('fast'), slow: of('slow') }
}

/**
 * The active burn after these rates. It begins when both windows exceed the threshold and ends when the short one no
 * longer does, because the long one still contains an outage that is over.
 */
export function burnAfter(before: Burn | null, rates: Record<Burn, Rate>, watched: readonly Burn[]): Burn | null {
  const begins = (burn: Burn): boolean => rates[burn].long >= rates[burn].threshold && isBurningNow(rates[burn])
  const goesOn = (burn: Burn): boolean => before === burn && isBurningNow(rates[burn])
  return burns.find((burn) => watched.includes(burn) && (begins(burn) || goesOn(burn))) ?? null
}

const isBurningNow = (rate: Rate): boolean => rate.short >= rate.threshold

export const objectiveStates = ['met', 'burning', 'missed', 'too_early'] as const

/** What people read of an objective, everywhere. */
export const objectiveState = (verdict: TargetVerdict, burning: Burn | null): (typeof objectiveStates)[number] =>
  verdict !== 'missed' && burning !== null ? 'burning' : verdict
