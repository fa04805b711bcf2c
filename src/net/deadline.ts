// Cancellation of every network operation: one signal covers all phases, and its reason says who is at fault.
import { TargetDown } from '../domain/outcome.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import { offAbort, onAbort } from '../domain/limits/abort.ts'

/** The current phase, worded to follow "while": `connecting`, `reading the body`. */
export type DeadlinePhase = string

export const lookingUp: DeadlinePhase = 'looking up the name'

/** Returns the error to throw for an aborted signal. */
export function abortError(signal: AbortSignal, phase: DeadlinePhase): Error {
  const reason: unknown = signal.reason
  if (reason instanceof DeadlinePassed)
    return new TargetDown('timeout', `${reason.message} (while ${phase})`, {
      cause: reason,
      local: phase === lookingUp ? 'resolver' : 'stall',
    })
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new TargetDown('timeout', `no response in time (while ${phase})`)
  return reason instanceof Error ? reason : new Error(`the check was stopped while ${phase}`)
}

/**
 * Wraps an event-based operation in a promise. `begin` starts it and returns a function that removes its listeners;
 * that function runs once, before the promise settles: by `done`, by `fail`, or because the signal aborted.
 */
export function attempt<T>(
  signal: AbortSignal,
  phase: DeadlinePhase | (() => DeadlinePhase),
  begin: (done: (value: T) => void, fail: (error: Error) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const now = (): DeadlinePhase => (typeof phase === 'string' ? phase : phase())
    if (signal.aborted) return reject(abortError(signal, now()))
    let clear: (() => void) | null = null
    let settled = false
    const settle = (finish: () => void): void => {
      if (settled) return
      settled = true
      offAbort(signal, stop)
      clear?.()
      finish()
    }
    const stop = (): void => settle(() => reject(abortError(signal, now())))
    onAbort(signal, stop)
    const fail = (error: Error): void => settle(() => reject(error))
    try {
      clear = begin((value) => settle(() => resolve(value)), fail)
    } catch (error) {
      return fail(error as Error)
    }
    if (settled) clear()
  })
}
