import type { Clock } from '../domain/clock.ts'
import { offAbort, onAbort } from './abort.ts'
import { DeadlinePassed } from './deadline.ts'

/** Something that may take only so long, and no longer than what it is part of. */
export async function withTimeLimit<T>(
  { clock, signal, ms }: { clock: Clock; signal: AbortSignal; ms: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const pass = (): void => own.abort(signal.reason)
  const callOff = clock.after(ms, () => own.abort(new DeadlinePassed(ms)))
  if (signal.aborted) pass()
  else onAbort(signal, pass)
  try {
    return await work(own.signal)
  } finally {
    callOff()
    offAbort(signal, pass)
  }
}
