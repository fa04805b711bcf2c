import { z } from 'zod'
import { choice, list, record, text, word } from '../../domain/field.ts'
import { type Step, step, stepProblems, stepSlug } from './api-steps.ts'
import { assertion, headerNameProblem, jsonPathProblem } from './assertions.ts'
import { availability, defineCheck, metricsOf } from '../define.ts'
import { headers, ipVersion, timeout, verifyTls } from '../fields.ts'
import { url } from '../targets.ts'
import {
  login,
  loginNeeds,
  missingCredentials,
  oauth,
  oauthNeeds,
  plaintextProblems,
  request,
  responseTime,
  sslExpiry,
  statusCode,
  unexpectedStatus,
} from './request-config.ts'

const metric = metricsOf('api')

const needs = {
  ...loginNeeds,
  ...oauthNeeds,
  api_key: ['apiKeyName', 'apiKeyValue'],
  mtls: ['clientCert', 'clientKey'],
}

const jsonSchema = z
  .record(z.string(), z.unknown())
  .refine((schema) => Buffer.byteLength(JSON.stringify(schema)) <= 65_536, 'must be at most 64 KB of JSON')

export const api = defineCheck({
  type: 'api',
  title: 'API',
  category: 'web',
  summary: 'Sends one request or a chain of them and checks what you claim about the answers.',
  target: url(['https', 'http'], {
    description: 'The URL to request; with steps, the base their relative URLs start from',
    examples: ['https://api.example.com/v1/status', 'http://192.0.2.1:8080/'],
  }),
  recognizes: ({ url }) => url && { fit: 80, target: url.href },
  config: {
    method: request.method,
    bodyType: choice(['none', 'json', 'form', 'xml', 'graphql', 'raw'], {
      group: 'request',
      advanced: false,
      help: 'What the request bodies are, which sets their content type; graphql takes a query and wraps it in JSON',
      default: 'none',
    }),
    requestBody: text({
      label: 'Body',
      group: 'request',
      shownWhen: { key: 'bodyType', in: ['json', 'form', 'xml', 'graphql', 'raw'] },
      help: 'Body sent with the request',
      secret: true,
      manyLines: true,
      maxLength: 65_536,
    }),
    requestHeaders: headers,
    queryParams: list(z.strictObject({ key: word(200), value: z.string().max(8000) }), {
      label: 'Query parameters',
      group: 'request',
      help: 'Parameters added to the query of the URL',
      maxItems: 50,
    }),
    authType: choice(['none', 'basic', 'digest', 'bearer', 'api_key', 'oauth2_client_credentials', 'mtls'], {
      label: 'Login',
      group: 'login',
      help: 'How the requests authenticate',
      default: 'none',
    }),
    ...login,
    apiKeyName: text({
      group: 'login',
      shownWhen: { key: 'authType', in: ['api_key'] },
      help: 'Name of the header or query parameter that carries the API key',
      maxLength: 200,
    }),
    apiKeyValue: text({
      label: 'API key',
      group: 'login',
      shownWhen: { key: 'authType', in: ['api_key'] },
      help: 'The API key itself',
      secret: true,
      maxLength: 8000,
    }),
    apiKeyIn: choice(['header', 'query'], {
      label: 'Sent in',
      group: 'login',
      shownWhen: { key: 'authType', in: ['api_key'] },
      help: 'Where the API key is sent',
      default: 'header',
    }),
    ...oauth,
    clientCert: text({
      label: 'Client certificate',
      group: 'login',
      shownWhen: { key: 'authType', in: ['mtls'] },
      help: 'Client certificate in PEM, followed by its chain if there is one',
      maxLength: 32_768,
      rule: certificateProblem,
    }),
    clientKey: text({
      group: 'login',
      shownWhen: { key: 'authType', in: ['mtls'] },
      help: 'Private key of the client certificate in PEM, not encrypted',
      secret: true,
      manyLines: true,
      maxLength: 16_384,
      rule: keyProblem,
    }),
    followRedirects: request.followRedirects,
    verifyTls,
    transportMode: request.transportMode,
    assertions: list(assertion, {
      group: 'answer',
      advanced: false,
      help: 'Claims about the answer, with steps about the last one: {source, property, comparison, target}',
      maxItems: 20,
    }),
    jsonSchema: record(jsonSchema, { group: 'answer', help: 'JSON Schema the answer must fit, at most 64 KB' }),
    valuePath: text({
      group: 'answer',
      placeholder: '$.queue.length',
      help: 'JSONPath of a number in the answer, reported as api.json_value',
      maxLength: 500,
      rule: jsonPathProblem,
    }),
    steps: list(step, {
      group: 'request',
      help: 'Requests sent in order; values a step extracts are {{name}} in later ones. Readers see them: no secrets here',
      maxItems: 10,
    }),
    timeoutSeconds: timeout(30),
    ipVersion,
  },
  credentials: {
    keys: ['authPassword', 'bearerToken', 'apiKeyValue', 'oauthClientSecret', 'clientKey'],
    boundTo: ['authUsername', 'oauthTokenUrl', 'oauthClientId', 'clientCert', 'verifyTls'],
  },
  expires: true,
  metrics: [
    statusCode('api', 'Status code of the last executed step'),
    responseTime('api', 'Response time of the last executed step'),
    sslExpiry('api'),
    metric('assertions_failed', {
      description: 'Assertions that did not hold',
      unit: 'count',
      cause: 'content',
      usual: '>',
      severity: 'critical',
      max: 1000,
    }),
    metric('assertions_total', {
      description: 'Assertions checked',
      unit: 'count',
      cause: 'content',
      usual: '<',
      max: 1000,
    }),
    metric('steps_failed', {
      description: 'Steps that failed',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      max: 10,
    }),
    metric('steps_total', { description: 'Steps executed', unit: 'count', max: 10 }),
    metric('failed_step', {
      description: 'First step that failed, counted from 1 (0 none)',
      unit: 'count',
      usual: '>',
      severity: 'critical',
      max: 10,
    }),
    metric('total_time_ms', { description: 'Time for all steps together', unit: 'ms', usual: '>' }),
    metric('dns_time_ms', { description: 'Time to resolve the host', unit: 'ms', phase: 1, usual: '>' }),
    metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, usual: '>' }),
    metric('tls_time_ms', {
      description: 'Time for the TLS handshake',
      unit: 'ms',
      phase: 3,
      cause: 'tls',
      usual: '>',
    }),
    metric('ttfb_ms', { description: 'Time from the request to the first byte', unit: 'ms', phase: 5, usual: '>' }),
    metric('transfer_ms', { description: 'Time to read the body', unit: 'ms', phase: 6, usual: '>' }),
    metric('response_bytes', { description: 'Size of the body', unit: 'bytes', usual: '>' }),
    metric('schema_valid', {
      description: 'Answer fits the JSON Schema (1 yes)',
      unit: 'flag',
      usual: '==',
      severity: 'critical',
    }),
    metric('json_value', { description: 'Number found at valuePath', unit: 'number' }),
    metric('step.<slug>.duration_ms', { description: 'Time for one step', unit: 'ms', usual: '>' }),
    metric('step.<slug>.status_code', {
      description: 'Status code of one step',
      unit: 'code',
      cause: 'http_status',
      usual: '>=',
      severity: 'critical',
      min: 100,
      max: 599,
    }),
  ],
  defaultRules: [
    availability,
    unexpectedStatus,
    {
      name: 'Assertion Failed',
      metric: "metrics['api.assertions_failed']",
      operator: '>',
      value: '0',
      severity: 'critical',
    },
  ],
  readSteps: async ({ steps = [] }) => ({ problems: [], slugs: steps.map((one, index) => stepSlug(one.name, index)) }),
  examine(config, target) {
    const steps = config.steps ?? []
    const unjudgeable = [
      ...schemaClaims(config.assertions ?? [], 'assertions'),
      ...steps.flatMap((one, index) => schemaClaims(one.assertions ?? [], `steps[${index}].assertions`)),
    ]
    return [
      ...missingCredentials(config, needs),
      ...(config.authType === 'api_key' ? apiKeyProblems(config) : []),
      ...plaintextProblems(config, target),
      ...payloadProblems(config, steps),
      ...(config.jsonSchema ? [] : unjudgeable),
      ...stepProblems(steps),
    ]
  },
})

function apiKeyProblems({ apiKeyName, apiKeyIn }: { apiKeyName?: string; apiKeyIn?: string }): string[] {
  const problem = apiKeyName && apiKeyIn !== 'query' ? headerNameProblem(apiKeyName) : null
  return problem ? [`apiKeyName: ${problem}`] : []
}

interface Payload {
  bodyType?: string
  requestBody?: string
  queryParams?: readonly unknown[]
}

function payloadProblems(
  { bodyType = 'none', requestBody, queryParams = [] }: Payload,
  steps: readonly Step[],
): string[] {
  const found: string[] = []
  const stepped = steps.length > 0
  if (stepped && requestBody) found.push('requestBody: belongs inside a step when there are steps')
  if (stepped && queryParams.length > 0) found.push('queryParams: belong in the url of a step when there are steps')
  const sends = requestBody || steps.some((one) => one.requestBody)
  if (sends && bodyType === 'none') found.push('bodyType: must not be none with a requestBody')
  return found
}

function schemaClaims(assertions: readonly { source: string }[], at: string): string[] {
  return assertions.flatMap(({ source }, index) =>
    source === 'schema' ? [`${at}[${index}].source: schema needs jsonSchema`] : [],
  )
}

function certificateProblem(pem: string): string | null {
  return pem === '' || /^-----BEGIN CERTIFICATE-----\s/m.test(pem) ? null : 'must be a certificate in PEM'
}

function keyProblem(pem: string): string | null {
  if (/-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(pem)) return 'must not be encrypted'
  return pem === '' || /^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\s/m.test(pem) ? null : 'must be a private key in PEM'
}
