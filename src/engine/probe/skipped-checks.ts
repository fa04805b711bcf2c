// If the clock is set forward, all checks are due at once. Checks that missed their time skip it.
import type { Clock } from '../../domain/clock.ts'
import { createJumpMeter } from '../jump-meter.ts'
import type { Log } from '../../domain/log.ts'
import { spreadOverdueTurns } from '../../store/checking/clock-jumps.ts'
import type { Database } from '../../store/database/database.ts'

interface SkippedCheckServices {
  readonly store: Database
  readonly clock: Clock
  readonly log: Log
}

/** Call the returned function before each claim of due checks. */
export function createSkippedChecks({ store, clock, log }: SkippedCheckServices): () => Promise<void> {
  const jumped = createJumpMeter(clock)
  return async () => {
    const jumpMs = jumped()
    if (jumpMs <= 0) return
    const checks = await spreadOverdueTurns(store, clock.now())
    log.warn('the clock was set forward; missed checks are skipped', { seconds: Math.round(jumpMs / 1000), checks })
  }
}
