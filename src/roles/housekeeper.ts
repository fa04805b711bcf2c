import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { startTimedChanges } from '../engine/judge/timed-changes.ts'
import { startRounds } from '../engine/rounds.ts'
import { sweep } from '../engine/housekeeping/retention.ts'
import type { Store } from '../store/database/database.ts'
import type { Role } from './role.ts'

const everyMs = 60_000

export function startHousekeeper({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Role {
  const round = async (): Promise<boolean> => {
    await sweep(store, clock.now())
    return false
  }
  const sweeping = startRounds({
    round,
    clock,
    log,
    complaint: 'housekeeping failed; trying again',
    restMs: everyMs,
    retryMs: everyMs,
  })
  const timed = startTimedChanges({ store, clock, log })
  return {
    async stop() {
      await timed.stop()
      await sweeping.stop()
    },
  }
}
