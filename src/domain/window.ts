// A sliding minute kept in memory: how often something happened in each of the last sixty seconds.
export interface SlidingMinute {
  second: number
  /** Oldest first. */
  counts: number[]
}

export interface Taken {
  readonly taken: boolean
  readonly used: number
  /** Seconds until the oldest counted event leaves the window. */
  readonly freesIn: number
}

const length = 60

export const emptyMinute = (): SlidingMinute => ({ second: 0, counts: new Array<number>(length).fill(0) })

/** Counts one event unless the budget is used up. */
export function take(minute: SlidingMinute, { budget, now }: { budget: number; now: Date }): Taken {
  slide(minute, Math.floor(now.getTime() / 1000))
  const before = minute.counts.reduce((sum, count) => sum + count, 0)
  const taken = before < budget
  if (taken) minute.counts[length - 1]! += 1
  const oldest = minute.counts.findIndex((count) => count > 0)
  return { taken, used: taken ? before + 1 : before, freesIn: oldest === -1 ? length : oldest + 1 }
}

function slide(minute: SlidingMinute, second: number): void {
  const passed = Math.min(Math.max(second - minute.second, 0), length)
  if (passed === 0) return
  minute.counts = [...minute.counts.slice(passed), ...new Array<number>(passed).fill(0)]
  minute.second = second
}
