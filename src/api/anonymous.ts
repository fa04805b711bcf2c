// Whoever shows no valid credential shares one fixed budget per address.
import type { Clock } from '../domain/clock.ts'
import { type SlidingMinute, emptyMinute, take } from '../domain/window.ts'
import { type Metered, overBudget } from '../operations/meter.ts'

export const anonymousPerMinute = 600
const mostAddresses = 50_000

export type MeterAddress = (ip: string) => Metered

export function createAddressMeter(clock: Clock): MeterAddress {
  const minutes = new Map<string, SlidingMinute>()
  return (ip) => {
    const minute = minutes.get(ip) ?? emptyMinute()
    // The address asked longest ago is forgotten first: a map keeps the order of insertion.
    minutes.delete(ip)
    minutes.set(ip, minute)
    if (minutes.size > mostAddresses) minutes.delete(minutes.keys().next().value!)
    const { taken, used, freesIn } = take(minute, { budget: anonymousPerMinute, now: clock.now() })
    const budget = { limit: anonymousPerMinute, remaining: anonymousPerMinute - used, reset: freesIn }
    return { budget, fault: taken ? null : overBudget(budget) }
  }
}
