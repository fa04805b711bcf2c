import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { sweep } from '../engine/sweep.ts'
import type { Store } from '../store/database.ts'

export interface Role {
  stop(): Promise<void>
}

const everyMs = 60_000

export function startHousekeeper({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Role {
  const stopping = new AbortController()
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // The database may be away for a while; the next round does what this one could not.
      await sweep(store, clock.now()).catch((error: unknown) => log.error('housekeeping failed', { error }))
      await clock.sleep(everyMs, stopping.signal).catch(() => undefined)
    }
  }
  const done = work()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
