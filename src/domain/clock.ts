// The machine's time enters the program here and nowhere else.
import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** For measuring how long something took: milliseconds since some moment, never set back. */
  monotonicMs(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Does it later; what it answers calls it off. */
  after(ms: number, work: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, { signal })
  },
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}
