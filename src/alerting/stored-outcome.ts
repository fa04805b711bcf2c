// Decides what is stored of a reported outcome.
import { columnOf } from '../checks/index.ts'
import { objectionTo, violates } from '../domain/alerting/condition.ts'
import type { OutcomeReport } from '../domain/alerting/report.ts'
import { expiryFigures } from '../domain/checking/expiry.ts'
import type { ReportedOutcome } from '../domain/outcome.ts'
import type { MetricNames } from '../store/results/metric-names.ts'
import type { StoredOutcome } from '../store/results/record-outcomes.ts'

export interface StoringContext {
  readonly names: MetricNames
  readonly evidence: Pick<EvidenceFilter, 'isWorthKeeping'>
}

/** A response fails if a critical rule rejects its status. */
export function toStored(
  { turn, at, outcome, rules }: OutcomeReport,
  { names, evidence }: StoringContext,
): StoredOutcome {
  const { infrastructure = false } = outcome
  const critical = (rules ?? []).filter(({ severity }) => severity === 'critical')
  const objection = outcome.success ? objectionTo(outcome.statusCode, critical) : null
  const success = outcome.success && objection === null
  const isViolated = rules === null || rules.some((rule) => violates(rule, outcome) === true)
  const isKeptInFull = isViolated || evidence.isWorthKeeping(turn.monitorNumber, success, at)
  const kept = { ...metricsWithoutColumn(outcome), ...expiryFigures(outcome.expiresAt) }
  return {
    monitorNumber: turn.monitorNumber,
    slot: turn.slot,
    location: turn.location,
    dueAt: turn.dueAt,
    nextDueAt: turn.nextDueAt,
    at,
    durationMs: outcome.durationMs,
    statusCode: outcome.statusCode,
    success,
    infrastructure,
    error: outcome.error ?? objection,
    metrics: names.pack(isKeptInFull ? { ...kept, ...outcome.phases } : kept),
    evidence: isKeptInFull ? outcome.evidence : null,
    suspicious: rules === null || (!infrastructure && (!success || isViolated)),
  }
}

/** The metrics that may be stored. */
export const figureKeys = ({ metrics, phases = {}, expiresAt }: ReportedOutcome): string[] => [
  ...Object.keys(metrics),
  ...Object.keys(phases),
  ...Object.keys(expiryFigures(expiresAt)),
]

/** The status code and the duration have their own columns. A failed check may have neither and stores what it has. */
function metricsWithoutColumn({ success, metrics, statusCode, durationMs }: ReportedOutcome): Record<string, number> {
  if (!success) return metrics
  const isElsewhere = ([key, value]: [string, number]): boolean => {
    const column = columnOf(key)
    return column === 'duration_ms'
      ? Math.abs(value - durationMs) < 1
      : column === 'status_code' && value === statusCode
  }
  return Object.fromEntries(Object.entries(metrics).filter((entry) => !isElsewhere(entry)))
}

// Storing the whole response of a healthy monitor with every check would double the cost of the check.
const staleAfterMs = 300_000

/** Whether to store the whole response: for a failure, the first success after one, and from time to time. */
export class EvidenceFilter {
  readonly #lastKept = new Map<number, number>()

  isWorthKeeping(monitorNumber: number, success: boolean, at: Date): boolean {
    if (!success) {
      this.#lastKept.delete(monitorNumber)
      return true
    }
    if (at.getTime() - (this.#lastKept.get(monitorNumber) ?? Number.NEGATIVE_INFINITY) < staleAfterMs) return false
    this.#lastKept.set(monitorNumber, at.getTime())
    return true
  }

  /** Whether the last outcome of the monitor was a success. */
  hasSucceeded(monitorNumber: number): boolean {
    return this.#lastKept.has(monitorNumber)
  }
}
