// Outcomes on their way to the server. While it is away they are kept on disk, and sent later with their own time.
import { type Buffer, openBuffer } from '../agent/buffer.ts'
import { type Clock, rest } from '../domain/clock.ts'
import { countValues } from '../domain/limits/json-limits.ts'
import type { Log } from '../domain/log.ts'
import { type WireOutcome, maxBatchBytes, maxBatchValues, maxReported } from '../domain/probing/protocol.ts'
import { RequestRefused, ServerAway } from './server-connection.ts'

export interface OutboxParts {
  /** Where outcomes are kept. */
  readonly folder: string
  readonly clock: Clock
  readonly log: Log
  readonly send: (outcomes: readonly WireOutcome[], lost: readonly string[]) => Promise<void>
}

const gatherMs = 50
const retryMs = 2000

export class Outbox {
  readonly #parts: OutboxParts
  readonly #kept: Buffer<WireOutcome>
  readonly #stopping = new AbortController()
  #waiting: WireOutcome[] = []
  #lost: string[] = []
  #wake: (() => void) | undefined
  #isAway = false

  constructor(parts: OutboxParts) {
    this.#parts = parts
    this.#kept = openBuffer(parts.folder, () => parts.clock.now(), maxReported)
  }

  add(outcome: WireOutcome): void {
    if (this.#isAway) this.#keep([outcome])
    else this.#waiting.push(outcome)
    this.#wake?.()
  }

  /** The check will not be run here: it is due again. */
  giveBack(ticket: string): void {
    this.#lost.push(ticket)
    this.#wake?.()
  }

  /** Sends until it is stopped. Rejects if the server rejects this probe. */
  async run(): Promise<void> {
    const { clock } = this.#parts
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (this.#waiting.length + this.#lost.length === 0 && !this.#isAway && !this.#kept.oldest()) await this.#next()
      await rest(clock, gatherMs, signal)
      await this.#flush()
      if (this.#isAway) await rest(clock, retryMs, signal)
    }
  }

  /** Sends what is left; what cannot be sent is kept for the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake?.()
    await this.#flush().catch(() => undefined)
    this.#keep(this.#waiting.splice(0))
  }

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve))
  }

  async #flush(): Promise<void> {
    for (;;) {
      // What is current opens incidents, so history does not delay it.
      if (!(await this.#sendWaiting())) return
      const late = this.#kept.oldest()
      if (!late) return
      if (!(await this.#trySend(late.items, []))) return
      late.forget()
    }
  }

  async #sendWaiting(): Promise<boolean> {
    while (this.#waiting.length + this.#lost.length > 0) {
      const batch = this.#waiting.splice(0, sizeOfBatch(this.#waiting))
      const lost = this.#lost.splice(0)
      if (!(await this.#trySend(batch, lost))) return false
    }
    return true
  }

  /** Returns whether the server is there. What it will never accept is dropped, one by one. */
  async #trySend(outcomes: readonly WireOutcome[], lost: readonly string[]): Promise<boolean> {
    const { send, log } = this.#parts
    try {
      await send(outcomes, lost)
      if (this.#isAway) log.info('the server is back')
      this.#isAway = false
      return true
    } catch (error) {
      if (error instanceof ServerAway) this.#goAway(error, outcomes)
      if (error instanceof ServerAway) return false
      if (!(error instanceof RequestRefused)) throw error
      if (outcomes.length <= 1) log.error('an outcome was dropped', { reason: error.message })
      else for (const outcome of outcomes) if (!(await this.#trySend([outcome], []))) return false
      return true
    }
  }

  #goAway({ message }: ServerAway, unsent: readonly WireOutcome[]): void {
    if (!this.#isAway) this.#parts.log.warn('outcomes are kept until the server is back', { reason: message })
    const [first] = unsent
    // Repetitions of an order have the same ticket.
    const isKept = this.#kept
      .oldest()
      ?.items.some(({ ticket, ended_at: endedAt }) => ticket === first?.ticket && endedAt === first.ended_at)
    this.#isAway = true
    if (!isKept) this.#keep(unsent)
    this.#keep(this.#waiting.splice(0))
  }

  /** Screenshots and traces are too large for an outage. */
  #keep(outcomes: readonly WireOutcome[]): void {
    for (const { artifacts: _, ...outcome } of outcomes) this.#kept.keep(outcome)
  }
}

function sizeOfBatch(waiting: readonly WireOutcome[]): number {
  let bytes = 0
  let values = 0
  const end = waiting.slice(0, maxReported).findIndex((outcome) => {
    bytes += lengthOf(outcome)
    values += valuesOf(outcome)
    return bytes > maxBatchBytes || values > maxBatchValues
  })
  return end === -1 ? Math.min(waiting.length, maxReported) : Math.max(end, 1)
}

const lengthOf = ({ evidence, artifacts = [], remember = {} }: WireOutcome): number =>
  1000 + (evidence?.length ?? 0) + sum(Object.values(remember)) + sum(artifacts.map(({ data }) => data))

const sum = (texts: readonly string[]): number => texts.reduce((length, text) => length + text.length, 0)

// Whatever is not counted has few values.
const valuesOf = ({ metrics, phases = {}, remember = {}, artifacts = [], evidence }: WireOutcome): number =>
  30 +
  [metrics, phases, remember].reduce((count, part) => count + Object.keys(part).length, 0) +
  5 * artifacts.length +
  (evidence === null ? 0 : countValues(Buffer.from(evidence)))
