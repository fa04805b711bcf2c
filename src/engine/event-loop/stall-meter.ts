// Decides, from another thread, whether an event loop is stuck or only gets little CPU time.
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
 * Called at each tick of the watching thread. It counts ticks, not time, because a suspended process has no ticks. A
 * loop that spins uses CPU. A loop that uses none is blocked or gets no CPU time, and is given four times as long.
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
