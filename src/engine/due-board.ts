// Knows when each queue of this process is due next, so that nothing polls while there is nothing to do. One statement
// per second asks for all queues, and every five seconds while nothing happens; announced changes ask at once.
import { type Clock, rest } from '../domain/clock.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import { readDueTimes } from '../store/checking/due-times.ts'
import type { Statement } from '../store/database/sql.ts'
import type { EngineServices } from './services.ts'

export interface WatchedQueue {
  /** A scalar SQL expression: when the queue is due next, or null for never. */
  dueAt(now: Date): Statement | Promise<Statement>
  /** The longest pause, for queues that also watch what is under way. */
  readonly maxRestMs?: () => number
}

/** Waits for at least `restMs`, then until the queue is due, the longest pause is over, or the signal aborts. */
export type RestUntilDue = (restMs: number, signal: AbortSignal) => Promise<void>

interface BoardServices extends EngineServices {
  /** Whether no other process queues anything; by default, others may. */
  readonly isAlone?: () => boolean
}

const pollMs = 1000
const minPollMs = 50
// What this process queues is announced, so a poll while nothing happens hardly ever finds anything.
const quietPollMs = 5000
const quietAfterMs = 10_000
// Also for queues that look idle, should their expression be wrong.
const maxRestMs = 120_000
// Multiples of it, modulo one, are far from each other: no two queues look anyway at about the same time.
const goldenRatio = 0.618

interface QueueEntry {
  readonly queue: WatchedQueue
  /** Null for never; undefined until it has been read after the last round. */
  dueAt: Date | null | undefined
  /** Rings when the due time has changed or has come. */
  readonly bell: Bell
  /** When it looks anyway, within each period of `maxRestMs`. */
  readonly offsetMs: number
}

export class DueBoard {
  readonly #services: BoardServices
  readonly #entries: QueueEntry[] = []
  readonly #stopping = new AbortController()
  readonly #requests = new Bell()
  readonly #unsubscribe: () => void
  readonly #polling: Promise<void>
  #isRequested = false
  #happenedMs: number

  constructor(services: BoardServices) {
    this.#services = services
    this.#happenedMs = services.clock.monotonicMs()
    this.#unsubscribe = services.store.onPublish((change) => this.#hear(change))
    this.#polling = this.#poll()
  }

  add(queue: WatchedQueue): RestUntilDue {
    const offsetMs = ((this.#entries.length * goldenRatio) % 1) * maxRestMs
    const entry: QueueEntry = { queue, dueAt: undefined, bell: new Bell(), offsetMs }
    this.#entries.push(entry)
    return (restMs, signal) => this.#rest(entry, restMs, signal)
  }

  async stop(): Promise<void> {
    this.#unsubscribe()
    this.#stopping.abort()
    await this.#polling
  }

  #hear(change: ChangeNotice): void {
    this.#happenedMs = this.#services.clock.monotonicMs()
    if (hasWork(change)) this.#ask()
  }

  #ask(): void {
    this.#isRequested = true
    this.#requests.ring()
  }

  async #rest(entry: QueueEntry, restMs: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#services
    const startedMs = clock.monotonicMs()
    // What the round did may have made this or another queue due.
    if (this.#isDue(entry)) this.#ask()
    entry.dueAt = undefined
    await rest(clock, restMs, signal)
    const maxMs = Math.min(entry.queue.maxRestMs?.() ?? maxRestMs, msUntilLook(entry, startedMs))
    while (!signal.aborted && !this.#isDue(entry)) {
      const leftMs = startedMs + maxMs - clock.monotonicMs()
      if (leftMs <= 0) return
      await entry.bell.wait(clock, Math.min(leftMs, this.#msUntilDue(entry)), signal)
    }
  }

  #isDue({ dueAt }: QueueEntry): boolean {
    return dueAt !== null && dueAt !== undefined && dueAt <= this.#services.clock.now()
  }

  #msUntilDue({ dueAt }: QueueEntry): number {
    return dueAt ? Math.max(dueAt.getTime() - this.#services.clock.now().getTime(), 1) : maxRestMs
  }

  #isQuiet(): boolean {
    const { clock, isAlone } = this.#services
    const isSoon = ({ dueAt }: QueueEntry): boolean =>
      dueAt !== null && dueAt !== undefined && dueAt.getTime() - clock.now().getTime() < quietAfterMs
    return (
      isAlone?.() === true &&
      clock.monotonicMs() - this.#happenedMs >= quietAfterMs &&
      !this.#entries.some((entry) => isSoon(entry))
    )
  }

  async #poll(): Promise<void> {
    const { clock, log } = this.#services
    const { signal } = this.#stopping
    while (!signal.aborted) {
      if (!this.#isRequested) await this.#requests.wait(clock, this.#isQuiet() ? quietPollMs : pollMs, signal)
      if (signal.aborted) return
      this.#isRequested = false
      await this.#readAll().catch((error: unknown) => {
        // Each queue tries by itself, and says what it could not do.
        log.debug('due times could not be read', { error: String(error) })
        for (const entry of this.#entries) this.#note(entry, new Date(0))
      })
      await rest(clock, minPollMs, signal)
    }
  }

  async #readAll(): Promise<void> {
    const { store, clock } = this.#services
    const now = clock.now()
    const entries = [...this.#entries]
    const times = await Promise.all(entries.map(({ queue }) => queue.dueAt(now)))
    const read = await readDueTimes(store, times)
    entries.forEach((entry, index) => this.#note(entry, read[index]!))
  }

  /** Wakes a queue only if there is something new: most readings of most queues are the same. */
  #note(entry: QueueEntry, dueAt: Date | null): void {
    const isNew = entry.dueAt === undefined || entry.dueAt?.getTime() !== dueAt?.getTime()
    entry.dueAt = dueAt
    if (isNew || this.#isDue(entry)) entry.bell.ring()
  }
}

/** From its last round until the queue looks anyway. */
function msUntilLook({ offsetMs }: QueueEntry, fromMs: number): number {
  return maxRestMs - ((((fromMs - offsetMs) % maxRestMs) + maxRestMs) % maxRestMs)
}

/** Finished checks alone make nothing due that the next poll does not find in time. */
const hasWork = ({ work, changed = [], incidents = [], pages = [] }: ChangeNotice): boolean =>
  work === true || changed.length + incidents.length + pages.length > 0

class Bell {
  readonly #waiting = new Set<() => void>()

  ring(): void {
    for (const wake of this.#waiting) wake()
  }

  /** Waits until it rings, the time has passed, or the signal aborts. */
  wait(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.after(ms, () => resolve())
    const wake = (): void => resolve()
    signal.addEventListener('abort', wake, { once: true })
    this.#waiting.add(wake)
    if (signal.aborted) wake()
    return promise.finally(() => {
      cancel()
      signal.removeEventListener('abort', wake)
      this.#waiting.delete(wake)
    })
  }
}
