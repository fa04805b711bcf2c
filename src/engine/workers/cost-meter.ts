// Measures what each check costs: the CPU time of the process is divided among the checks that run meanwhile.
export interface CostMeter {
  /** Returns a function that ends the check and returns its cost. */
  begin(): () => number
}

interface CostSources {
  /** CPU time that the process has used. */
  usedMs(): number
  /** Milliseconds since an arbitrary time. */
  nowMs(): number
}

// Reading the CPU time costs as much as a tenth of a check, and 20 ms is the least cost that matters.
const resolutionMs = 2

export function createCostMeter({ usedMs, nowMs }: CostSources): CostMeter {
  let running = 0
  /** Cost of a check that had run all the time. */
  let share = 0
  let readMs = usedMs()
  let readAtMs = nowMs()
  const shareOut = (): void => {
    const now = nowMs()
    if (now - readAtMs < resolutionMs) return
    readAtMs = now
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
