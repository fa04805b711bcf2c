// Repeats a task: immediately while there is more to do, otherwise after a pause.
import { type Clock, rest } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'

export interface Rounds {
  /** Returns whether there is more to do now. */
  round(): Promise<boolean>
  readonly clock: Clock
  readonly log: Log
  /**
   * Log message for a failed round. If the database is unreachable for a while, a later round does the work.
   */
  readonly complaint: string
  readonly restMs: number
  readonly retryMs?: number
}

const nextLoopTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

export function startRounds({ round, clock, log, complaint, restMs, retryMs = 1000 }: Rounds): {
  stop(): Promise<void>
} {
  const stopping = new AbortController()
  const pauseAfterRound = (): Promise<number> =>
    round().then(
      (more) => (more ? 0 : restMs),
      (error: unknown) => {
        log.error(complaint, { error: String(error) })
        return retryMs
      },
    )
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pauseMs = await pauseAfterRound()
      if (pauseMs > 0) await rest(clock, pauseMs, stopping.signal)
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
