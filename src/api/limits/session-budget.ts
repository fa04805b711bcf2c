// Each session has its own budget: a user with a few open tabs sends some hundred requests a minute.
import type { Clock } from '../../domain/clock.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import { overBudget } from '../../operations/registry/request-budget.ts'

export const sessionPerMinute = 1800
const maxSessions = 20_000

/** Throws if the session has used up its budget. */
export function createSessionBudget(clock: Clock): (sessionId: string) => void {
  const takeFrom = createMinutes(clock, { budget: sessionPerMinute, most: maxSessions })
  return (sessionId) => {
    const { taken, freesIn } = takeFrom(sessionId)
    if (!taken) throw overBudget({ limit: sessionPerMinute, remaining: 0, reset: freesIn })
  }
}
