// For each metric a rule as people write it, a number that breaks it and one that does not.
import type { CheckType } from '../../src/checks/define.ts'
import { violates } from '../../src/domain/alerting/condition.ts'
import { type Metric, type MetricUnit, findMetric } from '../../src/domain/metric.ts'

export interface Example {
  readonly metric: Metric
  readonly rule: { readonly metricKey: string; readonly operator: string; readonly value: string }
  readonly bad: number
  readonly good: number
}

type Numbers = readonly [small: number, limit: number, large: number]

const byUnit: Readonly<Record<MetricUnit, Numbers>> = {
  truth: [0, 1, 1],
  status: [200, 400, 503],
  flag: [0, 1, 1],
  ms: [348.2, 1000, 2731.456],
  seconds: [40, 3600, 93_600],
  hours: [5, 48, 300],
  days: [6, 14, 89],
  percent: [12.5, 90, 97],
  ratio: [0.4, 0.8, 0.93],
  count: [0, 2, 14],
  bytes: [420, 1_000_000, 5_200_000_000],
  'bytes/s': [1200, 1_000_000, 84_000_000],
  score: [42, 50, 91],
  code: [0, 400, 502],
  celsius: [41.5, 80, 84],
  number: [0.05, 1, 3.75],
}

const byKey: Readonly<Record<string, Numbers>> = {
  tls_version: [10, 12, 13],
  stratum: [2, 4, 16],
  leap_indicator: [0, 2, 3],
  spf_all: [1, 3, 4],
  dmarc_policy: [-1, 1, 2],
  mta_sts_mode: [0, 1, 2],
  status_code: [200, 400, 502],
  close_code: [0, 0, 1008],
  exit_status: [0, 0, 2],
  grade_score: [3, 4, 5],
  dkim_key_bits_min: [512, 1024, 2048],
}

const numbersOf = ({ key, unit }: Metric): Numbers => byKey[key.split('.').at(-1)!] ?? byUnit[unit]

/** The type's own rule where it has one, else one with the operator that people use. */
export function exampleOf(check: CheckType, template: Metric): Example {
  const metric = filledIn(check, template)
  const rule = check.defaultRules.find((one) => [metric.metric, ...metric.aliases].includes(one.metric))
  const [small, limit, large] = numbersOf(metric)
  const operator = rule?.operator ?? metric.usualOperator ?? '>'
  const value = rule?.value ?? usualValue(metric, operator, limit)
  const condition = { metricKey: metric.key, operator, value }
  const isBad = (number: number): boolean =>
    violates(condition, { success: number === 1, statusCode: null, metrics: { [metric.key]: number } }) === true
  const candidates = [small, large, 0, 1, Number(value), Number(value) + 1, Number(value) - 1].filter(Number.isFinite)
  return { metric, rule: condition, bad: candidates.find(isBad)!, good: candidates.find((one) => !isBad(one))! }
}

function filledIn({ metrics }: CheckType, metric: Metric): Metric {
  return metric.key.includes('<slug>') ? findMetric(metrics, metric.metric.replace('<slug>', 'checkout'))! : metric
}

function usualValue(metric: Metric, operator: string, limit: number): string {
  if (metric.unit === 'truth') return 'false'
  if (metric.unit === 'flag') return flagIn(metric)
  if (metric.unit === 'status') return '["2xx","3xx"]'
  return metric.unit === 'count' && operator === '>' ? '0' : String(limit)
}

/** The answer that is not as it should be: the one that its diagnosis speaks of. */
function flagIn({ diagnosis, usualOperator }: Metric): string {
  const isYesBad = typeof diagnosis === 'object' && diagnosis?.yes !== undefined
  return usualOperator === '>' ? '0' : isYesBad ? '1' : '0'
}
