import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Store } from '../store/database/database.ts'

/** What every background loop needs. */
export interface EngineServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}
