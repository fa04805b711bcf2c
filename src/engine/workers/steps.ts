// The steps around a check: what is decided before a process runs it, and noted afterwards.
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import type { RunOrder, Workers } from './workers.ts'

export interface Step {
  /** Passes the order on to the next step, changes it, runs it elsewhere, or refuses it with an outcome. */
  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null>
  /** Whether no more checks should be claimed now. */
  readonly isFull?: boolean
  /** See `Workers`; for steps that have processes of their own. */
  stalledMs?(withinMs: number): number
  stop?(): Promise<void> | void
}

/** The same processes with these steps before them; the first step is the outermost. */
export function withSteps(workers: Workers, steps: readonly Step[]): Workers {
  const run = steps.reduceRight<RunOrder>(
    (next, step) => (order) => step.run(order, next),
    (order) => workers.run(order),
  )
  return {
    get free() {
      return steps.some(({ isFull }) => isFull) ? 0 : workers.free
    },
    get isReady() {
      return workers.isReady
    },
    stalledMs: (withinMs) =>
      Math.max(workers.stalledMs(withinMs), ...steps.map((step) => step.stalledMs?.(withinMs) ?? 0)),
    run,
    async stop() {
      await Promise.all([...steps.map((step) => step.stop?.()), workers.stop()])
    },
  }
}
