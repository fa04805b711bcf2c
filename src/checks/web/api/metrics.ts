import { type Metric } from '../../../domain/metric.ts'
import { counted } from '../../../domain/alerting/sentence.ts'
import { metricsOf } from '../../define.ts'
import { sslExpiry } from '../../tls/expiry.ts'
import { responseTime, statusCode, answeredWith } from '../request-config.ts'
import { lookingUp, connecting, handshaking, firstByte } from '../../metric-text.ts'

const metric = metricsOf('api')

export const apiMetrics: readonly Metric[] = [
  statusCode('api', 'Status code of the last executed step'),
  // The rollups have the time of all steps.
  { ...responseTime('api', 'Response time of the last executed step'), isRolledUp: false },
  ...sslExpiry('api'),
  metric('assertions_failed', {
    description: 'Assertions that failed',
    unit: 'count',
    cause: 'content',
    severity: 'critical',
    max: 1000,
    says: counted('assertion failed', 'assertions failed', 'all assertions passed'),
    diagnosis:
      'The API responds, but not as expected. The evidence names the assertion and the actual value; check ' +
      'what was deployed last.',
  }),
  metric('assertions_total', {
    description: 'Assertions checked',
    unit: 'count',
    cause: 'content',
    usual: '<',
    max: 1000,
    says: counted('assertion was checked', 'assertions were checked'),
    diagnosis:
      'A check that stops early checks fewer assertions. ' +
      'Check the first step that failed, and whether the monitor was edited.',
  }),
  metric('steps_failed', {
    description: 'Steps that failed',
    unit: 'count',
    severity: 'critical',
    max: 10,
    cause: 'content',
    says: counted('step failed', 'steps failed', 'no step failed'),
    diagnosis: 'The evidence shows which step failed and its response. Check that part of the API first.',
  }),
  metric('steps_total', {
    description: 'Steps executed',
    unit: 'count',
    usual: '<',
    max: 10,
    says: counted('step was executed', 'steps were executed'),
    diagnosis:
      'A check that stops early runs fewer steps. ' +
      'Check the first step that failed, and whether the monitor was edited.',
  }),
  metric('failed_step', {
    description: 'First step that failed, counted from 1 (0 none)',
    unit: 'count',
    severity: 'critical',
    max: 10,
    cause: 'content',
    says: (step) => (step === 0 ? 'no step failed' : 'step {} failed first'),
    diagnosis: "The evidence shows the step's request and response. Check that part of the API first.",
  }),
  metric('total_time_ms', {
    description: 'Time for all steps',
    unit: 'ms',
    says: 'all steps take {}',
    diagnosis:
      'The API works, but is slower than it should be. ' +
      'The evidence has the time of each step: start with the slowest.',
  }),
  metric('dns_time_ms', { description: 'Time to resolve the host', unit: 'ms', phase: 1, ...lookingUp }),
  metric('connect_time_ms', { description: 'Time to connect', unit: 'ms', phase: 2, ...connecting }),
  metric('tls_time_ms', { description: 'Time for the TLS handshake', unit: 'ms', phase: 3, ...handshaking }),
  metric('ttfb_ms', { description: 'Time from the request to the first byte', unit: 'ms', phase: 5, ...firstByte }),
  metric('transfer_ms', {
    description: 'Time to read the body',
    unit: 'ms',
    phase: 6,
    says: 'reading the body takes {}',
    diagnosis:
      'The response is large, or the network is slow. Check its size, its compression and the network of the server.',
  }),
  metric('response_bytes', {
    description: 'Size of the body',
    unit: 'bytes',
    says: 'the body is {}',
    diagnosis:
      'The response has an unexpected size: error pages are small, lists without a limit are large. ' +
      'Check the body in the evidence.',
  }),
  metric('schema_valid', {
    description: 'Response matches the JSON Schema (1 yes)',
    unit: 'flag',
    severity: 'critical',
    cause: 'content',
    says: { yes: 'the response matches the JSON Schema', no: 'the response does not match the JSON Schema' },
    diagnosis:
      'The response has an unexpected structure, and clients may break. ' +
      'The evidence names the differences; check what was deployed last.',
  }),
  metric('json_value', {
    description: 'Number found at valuePath',
    unit: 'number',
    says: 'the value in the response is {}',
    diagnosis: 'The API reports this number itself. Check what it counts, and whether the limit is still right.',
  }),
  metric('step.<slug>.duration_ms', {
    description: 'Time for one step',
    unit: 'ms',
    says: 'the step {slug} takes {}',
    diagnosis: 'This step is slower than it should be. Check the endpoint it calls and what that waits for.',
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
    says: 'the step {slug} responded with HTTP {}',
  }),
]
