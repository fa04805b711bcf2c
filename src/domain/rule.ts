// Validates alert rules against the metrics of a type.
import { Fault } from './fault.ts'
import { readUnusual } from './checking/unusual.ts'
import { type Metric, findMetric, unusual } from './metric.ts'

export interface RuleText {
  readonly metric: string
  readonly operator: string
  readonly value: string
}

/** Returns the metric of the rule, or throws a fault that lists the valid values. */
export function validateRule(type: string, metrics: readonly Metric[], rule: RuleText): Metric {
  const metric = findMetric(metrics, rule.metric)
  if (!metric)
    throw wrong(
      `metric: '${rule.metric}' is not a metric of ${type} monitors. Valid metrics: ${spellings(metrics).join(', ')}`,
    )
  const operators: readonly string[] = metric.isRolledUp ? [...metric.operators, unusual] : metric.operators
  if (!operators.includes(rule.operator))
    throw wrong(`operator: '${rule.operator}' is not valid for ${rule.metric}. ${validOperators(operators, rule)}`)
  const problem = rule.operator === unusual ? unusualProblem(rule.value) : valueProblem(metric, rule.value)
  if (problem) throw wrong(`value: ${problem}`)
  return metric
}

function validOperators(operators: readonly string[], { operator }: RuleText): string {
  const reason = operator === unusual ? 'Only response times are stored by the hour. ' : ''
  return `${reason}Valid operators: ${operators.join(', ')}`
}

/** All names that a rule can use for a metric. */
export function spellings(metrics: readonly Metric[]): string[] {
  return metrics.flatMap(({ metric, aliases }) => [metric, ...aliases])
}

function valueProblem(metric: Metric, value: string): string | null {
  if (metric.unit === 'truth') return value === 'true' || value === 'false' ? null : "must be 'true' or 'false'"
  if (metric.unit === 'status') return statusProblem(value)
  const number = /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
  if (number >= metric.min && number <= metric.max) return null
  return `must be a number between ${metric.min} and ${metric.max} (${metric.unit})`
}

function unusualProblem(value: string): string | null {
  if (readUnusual(value)) return null
  return (
    'must be above, below or either, then optionally sensitivity=low, normal or high, then optionally floor= and ' +
    'milliseconds, such as "above sensitivity=high floor=50"'
  )
}

const statuses = 'must be a JSON array of status groups (1xx to 5xx) or codes (100 to 599), such as ["2xx","3xx",401]'

function statusProblem(value: string): string | null {
  const list = readArray(value)
  return list && list.length > 0 && list.length <= 50 && list.every(isStatus) ? null : statuses
}

function readArray(text: string): unknown[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

function isStatus(entry: unknown): boolean {
  return /^([1-5]xx|[1-5]\d\d)$/.test(String(entry)) && (typeof entry === 'string' || typeof entry === 'number')
}

const wrong = (message: string): Fault => new Fault('invalid_request', message)
