// Decides what is stored of a reported outcome.
import { columnOf } from '../checks/index.ts'
import { objectionTo, violates } from '../domain/alerting/condition.ts'
import type { OutcomeReport, RuleCondition } from '../domain/alerting/report.ts'
import { expiryFigures, expiryKeys } from '../domain/checking/expiry.ts'
import { RecentMap } from '../domain/limits/recent-map.ts'
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
  const objection = outcome.success && rules ? objectionTo(outcome.statusCode, rules.filter(isCritical)) : null
  const success = outcome.success && objection === null
  const isViolated = rules === null || rules.some((rule) => violates(rule, outcome) === true)
  const isKeptInFull = isViolated || evidence.isWorthKeeping(turn.monitorNumber, success, at)
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
    metrics: names.pack(figuresOf(outcome, isKeptInFull)),
    evidence: isKeptInFull ? outcome.evidence : null,
    suspicious: rules === null || (!infrastructure && (!success || isViolated)),
  }
}

const isCritical = ({ severity }: RuleCondition): boolean => severity === 'critical'

/** The metrics that may be stored, each once. */
export function figureKeys(reports: readonly Pick<OutcomeReport, 'outcome'>[]): string[] {
  const keys = new Set<string>()
  for (const { outcome } of reports) {
    for (const key in outcome.metrics) keys.add(key)
    for (const key in outcome.phases) keys.add(key)
    if (outcome.expiresAt !== undefined) for (const key of Object.values(expiryKeys)) keys.add(key)
  }
  return [...keys]
}

function figuresOf(outcome: ReportedOutcome, isKeptInFull: boolean): Record<string, number> {
  const figures: Record<string, number> = {}
  for (const key in outcome.metrics) if (!hasColumn(key, outcome)) figures[key] = outcome.metrics[key]!
  if (outcome.expiresAt !== undefined) Object.assign(figures, expiryFigures(outcome.expiresAt))
  return isKeptInFull ? Object.assign(figures, outcome.phases) : figures
}

/** The status code and the duration have their own columns. A failed check may have neither and stores what it has. */
function hasColumn(key: string, { success, metrics, statusCode, durationMs }: ReportedOutcome): boolean {
  const column = success ? columnOf(key) : undefined
  if (column === 'duration_ms') return Math.abs(metrics[key]! - durationMs) < 1
  return column === 'status_code' && metrics[key] === statusCode
}

// Storing the whole response of a healthy monitor with every check would double the cost of the check.
const staleAfterMs = 300_000

// Deleted monitors are forgotten when others need their place.
const defaultMaxMonitors = 500_000

/** Whether to store the whole response: for a failure, the first success after one, and from time to time. */
export class EvidenceFilter {
  /** When the last success of a monitor was kept. */
  readonly #lastKept: RecentMap<number, number>

  constructor(maxMonitors = defaultMaxMonitors) {
    this.#lastKept = new RecentMap({ maxWeight: maxMonitors })
  }

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
    return this.#lastKept.get(monitorNumber) !== undefined
  }
}
