// Repeats a task: immediately while there is more to do, otherwise after a pause.
import { type Clock, rest } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { RestUntilDue } from './due-board.ts'

export interface Rounds {
  /** Returns whether there is more to do now. */
  round(): Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  /**
   * Log message for a failed round. If the database is unreachable for a while, a later round does the work.
   */
  readonly failureMessage: string
  readonly restMs: number
  readonly retryMs?: number
  /** Sleeps longer while nothing is due; by default, each pause is `restMs`. */
  readonly untilDue?: RestUntilDue
}

const nextLoopTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export function startRounds({ round, clock, log, failureMessage, restMs, retryMs = 1000, untilDue }: Rounds): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = untilDue ?? ((ms: number) => rest(clock, ms, signal))
  const roundAndPause = (): Promise<void> =>
    round().then(
      (more) => (more ? undefined : pause(restMs, signal)),
      (error: unknown) => {
        log.error(failureMessage, { error: String(error) })
        return rest(clock, retryMs, signal)
      },
    )
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await roundAndPause()
      // A round that awaits nothing but microtasks would otherwise keep timers, sockets and signals waiting forever.
      await nextLoopTurn()
    }
  }
  const done = work()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}
