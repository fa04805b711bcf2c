// Outcomes wait here until they are stored: they are collected for a moment and settled a batch at a time.
import { settleFree, settleOutcomes } from '../../alerting/settle-outcomes.ts'
import { EvidenceFilter, figureKeys } from '../../alerting/stored-outcome.ts'
import { UsualOutcomes } from '../../alerting/usual-outcomes.ts'
import { violates } from '../../domain/alerting/condition.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import { LockTimeout } from '../../store/database/failures.ts'
import { type MetricNames, createMetricNames } from '../../store/results/metric-names.ts'
import { BatchQueue, collectMs } from '../batch-queue.ts'
import type { EngineServices } from '../services.ts'

export interface OutcomeQueue {
  report(report: OutcomeReport): void
  /** Whether no more checks should be claimed now. */
  readonly isFull?: boolean
  /** Settles what has been reported, then stops. */
  stop(): Promise<void>
}

// A batch costs ten times as much as one more outcome in it.
const maxUneventfulMs = 500
const retryLockedMs = 1000
// If the database cannot keep up, checks wait instead of outcomes, whose leases would end.
const maxWaitingForMore = 5000

export function startOutcomeQueue(services: EngineServices): OutcomeQueue {
  return new BatchingQueue(services)
}

class BatchingQueue implements OutcomeQueue {
  readonly #services: EngineServices
  readonly #names: MetricNames
  readonly #evidence = new EvidenceFilter()
  readonly #usual: UsualOutcomes
  readonly #waiting: BatchQueue<OutcomeReport>
  /** Outcomes of monitors that another session locks, which may take long. */
  readonly #locked: BatchQueue<OutcomeReport>
  #isStopping = false

  constructor(services: EngineServices) {
    this.#services = services
    this.#names = createMetricNames(services.store)
    this.#usual = new UsualOutcomes(services.store)
    const work = { ...services, kind: 'outcomes', idsOf }
    this.#waiting = new BatchQueue({ ...work, save: (reports) => this.#settle(reports) })
    this.#locked = new BatchQueue({ ...work, save: (reports) => this.#settleFree(reports) })
  }

  get isFull(): boolean {
    return this.#waiting.size + this.#locked.size >= maxWaitingForMore
  }

  report(report: OutcomeReport): void {
    this.#waiting.add(report, this.#patienceMs(report))
  }

  async stop(): Promise<void> {
    await this.#waiting.stop()
    this.#isStopping = true
    await this.#locked.stop()
  }

  /** A success that changes nothing may wait for others. */
  #patienceMs({ turn, outcome, rules, maxWaitMs = 0 }: OutcomeReport): number {
    const isUneventful =
      outcome.success &&
      this.#evidence.hasSucceeded(turn.monitorNumber) &&
      rules?.some((rule) => violates(rule, outcome)) === false
    return isUneventful ? Math.max(Math.min(maxWaitMs, maxUneventfulMs), collectMs) : collectMs
  }

  async #settle(reports: readonly OutcomeReport[]): Promise<void> {
    await this.#names.learn(figureKeys(reports))
    const context = this.#context()
    const batch = await this.#usual.add(reports, context.now)
    try {
      await settleOutcomes(this.#services.store, batch, context)
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error
      await this.#settleFree(batch)
    }
  }

  async #settleFree(reports: readonly OutcomeReport[]): Promise<void> {
    const { store, log } = this.#services
    const locked = await settleFree(store, reports, this.#context())
    if (locked.length === 0 || this.#isStopping) return
    log.warn('outcomes wait for monitors that are locked', { outcomes: locked.length })
    for (const report of locked) this.#locked.add(report, retryLockedMs)
  }

  #context() {
    const { clock, log } = this.#services
    return { names: this.#names, evidence: this.#evidence, now: clock.now(), log }
  }
}

function idsOf({ turn: { monitorNumber, location, dueAt } }: OutcomeReport): object {
  return { monitorNumber, location, dueAt }
}
