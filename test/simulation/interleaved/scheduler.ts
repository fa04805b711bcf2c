// Decides whose statement is next. One statement runs at a time; a statement that waits for a lock lets others go on.
import { setImmediate } from 'node:timers/promises'
import type { StatementGate } from '../process.ts'
import type { Random } from '../random.ts'

interface WaitingStatement {
  readonly owner: number
  /** Its process pauses until then. */
  readonly pausedUntil: number
  readonly enter: () => void
}

interface SchedulerParts {
  readonly random: Random
  now(): number
  /** How many of the connections wait for a lock now. */
  countLockWaits(): Promise<number>
  /** How long a process pauses before a statement: usually not at all. */
  pauseMs(): number
}

/** A process does what follows from an answer within so many turns of the event loop. */
const quietTurns = 3
const lookAfterMs = 5
/** What is not answered for so long waits for its own process, which has no second connection. */
const maxAnswerMs = 300

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
      enter: () =>
        new Promise((resolve) => {
          const pauseMs = this.#parts.pauseMs()
          const pausedUntil = pauseMs > 0 ? this.#parts.now() + pauseMs : 0
          this.#waiting.push({ owner, pausedUntil, enter: () => resolve(pass()) })
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
      if (ready.length === 0) return
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
      else if (this.#sent === 0 || (await this.#isBlocked(changedAt, seen))) return
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

  async #isBlocked(changedAt: number, seen: number): Promise<boolean> {
    const waiting = await this.#parts.countLockWaits()
    return seen === this.#changes && (waiting === this.#sent || performance.now() - changedAt > maxAnswerMs)
  }

  #note(): void {
    this.#changes += 1
    this.#wake()
  }
}
