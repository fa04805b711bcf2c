// A symptom is what a violation looks like. The timeline shows when it changes, such as from a timeout to a refusal.
import type { Metric } from '../metric.ts'
import type { Outcome } from '../outcome.ts'
import { type Condition, measurement } from './condition.ts'

export interface Symptom {
  readonly is: string
  /** When it was first noted, in milliseconds. */
  readonly at: number
}

interface SymptomInput {
  readonly rule: Condition
  readonly metric: Metric | undefined
  readonly outcome: Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error' | 'cause'>
}

/** Numbers such as response times change with every check, so they all count as one symptom. */
export function symptomOf({ rule, metric, outcome }: SymptomInput): string {
  if (rule.metricKey === 'success') return failureOf(outcome)
  return metric?.unit === 'status' || metric?.unit === 'code' ? String(measurement(rule, outcome)) : ''
}

const maxLength = 80

/** Replaces addresses, ports and times, which differ from check to check. */
function failureOf({ cause, statusCode, error }: SymptomInput['outcome']): string {
  const words = (error ?? '').replaceAll(/[[\]\da-f:.]*\d[[\]\da-f:.]*/gi, '#')
  return `${cause ?? ''} ${statusCode ?? ''} ${words}`.slice(0, maxLength)
}

const maxDigits = 20
const restMs = 600_000

/** Adds a symptom that differs from the latest. Two alternating symptoms are noted only every ten minutes. */
export function withSymptom(
  known: readonly Symptom[],
  { symptom = '', at }: { readonly symptom?: string; readonly at: number },
): readonly Symptom[] {
  const latest = known.at(-1)
  if (latest?.is === symptom || known.length === maxDigits) return known
  const isBack = known.some(({ is }) => is === symptom)
  return isBack && at - latest!.at < restMs ? known : [...known, { is: symptom, at }]
}
