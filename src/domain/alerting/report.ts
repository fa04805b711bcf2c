// What the judge is told: what came of a turn, where and when.
import type { Severity } from '../metric.ts'
import type { ReportedOutcome } from '../outcome.ts'
import type { Condition } from './condition.ts'

export interface OutcomeReport {
  readonly turn: ReportedTurn
  readonly at: Date
  readonly outcome: ReportedOutcome
  /** Those that were on when it was checked, so that a healthy outcome is known as such at once; null for nobody knows. */
  readonly rules: readonly RuleCondition[] | null
  /** Its monitor is not well, whatever the outcome says: a job that runs too long can be late, though none has failed. */
  readonly degraded?: boolean
}

export interface ReportedTurn {
  readonly monitorNumber: number
  readonly slot: number
  readonly location: number
  /** What it was claimed with; null for whoever holds the monitor, and so the turn as it is. */
  readonly dueAt: Date | null
  /** When it comes again; otherwise the monitor's interval says. */
  readonly nextDueAt?: Date
}

export interface RuleCondition extends Condition {
  readonly severity: Severity
}
