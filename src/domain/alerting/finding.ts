// Describes a violation: what was measured, what was expected, and what it probably means.
import type { Metric } from '../metric.ts'
import type { Cause, Outcome, ReportedOutcome } from '../outcome.ts'
import { clauseOf, rangeText, written, writtenExactly } from './sentence.ts'
import { type Condition, groupsIn, measurement, usualBand, violates } from './condition.ts'
import { type Diagnoses, asTheRuleSays, confirmedFrom, diagnosisOf, fasterThanUsual } from './diagnosis.ts'
import { lateDays } from '../checking/certificate-life.ts'
import type { UsualBand } from '../checking/unusual.ts'

export interface Finding {
  /** One line for people. */
  readonly message: string
  readonly rootCause: Cause
  readonly rootCauseDetail: string | null
  readonly diagnosis: string
  readonly expected: string
  readonly detectedValue: string
}

interface FindingInput {
  readonly rule: Condition
  /** Undefined for a metric that the catalog no longer has. */
  readonly metric: Metric | undefined
  readonly outcome: Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error'> & Pick<ReportedOutcome, 'usual'>
}

export interface Violation extends FindingInput {
  readonly monitor: { readonly name: string }
  readonly outcome: FindingInput['outcome'] & Pick<Outcome, 'cause'>
  /** The texts of the monitor's type for causes. */
  readonly diagnoses: Diagnoses
  /** How many locations confirm it. */
  readonly locations: number
}

export function findingOf(violation: Violation): Finding {
  const { monitor, outcome } = violation
  const rootCause = causeOf(violation)
  return {
    message: isAvailability(violation)
      ? `${monitor.name}${availability(outcome)}`
      : `${monitor.name}: ${clause(violation)}${insteadOf(violation)}`,
    rootCause,
    rootCauseDetail: outcome.error,
    diagnosis: diagnosed(violation, rootCause),
    expected: expectation(violation),
    detectedValue: detected(violation),
  }
}

const availability = ({ success, error }: FindingInput['outcome']): string =>
  success ? ': the check succeeds, although the rule expects it to fail' : ` is down: ${error ?? 'the check failed'}`

export interface IncidentEnding {
  /** One line for people. */
  readonly message: string
  readonly value: string
}

/** Describes the recovery that ended an incident. */
export function endingOf(seen: FindingInput & Pick<Violation, 'monitor'>): IncidentEnding {
  const { monitor, outcome } = seen
  const message = isAvailability(seen)
    ? `${monitor.name} is ${outcome.success ? 'up' : 'down'} again`
    : `${monitor.name} has recovered: ${clause(seen)}`
  return { message, value: detected(seen) }
}

const isAvailability = ({ rule }: Pick<FindingInput, 'rule'>): boolean => rule.metricKey === 'success'

/** The measured value as text. */
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

/** The values that the rule accepts. */
function expectation(seen: FindingInput): string {
  const { rule, metric, outcome } = seen
  const { operator, value } = rule
  if (isAvailability(seen))
    return (value === 'false') === (operator === '==') ? 'the check succeeds' : 'the check fails'
  const groups = groupsIn(value).join(' or ')
  const band = usualBand(rule, outcome)
  if (band) return `${usualText(seen, band)} as usual at this time of the week`
  if (isLateRenewal(seen)) return 'at least a quarter of its lifetime'
  if (operator === 'not_in_groups') return groups
  if (operator === 'in_groups') return `anything but ${groups}`
  if (metric && isFlag(metric)) return expectedFlag(rule, metric) ?? limit(seen)
  if (isNone(seen)) return 'none'
  return isSome(seen) ? 'at least 1' : limit(seen)
}

const limit = (seen: FindingInput): string =>
  `${bounds[seen.rule.operator] ?? seen.rule.operator} ${inUnits(seen, Number(seen.rule.value))}`

const isFlag = ({ unit, says }: Metric): boolean => unit === 'flag' && says !== null

/** The limit in days does not fit a certificate that lives so briefly. */
function isLateRenewal({ rule: { metricKey, operator, value }, outcome }: FindingInput): boolean {
  return operator.startsWith('<') && (lateDays(metricKey, outcome.metrics) ?? Infinity) < Number(value)
}

/** The clause for the only value that the rule accepts. */
function expectedFlag(rule: Condition, metric: Metric): string | null {
  const passing = [0, 1].filter(
    (value) => violates(rule, { success: true, statusCode: null, metrics: { [rule.metricKey]: value } }) === false,
  )
  return passing.length === 1 ? clauseOf(metric, passing[0]!) : null
}

/** The rule accepts a count of zero only. */
function isNone({ rule: { operator, value }, metric }: FindingInput): boolean {
  const limit = `${operator} ${Number(value)}`
  return (metric?.unit === 'count' || metric?.unit === 'code') && ['> 0', '>= 1', '!= 0'].includes(limit)
}

/** The rule accepts any count above zero. */
const isSome = ({ rule: { operator, value }, metric }: FindingInput): boolean =>
  metric?.unit === 'count' && operator === '==' && Number(value) === 0

/** The expected value, unless the clause already implies it. */
function insteadOf(seen: FindingInput): string {
  const band = usualBand(seen.rule, seen.outcome)
  if (band) return ` (usually ${usualText(seen, band)} at this time of the week)`
  const tellsItself = isNone(seen) || (seen.metric !== undefined && isFlag(seen.metric))
  return tellsItself ? '' : ` (expected ${expectation(seen)})`
}

function usualText({ metric }: FindingInput, { low, high }: UsualBand): string {
  const unit = metric ?? plainNumber
  return low > 0 ? rangeText(unit, low, high) : `up to ${written(unit, high)}`
}

interface WatchedCondition extends Condition {
  /** As the rule spells it. */
  readonly metric: string
}

/** The condition in one line, such as `response_time > 2000`; an unusual value with the limit that applied. */
export function expressionOf(rule: WatchedCondition, metric: Metric | undefined, outcome: FindingInput['outcome']) {
  const band = usualBand(rule, outcome)
  const value = measurement(rule, outcome)
  if (!band || value === undefined) return `${rule.metric} ${rule.operator} ${rule.value}`
  const side = value < band.low ? 'below' : 'above'
  const limit = written(metric ?? plainNumber, side === 'below' ? band.low : band.high)
  return `${rule.metric} ${rule.operator} (${side} ${limit} at this hour)`
}

const plainNumber = { unit: 'number', words: {} } as const

/** Shows all digits if the value and the limit would look equal when rounded. */
function inUnits({ rule, metric, outcome }: FindingInput, value: number): string {
  const unit = metric ?? plainNumber
  const seen = measurement(rule, outcome)
  const band = usualBand(rule, outcome)
  const limits = band ? [band.low, band.high] : [Number(rule.value)]
  const looksAlike =
    seen !== undefined && limits.some((bound) => seen !== bound && written(unit, seen) === written(unit, bound))
  return (looksAlike ? writtenExactly : written)(unit, value)
}

/** The metric's own cause comes first: a check can fail for another reason and still measure this. */
function causeOf({ metric, outcome }: Violation): Cause {
  const own = metric?.cause ?? 'other'
  return own === 'other' ? (outcome.cause ?? 'other') : own
}

function diagnosed(violation: Violation, cause: Cause): string {
  const { rule, metric, outcome, diagnoses, locations } = violation
  const where = locations > 1 ? ` ${confirmedFrom(locations)}` : ''
  const value = measurement(rule, outcome)
  const band = usualBand(rule, outcome)
  if (band && value !== undefined && value < band.low) return `${fasterThanUsual}${where}`
  const isKnown = metric !== undefined && !(isAvailability(violation) && outcome.success)
  return `${isKnown ? diagnosisOf({ metric, value, cause, diagnoses }) : asTheRuleSays}${where}`
}
