// Notices that the machine's clock was set, and brings the due times of checks back to what can be.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { pullBackTurns, spreadOverdueTurns } from '../../store/checking/clock-jumps.ts'
import type { Database } from '../../store/database/database.ts'

interface Parts {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
}

const smallestJumpMs = 2000
// Nobody here saw a clock that was set on another machine, or while nothing ran.
const looksAnywayMs = 60_000

/** To be called before due checks are taken, each time. */
export function createJumpWatch({ store, clock, log }: Parts): () => Promise<void> {
  let offset = offsetOf(clock)
  let lookedAt = -Infinity

  const pullBack = async (): Promise<void> => {
    lookedAt = clock.monotonicMs()
    const checks = await pullBackTurns(store, clock.now())
    if (checks > 0) log.warn('checks were due later than they can be: the clock was set back', { checks })
  }
  const spread = async (seconds: number): Promise<void> => {
    const checks = await spreadOverdueTurns(store, clock.now())
    log.warn('the clock was set forward; missed checks are skipped', { seconds, checks })
  }

  return async () => {
    const jumpMs = offsetOf(clock) - offset
    offset += jumpMs
    if (jumpMs < -smallestJumpMs) log.warn('the clock was set back', { seconds: Math.round(-jumpMs / 1000) })
    if (jumpMs > smallestJumpMs) await spread(Math.round(jumpMs / 1000))
    if (jumpMs < -smallestJumpMs || clock.monotonicMs() - lookedAt > looksAnywayMs) await pullBack()
  }
}

const offsetOf = (clock: Clock): number => clock.now().getTime() - clock.monotonicMs()
