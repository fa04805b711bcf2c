// Processes that run many checks each. A process that ends, or shows no sign of life, is replaced; only the checks that
// it was running are lost.
import { type Clock, repeat, rest } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { Capacity } from './capacity.ts'
import type { CheckOrder, WorkerOptions } from './messages.ts'
import { Worker } from './worker.ts'
import type { Workers } from './workers.ts'

export interface WorkerPoolParts {
  readonly count: number
  /** By default, there are never more processes than `count`. */
  readonly capacity?: Capacity
  /** After this time without checks, a process beyond `count` ends. */
  readonly idleMs?: number
  /** After this time without checks, all processes end until the next check; by default, `count` of them stay. */
  readonly sleepAfterMs?: { readonly unused: number; readonly used: number }
  readonly options: WorkerOptions
  readonly env: Readonly<Record<string, string | undefined>>
  /** Options of Node, beside the usual limits. */
  readonly flags?: readonly string[]
  readonly clock: Clock
  readonly log: Log
  /** The program of the processes. */
  readonly program?: URL
}

const lookEveryMs = 1000
const maxSilentSeconds = 5
// On a tenth of a core, a process takes half a minute to start.
const maxStartingSeconds = 300
const defaultIdleMs = 60_000
const restartMs = 2000
// Checks are claimed no faster than they begin, so that other probes can claim the rest.
const maxUnbegun = 500
const minRoom = 1000
const wakePollMs = 20
const defaultMaxPerWorker = 4000
const workerProgram = new URL('./worker-program.ts', import.meta.url)

export class WorkerPool implements Workers {
  readonly #parts: WorkerPoolParts
  readonly #capacity: Capacity
  readonly #stopping = new AbortController()
  readonly #watching: Promise<void>
  #workers: Worker[] = []
  #nextId = 1
  #isAsleep = false
  #waking: Promise<void> | null = null

  constructor(parts: WorkerPoolParts) {
    const { count, clock } = parts
    this.#parts = parts
    this.#capacity = parts.capacity ?? {
      maxPerWorker: defaultMaxPerWorker,
      maxWorkers: count,
      maxInFlight: count * defaultMaxPerWorker,
    }
    this.#startAll()
    this.#watching = repeat(() => this.#look(), { clock, everyMs: lookEveryMs, signal: this.#stopping.signal })
  }

  get processes(): number {
    return this.#workers.length
  }

  get busy(): number {
    return this.#workers.reduce((sum, worker) => sum + worker.busy, 0)
  }

  get free(): number {
    if (this.#isAsleep) return this.#waking ? 0 : maxUnbegun
    const rooms = this.#workers.map((worker) =>
      worker.isReady ? Math.min(this.#roomOf(worker), Math.max(maxUnbegun - worker.unbegun, 0)) : 0,
    )
    const room = rooms.reduce((sum, one) => sum + one, 0)
    return Math.max(Math.min(room, this.#capacity.maxInFlight - this.busy), 0)
  }

  get isReady(): boolean {
    return this.#isAsleep || this.#workers.some((worker) => worker.isReady)
  }

  stalledMs(withinMs: number): number {
    return Math.max(0, ...this.#workers.map((worker) => worker.stalledMs(withinMs)))
  }

  run(order: CheckOrder): Promise<ReportedOutcome | null> {
    if (!this.#isAsleep) return this.#runNow(order)
    this.#waking ??= this.#wake()
    return this.#waking.then(() => this.#runNow(order))
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#watching
    await Promise.all(this.#workers.map((worker) => worker.end()))
  }

  #runNow(order: CheckOrder): Promise<ReportedOutcome | null> {
    return this.#workerForNext()?.run(this.#nextId++, order) ?? Promise.resolve(null)
  }

  /** A check that is lost while its process starts would be blamed for it, so it waits. */
  async #wake(): Promise<void> {
    const { signal } = this.#stopping
    this.#startAll()
    while (!signal.aborted && !this.#workers.some((worker) => worker.isReady))
      await rest(this.#parts.clock, wakePollMs, signal)
    this.#isAsleep = false
    this.#waking = null
  }

  #startAll(): void {
    for (let n = 0; n < this.#parts.count; n++) this.#start()
  }

  #start(): void {
    const { options, env, flags, clock, program = workerProgram } = this.#parts
    const onEnd = (reason: string): void => void this.#replace(worker, reason)
    const worker: Worker = new Worker({ program, options, env, flags, clock, onEnd })
    this.#workers.push(worker)
  }

  async #replace(worker: Worker, reason: string): Promise<void> {
    const { clock, log } = this.#parts
    const { signal } = this.#stopping
    if (signal.aborted || !this.#workers.includes(worker)) return
    this.#remove(worker)
    log.error('a probe process is replaced', { reason, pid: worker.pid, lost: worker.busy })
    void worker.end()
    // A process that fails while it starts will probably fail again.
    if (!worker.isReady) await rest(clock, restartMs, signal)
    if (!signal.aborted) this.#start()
  }

  #look(): void {
    if (this.#isAsleep && !this.#waking) return
    const silent = this.#workers.filter(
      (worker) => worker.look() > (worker.isReady ? maxSilentSeconds : maxStartingSeconds),
    )
    for (const worker of silent) void this.#replace(worker, 'no sign of life')
    if (this.#waking) return
    this.#endIdle()
    if (this.#isUnneeded()) this.#sleep()
    else this.#addIfFull()
  }

  #endIdle(): void {
    const { count, idleMs = defaultIdleMs } = this.#parts
    const idle = this.#workers.slice(count).find((worker) => worker.looksWithoutWork * lookEveryMs > idleMs)
    if (!idle) return
    this.#remove(idle)
    void idle.end()
  }

  #isUnneeded(): boolean {
    const { sleepAfterMs } = this.#parts
    if (!sleepAfterMs) return false
    const afterMs = this.#nextId === 1 ? sleepAfterMs.unused : sleepAfterMs.used
    return this.#workers.every((worker) => worker.looksWithoutWork * lookEveryMs > afterMs)
  }

  #sleep(): void {
    this.#isAsleep = true
    for (const worker of this.#workers.splice(0)) void worker.end()
  }

  #addIfFull(): void {
    const { maxPerWorker, maxWorkers } = this.#capacity
    const room = this.#workers.reduce((sum, worker) => sum + this.#roomOf(worker), 0)
    if (room >= Math.min(minRoom, maxPerWorker / 2) || this.#workers.length >= maxWorkers) return
    this.#parts.log.info('a probe process is added: the others have no room for more checks', { busy: this.busy })
    this.#start()
  }

  /** Processes beyond `count` get only checks for which the others have no room, so that they become idle again. */
  #workerForNext(): Worker | undefined {
    const { count } = this.#parts
    if (this.#workers.length === 1) return this.#workers[0]
    const ready = this.#workers.filter((worker) => worker.isReady)
    const usual = ready.filter((worker) => this.#workers.indexOf(worker) < count && this.#roomOf(worker) > 0)
    const choice = [usual, ready, this.#workers].find((some) => some.length > 0) ?? []
    return choice.toSorted((a, b) => a.busy - b.busy)[0]
  }

  #roomOf(worker: Worker): number {
    return Math.max(this.#capacity.maxPerWorker - worker.busy, 0)
  }

  #remove(worker: Worker): void {
    this.#workers = this.#workers.filter((other) => other !== worker)
  }
}
