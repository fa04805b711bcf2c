// Time limits: one that cancels the work, and one that only stops waiting for it.
import { offAbort, onAbort } from './abort.ts'
import type { Clock } from '../clock.ts'

/** The reason of a signal that aborts because the target took too long. Other reasons are never the target's fault. */
export class DeadlinePassed extends Error {
  override name = 'DeadlinePassed'
  readonly afterMs: number

  constructor(afterMs: number) {
    super(`no response within ${Math.round(afterMs / 100) / 10} s`)
    this.afterMs = afterMs
  }
}

interface TimeLimit {
  readonly clock: Clock
  readonly ms: number
  /** Aborts the work as well. */
  readonly signal?: AbortSignal
  /** The reason of the abort after `ms`. */
  readonly error?: Error
}

/** Passes `work` a signal that aborts after the time limit, or together with the given signal. */
export async function withTimeLimit<T>(
  { clock, ms, signal, error }: TimeLimit,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  // While one listener stays on the signal, phases of the work neither add nor remove any.
  onAbort(own.signal, doNothing)
  const pass = (): void => own.abort(signal?.reason)
  const cancelTimeout = clock.after(ms, () => own.abort(error ?? new DeadlinePassed(ms)))
  if (signal?.aborted) pass()
  else if (signal) onAbort(signal, pass)
  try {
    return await work(own.signal)
  } finally {
    cancelTimeout()
    if (signal) offAbort(signal, pass)
  }
}

function doNothing(): void {}

interface WaitLimit<T> extends Pick<TimeLimit, 'clock' | 'ms'> {
  readonly late: () => T | Promise<T>
}

/** Waits for work that cannot be cancelled; after the time limit, returns what `late` returns. */
export function waitAtMost<T>({ clock, ms, late }: WaitLimit<T>, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancelTimeout = clock.after(ms, () => Promise.try(late).then(resolve, reject))
    work.then(resolve, reject).finally(cancelTimeout)
  })
}

/** Like `waitAtMost`. Concurrent calls share one run of the work, so that runs that hang do not pile up. */
export function shareAtMost<T>(limit: WaitLimit<T>, work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => (running = undefined))
    return waitAtMost(limit, running)
  }
}
