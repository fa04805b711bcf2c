// The error budget: how much downtime an objective allows, and how much of it is spent.
export interface BudgetSpending {
  /** The objective in percent of time. */
  readonly target: number
  readonly countedMs: number
  readonly downMs: number
  /** The remaining time of the window. */
  readonly aheadMs: number
}

export interface ErrorBudget {
  readonly totalMs: number
  readonly consumedMs: number
  /** Negative if the budget is overspent. */
  readonly remainingMs: number
  /** 1 spends exactly the budget, 2 twice as much; null if no time counted or no downtime is allowed. */
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

/** For a target in percent. Computed so that 99.9 allows exactly 0.001. */
function allowedShare(target: number): number {
  return Math.round((100 - target) * 1e6) / 1e8
}
