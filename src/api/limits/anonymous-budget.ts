// Clients without a valid credential share one fixed budget per address.
import type { Clock } from '../../domain/clock.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import { type BudgetReading, overBudget } from '../../operations/registry/request-budget.ts'

export const anonymousPerMinute = 600
const maxAddresses = 50_000

export type TakeFromAddress = (ip: string) => BudgetReading

export function createAnonymousBudget(clock: Clock): TakeFromAddress {
  const takeFrom = createMinutes(clock, { budget: anonymousPerMinute, most: maxAddresses })
  return (ip) => {
    const { taken, used, freesIn } = takeFrom(ip)
    const budget = { limit: anonymousPerMinute, remaining: anonymousPerMinute - used, reset: freesIn }
    return { budget, fault: taken ? null : overBudget(budget) }
  }
}
