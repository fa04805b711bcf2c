// What an incident says about itself: what was seen, what was expected, and what it probably means.
import type { Metric, Unit } from '../metric.ts'
import type { Cause, Outcome } from '../outcome.ts'
import { type Condition, groupsIn, measurement } from './condition.ts'

export interface Finding {
  /** One line for a person. */
  readonly message: string
  readonly rootCause: Cause
  readonly rootCauseDetail: string | null
  readonly diagnosis: string
  readonly expected: string
  readonly detectedValue: string
}

export interface Violation {
  readonly monitor: { readonly name: string; readonly type: string }
  readonly rule: Condition & { readonly name: string; readonly metric: string; readonly severity: string }
  /** The catalog's word on the metric; undefined for one that the catalog no longer knows. */
  readonly metric: Metric | undefined
  readonly outcome: Pick<Outcome, 'success' | 'statusCode' | 'metrics' | 'error' | 'cause'>
  /** How many locations see it. */
  readonly locations: number
}

export function findingOf(violation: Violation): Finding {
  const { monitor, rule, outcome } = violation
  const rootCause = causeOf(violation)
  const detectedValue = detected(violation)
  const expected = expectation(violation)
  const isAvailability = rule.metricKey === 'success'
  const message = isAvailability
    ? `${monitor.name} is down: ${detectedValue}`
    : `${monitor.name}: ${lowered(subject(violation))} is ${detectedValue}, expected ${expected}`
  return {
    message,
    rootCause,
    rootCauseDetail: outcome.error,
    diagnosis: diagnosisOf(rootCause, violation),
    expected,
    detectedValue,
  }
}

interface Detected extends Pick<Violation, 'metric'> {
  readonly rule: Pick<Condition, 'metricKey'>
  readonly outcome: Omit<Violation['outcome'], 'cause'>
}

/** The value in words: what a resolve tells as the value that ended it. */
export function detected({ rule, metric, outcome }: Detected): string {
  if (rule.metricKey === 'success')
    return outcome.success ? 'the check succeeded' : (outcome.error ?? 'the check failed')
  const value = measurement(rule, outcome)
  return value === undefined ? 'not measured' : written(value, metric?.unit ?? 'number')
}

const bounds: Readonly<Record<string, string>> = {
  '>': 'at most',
  '>=': 'less than',
  '<': 'at least',
  '<=': 'more than',
  '==': 'anything but',
  '!=': 'exactly',
}

/** What would not have been a violation. */
function expectation({ rule, metric }: Pick<Violation, 'rule' | 'metric'>): string {
  const { metricKey, operator, value } = rule
  if (metricKey === 'success')
    return (value === 'false') === (operator === '==') ? 'the check succeeds' : 'the check fails'
  const groups = groupsIn(value)
  if (operator === 'not_in_groups') return `one of ${groups.join(', ')}`
  if (operator === 'in_groups') return `none of ${groups.join(', ')}`
  const unit = metric?.unit ?? 'number'
  if (unit === 'flag' && (operator === '==' || operator === '!='))
    return (value === '1') === (operator === '==') ? 'no' : 'yes'
  return `${bounds[operator] ?? operator} ${written(Number(value), unit)}`
}

const suffixes: Partial<Record<Unit, string>> = {
  ms: ' ms',
  seconds: ' s',
  hours: ' hours',
  days: ' days',
  percent: ' %',
  bytes: ' bytes',
  'bytes/s': ' bytes/s',
  celsius: ' °C',
}

function written(value: number, unit: Unit): string {
  if (unit === 'flag' && (value === 0 || value === 1)) return value === 1 ? 'yes' : 'no'
  return `${Math.round(value * 100) / 100}${suffixes[unit] ?? ''}`
}

/** `Time to connect`; the catalog explains flags behind it, in brackets, which reads badly in a sentence. */
function subject({ rule, metric }: Pick<Violation, 'rule' | 'metric'>): string {
  return (metric?.description ?? rule.metric).replace(/\s*\([^)]*\)\s*$/, '')
}

const lowered = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

function causeOf({ metric, outcome }: Violation): Cause {
  return outcome.cause ?? metric?.cause ?? 'other'
}

const explanations: Readonly<Record<Cause, string>> = {
  dns: 'The name could not be resolved as it should, so visitors cannot find the service. Look at the domain’s records and name servers.',
  connect:
    'The server cannot be reached or does not accept connections. It may be off, overloaded, or behind a firewall that refuses us.',
  tls: 'A connection was made, but no secure session came about. Look at the certificate and at the TLS versions and ciphers the server offers.',
  timeout: 'The server did not answer in time. It may be overloaded, or something on the way swallows the packets.',
  http_status:
    'The server answers, but with a status that the rule does not accept. Look at the application and its logs.',
  content: 'The service answers, but not with what it should. A deployment, a database or a cache may have changed it.',
  certificate: 'The certificate or registration needs attention before visitors see warnings. Renew or replace it.',
  auth: 'The service answers, but refuses the login. The credentials may have changed or expired.',
  performance: 'The service works, but slower than it should. Look at its load and at what it depends on.',
  heartbeat: 'The job did not report as it should. It may have failed, hung, or never started.',
  other: 'The measured value is outside of what the rule allows.',
}

function diagnosisOf(cause: Cause, { locations, outcome }: Violation): string {
  const where = locations > 1 ? ` It was seen from ${locations} locations.` : ''
  const status = cause === 'http_status' && outcome.statusCode !== null && outcome.statusCode >= 500
  const hint = status
    ? 'The server answers, but with an error of its own. Look at the application and its logs.'
    : explanations[cause]
  return `${hint}${where}`
}
