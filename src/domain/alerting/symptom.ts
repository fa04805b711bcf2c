// What a violation looks like, so that a timeline can say when that changes: a time-out becomes a refusal, a 500 a 503.
import type { Metric } from '../metric.ts'
import type { Outcome } from '../outcome.ts'
import { type Condition, measurement } from './condition.ts'

export interface Symptom {
  readonly is: string
  /** When it was noted, in milliseconds. */
  readonly at: number
}

interface SymptomInput {
  readonly rule: Condition
  readonly metric: Metric | undefined
  readonly outcome: Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error' | 'cause'>
}

/** How slow or how full something is changes with every check; that is one symptom. */
export function symptomOf({ rule, metric, outcome }: SymptomInput): string {
  if (rule.metricKey === 'success') return failureOf(outcome)
  return metric?.unit === 'status' || metric?.unit === 'code' ? String(measurement(rule, outcome)) : ''
}

const maxLength = 80

/** Addresses, ports and times differ from check to check; what happened does not. */
function failureOf({ cause, statusCode, error }: SymptomInput['outcome']): string {
  const words = (error ?? '').replaceAll(/[[\]\da-f:.]*\d[[\]\da-f:.]*/gi, '#')
  return `${cause ?? ''} ${statusCode ?? ''} ${words}`.slice(0, maxLength)
}

const maxDigits = 20
const restMs = 600_000

/** With one that differs from the latest. Two that take turns, as seen from two locations, are noted now and then. */
export function withSymptom(
  known: readonly Symptom[],
  { symptom = '', at }: { readonly symptom?: string; readonly at: number },
): readonly Symptom[] {
  const latest = known.at(-1)
  if (latest?.is === symptom || known.length === maxDigits) return known
  const isBack = known.some(({ is }) => is === symptom)
  return isBack && at - latest!.at < restMs ? known : [...known, { is: symptom, at }]
}
