// Processes for checks that run untrusted scripts. Each process runs one check at a time, so a process that ends takes
// no other check with it, and it is certain which check ended it.
import type { Clock } from '../../domain/clock.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import type { Workers } from './workers.ts'

interface ProcessPoolParts {
  /** Starts a single process, which is replaced when it ends. */
  readonly startProcess: () => Workers
  readonly clock: Clock
}

const pollMs = 100
/** All processes but one stop if they are not used for this long. */
const idleMs = 60_000

interface PooledProcess {
  readonly workers: Workers
  isBusy: boolean
  cancelStop: () => void
}

/** Starts as many processes as there are checks at once; the caller limits these. */
export class ProcessPool implements Workers {
  readonly free = Infinity
  readonly isReady = true
  readonly #parts: ProcessPoolParts
  readonly #processes = new Set<PooledProcess>()
  #isStopping = false

  constructor(parts: ProcessPoolParts) {
    this.#parts = parts
  }

  stalledMs(withinMs: number): number {
    return Math.max(0, ...[...this.#processes].map(({ workers }) => workers.stalledMs(withinMs)))
  }

  async run(order: CheckOrder): Promise<ReportedOutcome | null> {
    const process = this.#take()
    return this.#runIn(process, order).finally(() => this.#putBack(process))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { cancelStop } of this.#processes) cancelStop()
    await Promise.all([...this.#processes].map(({ workers }) => workers.stop()))
  }

  #take(): PooledProcess {
    const process = [...this.#processes].find(({ isBusy }) => !isBusy) ?? {
      workers: this.#parts.startProcess(),
      isBusy: false,
      cancelStop: () => undefined,
    }
    this.#processes.add(process)
    process.cancelStop()
    process.isBusy = true
    return process
  }

  #putBack(process: PooledProcess): void {
    process.isBusy = false
    process.cancelStop = this.#parts.clock.after(idleMs, () => {
      if (this.#processes.size === 1 || this.#isStopping) return
      this.#processes.delete(process)
      void process.workers.stop()
    })
  }

  async #runIn({ workers }: PooledProcess, order: CheckOrder): Promise<ReportedOutcome | null> {
    // A check that is lost while its process starts is not to blame for it.
    while (!workers.isReady && !this.#isStopping) await this.#parts.clock.sleep(pollMs)
    return this.#isStopping ? null : workers.run(order)
  }
}
