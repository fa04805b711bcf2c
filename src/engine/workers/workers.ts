import type { RunOrder } from './steps.ts'

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
