// Outcomes wait here until they are stored: they are collected for a moment and settled a batch at a time.
import { settleFree, settleOutcomes } from '../../alerting/settle-outcomes.ts'
import { EvidenceFilter, figureKeys } from '../../alerting/stored-outcome.ts'
import { UsualOutcomes } from '../../alerting/usual-outcomes.ts'
import { violates } from '../../domain/alerting/condition.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import { LockTimeout } from '../../store/database/failures.ts'
import { type MetricNames, createMetricNames } from '../../store/results/metric-names.ts'

export interface OutcomeQueue {
  report(report: OutcomeReport): void
  /** Whether no more checks should be claimed now. */
  readonly isFull?: boolean
  /** Settles what has been reported, then stops. */
  stop(): Promise<void>
}

interface QueueServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

const collectMs = 50
// A batch costs ten times as much as one more outcome in it.
const maxUneventfulMs = 500
const maxBatch = 500
const retryMs = 1000
const maxTriesTogether = 3
// If the database cannot keep up, checks wait instead of outcomes, whose leases would end.
const maxWaitingForMore = 5000
// Beyond this the oldest are dropped: their leases end and the checks run again.
const maxWaiting = 50_000

export function startOutcomeQueue(services: QueueServices): OutcomeQueue {
  return new BatchingQueue(services)
}

class BatchingQueue implements OutcomeQueue {
  readonly #services: QueueServices
  readonly #names: MetricNames
  readonly #evidence = new EvidenceFilter()
  readonly #usual: UsualOutcomes
  readonly #waiting: OutcomeReport[] = []
  /** Outcomes of monitors that another session locks, which may take long. */
  #locked: readonly OutcomeReport[] = []
  #wake: (() => void) | undefined
  #settleAtMs = Infinity
  #isStopping = false
  #failures = 0
  readonly #working: Promise<void>

  constructor(services: QueueServices) {
    this.#services = services
    this.#names = createMetricNames(services.store)
    this.#usual = new UsualOutcomes(services.store)
    this.#working = this.#work()
  }

  get isFull(): boolean {
    return this.#waiting.length + this.#locked.length >= maxWaitingForMore
  }

  report(report: OutcomeReport): void {
    this.#waiting.push(report)
    if (this.#waiting.length > maxWaiting) this.#waiting.shift()
    const settleAtMs = this.#services.clock.monotonicMs() + this.#patienceMs(report)
    if (settleAtMs >= this.#settleAtMs && this.#waiting.length < maxBatch) return
    this.#settleAtMs = Math.min(this.#settleAtMs, settleAtMs)
    this.#wake?.()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#wake?.()
    await this.#working
  }

  /** A success that changes nothing may wait for others. */
  #patienceMs({ turn, outcome, rules, maxWaitMs = 0 }: OutcomeReport): number {
    const isUneventful =
      outcome.success &&
      this.#evidence.hasSucceeded(turn.monitorNumber) &&
      rules?.some((rule) => violates(rule, outcome)) === false
    return isUneventful ? Math.max(Math.min(maxWaitMs, maxUneventfulMs), collectMs) : collectMs
  }

  async #work(): Promise<void> {
    for (;;) {
      if (this.#waiting.length === 0 && this.#isStopping) return
      await this.#collect()
      if (this.#waiting.length > 0) await this.#settleBatch()
      if (this.#locked.length > 0) await this.#settleLocked()
      if (this.#isStopping && this.#failures > 0) return
    }
  }

  /** Waits until a batch is full or due, or until locked outcomes are tried again. */
  async #collect(): Promise<void> {
    const { clock } = this.#services
    const retryAtMs = this.#locked.length > 0 ? clock.monotonicMs() + retryMs : Infinity
    while (this.#waiting.length < maxBatch && !this.#isStopping) {
      const leftMs = Math.min(this.#settleAtMs, retryAtMs) - clock.monotonicMs()
      if (leftMs <= 0) return
      await this.#sleepUntilWoken(leftMs)
    }
  }

  async #sleepUntilWoken(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = ms === Infinity ? undefined : this.#services.clock.after(ms, () => resolve())
    this.#wake = resolve
    await promise
    this.#wake = undefined
    cancel?.()
  }

  async #settleBatch(): Promise<void> {
    const { clock, log } = this.#services
    const batch = this.#waiting.slice(0, maxBatch)
    this.#settleAtMs = Infinity
    try {
      if (this.#failures < maxTriesTogether) await this.#settle(batch)
      else await this.#settleOneByOne(batch)
      this.#waiting.splice(0, batch.length)
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      log.error('outcomes could not be stored; trying again', { error: String(error), outcomes: this.#waiting.length })
      if (!this.#isStopping) await clock.sleep(retryMs)
    }
    if (this.#waiting.length > 0 && this.#settleAtMs === Infinity) this.#settleAtMs = clock.monotonicMs() + collectMs
  }

  async #settle(reports: readonly OutcomeReport[]): Promise<void> {
    const { store, log } = this.#services
    await this.#names.learn(figureKeys(reports))
    const context = this.#context()
    const batch = await this.#usual.add(reports, context.now)
    try {
      await settleOutcomes(store, batch, context)
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error
      const locked = await settleFree(store, batch, context)
      this.#locked = [...this.#locked, ...locked].slice(-maxWaiting)
      if (locked.length > 0) log.warn('outcomes wait for monitors that are locked', { outcomes: locked.length })
    }
  }

  /** One outcome that cannot be stored must not hold up the others. If none can be stored, the database is at fault. */
  async #settleOneByOne(batch: readonly OutcomeReport[]): Promise<void> {
    const attempts = await Promise.allSettled(batch.map((report) => this.#settle([report])))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    if (refused.length === batch.length) throw refused[0]!.reason
    if (refused.length > 0)
      this.#services.log.error('outcomes were dropped', {
        error: String(refused[0]!.reason),
        outcomes: refused.length,
      })
  }

  async #settleLocked(): Promise<void> {
    const again = this.#locked.slice(0, maxBatch)
    this.#locked = this.#locked.slice(again.length)
    const locked = await settleFree(this.#services.store, again, this.#context()).catch(() => null)
    // If they fail for another reason, they are handled with the others.
    if (locked) this.#locked = [...this.#locked, ...locked]
    else for (const report of again) this.report(report)
  }

  #context() {
    const { clock, log } = this.#services
    return { names: this.#names, evidence: this.#evidence, now: clock.now(), log }
  }
}
