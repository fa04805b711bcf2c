// Decides from outside of an event loop whether it is stuck, or merely gets little time from the machine.
export interface LoopSample {
  /** Changes whenever the loop turns. */
  readonly beat: number
  /** CPU time of the whole process. */
  readonly cpuMs: number
}

interface StallLimits {
  readonly tickMs: number
  readonly maxStallMs: number
}

/**
 * Called at each tick of the watching thread. It counts ticks rather than time: a process that was suspended has none
 * meanwhile. A loop that spins burns CPU. One that did not is either blocked or starved by the machine, and gets four
 * times as long.
 */
export function createStallMeter({ tickMs, maxStallMs }: StallLimits): (sample: LoopSample) => boolean {
  const maxTicks = maxStallMs / tickMs
  let turned: LoopSample | null = null
  let ticks = 0
  return (sample) => {
    if (turned?.beat !== sample.beat) {
      turned = sample
      ticks = 0
      return false
    }
    ticks += 1
    const isSpinning = sample.cpuMs - turned.cpuMs >= maxStallMs / 2
    return ticks >= (isSpinning ? maxTicks : 4 * maxTicks)
  }
}
