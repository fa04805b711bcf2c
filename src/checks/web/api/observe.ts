// Metrics of the last exchange of an api check, and evidence of the run without secrets.
import { lifeKeys } from '../../../domain/checking/certificate-life.ts'
import type { HttpResponseData } from '../../../net/index.ts'
import { bodyText, showAnswer, showTrace, shownBytes } from '../evidence.ts'
import type { Masker } from '../../masking.ts'
import { daysLeft } from '../../../net/tls/certificate.ts'
import { observeSslExpiry } from '../../tls/expiry.ts'
import type { RunProgress } from './run.ts'

export interface ApiStepRow {
  readonly step: string
  asked?: string
  answered?: string
  ms?: number
  problem?: string
}

const phases = {
  'api.dns_time_ms': 'dnsMs',
  'api.connect_time_ms': 'connectMs',
  'api.tls_time_ms': 'tlsMs',
  'api.ttfb_ms': 'firstByteMs',
  'api.transfer_ms': 'transferMs',
} as const

/** Everything is about the last request: results of an earlier one are removed. */
export function observeExchange({ last, context }: RunProgress): void {
  if (!last) return
  const { observed } = context
  const { metrics } = observed
  const { trace, ms } = last.exchange
  const values: Record<string, number | null> = {
    'api.status_code': trace.status,
    'api.response_time_ms': last.answer ? ms : null,
    'api.response_bytes': last.answer?.bodyBytes ?? null,
  }
  for (const [key, part] of Object.entries(phases)) values[key] = trace[part]
  for (const [key, value] of Object.entries(values)) {
    if (value === null) delete metrics[key]
    else metrics[key] = value
  }
  observed.statusCode = trace.status
  if (!trace.certificate) return
  const days = daysLeft(trace.certificate, context.clock.now())
  if (days >= (metrics['api.ssl_expiry_days'] ?? Infinity)) return
  for (const key of Object.values(lifeKeys('api.ssl_expiry_days'))) delete metrics[key]
  observeSslExpiry('api', trace.certificate, context)
}

export function showRun(progress: RunProgress): void {
  const { config, context, masker, rows, failedAssertions, last } = progress
  const { metrics, evidence } = context.observed
  metrics['api.steps_total'] = rows.length
  metrics['api.steps_failed'] = progress.failedSteps
  metrics['api.failed_step'] = progress.firstFailed
  metrics['api.assertions_total'] = progress.assertions
  metrics['api.assertions_failed'] = failedAssertions.length
  const details: Record<string, unknown> = {}
  if (failedAssertions.length > 0) details.failed_assertions = failedAssertions
  if (config.steps?.length) details.steps = rows
  else details.asked = rows[0]?.asked
  if (progress.values.size > 0) details.extracted = Object.fromEntries(progress.values)
  if (last?.answer) showMasked(last.answer, masker, details)
  if (last) showTrace(last.exchange.trace, details)
  Object.assign(evidence, masker.all({ ...details, ...evidence }))
}

/** Masks before cutting, or the first half of a secret would remain. */
function showMasked(answer: HttpResponseData, masker: Masker, details: Record<string, unknown>): void {
  const headers = masker.all(answer.headers)
  showAnswer({ ...answer, headers, body: Buffer.alloc(0) }, details)
  if (answer.body.length === 0) return
  const maxCount = shownBytes + masker.lookAhead
  details.body = masker.beginning(bodyText(answer, maxCount), shownBytes, answer.bodyBytes > maxCount)
}
