// The request budget of a credential: a sliding minute, counted in the database so that replicas share it.
import type { Caller } from '../../domain/caller.ts'
import type { Clock } from '../../domain/clock.ts'
import { Fault } from '../../domain/fault.ts'
import { takeFromWindow } from '../../store/accounts/rate-windows.ts'
import type { Store } from '../../store/database/database.ts'

export interface RequestBudget {
  readonly limit: number
  readonly remaining: number
  /** Seconds until more becomes available. */
  readonly reset: number
}

const window = 60
const shownForUnlimited = 1_000_000
const unlimited: RequestBudget = { limit: shownForUnlimited, remaining: shownForUnlimited, reset: window }
const noAccess: RequestBudget = { limit: 0, remaining: 0, reset: window }

export interface BudgetReading {
  readonly budget: RequestBudget
  readonly fault: Fault | null
}

/** Takes a request from the budget; `fault` is set if the request is refused. */
export async function takeFromBudget(
  { store, clock }: { store: Store; clock: Clock },
  caller: Caller,
): Promise<BudgetReading> {
  const perMinute = caller.organization.limits.api_requests_per_minute
  if (perMinute < 0) return { budget: unlimited, fault: null }
  if (perMinute === 0)
    return {
      budget: noAccess,
      fault: new Fault('forbidden', `The ${caller.organization.plan} plan does not include API access`),
    }
  const reading = await takeFromWindow(store, {
    credentialId: caller.credential.id,
    budget: perMinute,
    now: clock.now(),
  })
  const budget = { limit: perMinute, remaining: Math.max(perMinute - reading.used, 0), reset: reading.freesIn }
  return { budget, fault: reading.taken ? null : overBudget(budget) }
}

export const overBudget = ({ limit, reset }: RequestBudget): Fault =>
  rateLimited(`More than ${limit} requests in a minute; try again in ${reset} s`, reset)

export const rateLimited = (message: string, retryAfterSeconds: number): Fault =>
  new Fault('rate_limited', message, { 'retry-after': String(retryAfterSeconds) })
