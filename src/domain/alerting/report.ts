// The input of the judge: the outcome of a turn, with its place and time.
import type { Severity } from '../metric.ts'
import type { ReportedOutcome } from '../outcome.ts'
import type { Condition } from './condition.ts'

export interface OutcomeReport {
  readonly turn: ReportedTurn
  readonly at: Date
  readonly outcome: ReportedOutcome
  /**
   * The rules that were enabled when it was checked, so that a healthy outcome is recognized at once; null if unknown.
   */
  readonly rules: readonly RuleCondition[] | null
  /** How long it may wait to be stored together with others, if it changes nothing; by default, it does not wait. */
  readonly maxWaitMs?: number
  /** The monitor is degraded although no check failed, such as a job that runs too long. */
  readonly degraded?: boolean
}

export interface ReportedTurn {
  readonly monitorNumber: number
  readonly slot: number
  readonly location: number
  /** The due time it was claimed with; null if the caller has locked the monitor and its turn. */
  readonly dueAt: Date | null
  /** When it is due next; by default after the monitor's interval. */
  readonly nextDueAt?: Date
}

export interface RuleCondition extends Condition {
  readonly severity: Severity
}
