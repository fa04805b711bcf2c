// The form state of a rule.
import type { MonitorType, Rule } from '../monitor-data.ts'
import { type Metric, isList, metricOf, storedValue, writtenValue } from './condition.ts'
import { unusual } from './unusual.ts'

export interface RuleDraft {
  readonly name: string
  readonly severity: Rule['severity']
  readonly metric: string
  readonly operator: string
  /** As it is written. */
  readonly value: string
  readonly checks: number
  readonly locations: number
  readonly lasting: number
  readonly group: string
}

type RuleTerms = Omit<
  Rule,
  'object' | 'id' | 'monitor_id' | 'enabled' | 'is_system' | 'rule_id' | 'rule_version' | 'created_at' | 'updated_at'
>

export function draftOf(rule: RuleTerms): RuleDraft {
  const { name, severity, metric, operator, value } = rule
  return {
    name,
    severity,
    metric,
    operator,
    value: writtenValue(operator, value),
    checks: rule.failure_threshold,
    locations: rule.min_failed_probes,
    lasting: rule.duration_window_seconds,
    group: rule.contact_group?.id ?? '',
  }
}

interface NewRuleContext {
  readonly locations: number
  /** Rules that exist: a metric has one rule per severity. */
  readonly rules: readonly Pick<RuleDraft, 'metric' | 'severity'>[]
}

/** Starts with the response time, the most common rule, or with the first metric that has no rule yet. */
export function newDraft(type: MonitorType, { locations, rules }: NewRuleContext): RuleDraft {
  const isFree = ({ metric, aliases, severity }: Metric): boolean =>
    !rules.some((rule) => rule.severity === severity && [metric, ...aliases].includes(rule.metric))
  const free = type.metrics.filter(isFree)
  const metric = free.find(({ metric: name }) => name === 'response_time') ?? free[0] ?? type.metrics[0]!
  return {
    ...conditionWith(metric),
    name: metric.label,
    checks: 3,
    locations: Math.min(2, Math.max(1, locations)),
    lasting: 0,
    group: '',
  }
}

/** A condition that means trouble, never that all is well. */
function conditionWith(metric: Metric): Pick<RuleDraft, 'metric' | 'operator' | 'value' | 'severity'> {
  const { metric: name, severity, unit } = metric
  if (unit === 'truth') return { metric: name, severity, operator: '==', value: 'false' }
  const operator = metric.usual_operator ?? metric.operators[0]!
  if (unit === 'flag' && ['==', '!='].includes(operator)) return { metric: name, severity, operator, value: '1' }
  return { metric: name, severity, operator, value: unit === 'ms' ? '1000' : unit === 'flag' ? '0' : '' }
}

/** Changes the metric and its operator; keeps the threshold if the unit is the same. */
export function withMetric(draft: RuleDraft, type: MonitorType, name: string): RuleDraft {
  const metric = metricOf(type, name)
  if (!metric) return draft
  const before = metricOf(type, draft.metric)
  const next = conditionWith(metric)
  const isSameUnit =
    before?.unit === metric.unit && !['truth', 'flag'].includes(metric.unit) && draft.operator !== unusual
  const called = before && draft.name === before.label ? metric.label : draft.name
  return { ...draft, ...next, ...(isSameUnit && { value: draft.value }), name: called }
}

const minUnusualChecks = 3

/** Changes the operator. A rule on unusual values has no threshold, and needs several checks to be calm. */
export function withOperator(draft: RuleDraft, metric: Metric | undefined, operator: string): RuleDraft {
  if (operator === unusual)
    return { ...draft, operator, value: 'above', checks: Math.max(draft.checks, minUnusualChecks) }
  if (draft.operator !== unusual || !metric) return { ...draft, operator }
  return { ...draft, operator, value: conditionWith(metric).value }
}

export function conditionOf({ metric, operator, value, severity, checks, locations, lasting }: RuleDraft) {
  return {
    metric,
    operator,
    value: storedValue(operator, value),
    severity,
    failureThreshold: checks,
    minFailedProbes: locations,
    durationWindow: lasting,
  }
}

/** Whether the rule is complete enough to test. */
export const isComplete = ({ operator, value, checks, locations }: RuleDraft): boolean =>
  value.trim() !== '' && checks >= 1 && locations >= 1 && (!isList(operator) || /\d/.test(value))
