// What would use up the rest of an error budget.
export interface BudgetOutlookInput {
  readonly remainingSeconds: number
  /** Spent in the last 24 hours. */
  readonly lastDaySeconds: number
  readonly now: Date
}

export type BudgetOutlook =
  | { readonly kind: 'used-up' }
  /** Nothing was spent in the last 24 hours. */
  | { readonly kind: 'steady' }
  /** At the rate of the last 24 hours the budget lasts for more than a year. */
  | { readonly kind: 'lasts' }
  | { readonly kind: 'runs-out'; readonly at: Date }

const daySeconds = 86_400
const farthestDays = 365

export function budgetOutlook({ remainingSeconds, lastDaySeconds, now }: BudgetOutlookInput): BudgetOutlook {
  if (remainingSeconds <= 0) return { kind: 'used-up' }
  if (lastDaySeconds <= 0) return { kind: 'steady' }
  const days = remainingSeconds / lastDaySeconds
  const at = new Date(now.getTime() + days * daySeconds * 1000)
  return days > farthestDays ? { kind: 'lasts' } : { kind: 'runs-out', at }
}

interface BurnPoint {
  readonly at: string
  readonly consumed_seconds: number
}

/** What was spent in the last 24 hours, from the points of the burn chart. */
export function spentInLastDay(points: readonly BurnPoint[]): number {
  const last = points.at(-1)
  if (!last) return 0
  const since = Date.parse(last.at) - daySeconds * 1000
  const before = points.findLast(({ at }) => Date.parse(at) <= since) ?? points[0]!
  return last.consumed_seconds - before.consumed_seconds
}
