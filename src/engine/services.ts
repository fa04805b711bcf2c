import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Store } from '../store/database/database.ts'
import type { DueBoard } from './due-board.ts'

/** What every background loop needs. */
export interface EngineServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

export interface LoopServices extends EngineServices {
  /** Without it, queues are looked at all the time. */
  readonly board?: DueBoard | undefined
}
