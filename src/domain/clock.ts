// The only place that reads the time of the machine.
import { setTimeout as wait } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Milliseconds since an arbitrary time, for measuring durations; never set back. */
  monotonicMs(): number
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `work` later, unless the returned function cancels it. */
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

/** Sleeps until the time has passed or the signal aborts. */
export async function rest(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch(() => undefined)
}

/** Sleeps and works in turn until the signal aborts. */
export async function repeat(
  work: () => Promise<void> | void,
  { clock, everyMs, signal }: { clock: Clock; everyMs: number; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await rest(clock, everyMs, signal)
    if (!signal.aborted) await work()
  }
}
