// What a violation probably means and what to check next: the text of the metric, else of the type, else of the cause.
import type { Diagnosis, Metric } from '../metric.ts'
import type { Cause } from '../outcome.ts'

/** Texts of a type for causes that have a special meaning there. */
export type Diagnoses = Readonly<Partial<Record<Cause, string>>>

export const usualDiagnoses: Readonly<Record<Cause, string>> = {
  dns:
    'The domain name does not resolve correctly, so clients cannot find the service. ' +
    "Check the domain's records, name servers and registration.",
  connect:
    'The server cannot be reached or refuses connections. ' +
    'Check whether it is running, whether the service is listening, and whether a firewall blocks Lapwing.',
  tls:
    'The server was reached, but the TLS handshake failed. ' +
    'Check its certificate and the TLS versions and ciphers it supports.',
  timeout:
    'The server did not respond in time. ' +
    'Check whether the server is overloaded or hung, and whether a firewall drops packets.',
  http_status: 'The server responds, but with an error status. Check the application and its log.',
  content: 'The service responds, but with unexpected content. Check what was deployed or changed last.',
  certificate:
    'Clients that verify the certificate reject it. ' +
    'Compare its dates, names and issuer with what you expect, and install a valid one.',
  auth:
    'The service responds, but rejects the login. ' +
    'Check whether the account is locked, or its password, key or token has changed or expired.',
  performance: 'The service works, but is slower than it should be. Check its load and what it depends on.',
  heartbeat: 'The job did not check in as expected. Check whether it failed, hangs or never started, and read its log.',
  other:
    'The service was reached, but does not work as expected. ' +
    'The message says what the check saw; look for the reason in the log of the service.',
}

/** For a value that is not wrong by itself, and for a metric that the catalog no longer has. */
export const asTheRuleSays = 'The value matches the alert rule. If the value is fine, change the rule.'

export const fasterThanUsual =
  'The response is faster than usual. Check whether it is complete: errors and empty pages are often quick.'

export const silentLocation =
  'Nobody knows how these monitors are. Check that a probe of the location is running and reaches Lapwing. ' +
  'A second location would have taken over.'

export const worseSinceDeployment = (knowsLastWeek: boolean): string =>
  `The values since the deployment differ clearly from the hour before${
    knowsLastWeek ? ', and the same time last week had no such change' : ''
  }. Check what the deployment changed, or roll it back.`

/** Follows a diagnosis. */
export const confirmedFrom = (locations: number | string): string => `Confirmed from ${locations} locations.`

/** For messages that name the locations. */
export const withoutLocations = (diagnosis: string): string => diagnosis.replace(/ Confirmed from \d+ locations\.$/, '')

export interface DiagnosisInput {
  /** Undefined for availability, and for a metric that the catalog no longer has. */
  readonly metric: Pick<Metric, 'diagnosis' | 'cause'> | undefined
  readonly value: number | undefined
  readonly cause: Cause
  readonly diagnoses: Diagnoses
}

export function diagnosisOf({ metric, value, cause, diagnoses }: DiagnosisInput): string {
  const own = metric?.diagnosis
  if (own && value !== undefined) return diagnosisText(own, value) ?? asTheRuleSays
  return diagnoses[cause] ?? usualDiagnoses[cause]
}

function diagnosisText(diagnosis: Diagnosis, value: number): string | undefined {
  if (typeof diagnosis === 'string') return diagnosis
  if (typeof diagnosis === 'function') return diagnosis(value)
  return value === 1 ? diagnosis.yes : value === 0 ? diagnosis.no : undefined
}
