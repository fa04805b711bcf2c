import { type ConfigOf, choice, number, text } from '../../domain/field.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { newTrace } from '../../net/http/trace.ts'
import type { HttpResponseData } from '../../net/index.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headers, ipVersion, timeout, verifyTls } from '../fields.ts'
import type { Masker } from '../masking.ts'
import type { CheckJob, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { observeSslExpiry, sslExpiry } from '../tls/expiry.ts'
import { bodyText, durationsOf, exchangePhases, showAnswer, showTrace, shownBytes } from './evidence.ts'
import { readJson } from './json/read.ts'
import { type JsonValue, isObject } from './json/values.ts'
import { MetricsPage, Samples, parseSelector, sampleChoices, selectorProblem } from './prometheus/samples.ts'
import {
  authType,
  login,
  loginNeeds,
  loginOf,
  maskerOf,
  missingCredentials,
  responseTime,
  statusCode,
  webDiagnoses,
} from './request-config.ts'

const metric = metricsOf('prometheus')
const phases = exchangePhases('prometheus')
const maxRedirects = 10
const shownSample = 200
const maxPageBytes = 10_000_000
const maxAnswerBytes = 1_000_000
const bound = { group: 'answer', advanced: false, min: -1e15, max: 1e15, fraction: true } as const

const config = {
  selector: text({
    label: 'Metric',
    group: 'request',
    advanced: false,
    placeholder: 'queue_length{queue="mail"}',
    help: 'Metric on the page, with matchers of its labels as in PromQL',
    maxLength: 1000,
    rule: selectorProblem,
  }),
  query: text({
    label: 'PromQL query',
    group: 'request',
    advanced: false,
    placeholder: 'sum(rate(http_requests_total{code=~"5.."}[5m]))',
    help: 'Query to the Prometheus server at the URL, instead of a metric on a page',
    maxLength: 4000,
  }),
  aggregate: choice(sampleChoices, {
    labels: { avg: 'Average', min: 'Smallest', max: 'Largest' },
    label: 'Several samples',
    group: 'answer',
    help: 'The value if several samples match',
    default: 'sum',
  }),
  minValue: number({ ...bound, label: 'At least', help: 'Smallest value that is fine' }),
  maxValue: number({ ...bound, label: 'At most', help: 'Largest value that is fine' }),
  authType: choice(['none', 'basic', 'digest', 'bearer'], authType),
  ...login,
  requestHeaders: headers,
  verifyTls,
  timeoutSeconds: timeout(15),
  ipVersion,
}

type PrometheusConfig = ConfigOf<typeof config>

export const prometheus = defineCheck({
  type: 'prometheus',
  title: 'Prometheus metric',
  category: 'web',
  summary: 'Compares the value of a metric on a page of metrics, or of a PromQL query to a Prometheus server.',
  target: url(['https', 'http'], {
    description: 'The URL of the page of metrics; with a query, of the Prometheus server',
    examples: ['https://app.example.com/metrics', 'http://192.0.2.1:9090/'],
  }),
  recognizes: ({ url }) => url && { fit: /\/metrics\/?$/.test(url.pathname) ? 100 : 12, target: url.href },
  config,
  credentials: { keys: ['authPassword', 'bearerToken'], boundTo: ['authUsername', 'verifyTls'] },
  expires: true,
  metrics: [
    metric('value', {
      description: 'Value of the metric or query',
      unit: 'number',
      cause: 'content',
      says: 'the value is {}',
      diagnosis:
        'The application reports this number itself. Check what it counts, and whether the limit is still right.',
    }),
    metric('in_range', {
      description: 'Value is in its expected range (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the value is in its expected range', no: 'the value is outside its expected range' },
      diagnosis:
        'The evidence has the value, its range and the samples. Check what the metric counts, and its history.',
    }),
    metric('samples', {
      description: 'Samples that match',
      unit: 'count',
      usual: '<',
      cause: 'content',
      says: counted('sample matches', 'samples match'),
      diagnosis: 'Each instance or label has its own sample. Check which are missing, or new, in the evidence.',
    }),
    statusCode('prometheus', 'Status code of the response'),
    responseTime('prometheus', 'Time from the start of the check to the end of the body'),
    ...sslExpiry('prometheus'),
  ],
  presentation: { phases, charts: ['prometheus.value'] },
  diagnoses: {
    ...webDiagnoses,
    content:
      'The server responds, but not with the value. Check the name and the labels of the metric or the query, and ' +
      'whether the application still exports it.',
    auth: 'The server rejects the login. Check whether its password or token has changed or expired.',
  },
  defaultRules: [
    availability,
    {
      name: 'Value Out of Range',
      metric: "metrics['prometheus.in_range']",
      operator: '==',
      value: '0',
      severity: 'critical',
      when: {
        text: 'with an expected range',
        holds: ({ minValue, maxValue }) => typeof minValue === 'number' || typeof maxValue === 'number',
      },
    },
  ],
  examine: ({ selector, query, minValue = -Infinity, maxValue = Infinity, ...config }) => [
    ...missingCredentials(config, loginNeeds),
    ...(selector && query ? ['selector: must not be combined with query'] : []),
    ...(minValue > maxValue ? ['minValue: must not be more than maxValue'] : []),
  ],
  run: (job, context) => {
    const { requestHeaders: headers, ...secrets } = job.config
    const masker = maskerOf({ ...secrets, headers })
    return masker.around(context.observed, () => run(job, context, masker))
  },
})

async function run(
  { target, config }: CheckJob<PrometheusConfig, URL>,
  context: RunContext,
  masker: Masker,
): Promise<void> {
  const { net, clock, signal, observed } = context
  const { selector, query, minValue, maxValue } = config
  const { metrics, evidence } = observed
  const samples = new Samples()
  const page = query ? null : new MetricsPage(samples, parseSelector(selector ?? ''))
  const trace = newTrace()
  const start = clock.monotonicMs()
  try {
    const response = await net.request({
      url: query ? queryUrl(target, query) : target,
      method: 'GET',
      headers: config.requestHeaders,
      login: loginOf(config),
      maxRedirects,
      verify: config.verifyTls,
      maxBytes: page ? maxPageBytes : maxAnswerBytes,
      keepBytes: page ? shownBytes + masker.lookAhead : undefined,
      onPiece: page ? async (piece, { statusCode }) => (isFine(statusCode) ? page.write(piece) : 'enough') : undefined,
      ipVersion: config.ipVersion,
      signal,
      trace,
    })
    metrics['prometheus.response_time_ms'] = clock.monotonicMs() - start
    showAnswer(response, evidence)
    const maxCount = shownBytes + masker.lookAhead
    if (evidence.body)
      evidence.body = masker.beginning(bodyText(response, maxCount), shownBytes, response.bodyBytes > maxCount)
    if (page) readPage(page, response)
    else readAnswer(response, samples)
    delete evidence.body
  } finally {
    if (trace.status !== null) metrics['prometheus.status_code'] = observed.statusCode = trace.status
    if (trace.certificate) observeSslExpiry('prometheus', trace.certificate, context)
    observed.phases = durationsOf(phases, trace)
    showTrace(trace, evidence)
  }
  metrics['prometheus.samples'] = samples.count
  if (samples.count > 0) evidence.samples = samples.shown.map((text) => masker.beginning(text, shownSample, false))
  else
    throw new TargetDown('content', query ? 'the query returned no sample' : `no sample of ${selector ?? 'any metric'}`)
  if (!selector && !query) return
  const value = samples.value(config.aggregate)
  evidence.value = String(value)
  if (!Number.isFinite(value)) throw new TargetDown('content', `the value is ${value}, which cannot be compared`)
  metrics['prometheus.value'] = value
  if (minValue === undefined && maxValue === undefined) return
  const bounds = [minValue === undefined ? '' : `>= ${minValue}`, maxValue === undefined ? '' : `<= ${maxValue}`]
  evidence.expected_value = bounds.filter(Boolean).join(', ')
  metrics['prometheus.in_range'] = value >= (minValue ?? -Infinity) && value <= (maxValue ?? Infinity) ? 1 : 0
}

const isFine = (status = 0): boolean => status >= 200 && status < 300

function queryUrl(server: URL, query: string): URL {
  const url = new URL(server)
  if (!/\/api\/v1\/query\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/api/v1/query`
  url.searchParams.set('query', query)
  return url
}

function refuseStatus({ status, reason }: HttpResponseData, problem = ''): void {
  if (isFine(status)) return
  const cause = status === 401 || status === 403 ? 'auth' : problem ? 'content' : 'http_status'
  throw new TargetDown(cause, problem || `the server responded with HTTP ${status} ${reason}`.trim())
}

function readPage(page: MetricsPage, response: HttpResponseData): void {
  refuseStatus(response)
  if (response.isCut) throw new TargetDown('content', 'the page is larger than 10 MB')
  page.end()
}

function readAnswer(response: HttpResponseData, samples: Samples): void {
  if (response.isCut) throw new TargetDown('content', 'the result of the query is larger than 1 MB: aggregate it')
  const read = readJson(bodyText(response))
  const answer: JsonValue = 'value' in read && isObject(read.value) ? read.value : {}
  const { status, error, data } = answer as { readonly [name: string]: JsonValue | undefined }
  refuseStatus(response, status === 'error' ? `Prometheus rejects the query: ${String(error)}` : '')
  const { resultType, result } = isObject(data) ? data : {}
  if (!Array.isArray(result)) throw new TargetDown('content', 'the response is not that of a Prometheus server')
  if (resultType === 'scalar') return samples.add('scalar', String(result[1]))
  if (resultType !== 'vector')
    throw new TargetDown('content', `the query returns a ${String(resultType)}; it must return a vector or a scalar`)
  for (const one of result as unknown[])
    if (isObject(one) && Array.isArray(one.value)) samples.add(JSON.stringify(one.metric ?? {}), String(one.value[1]))
}
