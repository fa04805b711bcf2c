import { choice, flag, text } from '../../domain/field.ts'
import { newTrace } from '../../net/http/trace.ts'
import type { HttpResponseData } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headers, ipVersion, patterns, timeout } from '../fields.ts'
import { Matcher } from '../regexp.ts'
import { url } from '../targets.ts'
import { observeSslExpiry, sslExpiry } from '../tls/expiry.ts'
import { pageOf } from '../pasted.ts'
import { takePicture } from './http-picture.ts'
import { bodyText, durationsOf, exchangePhases, showAnswer, showTrace, shownBytes } from './evidence.ts'
import {
  authType,
  login,
  loginNeeds,
  loginOf,
  missingCredentials,
  plaintextProblems,
  request,
  responseTime,
  statusCode,
  unexpectedStatus,
  webDiagnoses,
} from './request-config.ts'

const metric = metricsOf('http')
const phases = exchangePhases('http')
const maxRedirects = 10

export const http = defineCheck({
  type: 'http',
  title: 'HTTP(S)',
  category: 'web',
  summary: 'Requests a URL and checks the status, the time, the body and the certificate of the response.',
  target: url(['https', 'http'], {
    description: 'The URL to request',
    examples: ['https://example.com/health', 'http://192.0.2.1:8080/'],
  }),
  recognizes: (pasted) => {
    const page = pageOf(pasted)
    if (page === null) return null
    if (pasted.url) return { fit: 99, target: page }
    return { fit: [80, 443, 8080, 8443].includes(pasted.port ?? 0) ? 85 : pasted.port === null ? 60 : 30, target: page }
  },
  config: {
    method: request.method,
    followRedirects: request.followRedirects,
    authType: choice(['none', 'basic', 'digest', 'bearer'], authType),
    ...login,
    requestBody: text({
      label: 'Body',
      group: 'request',
      advanced: true,
      help: 'Body sent with the request',
      secret: true,
      manyLines: true,
      maxLength: 65_536,
    }),
    requestHeaders: headers,
    failIfBodyMatchesRegexp: patterns({
      label: 'Body must not match',
      group: 'answer',
      advanced: false,
      help: 'Regular expressions that must not match the body',
    }),
    failIfBodyNotMatchesRegexp: patterns({
      label: 'Body must match',
      group: 'answer',
      advanced: false,
      help: 'Regular expressions that must all match the body',
    }),
    transportMode: request.transportMode,
    captureScreenshot: flag({
      label: 'Screenshot of failures',
      group: 'answer',
      help: 'Store a screenshot of the page when the check starts to fail; needs a browser at the location',
      default: false,
    }),
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  expires: true,
  metrics: [
    statusCode('http', 'Status code of the response'),
    responseTime('http', 'Time from the start of the check to the end of the body'),
    metric('body_regexp_match', {
      as: 'http.body_regexp_match',
      description: 'Body matches its patterns (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the body matches its patterns', no: 'the body does not match its patterns' },
      diagnosis:
        'The page lacks expected content or shows unwanted content. ' +
        'Compare the start of the body in the evidence with what you expect.',
    }),
    ...sslExpiry('http'),
  ],
  presentation: { phases },
  diagnoses: webDiagnoses,
  defaultRules: [availability, unexpectedStatus],
  examine: (config, target) => [
    ...missingCredentials(config, loginNeeds),
    ...plaintextProblems(config, target),
    ...pictureProblems(config),
  ],
  picture: { wanted: ({ captureScreenshot }) => captureScreenshot === true, take: takePicture },
  async run({ target, config }, context) {
    const { net, clock, signal, observed } = context
    const forbidden = listOf(config.failIfBodyMatchesRegexp)
    const wanted = listOf(config.failIfBodyNotMatchesRegexp)
    const hasPatterns = forbidden.length + wanted.length > 0
    const trace = newTrace()
    const start = clock.monotonicMs()
    try {
      const response = await net.request({
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
      showAnswer(response, observed.evidence)
      if (hasPatterns) observed.metrics['http.body_regexp_match'] = passes(response, forbidden, wanted) ? 1 : 0
    } finally {
      if (trace.status !== null) observed.metrics['http.status_code'] = observed.statusCode = trace.status
      if (trace.certificate) observeSslExpiry('http', trace.certificate, context)
      observed.phases = durationsOf(phases, trace)
      showTrace(trace, observed.evidence)
    }
  },
})

/** Browsers open pages with GET, and repeating other methods may have side effects. */
function pictureProblems({ captureScreenshot, method = 'GET' }: { captureScreenshot?: boolean; method?: string }) {
  return captureScreenshot && !['GET', 'HEAD'].includes(method)
    ? ['captureScreenshot: needs the method GET or HEAD']
    : []
}

function passes(response: HttpResponseData, forbidden: string[], wanted: string[]): boolean {
  const body = bodyText(response)
  const matcher = new Matcher()
  const isFound = (pattern: string): boolean => matcher.matches(pattern, body)
  return !forbidden.some(isFound) && wanted.every(isFound)
}

function listOf(patterns: string | string[] | undefined): string[] {
  return typeof patterns === 'string' ? [patterns] : (patterns ?? [])
}
