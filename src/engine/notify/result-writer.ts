// Collects results of deliveries and stores many of them in one transaction.
import { type Clock, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import type { DeliveryResult } from '../../store/notifications/deliveries.ts'
import { recordResults } from './record-results.ts'

const collectMs = 50
const retryMs = 1000

interface WriterParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

export class ResultWriter {
  readonly #parts: WriterParts
  readonly #hurry: AbortSignal
  #waiting: { readonly result: DeliveryResult; readonly written: () => void }[] = []
  #writing: Promise<void> | undefined
  #stopping = false

  /** After `hurry` aborts, results are stored without waiting for more. */
  constructor(parts: WriterParts, hurry: AbortSignal) {
    this.#parts = parts
    this.#hurry = hurry
  }

  /** Resolves when the result is stored. */
  write(result: DeliveryResult): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined))
    })
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    const { clock } = this.#parts
    while (this.#waiting.length > 0) {
      await rest(clock, collectMs, this.#hurry)
      if (await this.#writeBatch()) continue
      if (this.#stopping) return
      await clock.sleep(retryMs)
    }
  }

  async #writeBatch(): Promise<boolean> {
    const { store, clock, log } = this.#parts
    const batch = this.#waiting
    this.#waiting = []
    try {
      const results = batch.map(({ result }) => result)
      await recordResults(store, results, clock.now())
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting]
      const deliveries = this.#waiting.length
      log.error('results of deliveries could not be stored; trying again', { error: String(error), deliveries })
      return false
    }
    for (const { written } of batch) written()
    return true
  }
}
