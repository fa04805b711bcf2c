// Finds the check that ends probe processes. Checks that were lost with a process run apart from the others, one at a
// time: if a process ends a second time, the check that was alone in it is to blame. If thousands were lost together,
// most of them run apart together first, because one at a time would take hours.
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import { type ReportedOutcome, asReported, notChecked } from '../../domain/outcome.ts'
import { createGroupQueue } from './group-queue.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder, Workers } from './workers.ts'

const quarantineMs = 3_600_000
const maxSuspects = 10_000
const maxRunAlone = 64
const maxTogether = 256
const pollMs = 100
const refused = asReported(
  notChecked('not checked: its check has ended the probe twice; it is tried again in an hour, or when it is changed'),
)

interface QuarantineParts {
  /** Starts a process for suspects. By default, suspects run where the others do. */
  readonly startApart?: () => Workers
  /** Suspects of one group run one at a time. */
  readonly groupOf?: (order: CheckOrder) => string
  readonly clock: Clock
  readonly log: Log
}

export class Quarantine implements Step {
  readonly #parts: QuarantineParts
  readonly #suspects = new Map<string, 'alone' | 'together'>()
  /** Until when, by monitor and version. */
  readonly #quarantined = new Map<string, number>()
  readonly #queues = { alone: createGroupQueue(1), together: createGroupQueue(maxTogether) }
  readonly #apart: { alone?: Workers; together?: Workers } = {}
  #isStopping = false

  constructor(parts: QuarantineParts) {
    this.#parts = parts
  }

  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const hasNoSuspects = this.#suspects.size === 0 && this.#quarantined.size === 0
    return hasNoSuspects ? this.#runWithOthers(order, next) : this.#runWithSuspects(order, next)
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([this.#apart.alone?.stop(), this.#apart.together?.stop()])
  }

  #runWithOthers(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    return next(order).then((outcome) => {
      if (!outcome) this.#suspect(keyOf(order))
      return outcome
    })
  }

  async #runWithSuspects(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const key = keyOf(order)
    if (this.#isQuarantined(key)) return refused
    const suspect = this.#suspects.get(key)
    if (suspect === 'together') return this.#queues.together.run('', () => this.#runTogether(key, order, next))
    if (suspect === 'alone') {
      const group = this.#parts.groupOf?.(order) ?? ''
      return this.#queues.alone.run(group, () => this.#runAlone(key, order, next))
    }
    return this.#runWithOthers(order, next)
  }

  #suspect(key: string): void {
    const { size } = this.#suspects
    if (size < maxSuspects) this.#suspects.set(key, size < maxRunAlone ? 'alone' : 'together')
  }

  async #runAlone(key: string, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    if (this.#isQuarantined(key)) return refused
    // Another turn of the same monitor passed while this one waited.
    if (!this.#suspects.has(key)) return next(order)
    const outcome = await this.#runApart('alone', order, next)
    if (this.#isStopping) return null
    if (!outcome) return this.#quarantine(key, order)
    this.#suspects.delete(key)
    return outcome
  }

  async #runTogether(key: string, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const outcome = await this.#runApart('together', order, next)
    if (outcome) this.#suspects.delete(key)
    else this.#suspects.set(key, 'alone')
    return outcome
  }

  async #runApart(way: 'alone' | 'together', order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const { startApart, clock } = this.#parts
    if (!startApart) return next(order)
    const workers = (this.#apart[way] ??= startApart())
    while (!workers.isReady && !this.#isStopping) await clock.sleep(pollMs)
    return this.#isStopping ? null : workers.run(order)
  }

  #quarantine(key: string, { monitorId, type, target }: CheckOrder): ReportedOutcome {
    const { clock, log } = this.#parts
    this.#suspects.delete(key)
    this.#quarantined.set(key, clock.monotonicMs() + quarantineMs)
    log.error('a monitor is in quarantine: its check ends probe processes', { monitor: monitorId, type, target })
    return { ...refused, isQuarantined: true }
  }

  #isQuarantined(key: string): boolean {
    const until = this.#quarantined.get(key)
    if (until === undefined) return false
    if (until > this.#parts.clock.monotonicMs()) return true
    return !this.#quarantined.delete(key)
  }
}

const keyOf = ({ monitorId, version }: CheckOrder): string => `${monitorId} ${version}`
