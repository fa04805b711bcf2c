import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'

/** Returns null if the process that ran the check was lost. */
export type RunOrder = (order: CheckOrder) => Promise<ReportedOutcome | null>

/** Processes that run checks. */
export interface Workers {
  /** How many more checks they should get now. They also run more than that, but may begin late. */
  readonly free: number
  /** Whether one of them has reported. Before that, none can run anything. */
  readonly isReady: boolean
  /** For how long, within the last milliseconds, the worst of them was too busy to show signs of life. */
  stalledMs(withinMs: number): number
  readonly run: RunOrder
  stop(): Promise<void>
}
