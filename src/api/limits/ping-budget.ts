// How often may be checked in: so many times for each heartbeat, and whoever guesses addresses has no more than a
// stranger.
import type { Clock } from '../../domain/clock.ts'
import { Fault } from '../../domain/fault.ts'
import { createMinutes } from '../../domain/limits/rate-window.ts'
import type { TakeFromAddress } from './anonymous-budget.ts'

export interface PingBudget {
  /** Takes a check-in at an address, or says that there are too many. */
  take(address: string, ip: string): void
  /** There is a heartbeat at the address. */
  found(address: string): void
  /** There is none, so that it was a guess. */
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
      // A job is not held up by somebody who guesses from the same network.
      const refusal = known.has(address) ? undefined : refused.get(ip)
      if (refusal && refusal.until > clock.monotonicMs()) throw refusal.fault
      const { taken, freesIn } = takeFrom(address)
      if (taken) return
      const message = `more than ${perMinute} check-ins in a minute; try again in ${freesIn} s`
      throw new Fault('rate_limited', message, { 'retry-after': String(freesIn) })
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
