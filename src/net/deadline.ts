// How every operation of this room ends early: one signal, watched in every phase, whose reason says who is to blame.
import { TargetDown } from '../domain/outcome.ts'
import { DeadlinePassed } from '../domain/limits/time-limit.ts'
import { offAbort, onAbort } from '../domain/limits/abort.ts'

/** What was going on, to be read after "while": `connecting`, `reading the body`. */
export type DeadlinePhase = string

export const lookingUp: DeadlinePhase = 'looking up the name'

/** What to throw for a signal that has aborted. */
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
 * A promise for something that answers through events. `begin` starts it and returns what removes its listeners;
 * that runs once, before the promise settles: by `done`, by `fail`, or because the signal aborted.
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
