// How far a request got, and when.
import type { X509Certificate } from 'node:crypto'
import type { ResponseHead } from './exchange.ts'

/** The progress of a request, filled in as it goes, so that a failed request can still be reported. */
export interface HttpTrace {
  /** The fields down to `certificateProblem` describe the last hop. */
  address: string | null
  dnsMs: number | null
  connectMs: number | null
  /** Null without TLS. */
  tlsMs: number | null
  /** From the request to the response headers. */
  firstByteMs: number | null
  transferMs: number | null
  status: number | null
  /** The HTTP version, once it is known: 1.1, 2, 3. */
  httpVersion: string | null
  /** Why the certificate is not trusted, as a sentence. */
  certificateProblem: string | null
  /** The certificate that expires first, of all hops. */
  certificate: X509Certificate | null
  /** Redirects that were followed. */
  readonly redirects: { readonly from: string; readonly status: number; readonly to: string }[]
}

const times = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, transferMs: null }
const freshHop = { address: null, ...times, status: null, httpVersion: null, certificateProblem: null }

/** Resets the fields of the previous hop. */
export function beginHop(trace: HttpTrace): void {
  Object.assign(trace, freshHop)
}

export function noteHead(trace: HttpTrace, head: ResponseHead, afterMs: number): void {
  trace.firstByteMs ??= afterMs
  trace.status = head.statusCode ?? 0
  trace.httpVersion = head.httpVersion
}

export function noteCertificate(trace: HttpTrace, certificate: X509Certificate, problem: string | null): void {
  trace.certificateProblem = problem
  if (!trace.certificate || certificate.validToDate < trace.certificate.validToDate) trace.certificate = certificate
}

export function newTrace(): HttpTrace {
  return { ...freshHop, certificate: null, redirects: [] }
}
