// Evidence of an HTTP exchange, for all types that use HTTP.
import { type Metric, metric } from '../../domain/metric.ts'
import { certificateFacts } from '../../net/tls/certificate.ts'
import type { HttpTrace } from '../../net/http/trace.ts'
import type { HttpResponseData } from '../../net/index.ts'
import type { Evidence } from '../evidence.ts'

/** Maximum bytes of a body in the evidence. */
export const shownBytes = 1024
const shownHeaders = 30
const shownHeaderLength = 300

export function showAnswer(response: HttpResponseData, evidence: Evidence): void {
  evidence.protocol = `HTTP/${response.httpVersion}`
  evidence.status = `${response.status} ${response.reason}`.trim()
  evidence.headers = headerEvidence(response.headers)
  if (response.body.length > 0) evidence.body = bodyText(response, shownBytes)
  evidence.body_bytes = response.bodyBytes
  if (response.isCut) evidence.body_is_cut = true
  if (response.trace.redirects.length > 0) evidence.url = response.url.href
}

/** Records the exchange as far as it got, even if it failed. */
export function showTrace(trace: HttpTrace, evidence: Evidence): void {
  if (trace.address !== null) evidence.address = trace.address
  if (trace.httpVersion !== null) evidence.protocol ??= `HTTP/${trace.httpVersion}`
  if (trace.redirects.length > 0) evidence.redirects = trace.redirects
  if (trace.connectMs === null) return
  evidence.timings = {
    dns_ms: rounded(trace.dnsMs),
    connect_ms: rounded(trace.connectMs),
    tls_ms: rounded(trace.tlsMs),
    first_byte_ms: rounded(trace.firstByteMs),
    transfer_ms: rounded(trace.transferMs),
  }
  if (trace.certificate) evidence.certificate = certificateFacts(trace.certificate)
}

const phaseNames = [
  ['dns_time_ms', 'DNS', 'Time to resolve the host'],
  ['connect_time_ms', 'Connect', 'Time to connect'],
  ['tls_time_ms', 'TLS', 'Time for the TLS handshake'],
  ['ttfb_ms', 'First byte', 'Time from the request to the first byte'],
  ['transfer_ms', 'Transfer', 'Time to read the body'],
] as const

/** The phases of an exchange, as metrics of a type. */
export const exchangePhases = (type: string): Metric[] =>
  phaseNames.map(([name, label, description], place) =>
    metric(`${type}.${name}`, { label, description, unit: 'ms', usual: null, phase: place + 1 }),
  )

/** Duration of each finished phase, by the keys of `exchangePhases`; of the last exchange after redirects. */
export function durationsOf(phases: readonly Metric[], trace: HttpTrace): Record<string, number> | undefined {
  if (trace.connectMs === null) return undefined
  const { dnsMs, connectMs, tlsMs, firstByteMs, transferMs } = trace
  const taken = [dnsMs, connectMs, tlsMs, firstByteMs, transferMs]
  const durations: Record<string, number> = {}
  taken.forEach((ms, n) => {
    if (ms !== null) durations[phases[n]!.key] = ms
  })
  return durations
}

/** Decodes the body with its declared charset; UTF-8 if that is missing or invalid. */
export function bodyText(response: HttpResponseData, maxBytes = Infinity): string {
  const bytes = response.body.length > maxBytes ? response.body.subarray(0, maxBytes) : response.body
  const charset =
    /charset\s*=\s*"?([^\s;"]+)/i.exec(response.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8'
  if (charset === 'utf-8' || charset === 'utf8') return bytes.toString('utf8')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function headerEvidence(headers: HttpResponseData['headers']): Record<string, string> {
  const result: Record<string, string> = {}
  let count = 0
  for (const name in headers) {
    // Cookies are credentials, and evidence is stored.
    if (name === 'set-cookie') continue
    if (++count > shownHeaders) break
    const value = String(headers[name])
    result[name] = value.length > shownHeaderLength ? `${value.slice(0, shownHeaderLength)}…` : value
  }
  return result
}

function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 100) / 100
}
