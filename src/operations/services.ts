import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { Store } from '../store/database.ts'
import type { Cursors } from './cursor.ts'
import type { JsonText } from './define.ts'

/** What operations are given to work with. */
export interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly cursors: Cursors
  readonly version: string
  /** The description of the public operations. */
  readonly openapi: () => JsonText
  /** Where people reach this installation, without a trailing slash. */
  readonly origin: () => string
}
