// The ways in which a simulated service fails, and the critical rules that recognize them.
import type { ReportedOutcome } from '../../../src/domain/outcome.ts'
import type { RuleDraft } from '../../../src/store/monitors/alert-rules.ts'
import { goodOutcome } from '../resources/outcomes.ts'
import { availabilityRule } from '../resources/availability-rule.ts'

/** `unknown`: the check could not run on our side. */
export type ServiceCondition = 'up' | 'refused' | '503' | 'slow' | 'slow 503' | 'unknown'

export const symptomRules: Readonly<Record<'refused' | '503' | 'slow', RuleDraft>> = {
  refused: { ...availabilityRule, name: 'refused' },
  '503': {
    ...availabilityRule,
    name: '503',
    metric: 'status_code',
    metricKey: 'http.status_code',
    operator: 'not_in_groups',
    value: '["2xx","3xx"]',
  },
  slow: {
    ...availabilityRule,
    name: 'slow',
    metric: 'response_time',
    metricKey: 'http.response_time_ms',
    operator: '>',
    value: '2000',
  },
}

export function outcomeOf(condition: ServiceCondition): ReportedOutcome {
  if (condition === 'refused')
    return { ...goodOutcome, success: false, error: 'connection refused by 192.0.2.1:443', cause: 'connect' }
  if (condition === 'unknown')
    return { ...goodOutcome, success: false, error: 'no browser is installed', cause: 'other', infrastructure: true }
  const durationMs = condition.startsWith('slow') ? 5000 : 100
  const statusCode = condition.endsWith('503') ? 503 : 200
  const metrics = { 'http.response_time_ms': durationMs, 'http.status_code': statusCode }
  return { ...goodOutcome, durationMs, statusCode, metrics }
}
