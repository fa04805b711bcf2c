// Outcomes wait here to be settled: they are gathered for a moment and settled a batch at a time.
import { settleOutcomes } from '../../alerting/settle-outcomes.ts'
import { createEvidenceFilter } from '../../alerting/stored-outcome.ts'
import type { Report } from '../../domain/alerting/report.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import { createMetricNames } from '../../store/results/metric-names.ts'

export interface OutcomeQueue {
  report(report: Report): void
  /** Settles what has been reported, then stops. */
  stop(): Promise<void>
}

const gatherMs = 50
const largestBatch = 500
const retryMs = 1000
const triesTogether = 3
// Beyond this the oldest are let go: their leases lapse and the checks run again.
const mostWaiting = 50_000

export function startOutcomeQueue({ store, clock, log }: { store: Store; clock: Clock; log: Log }): OutcomeQueue {
  const names = createMetricNames(store)
  const isWorthKeeping = createEvidenceFilter()
  const waiting: Report[] = []
  const settle = async (batch: readonly Report[]): Promise<void> => {
    await names.learn(batch.flatMap(({ outcome }) => Object.keys(outcome.metrics)))
    await settleOutcomes(store, batch, { names, isWorthKeeping, now: clock.now(), log })
  }
  let wake: (() => void) | undefined
  let stopping = false
  let failures = 0

  const settleNext = async (): Promise<void> => {
    const batch = waiting.slice(0, largestBatch)
    try {
      if (failures < triesTogether) await settle(batch)
      else await settleApart(batch)
      waiting.splice(0, batch.length)
      failures = 0
    } catch (error) {
      failures += 1
      log.error('outcomes could not be stored; trying again', { error: String(error), outcomes: waiting.length })
      if (!stopping) await clock.sleep(retryMs)
    }
  }

  /** One that cannot be stored must not hold up the others. That none can be is the database's fault, not theirs. */
  const settleApart = async (batch: readonly Report[]): Promise<void> => {
    const attempts = await Promise.allSettled(batch.map((report) => settle([report])))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    if (refused.length === batch.length) throw refused[0]!.reason
    if (refused.length > 0)
      log.error('outcomes were dropped', { error: String(refused[0]!.reason), outcomes: refused.length })
  }

  const work = async (): Promise<void> => {
    for (;;) {
      if (waiting.length === 0) {
        if (stopping) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
      if (waiting.length < largestBatch && !stopping) await clock.sleep(gatherMs)
      if (waiting.length > 0) await settleNext()
      if (stopping && failures > 0) return
    }
  }
  const done = work()

  return {
    report(report) {
      waiting.push(report)
      if (waiting.length > mostWaiting) waiting.shift()
      wake?.()
    },
    async stop() {
      stopping = true
      wake?.()
      await done
    },
  }
}
