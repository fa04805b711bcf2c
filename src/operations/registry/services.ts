import type { CheckType } from '../../checks/define.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Vault } from '../../domain/vault.ts'
import type { Problem } from '../../domain/watching.ts'
import type { Store } from '../../store/database/database.ts'
import type { Cursors } from './cursor.ts'

/** What operations are given to work with. */
export interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly cursors: Cursors
  readonly vault: Vault
  readonly version: string
  /** The description of the public operations, as JSON. */
  readonly openapi: () => string
  /** The shortest interval a type takes on this installation. */
  readonly intervalFloorOf: (check: CheckType) => number
  /** Whether channels may send to private addresses. */
  readonly allowPrivateTargets: boolean
  /** What keeps this installation from watching. */
  readonly problems: () => Promise<readonly Problem[]>
  /** Where people reach this installation, without a trailing slash. */
  readonly origin: () => string
}
