// What goes to the processes that run checks, and what comes back.
import type { BrowserInstallation } from '../../browsers/find.ts'
import type { CheckJob } from '../../checks/run.ts'
import type { Sources } from '../../checks/sources.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'

/** One check to run: what its type needs to know, and what the steps around it need. */
export interface CheckOrder extends CheckJob<MonitorConfig> {
  readonly type: string
  /** Version of the monitor. */
  readonly version: number
  /** Takes a picture of what visitors see, and is not a check. */
  readonly forPicture?: boolean
  /** Why a check that needs a browser has none. */
  readonly browserMissing?: string
  /** Names the turn to any server, for probes elsewhere. */
  readonly ticket?: string
  /** How often a probe elsewhere repeats it while it cannot reach its server; missing for never. */
  readonly repeatEveryMs?: number
  /** Of an order from a server elsewhere: the host of its target, and whether it needs a browser. */
  readonly host?: string
  readonly inBrowser?: boolean
  /** Organization whose plan counts the check. */
  readonly organizationId?: string
  /** Aborts when the outcome is not needed any more. */
  readonly signal?: AbortSignal
  /** The caller has reserved a browser for it. */
  readonly hasSlot?: boolean
  /** How long it may wait for a place at its host; then it runs anyway. */
  readonly maxWaitMs?: number
}

/** The part of an order that the process needs. */
export type SentJob = CheckJob<MonitorConfig> & Pick<CheckOrder, 'type' | 'forPicture' | 'browserMissing'>

/** A signal cannot be sent; an order that has one is cancelled by a message. */
export type SentOrder = readonly [id: number, job: SentJob, isCancellable: boolean]

export type ToWorker = readonly SentOrder[] | { readonly cancel: number }

/** Sent when checks have begun or ended, and every second as a sign of life. */
export interface FromWorker {
  /** How many checks have begun since the last message. */
  readonly begun: number
  readonly finished: readonly (readonly [id: number, outcome: ReportedOutcome])[]
}

export interface WorkerOptions {
  readonly allowPrivate: boolean
  /** Paths of Unix sockets that checks may open. */
  readonly sockets?: readonly string[]
  readonly sources: Sources
  /** Where the browser is, for processes that drive one. */
  readonly browser?: BrowserInstallation
}
