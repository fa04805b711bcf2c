// Limits check-ins per heartbeat, and guesses at unknown addresses per client.
import type { Clock } from '../../domain/clock.ts'
import type { Fault } from '../../domain/fault.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'
import { rateLimited } from '../../operations/registry/request-budget.ts'

export interface PingBudget {
  /** Counts a check-in at an address, or throws if there are too many. */
  take(address: string, ip: string): void
  /** The address belongs to a heartbeat. */
  found(address: string): void
  /** The address is unknown, so the request counts as a guess. */
  missed(ip: string): void
}

const perMinute = 120
const maxRemembered = 20_000

export function createPingBudget(clock: Clock, takeFromAddress: TakeFromAddress): PingBudget {
  const takeFrom = createMinutes(clock, { budget: perMinute, most: maxRemembered })
  const known = new Set<string>()
  const refused = new Map<string, { until: number; fault: Fault }>()

  return {
    take(address, ip) {
      // Guesses from the same network do not block a job.
      const refusal = known.has(address) ? undefined : refused.get(ip)
      if (refusal && refusal.until > clock.monotonicMs()) throw refusal.fault
      const { taken, freesIn } = takeFrom(address)
      if (taken) return
      const message = `more than ${perMinute} check-ins in a minute; try again in ${freesIn} s`
      throw rateLimited(message, freesIn)
    },
    found(address) {
      if (known.size >= maxRemembered) known.clear()
      known.add(address)
    },
    missed(ip) {
      const { budget, fault } = takeFromAddress(ip)
      if (!fault) return
      if (refused.size >= maxRemembered) refused.clear()
      refused.set(ip, { until: clock.monotonicMs() + budget.reset * 1000, fault })
      throw fault
    },
  }
}
