import type { ArtifactStore } from '../../artifacts/index.ts'
import type { CallbackContext } from '../../channels/define.ts'
import type { CheckType } from '../../checks/define.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { DeliveryDraft } from '../../domain/notifying/delivery.ts'
import type { Vault } from '../../domain/vault.ts'
import type { OwnProblem } from '../../domain/self-monitoring.ts'
import type { OpenIdClient } from '../../domain/people/open-id.ts'
import type { SendVendorRequest } from '../../importers/source.ts'
import type { Store } from '../../store/database/database.ts'
import type { Cursors } from './cursor.ts'
import type { DocumentReader } from './document-reader.ts'

export interface AccountEmail {
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[]
}

export interface Mail {
  /** Sends in the background, so that the response time does not reveal whether there was an email to send. */
  send(write: () => Promise<AccountEmail | null>): void
}

export interface Background {
  /** Runs work that goes on after the response. The signal aborts if the process stops before it is done. */
  start(name: string, work: (signal: AbortSignal) => Promise<void>): void
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

/** Sends a test once and waits for the result; the channel need not be saved. */
export type SendTest = (test: DeliveryDraft, channel: TestedChannel) => Promise<ChannelTestResult>

/** The services that operations use. */
export interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly cursors: Cursors
  readonly vault: Vault
  readonly version: string
  /** The description of the public operations, as JSON. */
  readonly openapi: () => string
  /** The minimum interval of a type on this installation. */
  readonly intervalFloorOf: (check: CheckType) => number
  /** Whether channels may send to private addresses. */
  readonly allowPrivateTargets: boolean
  /** The current problems of this installation. */
  readonly problems: () => Promise<readonly OwnProblem[]>
  /** Null if email is not configured. */
  readonly mail: Mail | null
  readonly background: Background
  readonly sendTest: SendTest
  readonly artifacts: ArtifactStore
  /** The TXT records of a name; empty if it has none or the lookup fails. */
  readonly textRecords: (name: string) => Promise<readonly string[]>
  /** Fetches a Client ID Metadata Document from a public address; throws an OAuthError if that fails. */
  readonly clientDocument: (url: string) => Promise<string>
  /** Whether programs may register themselves. */
  readonly clientRegistration: boolean
  /** Requests the APIs of other tools while monitors are imported from them. */
  readonly sendToVendor: SendVendorRequest
  readonly documents: DocumentReader
  /** The client of the providers for single sign-on. */
  readonly openId: OpenIdClient
  /** How callbacks of vendors reach the vendor. */
  readonly callbackNet: CallbackContext['net']
  /** The public address of this installation, without a trailing slash. */
  readonly origin: () => string
}
