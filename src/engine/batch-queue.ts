// A queue in memory whose items are stored many at a time. While the database is away, they wait. An item that can
// never be stored is dropped, counted and logged, and holds up no other.
import { rest } from '../domain/clock.ts'
import { countRefused } from '../store/checking/refused-items.ts'
import { inParts } from './isolation.ts'
import type { EngineServices } from './services.ts'

export interface QueueWork<Item> extends EngineServices {
  /** What the items are, in the plural. */
  readonly kind: string
  /** Stores all of them or, if it throws, none. */
  save(items: readonly Item[]): Promise<void>
  /** Identifies a dropped item in the log. */
  idsOf(item: Item): object
  /** Called for an item that was dropped because it can never be stored. */
  onRefused?(item: Item): Promise<void>
}

interface DroppedItem {
  readonly ids: object
  readonly error: string
}

export const collectMs = 50
const [firstRetryMs, maxRetryMs] = [1000, 8000]
const maxBatch = 500
// Beyond this the oldest are dropped.
const maxWaiting = 50_000
const maxLogged = 20

export class BatchQueue<Item> {
  readonly #work: QueueWork<Item>
  readonly #stopping = new AbortController()
  readonly #working: Promise<void>
  #waiting: Item[] = []
  #underway = 0
  #dropped: DroppedItem[] = []
  #uncounted = 0
  #failures = 0
  #saveAtMs = Infinity
  #wake: (() => void) | undefined

  constructor(work: QueueWork<Item>) {
    this.#work = work
    this.#working = this.#saveAll()
  }

  /** How many items are not stored yet. */
  get size(): number {
    return this.#waiting.length + this.#underway
  }

  /** The item is stored with others after this time, or earlier. */
  add(item: Item, patienceMs = collectMs): void {
    this.#waiting.push(item)
    if (this.#waiting.length > maxWaiting) this.#drop(this.#waiting.shift()!, 'too many wait')
    const saveAtMs = this.#work.clock.monotonicMs() + patienceMs
    if (saveAtMs >= this.#saveAtMs && this.#waiting.length < maxBatch) return
    this.#saveAtMs = Math.min(this.#saveAtMs, saveAtMs)
    this.#wake?.()
  }

  /** Stores what waits without waiting for more. */
  flush(): void {
    this.#saveAtMs = -Infinity
    this.#wake?.()
  }

  /** Stores what waits, unless that fails now, and stops. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake?.()
    await this.#working
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #saveAll(): Promise<void> {
    while (!this.#isStopping || (this.#waiting.length > 0 && this.#failures === 0)) {
      await this.#collect()
      this.#saveAtMs = Infinity
      if (this.#waiting.length > 0) await this.#saveBatch()
    }
  }

  async #collect(): Promise<void> {
    const { clock } = this.#work
    while (this.#waiting.length < maxBatch && !this.#isStopping) {
      const leftMs = this.#saveAtMs - clock.monotonicMs()
      if (leftMs <= 0) return
      await this.#sleepUntilWoken(leftMs)
    }
  }

  async #sleepUntilWoken(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = ms === Infinity ? undefined : this.#work.clock.after(ms, () => resolve())
    this.#wake = resolve
    await promise
    this.#wake = undefined
    cancel?.()
  }

  async #saveBatch(): Promise<void> {
    const { clock, log, kind } = this.#work
    const batch = this.#waiting.splice(0, maxBatch)
    this.#underway = batch.length
    let done = 0
    const save = async (part: readonly Item[]): Promise<void> => {
      await this.#work.save(part)
      done += part.length
    }
    const refuse = async (item: Item, error: unknown): Promise<void> => {
      done += 1
      await this.#refuse(item, error)
    }
    const failure = await inParts(batch, save, refuse).catch((error: unknown) => ({ error: String(error) }))
    this.#underway = 0
    this.#waiting = [...batch.slice(done), ...this.#waiting]
    this.#failures = failure ? this.#failures + 1 : 0
    if (failure) {
      log.error(`${kind} could not be stored; trying again`, { ...failure, waiting: this.#waiting.length })
      await rest(clock, Math.min(firstRetryMs * 2 ** (this.#failures - 1), maxRetryMs), this.#stopping.signal)
    }
    await this.#reportDropped()
    const patienceMs = failure ? 0 : collectMs
    if (this.#waiting.length > 0) this.#saveAtMs = Math.min(this.#saveAtMs, clock.monotonicMs() + patienceMs)
  }

  async #refuse(item: Item, error: unknown): Promise<void> {
    const { log, kind, onRefused } = this.#work
    this.#drop(item, String(error))
    await onRefused?.(item).catch((reason: unknown) =>
      log.error(`${kind} could not be cleaned up`, { error: String(reason) }),
    )
  }

  #drop(item: Item, error: string): void {
    if (this.#dropped.length < maxLogged) this.#dropped.push({ ids: this.#work.idsOf(item), error })
    this.#uncounted += 1
  }

  async #reportDropped(): Promise<void> {
    const { store, clock, log, kind } = this.#work
    if (this.#dropped.length > 0) log.error(`${kind} were dropped`, { count: this.#uncounted, first: this.#dropped })
    this.#dropped = []
    if (this.#uncounted === 0 || this.#failures > 0) return
    const count = this.#uncounted
    this.#uncounted = 0
    await countRefused(store, { kind, count }, clock.now()).catch(() => {
      // Counted with the next batch; the log has named them.
      this.#uncounted += count
    })
  }
}
