import { sslExpiry } from '../tls/expiry.ts'
import { type ConfigOf, choice, text } from '../../domain/field.ts'
import { TargetDown } from '../../domain/outcome.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headers, ipVersion, pattern, timeout, verifyTls } from '../fields.ts'
import { Matcher } from '../regexp.ts'
import type { Masker } from '../masking.ts'
import type { CheckJob, Observations, RunContext } from '../run.ts'
import { url } from '../targets.ts'
import { atPort } from '../pasted.ts'
import { exchangePhases, shownBytes } from './evidence.ts'
import { type CallGrpc, createGrpcCalls, grpcStatuses, onlyMessage } from './grpc/call.ts'
import { numberIn } from './api/assertions.ts'
import { foundAt } from './api/evaluate.ts'
import { Effort } from './json/effort.ts'
import { jsonPathProblem } from './json/path.ts'
import { readJson } from './json/read.ts'
import { type JsonValue, beginningOf, isObject } from './json/values.ts'
import {
  authType,
  clientCertificate,
  clientCertificateNeeds,
  login,
  loginNeeds,
  loginOf,
  maskerOf,
  missingCredentials,
  responseTime,
  webDiagnoses,
} from './request-config.ts'

const metric = metricsOf('grpc')
const phases = exchangePhases('grpc')

const config = {
  service: text({
    group: 'request',
    advanced: false,
    placeholder: 'shop.v1.Orders',
    help: 'Service to ask the health of; leave empty for the whole server',
    maxLength: 500,
    rule: (value) => (/^[\w./-]*$/.test(value) ? null : 'must be the name of a service'),
  }),
  method: text({
    group: 'request',
    advanced: false,
    placeholder: 'shop.v1.Orders/Count',
    help: 'Unary method to call instead of the health check; the server must have reflection',
    maxLength: 500,
    rule: (value) => (/^([\w.]+\/\w+)?$/.test(value) ? null : 'must be package.Service/Method'),
  }),
  requestBody: text({
    label: 'Request',
    group: 'request',
    placeholder: '{"state": "open"}',
    help: 'Request to the method as JSON',
    secret: true,
    manyLines: true,
    maxLength: 65_536,
    rule: requestProblem,
  }),
  metadata: headers,
  expectPattern: pattern({
    label: 'Response must match',
    group: 'answer',
    advanced: false,
    help: 'Regular expression that the response of the method must match, as JSON',
  }),
  rejectPattern: pattern({
    label: 'Response must not match',
    group: 'answer',
    help: 'Regular expression that the response of the method must not match, as JSON',
  }),
  valuePath: text({
    group: 'answer',
    placeholder: '$.count',
    help: 'JSONPath of a number in the response, which rules can compare',
    maxLength: 500,
    rule: jsonPathProblem,
  }),
  authType: choice(['none', 'basic', 'bearer', 'mtls'], authType),
  ...login,
  ...clientCertificate,
  verifyTls,
  timeoutSeconds: timeout(10),
  ipVersion,
}

type GrpcConfig = ConfigOf<typeof config>

export const grpc = defineCheck({
  type: 'grpc',
  title: 'gRPC',
  category: 'web',
  summary: 'Asks a gRPC server for the health of a service, or calls a method and checks its response.',
  target: url(['grpcs', 'grpc'], {
    description: 'The server, with its port: grpcs:// with TLS, grpc:// without',
    examples: ['grpcs://grpc.example.com:443', 'grpc://192.0.2.1:50051'],
  }),
  recognizes({ scheme, host, port, text }) {
    if (scheme === 'grpc' || scheme === 'grpcs') return { fit: 100, target: text }
    return scheme === null && host !== null && port === 50_051
      ? { fit: 95, target: `grpc://${atPort(host, port)}` }
      : null
  },
  config,
  credentials: {
    keys: ['authPassword', 'bearerToken', 'clientKey'],
    boundTo: ['authUsername', 'clientCert', 'verifyTls'],
  },
  expires: true,
  metrics: [
    metric('serving', {
      description: 'Health service reports SERVING (1 yes)',
      unit: 'flag',
      severity: 'critical',
      says: { yes: 'the service is healthy', no: 'the service reports that it is not healthy' },
      diagnosis: 'The server runs, but its service does not want requests. Check what it depends on, and its log.',
    }),
    metric('status', {
      description: 'gRPC status of the call (0 is OK)',
      unit: 'code',
      usual: '!=',
      max: 9999,
      cause: 'other',
      severity: 'critical',
      words: Object.fromEntries(grpcStatuses.entries()),
      says: 'the status of the call is {}',
      diagnosis: 'The server ended the call with an error. Check its log for the status and the message.',
    }),
    metric('pattern_match', {
      description: 'Response matches its patterns (1 yes)',
      unit: 'flag',
      cause: 'content',
      severity: 'critical',
      says: { yes: 'the response matches its patterns', no: 'the response does not match its patterns' },
      diagnosis:
        'The method works, but returns something else. Compare the response in the evidence with the patterns.',
    }),
    metric('json_value', {
      description: 'Number found at valuePath',
      unit: 'number',
      says: 'the value in the response is {}',
      diagnosis: 'The service reports this number itself. Check what it counts, and whether the limit is still right.',
    }),
    responseTime('grpc', 'Time from the start of the check to the end of the response'),
    ...sslExpiry('grpc'),
  ],
  presentation: { phases },
  diagnoses: {
    ...webDiagnoses,
    http_status:
      'Something responds over HTTP that is not the gRPC server, such as a proxy. ' +
      'Check the port, and whether the proxy forwards gRPC.',
    content:
      'The gRPC server responds, but not as the monitor expects. ' +
      'Check the names of the service and the method, and what was deployed last.',
    auth: 'The server rejects the credentials. Check whether its password, token or certificate has changed or expired.',
    other: 'The server does not complete the call. Check its log, and whether the port speaks gRPC.',
  },
  defaultRules: [
    availability,
    { name: 'Not Serving', metric: "metrics['grpc.serving']", operator: '==', value: '0', severity: 'critical' },
    {
      name: 'Unexpected Response',
      metric: "metrics['grpc.pattern_match']",
      operator: '==',
      value: '0',
      severity: 'critical',
      when: {
        text: 'with a pattern',
        holds: ({ expectPattern, rejectPattern }) => Boolean(expectPattern || rejectPattern),
      },
    },
  ],
  examine: (config, target) => [
    ...missingCredentials(config, { ...loginNeeds, ...clientCertificateNeeds }),
    ...(config.authType === 'mtls' && target.protocol === 'grpc:' ? ['authType: mtls needs a grpcs:// target'] : []),
    ...(config.method && config.service ? ['service: must not be combined with method'] : []),
    ...(['requestBody', 'expectPattern', 'rejectPattern', 'valuePath'] as const).flatMap((key) =>
      config[key] && !config.method ? [`${key}: needs a method`] : [],
    ),
  ],
  run: (job, context) => {
    const { metadata: headers, ...secrets } = job.config
    const masker = maskerOf({ ...secrets, headers })
    return masker.around(context.observed, () => run(job, context, masker))
  },
})

async function run({ target, config }: CheckJob<GrpcConfig, URL>, context: RunContext, masker: Masker): Promise<void> {
  const { clock, observed } = context
  const { authType, clientCert, clientKey } = config
  const start = clock.monotonicMs()
  const call = createGrpcCalls(
    {
      target,
      metadata: config.metadata ?? [],
      login: loginOf(config),
      verify: config.verifyTls,
      ...(authType === 'mtls' && { clientCert, clientKey }),
      ipVersion: config.ipVersion,
      phases,
    },
    context,
  )
  const noting: CallGrpc = async (path, messages) => {
    const result = await call(path, messages)
    observed.evidence.status = result.statusText
    observed.metrics['grpc.status'] = result.status
    return result
  }
  if (config.method) await checkMethod(noting, config, { observed, masker })
  else await checkHealth(noting, config.service ?? '', observed)
  observed.metrics['grpc.response_time_ms'] = clock.monotonicMs() - start
}

function requestProblem(value: string): string | null {
  const read = value.trim() === '' ? { value: {} } : readJson(value)
  return 'value' in read && isObject(read.value) ? null : 'must be a JSON object'
}

const healthStatuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN']

async function checkHealth(call: CallGrpc, service: string, { metrics, evidence }: Observations): Promise<void> {
  const name = Buffer.from(service)
  const length = name.length < 128 ? [name.length] : [(name.length & 127) | 128, name.length >> 7]
  const request = name.length === 0 ? name : Buffer.from([0x0a, ...length, ...name])
  const result = await call('/grpc.health.v1.Health/Check', [request])
  if (result.status === 12) throw new TargetDown('content', 'the server has no health service (grpc.health.v1.Health)')
  if (result.status === 5)
    throw new TargetDown('content', `the health service does not know ${service || 'the server'}`)
  const message = onlyMessage(result)
  // One field, of an enumeration; zero is left out.
  const status = message.length === 0 ? 0 : message[0] === 0x08 ? message[1]! : -1
  if (!(status in healthStatuses)) throw new TargetDown('content', 'the response is not that of a health service')
  evidence.health = healthStatuses[status]
  metrics['grpc.serving'] = status === 1 ? 1 : 0
}

interface ResponseNotes {
  readonly observed: Observations
  readonly masker: Masker
}

async function checkMethod(call: CallGrpc, config: GrpcConfig, { observed, masker }: ResponseNotes): Promise<void> {
  const { method = '', requestBody, expectPattern, rejectPattern, valuePath } = config
  const { callMethod } = await import('./grpc/method.ts')
  const request = requestBody?.trim() ? (JSON.parse(requestBody) as JsonValue) : {}
  const response = await callMethod(call, method, request)
  const json = JSON.stringify(response)
  observed.evidence.response = masker.beginning(json, shownBytes, false)
  const matcher = new Matcher()
  if (expectPattern || rejectPattern)
    observed.metrics['grpc.pattern_match'] =
      (!expectPattern || matcher.matches(expectPattern, json)) &&
      (!rejectPattern || !matcher.matches(rejectPattern, json))
        ? 1
        : 0
  if (!valuePath) return
  const found = foundAt(valuePath, response, { effort: new Effort(), matcher })
  const value = numberIn(found)
  if (value !== null) observed.metrics['grpc.json_value'] = value
  else
    observed.evidence.value = {
      path: valuePath,
      found: found === undefined ? 'nothing' : masker.beginning(beginningOf(found, json.length), shownBytes, false),
    }
}
