// Measures what each check costs: the CPU time of the process is divided among the checks that run meanwhile.
export interface CostMeter {
  /** Returns a function that ends the check and returns its cost. */
  begin(): () => number
}

export function createCostMeter(usedMs: () => number): CostMeter {
  let running = 0
  /** Cost of a check that had run all the time. */
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
