// What each check costs: whatever its process burns is shared out among the checks that run meanwhile.
export interface CostMeter {
  /** Answers a function that ends the check, and then what it cost. */
  begin(): () => number
}

export function createCostMeter(usedMs: () => number): CostMeter {
  let running = 0
  /** What one check would have cost that ran all the time. */
  let share = 0
  let readMs = usedMs()
  const shareOut = (): void => {
    const used = usedMs()
    if (running > 0) share += (used - readMs) / running
    readMs = used
  }
  return {
    begin() {
      shareOut()
      running += 1
      const from = share
      return () => {
        shareOut()
        running -= 1
        return share - from
      }
    },
  }
}
