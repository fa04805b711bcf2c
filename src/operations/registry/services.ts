import type { ArtifactStore } from '../../artifacts/index.ts'
import type { CheckType } from '../../checks/define.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { DeliveryDraft } from '../../domain/notifying/delivery.ts'
import type { Vault } from '../../domain/vault.ts'
import type { OwnProblem } from '../../domain/self-monitoring.ts'
import type { Store } from '../../store/database/database.ts'
import type { Cursors } from './cursor.ts'

export interface AccountEmail {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Writes and sends it in a while; nobody who waits for an answer can tell whether there was anything to send. */
  send(write: () => Promise<AccountEmail | null>): void
}

export interface TestedChannel {
  readonly id: number
  readonly type: string
  readonly name: string
  /** With its secrets. */
  readonly config: MonitorConfig
}

export interface ChannelTestResult {
  readonly arrived: boolean
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly error: string | null
}

/** Sends it once and waits for the answer; the channel need not be saved. */
export type SendTest = (test: DeliveryDraft, channel: TestedChannel) => Promise<ChannelTestResult>

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
  readonly problems: () => Promise<readonly OwnProblem[]>
  /** Null where no mail is configured. */
  readonly mail: Mail | null
  readonly sendTest: SendTest
  readonly artifacts: ArtifactStore
  /** The TXT records of a name; none when it has none or cannot be asked for. */
  readonly textRecords: (name: string) => Promise<readonly string[]>
  /** Where people reach this installation, without a trailing slash. */
  readonly origin: () => string
}
