// A rule's condition as text.
import { useMeasured } from '../../../catalog/use-measured.ts'
import type { MonitorType, Rule } from '../monitor-data.ts'
import { useRuleMessages } from './messages.ts'
import { readUnusual, unusual } from './unusual.ts'

export type Metric = MonitorType['metrics'][number]

export function metricOf(type: MonitorType | undefined, name: string): Metric | undefined {
  return type?.metrics.find(({ metric, aliases }) => metric === name || aliases.includes(name))
}

export const isList = (operator: string): boolean => operator.endsWith('in_groups')

/** `["2xx","3xx"]` becomes “2xx, 3xx”; other values stay. */
export function writtenValue(operator: string, value: string): string {
  if (!isList(operator)) return value
  try {
    const values: unknown = JSON.parse(value)
    return Array.isArray(values) ? values.join(', ') : value
  } catch {
    return value
  }
}

export function storedValue(operator: string, written: string): string {
  if (!isList(operator)) return written.trim()
  const values = written.split(/[\s,]+/).filter((value) => value !== '')
  return JSON.stringify(values)
}

type Condition = Pick<Rule, 'metric' | 'operator' | 'value'>

/** “Response time is above 1.20 s” */
export function useCondition(type: MonitorType | undefined): (rule: Condition) => string {
  const t = useRuleMessages()
  const measured = useMeasured()
  return ({ metric: name, operator, value }) => {
    const metric = metricOf(type, name)
    if (operator === unusual)
      return `${metric?.label ?? name} ${t.operators[operator]} ${t.directions[readUnusual(value).direction]}`
    const written = writtenValue(operator, value)
    const answer = metric && yesOrNo(metric, operator, written)
    if (metric?.unit === 'truth' && answer) return t.check[answer]
    if (metric && answer) return `${metric.label}: ${t.truths[answer]}`
    const isNumber = written.trim() !== '' && Number.isFinite(Number(written)) && metric && unitOf(metric) !== null
    const limit = isNumber ? measured({ ...metric, unit: unitOf(metric) }, Number(written)) : written
    return `${metric?.label ?? name} ${t.operators[operator] ?? operator} ${limit}`
  }
}

/** The answer that a yes-or-no metric is compared with; undefined for other metrics and operators. */
function yesOrNo({ unit }: Metric, operator: string, value: string): 'true' | 'false' | undefined {
  if (!['truth', 'flag'].includes(unit) || !['==', '!='].includes(operator)) return undefined
  const isYes = ['true', '1'].includes(value.trim())
  return isYes === (operator === '==') ? 'true' : 'false'
}

/** The unit to show, if any. */
export const unitOf = ({ unit }: Pick<Metric, 'unit'>): string | null =>
  ['truth', 'flag', 'status', 'count'].includes(unit) ? null : unit
