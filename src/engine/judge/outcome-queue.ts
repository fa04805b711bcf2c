// Outcomes wait here to be settled: they are gathered for a moment and settled a batch at a time.
import { settleFree, settleOutcomes } from '../../alerting/settle-outcomes.ts'
import { createEvidenceFilter, figureKeys } from '../../alerting/stored-outcome.ts'
import type { OutcomeReport } from '../../domain/alerting/report.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import { LockTimeout } from '../../store/database/failures.ts'
import { createMetricNames } from '../../store/results/metric-names.ts'

export interface OutcomeQueue {
  report(report: OutcomeReport): void
  /** Settles what has been reported, then stops. */
  stop(): Promise<void>
}

const gatherMs = 50
const maxBatch = 500
const retryMs = 1000
const triesTogether = 3
// Beyond this the oldest are let go: their leases lapse and the checks run again.
const maxWaiting = 50_000

export function startOutcomeQueue({ store, clock, log }: { store: Store; clock: Clock; log: Log }): OutcomeQueue {
  const names = createMetricNames(store)
  const isWorthKeeping = createEvidenceFilter()
  const waiting: OutcomeReport[] = []
  /** Their monitors are held by somebody else, who may take long. */
  let heldUp: readonly OutcomeReport[] = []
  let wake: (() => void) | undefined
  let stopping = false
  let failures = 0

  const settle = async (batch: readonly OutcomeReport[]): Promise<void> => {
    const settling = { names, isWorthKeeping, now: clock.now(), log }
    await names.learn(batch.flatMap(({ outcome }) => figureKeys(outcome)))
    try {
      await settleOutcomes(store, batch, settling)
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error
      const held = await settleFree(store, batch, settling)
      heldUp = [...heldUp, ...held].slice(-maxWaiting)
      if (held.length > 0) log.warn('outcomes wait for monitors that somebody else holds', { outcomes: held.length })
    }
  }

  const settleHeldUp = async (): Promise<void> => {
    const again = heldUp.slice(0, maxBatch)
    heldUp = heldUp.slice(again.length)
    const held = await settleFree(store, again, { names, isWorthKeeping, now: clock.now(), log }).catch(() => null)
    // Whatever is wrong with them is dealt with among the others.
    if (held) heldUp = [...heldUp, ...held]
    else waiting.push(...again)
  }

  const settleNext = async (): Promise<void> => {
    const batch = waiting.slice(0, maxBatch)
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
  const settleApart = async (batch: readonly OutcomeReport[]): Promise<void> => {
    const attempts = await Promise.allSettled(batch.map((report) => settle([report])))
    const refused = attempts.filter((attempt) => attempt.status === 'rejected')
    if (refused.length === batch.length) throw refused[0]!.reason
    if (refused.length > 0)
      log.error('outcomes were dropped', { error: String(refused[0]!.reason), outcomes: refused.length })
  }

  const nextWork = (): Promise<void> => {
    const reported = new Promise<void>((resolve) => (wake = resolve))
    return heldUp.length > 0 ? Promise.race([reported, clock.sleep(retryMs)]) : reported
  }

  const work = async (): Promise<void> => {
    for (;;) {
      if (waiting.length === 0) {
        if (stopping) return
        await nextWork()
      }
      if (waiting.length < maxBatch && !stopping) await clock.sleep(gatherMs)
      if (waiting.length > 0) await settleNext()
      if (heldUp.length > 0) await settleHeldUp()
      if (stopping && failures > 0) return
    }
  }
  const done = work()

  return {
    report(report) {
      waiting.push(report)
      if (waiting.length > maxWaiting) waiting.shift()
      wake?.()
    },
    async stop() {
      stopping = true
      wake?.()
      await done
    },
  }
}
