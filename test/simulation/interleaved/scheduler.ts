// Decides whose statement is next. One statement runs at a time; a statement that waits for a lock lets others go on.
import { setImmediate } from 'node:timers/promises'
import { Died, type StatementGate } from '../process.ts'
import type { Random } from '../random.ts'

interface WaitingStatement {
  readonly owner: number
  /** Its process pauses until then. */
  readonly pausedUntil: number
  readonly enter: () => void
}

/** What PostgreSQL is doing now, apart from the question. */
export interface DatabaseActivity {
  /** Statements that run. */
  readonly running: number
  /** Statements that wait for a lock. */
  readonly waiting: number
}

interface SchedulerParts {
  readonly random: Random
  now(): number
  activity(): Promise<DatabaseActivity>
  /** How long a process pauses before a statement: usually not at all. */
  pauseMs(isInTransaction: boolean): number
}

/** A process does what follows from an answer within so many turns of the event loop. */
const quietTurns = 3
const lookAfterMs = 1
/** What does not run for so long and is not answered waits for its own process, which has no second connection. */
const maxAnswerMs = 300
/** PostgreSQL ends a transaction that is idle for longer. */
export const maxIdleMs = 10_000

export class Scheduler {
  readonly #parts: SchedulerParts
  #waiting: WaitingStatement[] = []
  /** Statements that were sent and are not answered, also those that wait for a lock. */
  #sent = 0
  #changes = 0
  #wake: () => void = () => undefined

  constructor(parts: SchedulerParts) {
    this.#parts = parts
  }

  /** The gate of a process; processes are numbered. */
  gateOf(owner: number): StatementGate {
    const pass = (): (() => void) => {
      this.#sent += 1
      this.#note()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        this.#sent -= 1
        this.#note()
      }
    }
    return {
      pass,
      enter: (isInTransaction = false) =>
        new Promise((resolve, reject) => {
          const pauseMs = this.#parts.pauseMs(isInTransaction)
          const isTooLong = isInTransaction && pauseMs > maxIdleMs
          const pausedUntil = pauseMs > 0 ? this.#parts.now() + (isTooLong ? maxIdleMs : pauseMs) : 0
          this.#waiting.push({ owner, pausedUntil, enter: () => (isTooLong ? reject(new Died()) : resolve(pass())) })
          this.#note()
        }),
    }
  }

  wakeTimes(): number[] {
    return this.#waiting.flatMap(({ pausedUntil }) => (pausedUntil > this.#parts.now() ? [pausedUntil] : []))
  }

  /** Lets statements run, until all processes are done, pause, or wait for one that does. */
  async run(): Promise<void> {
    for (;;) {
      await this.#becomeQuiet()
      const now = this.#parts.now()
      const ready = this.#waiting.filter(({ pausedUntil }) => pausedUntil <= now)
      if (ready.length === 0) {
        // A paused process may hold what others wait for. PostgreSQL ends all other waits, while the clock stands.
        if (this.#sent === 0 || this.#waiting.length > 0) return
        await this.#change()
        continue
      }
      // The order in which they arrived depends on the machine.
      const next = this.#parts.random.pick(ready.toSorted((one, other) => one.owner - other.owner))
      this.#waiting = this.#waiting.filter((one) => one !== next)
      next.enter()
    }
  }

  /** Until every statement that was sent is answered or waits for a lock, and every process waits or is done. */
  async #becomeQuiet(): Promise<void> {
    let changedAt = performance.now()
    for (;;) {
      const seen = this.#changes
      for (let turn = 0; turn < quietTurns; turn++) await setImmediate()
      if (this.#sent > 0 && seen === this.#changes) await this.#change()
      if (seen !== this.#changes) changedAt = performance.now()
      else if (this.#sent === 0) return
      else {
        const { running, waiting } = await this.#parts.activity()
        if (running > 0) changedAt = performance.now()
        const isBlocked = waiting === this.#sent || performance.now() - changedAt > maxAnswerMs
        if (isBlocked && seen === this.#changes) return
      }
    }
  }

  /** Until something changes, or for a moment. */
  async #change(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, lookAfterMs)
    await promise
    clearTimeout(timer)
  }

  #note(): void {
    this.#changes += 1
    this.#wake()
  }
}
