import { daysLeft } from '../../net/tls/certificate.ts'
import { newTrace } from '../../net/http/exchange.ts'
import type { HttpAnswer } from '../../net/index.ts'
import { matches } from '../regexp.ts'
import type { Job, RunContext } from '../run.ts'
import { bodyText, showAnswer, showTrace, shownBytes } from './evidence.ts'
import { type LoginConfig, loginOf } from './request-config.ts'

interface HttpConfig extends LoginConfig {
  readonly method: string
  readonly followRedirects: boolean
  readonly requestBody: string | undefined
  readonly requestHeaders: { key: string; value: string }[] | undefined
  readonly failIfBodyMatchesRegexp: string | string[] | undefined
  readonly failIfBodyNotMatchesRegexp: string | string[] | undefined
  readonly transportMode: string
  readonly ipVersion: 'any' | 'ip4' | 'ip6'
}

const maxRedirects = 10

export async function runHttp(
  { target, config }: Job<HttpConfig, URL>,
  { net, clock, signal, observed }: RunContext,
): Promise<void> {
  const forbidden = listOf(config.failIfBodyMatchesRegexp)
  const wanted = listOf(config.failIfBodyNotMatchesRegexp)
  const hasPatterns = forbidden.length + wanted.length > 0
  const trace = newTrace()
  const start = clock.monotonicMs()
  try {
    const answer = await net.request({
      url: target,
      method: config.method,
      headers: config.requestHeaders,
      body: config.requestBody,
      login: loginOf(config),
      transport: config.transportMode === 'http3' ? 'http3' : 'tcp',
      maxRedirects: config.followRedirects ? maxRedirects : 0,
      verify: true,
      keepBytes: hasPatterns ? undefined : shownBytes,
      ipVersion: config.ipVersion,
      signal,
      trace,
    })
    observed.metrics['http.response_time_ms'] = clock.monotonicMs() - start
    if (hasPatterns) observed.metrics['http.body_regexp_match'] = passes(answer, forbidden, wanted) ? 1 : 0
    showAnswer(answer, observed.evidence)
  } finally {
    if (trace.status !== null) observed.metrics['http.status_code'] = observed.statusCode = trace.status
    if (trace.certificate) observed.metrics['http.ssl_expiry_days'] = daysLeft(trace.certificate, clock.now())
    showTrace(trace, observed.evidence)
  }
}

function passes(answer: HttpAnswer, forbidden: string[], wanted: string[]): boolean {
  const body = bodyText(answer)
  return !forbidden.some((pattern) => matches(pattern, body)) && wanted.every((pattern) => matches(pattern, body))
}

function listOf(patterns: string | string[] | undefined): string[] {
  return typeof patterns === 'string' ? [patterns] : (patterns ?? [])
}
