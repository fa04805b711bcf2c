// The form state of a rule.
import type { Monitor, MonitorType, Rule } from '../monitor-data.ts'
import { isList, metricOf, storedValue, writtenValue } from './condition.ts'

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

export function draftOf(rule: Rule): RuleDraft {
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

/** Starts with the response time, the most common rule. */
export function newDraft(monitor: Monitor, type: MonitorType): RuleDraft {
  const metric = metricOf(type, 'response_time') ?? type.metrics[0]!
  return {
    name: metric.label,
    severity: metric.severity,
    metric: metric.metric,
    operator: metric.usual_operator ?? metric.operators[0]!,
    value: metric.unit === 'ms' ? '1000' : '',
    checks: 3,
    locations: Math.min(2, Math.max(1, monitor.locations.length)),
    lasting: 0,
    group: '',
  }
}

/** Changes the metric and its operator; keeps the threshold if the unit is the same. */
export function withMetric(draft: RuleDraft, type: MonitorType, name: string): RuleDraft {
  const metric = metricOf(type, name)
  if (!metric) return draft
  const before = metricOf(type, draft.metric)
  const operator = metric.usual_operator ?? metric.operators[0]!
  const value = metric.unit === 'truth' ? 'false' : before?.unit === metric.unit ? draft.value : ''
  const called = before && draft.name === before.label ? metric.label : draft.name
  return { ...draft, metric: metric.metric, operator, value, name: called, severity: metric.severity }
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
