// The judge turns outcomes into what is known. It gathers them for a moment and settles each batch in one statement.
import { factsOf } from '../../checks/index.ts'
import { objectionTo, violates } from '../../domain/alerting/condition.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Log } from '../../domain/log.ts'
import type { Store } from '../../store/database/database.ts'
import type { JobRule } from '../../store/checking/jobs.ts'
import { type Report as Settling, settleOutcomes } from '../../store/incidents/judgement.ts'
import { type MetricNames, columnOf, createMetricNames } from '../../store/results/metric-names.ts'
import type { Turn } from '../../store/checking/turns.ts'
import type { WrittenOutcome } from '../probe/messages.ts'

export interface Report {
  readonly turn: Turn
  readonly at: Date
  readonly outcome: WrittenOutcome
  readonly rules: readonly JobRule[]
}

export interface Judge {
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

export function startJudge({ store, clock, log }: { store: Store; clock: Clock; log: Log }): Judge {
  const names = createMetricNames(store)
  const isWorthKeeping = createEvidenceFilter()
  const waiting: Report[] = []
  let wake: (() => void) | undefined
  let stopping = false
  let failures = 0

  const settleNext = async (): Promise<void> => {
    const batch = waiting.slice(0, largestBatch)
    try {
      if (failures < triesTogether) await settle(store, batch, { names, isWorthKeeping, now: clock.now() })
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
    const attempts = await Promise.allSettled(
      batch.map((report) => settle(store, [report], { names, isWorthKeeping, now: clock.now() })),
    )
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

interface Means {
  readonly names: MetricNames
  readonly isWorthKeeping: EvidenceFilter
  readonly now: Date
}

async function settle(store: Store, batch: readonly Report[], { names, isWorthKeeping, now }: Means): Promise<void> {
  await names.learn(batch.flatMap(({ outcome }) => Object.keys(outcome.metrics)))
  await settleOutcomes(
    store,
    batch.map((report) => toSettle(report, { names, isWorthKeeping })),
    { now, factsOf },
  )
}

function toSettle({ turn, at, outcome, rules }: Report, { names, isWorthKeeping }: Omit<Means, 'now'>): Settling {
  const { infrastructure = false } = outcome
  const objection = outcome.success
    ? objectionTo(
        outcome.statusCode,
        rules.filter(({ severity }) => severity === 'critical'),
      )
    : null
  const success = outcome.success && objection === null
  const isViolated = rules.some((rule) => violates(rule, outcome) === true)
  return {
    row: {
      monitorNumber: turn.monitorNumber,
      slot: turn.slot,
      location: turn.location,
      dueAt: turn.dueAt,
      at,
      durationMs: outcome.durationMs,
      statusCode: outcome.statusCode,
      success,
      infrastructure,
      error: outcome.error ?? objection,
      metrics: names.pack(metricsWithoutColumn(outcome)),
      evidence: isViolated || isWorthKeeping(turn.monitorNumber, success, at) ? outcome.evidence : null,
      suspicious: !infrastructure && (!success || isViolated),
    },
    outcome: { ...outcome, at, dueAt: turn.dueAt, location: turn.location, infrastructure },
  }
}

/** The status code and the duration have columns of their own. A failed check may have come to neither: it keeps what it has. */
function metricsWithoutColumn({ success, metrics, statusCode, durationMs }: WrittenOutcome): WrittenOutcome['metrics'] {
  if (!success) return metrics
  const isElsewhere = ([key, value]: [string, number]): boolean => {
    const column = columnOf(key)
    return column === 'duration_ms'
      ? Math.abs(value - durationMs) < 1
      : column === 'status_code' && value === statusCode
  }
  return Object.fromEntries(Object.entries(metrics).filter((entry) => !isElsewhere(entry)))
}

type EvidenceFilter = (monitorNumber: number, success: boolean, at: Date) => boolean

// To write the whole answer of a healthy monitor with every check would cost as much as everything else about the check.
const staleAfterMs = 300_000

/** Whether an answer is worth keeping in full: a failure, the first success after one, or one after a while. */
function createEvidenceFilter(): EvidenceFilter {
  const lastKept = new Map<number, number>()
  return (monitorNumber, success, at) => {
    if (!success) {
      lastKept.delete(monitorNumber)
      return true
    }
    if (at.getTime() - (lastKept.get(monitorNumber) ?? Number.NEGATIVE_INFINITY) < staleAfterMs) return false
    lastKept.set(monitorNumber, at.getTime())
    return true
  }
}
