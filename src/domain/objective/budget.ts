// The error budget: how much downtime a promise allows, and how much of it is gone.
export interface BudgetSpending {
  /** Percent of time that was promised. */
  readonly target: number
  readonly countedMs: number
  readonly downMs: number
  /** What is still to come of the time that was promised for. */
  readonly aheadMs: number
}

export interface ErrorBudget {
  readonly totalMs: number
  readonly consumedMs: number
  /** Negative once more is gone than there was. */
  readonly remainingMs: number
  /** 1 uses up exactly the budget, 2 twice as much; null where nothing counted, or nothing may ever fail. */
  readonly burnRate: number | null
}

export function budgetOf({ target, countedMs, downMs, aheadMs }: BudgetSpending): ErrorBudget {
  const totalMs = allowedShare(target) * (countedMs + aheadMs)
  return { totalMs, consumedMs: downMs, remainingMs: totalMs - downMs, burnRate: burnRate(target, countedMs, downMs) }
}

export function burnRate(target: number, countedMs: number, downMs: number): number | null {
  const allowed = allowedShare(target)
  return countedMs <= 0 || allowed <= 0 ? null : downMs / countedMs / allowed
}

/** Of a target in percent. Written so that 99.9 allows 0.001, and not a little less. */
function allowedShare(target: number): number {
  return Math.round((100 - target) * 1e6) / 1e8
}
