// What the probe and the processes that run its checks say to each other.
import type { BrowserInstallation } from '../../browsers/find.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { CheckMemory, ReportedOutcome } from '../../domain/outcome.ts'
import type { Sources } from '../../checks/sources.ts'
import type { Variables } from '../../checks/run.ts'
import type { SharedAnswers } from '../../domain/checking/shared-answer.ts'

export interface WorkerOrder {
  readonly id: number
  readonly type: string
  readonly monitorId: string
  /** Of the monitor. */
  readonly version: number
  readonly target: string
  readonly config: MonitorConfig
  readonly deadlineMs: number
  readonly isCancellable?: boolean
  /** The check also carries its type's daily scan. */
  readonly withScan?: boolean
  /** It is to look like what a visitor sees, and is no check. */
  readonly forPicture?: boolean
  /** What an earlier check asked to be remembered. */
  readonly known?: CheckMemory
  /** Why a check that needs a browser has none. */
  readonly browserMissing?: string
  /** What is known to all monitors. */
  readonly shared?: SharedAnswers
  /** Of the organization, in clear. */
  readonly variables?: Variables
}

/** What is asked of the processes together. */
export interface CheckOrder extends Omit<WorkerOrder, 'id' | 'isCancellable'> {
  /** Organization whose plan counts the check. */
  readonly organizationId?: string
  /** Aborts when nobody wants it any more. */
  readonly signal?: AbortSignal
  /** The caller has reserved a browser for it. */
  readonly hasSlot?: boolean
  /** How long it may wait for a place at its host; then it runs anyway. */
  readonly maxWaitMs?: number
}

export type ToWorker = WorkerOrder[] | { readonly cancel: number }

export interface CheckReport {
  readonly id: number
  readonly at: number
  /** CPU time. */
  readonly costMs: number
  readonly outcome: ReportedOutcome
  /** From this check on its monitor is in quarantine. */
  readonly quarantined?: true
}

export interface WorkerOptions {
  readonly allowPrivate: boolean
  readonly sources: Sources
  /** Where the browser is, in the processes that drive one. */
  readonly browser?: BrowserInstallation
}

/** Sent when checks have begun or ended, and every second as a sign of life. */
export interface FromWorker {
  /** How many checks have begun since the last message. */
  readonly begun: number
  readonly finished: readonly CheckReport[]
}
