import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'
import { responseTime, sslExpiry, statusCode, answeredWith } from '../request-config.ts'
import { lookingUp, connecting, handshaking, firstByte } from '../../metric-text.ts'

const metric = metricsOf('api')

export const apiMetrics: readonly Metric[] = [
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
    says: counted('assertion does not hold', 'assertions do not hold', 'all assertions hold'),
    diagnosis:
      'The API answers, but not with what is expected. The evidence names the assertion and what it met; look at what was deployed last.',
  }),
  metric('assertions_total', {
    description: 'Assertions checked',
    unit: 'count',
    cause: 'content',
    usual: '<',
    max: 1000,
    says: counted('assertion was checked', 'assertions were checked'),
    diagnosis:
      'A check that ends early checks less. Look at the first step that failed, and at whether the monitor was edited.',
  }),
  metric('steps_failed', {
    description: 'Steps that failed',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    max: 10,
    cause: 'content',
    says: counted('step failed', 'steps failed', 'no step failed'),
    diagnosis: 'The evidence shows which step failed and what was answered. Look at that part of the API first.',
  }),
  metric('steps_total', {
    description: 'Steps executed',
    unit: 'count',
    usual: '<',
    max: 10,
    says: counted('step was executed', 'steps were executed'),
    diagnosis:
      'A check that ends early executes less. Look at the first step that failed, and at whether the monitor was edited.',
  }),
  metric('failed_step', {
    description: 'First step that failed, counted from 1 (0 none)',
    unit: 'count',
    usual: '>',
    severity: 'critical',
    max: 10,
    cause: 'content',
    says: (step) => (step === 0 ? 'no step failed' : 'step {} was the first to fail'),
    diagnosis: 'The evidence shows what this step asked and what was answered. Look at that part of the API first.',
  }),
  metric('total_time_ms', {
    description: 'Time for all steps together',
    unit: 'ms',
    usual: '>',
    says: 'all steps together take {}',
    diagnosis:
      'The API works, but slower than it should. The evidence has the time of each step: begin with the slowest.',
  }),
  metric('dns_time_ms', { description: 'Time to resolve the host', unit: 'ms', phase: 1, usual: '>', ...lookingUp }),
  metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, usual: '>', ...connecting }),
  metric('tls_time_ms', {
    description: 'Time for the TLS handshake',
    unit: 'ms',
    phase: 3,
    usual: '>',
    ...handshaking,
  }),
  metric('ttfb_ms', {
    description: 'Time from the request to the first byte',
    unit: 'ms',
    phase: 5,
    usual: '>',
    ...firstByte,
  }),
  metric('transfer_ms', {
    description: 'Time to read the body',
    unit: 'ms',
    phase: 6,
    usual: '>',
    says: 'reading the body takes {}',
    diagnosis:
      'The answer is large, or the way to us is narrow. Look at its size, at its compression and at the network of the server.',
  }),
  metric('response_bytes', {
    description: 'Size of the body',
    unit: 'bytes',
    usual: '>',
    says: 'the body has {}',
    diagnosis:
      'The size of the answer is not what it should be: error pages are small, lists without a limit are large. Look at the body in the evidence.',
  }),
  metric('schema_valid', {
    description: 'Answer fits the JSON Schema (1 yes)',
    unit: 'flag',
    usual: '==',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the answer fits its JSON Schema', no: 'the answer does not fit its JSON Schema' },
    diagnosis: {
      no: 'The API answers in another shape than agreed, and clients may break. The evidence names what differs; look at what was deployed last.',
    },
  }),
  metric('json_value', {
    description: 'Number found at valuePath',
    unit: 'number',
    says: 'the value in the answer is {}',
    diagnosis: 'The API reports this number itself. Look at what it counts, and at whether the limit still fits.',
  }),
  metric('step.<slug>.duration_ms', {
    description: 'Time for one step',
    unit: 'ms',
    usual: '>',
    says: 'the step {slug} takes {}',
    diagnosis: 'This step is slower than it should be. Look at the endpoint that it calls and at what that waits for.',
  }),
  metric('step.<slug>.status_code', {
    description: 'Status code of one step',
    unit: 'code',
    cause: 'http_status',
    usual: '>=',
    severity: 'critical',
    min: 100,
    max: 599,
    ...answeredWith,
    says: 'the step {slug} was answered with status {}',
  }),
]
