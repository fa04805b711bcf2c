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

/** Sleeps, unless that is called off. */
export async function rest(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined)
}

/** Rests and works in turn, until that is called off. */
export async function repeat(
  work: () => Promise<void> | void,
  { clock, everyMs, signal }: { clock: Clock; everyMs: number; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await rest(clock, everyMs, signal)
    if (!signal.aborted) await work()
  }
}
