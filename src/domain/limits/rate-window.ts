// A sliding minute in memory: how many events happened in each of the last sixty seconds.
import type { Clock } from '../clock.ts'

export interface SlidingMinute {
  second: number
  /** Oldest first. */
  counts: number[]
}

export interface WindowUse {
  readonly taken: boolean
  readonly used: number
  /** Seconds until the oldest counted event leaves the window. */
  readonly freesIn: number
}

const length = 60

export const emptyMinute = (): SlidingMinute => ({ second: 0, counts: new Array<number>(length).fill(0) })

/** Counts an event unless the budget is used up; a refused event is not counted. */
export function take(minute: SlidingMinute, { budget, now }: { budget: number; now: Date }): WindowUse {
  const second = Math.floor(now.getTime() / 1000)
  const passed = Math.min(Math.max(second - minute.second, 0), length)
  const counts = [...minute.counts.slice(passed), ...new Array<number>(passed).fill(0)]
  const before = counts.reduce((sum, count) => sum + count, 0)
  const taken = before < budget
  if (taken) {
    counts[length - 1]! += 1
    minute.counts = counts
    minute.second = Math.max(second, minute.second)
  }
  const oldest = counts.findIndex((count) => count > 0)
  return { taken, used: taken ? before + 1 : before, freesIn: oldest === -1 ? length : oldest + 1 }
}

/**
 * A sliding minute per key. The least recently used key is evicted first, which resets its count. Setting the clock
 * back blocks no key.
 */
export function createMinutes(
  clock: Clock,
  { budget, most: maxCount }: { budget: number; most: number },
): (key: string) => WindowUse {
  const minutes = new Map<string, SlidingMinute>()
  return (key) => {
    const minute = minutes.get(key) ?? emptyMinute()
    // A map iterates in insertion order.
    minutes.delete(key)
    minutes.set(key, minute)
    if (minutes.size > maxCount) minutes.delete(minutes.keys().next().value!)
    return take(minute, { budget, now: new Date(clock.monotonicMs()) })
  }
}
