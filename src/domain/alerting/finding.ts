// What an incident says about itself: what was seen, what was expected, and what it probably means.
import type { Metric } from '../metric.ts'
import type { Cause, Outcome } from '../outcome.ts'
import { clauseOf, written, writtenExactly } from './sentence.ts'
import { type Condition, groupsIn, measurement, violates } from './condition.ts'
import { type Diagnoses, asTheRuleSays, diagnosisOf } from './diagnosis.ts'

export interface Finding {
  /** One line for a person. */
  readonly message: string
  readonly rootCause: Cause
  readonly rootCauseDetail: string | null
  readonly diagnosis: string
  readonly expected: string
  readonly detectedValue: string
}

interface FindingInput {
  readonly rule: Condition
  /** The catalog's word on the metric; undefined for one that the catalog no longer knows. */
  readonly metric: Metric | undefined
  readonly outcome: Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error'>
}

export interface Violation extends FindingInput {
  readonly monitor: { readonly name: string }
  readonly outcome: FindingInput['outcome'] & Pick<Outcome, 'cause'>
  /** What the monitor's type says of causes. */
  readonly diagnoses: Diagnoses
  /** How many locations see it. */
  readonly locations: number
}

export function findingOf(violation: Violation): Finding {
  const { monitor, outcome } = violation
  const rootCause = causeOf(violation)
  return {
    message: isAvailability(violation)
      ? `${monitor.name} is ${outcome.success ? 'up, although the rule expects it to be down' : `down: ${outcome.error ?? 'the check failed'}`}`
      : `${monitor.name}: ${clause(violation)}${insteadOf(violation)}`,
    rootCause,
    rootCauseDetail: outcome.error,
    diagnosis: diagnosed(violation, rootCause),
    expected: expectation(violation),
    detectedValue: detected(violation),
  }
}

export interface IncidentEnding {
  /** One line for a person. */
  readonly message: string
  readonly value: string
}

/** What is said of an incident that a check has ended. */
export function endingOf(seen: FindingInput & Pick<Violation, 'monitor'>): IncidentEnding {
  const { monitor, outcome } = seen
  const message = isAvailability(seen)
    ? `${monitor.name} is ${outcome.success ? 'up' : 'down'} again`
    : `${monitor.name} has recovered: ${clause(seen)}`
  return { message, value: detected(seen) }
}

const isAvailability = ({ rule }: Pick<FindingInput, 'rule'>): boolean => rule.metricKey === 'success'

/** The value in words. */
export function detected(seen: FindingInput): string {
  const { rule, metric, outcome } = seen
  const value = measurement(rule, outcome)
  if (value === undefined) return 'not measured'
  if (isAvailability(seen)) return outcome.success ? 'the check succeeded' : (outcome.error ?? 'the check failed')
  return metric && isFlag(metric) ? clauseOf(metric, value) : inUnits(seen, value)
}

function clause(seen: FindingInput): string {
  const value = measurement(seen.rule, seen.outcome)
  if (value === undefined) return `${seen.rule.metricKey} was not measured`
  return seen.metric
    ? clauseOf(seen.metric, value, inUnits(seen, value))
    : `${seen.rule.metricKey} is ${inUnits(seen, value)}`
}

const bounds: Readonly<Record<string, string>> = {
  '>': 'at most',
  '>=': 'less than',
  '<': 'at least',
  '<=': 'more than',
  '==': 'anything but',
  '!=': 'exactly',
}

/** What would not have been a violation. */
function expectation(seen: FindingInput): string {
  const { rule, metric } = seen
  const { operator, value } = rule
  if (isAvailability(seen))
    return (value === 'false') === (operator === '==') ? 'the check succeeds' : 'the check fails'
  const groups = groupsIn(value).join(' or ')
  if (operator === 'not_in_groups') return groups
  if (operator === 'in_groups') return `anything but ${groups}`
  if (metric && isFlag(metric)) return expectedFlag(rule, metric) ?? limit(seen)
  if (isNone(seen)) return 'none'
  return isSome(seen) ? 'at least 1' : limit(seen)
}

const limit = (seen: FindingInput): string =>
  `${bounds[seen.rule.operator] ?? seen.rule.operator} ${inUnits(seen, Number(seen.rule.value))}`

const isFlag = ({ unit, says }: Metric): boolean => unit === 'flag' && says !== null

/** The clause of the one answer that the rule lets pass. */
function expectedFlag(rule: Condition, metric: Metric): string | null {
  const passing = [0, 1].filter(
    (value) => violates(rule, { success: true, statusCode: null, metrics: { [rule.metricKey]: value } }) === false,
  )
  return passing.length === 1 ? clauseOf(metric, passing[0]!) : null
}

/** Of something counted there should be nothing at all. */
function isNone({ rule: { operator, value }, metric }: FindingInput): boolean {
  const limit = `${operator} ${Number(value)}`
  return (metric?.unit === 'count' || metric?.unit === 'code') && ['> 0', '>= 1', '!= 0'].includes(limit)
}

/** Of something counted there should be anything at all. */
const isSome = ({ rule: { operator, value }, metric }: FindingInput): boolean =>
  metric?.unit === 'count' && operator === '==' && Number(value) === 0

/** What was expected, where the clause alone does not tell. */
function insteadOf(seen: FindingInput): string {
  const tellsItself = isNone(seen) || (seen.metric !== undefined && isFlag(seen.metric))
  return tellsItself ? '' : ` (expected ${expectation(seen)})`
}

/** A value beside a limit that it misses by less than is shown is written to the last digit. */
function inUnits({ rule, metric, outcome }: FindingInput, value: number): string {
  const unit = metric ?? { unit: 'number', shows: null }
  const [seen, bound] = [measurement(rule, outcome), Number(rule.value)]
  const looksAlike = seen !== undefined && seen !== bound && written(unit, seen) === written(unit, bound)
  return (looksAlike ? writtenExactly : written)(unit, value)
}

/** A check that fails for another reason has still measured this. */
function causeOf({ metric, outcome }: Violation): Cause {
  const own = metric?.cause ?? 'other'
  return own === 'other' ? (outcome.cause ?? 'other') : own
}

function diagnosed(violation: Violation, cause: Cause): string {
  const { rule, metric, outcome, diagnoses, locations } = violation
  const where = locations > 1 ? ` It was seen from ${locations} locations.` : ''
  const value = measurement(rule, outcome)
  const isKnown = metric !== undefined && !(isAvailability(violation) && outcome.success)
  return `${isKnown ? diagnosisOf({ metric, value, cause, diagnoses }) : asTheRuleSays}${where}`
}
