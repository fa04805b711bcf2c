// The error budget: how much downtime a target allows in the monitored time, and how much of it is spent.
import { type UptimeSums, isTooEarly } from '../uptime/monitored-time.ts'

export interface ErrorBudget {
  readonly totalMs: number
  readonly consumedMs: number
  /** Negative if the budget is overspent. */
  readonly remainingMs: number
  /** 1 spends exactly the budget, 2 twice as much; null if nothing was monitored or no downtime is allowed. */
  readonly burnRate: number | null
}

/** For a target in percent of time. */
export function budgetOf(target: number, sums: UptimeSums): ErrorBudget {
  const totalMs = allowedShare(target) * sums.monitoredMs
  return {
    totalMs,
    consumedMs: sums.downMs,
    remainingMs: totalMs - sums.downMs,
    burnRate: burnRate(target, sums),
  }
}

export function burnRate(target: number, { monitoredMs, downMs }: UptimeSums): number | null {
  const allowed = allowedShare(target)
  return monitoredMs <= 0 || allowed <= 0 ? null : downMs / monitoredMs / allowed
}

/** For a target in percent. Computed so that 99.9 allows exactly 0.001. */
function allowedShare(target: number): number {
  return Math.round((100 - target) * 1e6) / 1e8
}

export type TargetVerdict = 'met' | 'missed' | 'too_early'

interface JudgedPeriod {
  readonly monitors: number
  readonly periodMs: number
}

export function verdictOf(target: number, sums: UptimeSums, { monitors, periodMs }: JudgedPeriod): TargetVerdict {
  if (isTooEarly(sums.monitoredMs / Math.max(monitors, 1), periodMs)) return 'too_early'
  return budgetOf(target, sums).remainingMs < 0 ? 'missed' : 'met'
}
