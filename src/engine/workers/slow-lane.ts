// Monitors whose checks use much CPU, such as those of a server that never stops sending, get a process of their own.
// On a busy machine, no other check is late because of them.
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder, Workers } from './workers.ts'

// A usual check costs a millisecond or two, the first one of a process some more.
const costlyMs = 20
const costlyChecksInARow = 2
const cheapMs = 10
// If many costly checks share the process, each gets little CPU and takes long.
const shortMs = 1000
// More than this would be slow together; the others run in the usual processes.
const maxRunning = 64
const maxRemembered = 10_000

type SlowPool = Workers & { readonly busy: number }

export class SlowLane implements Step {
  readonly #startPool: () => SlowPool
  readonly #costlyChecks = new Map<string, number>()
  #pool: SlowPool | undefined
  #isStopping = false

  constructor(startPool: () => SlowPool) {
    this.#startPool = startPool
  }

  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const running = this.#poolFor(order.monitorId)?.run(order) ?? next(order)
    return running.then((outcome) => {
      if (outcome) this.#weigh(order.monitorId, outcome)
      return outcome
    })
  }

  stalledMs(withinMs: number): number {
    return this.#pool?.stalledMs(withinMs) ?? 0
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#pool?.stop()
  }

  #poolFor(monitorId: string): SlowPool | undefined {
    const pool = this.#pool
    return pool?.isReady && pool.busy < maxRunning && this.#isCostly(monitorId) ? pool : undefined
  }

  #isCostly(monitorId: string): boolean {
    return (this.#costlyChecks.get(monitorId) ?? 0) >= costlyChecksInARow
  }

  #weigh(monitorId: string, { costMs = 0, durationMs }: ReportedOutcome): void {
    const isCheap = this.#isCostly(monitorId) ? costMs < cheapMs && durationMs < shortMs : costMs < costlyMs
    if (isCheap) return void this.#costlyChecks.delete(monitorId)
    if (costMs < costlyMs || this.#costlyChecks.size >= maxRemembered) return
    this.#costlyChecks.set(monitorId, (this.#costlyChecks.get(monitorId) ?? 0) + 1)
    if (this.#isCostly(monitorId) && !this.#isStopping) this.#pool ??= this.#startPool()
  }
}
