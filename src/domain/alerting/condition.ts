// Decides whether an outcome violates a rule.
import { isRenewedInTime } from '../checking/certificate-life.ts'
import { unusual } from '../metric.ts'
import type { Outcome, ReportedOutcome } from '../outcome.ts'
import { type UsualBand, bandOf, isUnusual, readUnusual } from '../checking/unusual.ts'

export interface Condition {
  /** The key that outcomes use. */
  readonly metricKey: string
  readonly operator: string
  readonly value: string
}

export type ConditionInput = Pick<Outcome, 'success' | 'statusCode' | 'metrics'> & Pick<ReportedOutcome, 'usual'>

const comparisons: Readonly<Record<string, (measured: number, limit: number) => boolean>> = {
  '>': (measured, limit) => measured > limit,
  '<': (measured, limit) => measured < limit,
  '>=': (measured, limit) => measured >= limit,
  '<=': (measured, limit) => measured <= limit,
  '==': (measured, limit) => measured === limit,
  '!=': (measured, limit) => measured !== limit,
}

/** The measured number; undefined if the check did not measure it. Success is 1 or 0. */
export function measurement({ metricKey }: Pick<Condition, 'metricKey'>, outcome: ConditionInput): number | undefined {
  return metricKey === 'success' ? Number(outcome.success) : outcome.metrics[metricKey]
}

/** Null if the metric, or what is usual for it, is unknown. That is neither a violation nor a recovery. */
export function violates(condition: Condition, outcome: ConditionInput): boolean | null {
  const measured = measurement(condition, outcome)
  if (measured === undefined) return null
  const { operator, value } = condition
  if (operator === 'in_groups' || operator === 'not_in_groups')
    return listed(value, measured) === (operator === 'in_groups')
  if (operator === unusual) {
    const terms = readUnusual(value)
    return terms && outcome.usual ? isUnusual(measured, outcome.usual, terms) : null
  }
  const limit = value === 'true' ? 1 : value === 'false' ? 0 : Number(value)
  const isViolated = comparisons[operator]?.(measured, limit) ?? null
  return isViolated && !(operator.startsWith('<') && isRenewedInTime(condition.metricKey, outcome.metrics))
}

/** The values that a rule on unusual ones accepts; null for other rules, and if what is usual is unknown. */
export function usualBand({ operator, value }: Condition, { usual }: ConditionInput): UsualBand | null {
  const terms = operator === unusual ? readUnusual(value) : null
  return terms && usual ? bandOf(usual, terms) : null
}

/** Why the critical rules on the status code reject a response, or null. */
export function objectionTo(statusCode: number | null, conditions: readonly Condition[]): string | null {
  if (statusCode === null) return null
  const objects = conditions.some(
    ({ operator, value }) => operator.endsWith('in_groups') && listed(value, statusCode) === (operator === 'in_groups'),
  )
  return objects ? objection(statusCode) : null
}

/** The start of the error of a response with a rejected status; the status follows. */
export const objectionBegins = 'answered with status '

const objection = (statusCode: number): string => `${objectionBegins}${statusCode}`

/** Whether the probe got a response. A stored check also counts as failed if a rule rejected its status. */
export function wasAnswered({
  success,
  statusCode,
  error,
}: Pick<Outcome, 'success' | 'statusCode' | 'error'>): boolean {
  return success || (statusCode !== null && error === objection(statusCode))
}

function listed(value: string, statusCode: number): boolean {
  return groupsIn(value).some((entry) => entry === String(statusCode) || entry === `${Math.floor(statusCode / 100)}xx`)
}

/** The groups and codes in the value of a rule on the status code. */
export function groupsIn(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.map(String) : []
  } catch {
    return []
  }
}
