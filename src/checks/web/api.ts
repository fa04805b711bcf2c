import { availability, defineCheck, metricsOf } from '../define.ts'
import { url } from '../targets.ts'
import { config, configProblems } from './api/config.ts'
import { runApi } from './api/run.ts'
import { stepSlug } from './api/steps.ts'
import { responseTime, sslExpiry, statusCode, unexpectedStatus } from './request-config.ts'

const metric = metricsOf('api')

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
  config,
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
  examine: configProblems,
  run: runApi,
})
