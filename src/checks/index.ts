// All monitor types, for processes that know them all.
import { type TypeFacts, usualConfirmAfterMs } from '../domain/alerting/judge.ts'
import { type ResultColumn, findMetric } from '../domain/metric.ts'
import type { CheckType } from './define.ts'
import { loadAllChecks } from './load.ts'

// In the order of the documentation.
export const checks: readonly CheckType[] = await loadAllChecks()

const byName = new Map(checks.flatMap((check) => [check.type, ...check.aliases].map((name) => [name, check])))

export function findCheck(type: string): CheckType | undefined {
  return byName.get(type)
}

const columns = new Map(
  checks.flatMap(({ metrics }) =>
    metrics.flatMap(({ key, column }) => (column === null ? [] : [[key, column] as const])),
  ),
)

/** The column of a result that also holds a metric. */
export function columnOf(metricKey: string): ResultColumn | undefined {
  return columns.get(metricKey)
}

const facts = new Map(checks.map((check) => [check.type, typeFacts(check)]))

/** Facts about a type that the rule evaluation needs. */
export function factsOf(type: string): TypeFacts {
  return facts.get(type) ?? { exempt: false, confirmAfterMs: null, metric: () => undefined, diagnoses: {} }
}

function typeFacts({ confirmation, requiresLocations, metrics, diagnoses, confirmAfterMs }: CheckType): TypeFacts {
  return {
    exempt: confirmation === 'none',
    confirmAfterMs: requiresLocations ? (confirmAfterMs ?? usualConfirmAfterMs) : null,
    metric: (key) => metrics.find((metric) => metric.key === key) ?? findMetric(metrics, `metrics['${key}']`),
    diagnoses,
  }
}
