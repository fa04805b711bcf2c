// What a violation probably means and what to look at next: in the metric's words, else the type's for its cause, else these.
import type { Diagnosis, Metric } from '../metric.ts'
import type { Cause } from '../outcome.ts'

/** A type's own words for causes that mean something particular there. */
export type Diagnoses = Readonly<Partial<Record<Cause, string>>>

export const usualDiagnoses: Readonly<Record<Cause, string>> = {
  dns: 'The name does not resolve as it should, so nobody finds the service. Look at the records of the domain, its name servers and its registration.',
  connect:
    'The server cannot be reached or takes no connections. See whether it runs, whether the service listens, and whether a firewall turns us away.',
  tls: 'The server was reached, but no encrypted session came about. Look at its certificate and at the TLS versions and ciphers it offers.',
  timeout:
    'The server did not answer in time. See whether it hangs or is overloaded, and whether something on the way swallows packets.',
  http_status: 'The server answers, but not with what a client needs. Look at the application and its log.',
  content: 'The service answers, but not with what it should. Look at what was deployed or changed last.',
  certificate:
    'Clients that check the certificate turn away. Compare its dates, names and issuer with what was expected, and install one that fits.',
  auth: 'The service answers, but refuses the login. See whether the account is locked, or its password, key or token was changed or has expired.',
  performance: 'The service works, but slower than it should. Look at its load and at what it waits for.',
  heartbeat: 'The job did not report as it should. See whether it failed, hangs or never started, and read its log.',
  other:
    'The service was reached, but does not do what it should. The message has what was seen; look for the reason in the log of the service.',
}

/** Of a number that is fine by itself, and of one that the catalog no longer knows. */
export const asTheRuleSays = 'This is what the rule warns of. If it is as it should be, change the rule.'

export interface DiagnosisInput {
  /** Undefined for availability, and for a metric that the catalog no longer knows. */
  readonly metric: Pick<Metric, 'diagnosis' | 'cause'> | undefined
  readonly value: number | undefined
  readonly cause: Cause
  readonly diagnoses: Diagnoses
}

export function diagnosisOf({ metric, value, cause, diagnoses }: DiagnosisInput): string {
  const own = metric?.diagnosis
  if (own && value !== undefined) return said(own, value) ?? asTheRuleSays
  return diagnoses[cause] ?? usualDiagnoses[cause]
}

function said(diagnosis: Diagnosis, value: number): string | undefined {
  if (typeof diagnosis === 'string') return diagnosis
  if (typeof diagnosis === 'function') return diagnosis(value)
  return value === 1 ? diagnosis.yes : value === 0 ? diagnosis.no : undefined
}
