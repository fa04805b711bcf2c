import { type Metric } from '../../domain/metric.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { metricsOf } from '../define.ts'

const metric = metricsOf('heartbeat')

export const heartbeatMetrics: readonly Metric[] = [
  metric('missed', {
    description: 'A check-in is overdue past its grace (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    usual: '==',
    severity: 'critical',
    says: { yes: 'no check-in came in time', no: 'the check-ins come in time' },
    diagnosis: {
      yes: 'The job hangs, never started, or cannot reach us. See whether its scheduler runs, read its log, and try its check-in by hand.',
    },
  }),
  metric('failed', {
    description: 'The job reported a failure or a non-zero exit (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the job reported a failure', no: 'the job reported success' },
    diagnosis: {
      yes: 'The job ran and says itself that it failed. Read its log; what it sent with the check-in is in the evidence.',
    },
  }),
  metric('exit_status', {
    description: 'Exit status the job reported',
    unit: 'code',
    cause: 'heartbeat',
    usual: '!=',
    severity: 'critical',
    max: 255,
    says: 'the job ended with exit status {}',
    diagnosis: 'Anything but 0 mostly means failure. Look up what the job means by it, and read its log.',
  }),
  metric('overrun', {
    description: 'The job runs longer than it may (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    usual: '==',
    says: { yes: 'the job runs longer than it may', no: 'the job runs no longer than it may' },
    diagnosis: {
      yes: 'It hangs, waits for something, or has more to do than usual. See what it is doing before it meets its next start.',
    },
  }),
  metric('late_seconds', {
    description: 'Seconds the last check-in came after its time',
    unit: 'seconds',
    cause: 'heartbeat',
    usual: '>',
    says: (seconds) => (seconds > 0 ? 'the last check-in came {} late' : 'the last check-in came in time'),
    diagnosis:
      'Look at when the job starts and at how long it takes; if it is right as it is, give the monitor more grace.',
  }),
  metric('seconds_since_last', {
    description: 'Seconds since the last check-in',
    unit: 'seconds',
    cause: 'heartbeat',
    usual: '>',
    says: 'the last check-in came {} ago',
    diagnosis: 'See whether the job still runs and can reach us. If it is right as it is, change the limit.',
  }),
  metric('duration_ms', {
    description: 'Time from start to finish of the job',
    unit: 'ms',
    cause: 'heartbeat',
    usual: '>',
    max: 31_536_000 * 1000,
    says: 'the job took {}',
    diagnosis:
      'Look at what it had to do this time and at what it waits for. A job that ends too early may have done nothing.',
  }),
  metric('running', {
    description: 'The job has started and not finished (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    usual: '==',
    says: { yes: 'the job is running', no: 'the job is not running' },
    diagnosis: {
      yes: 'It has started and not reported back. See whether it still works or hangs.',
      no: 'It has not started, or has ended. See whether its scheduler runs.',
    },
  }),
  metric('pings_24h', {
    description: 'Check-ins during the last 24 hours',
    unit: 'count',
    cause: 'heartbeat',
    usual: '<',
    says: counted('check-in came during the last 24 hours', 'check-ins came during the last 24 hours'),
    diagnosis: 'See whether the job runs as often as it should, and whether its check-ins reach us.',
  }),
  metric('consecutive_failures', {
    description: 'Failures in a row',
    unit: 'count',
    cause: 'heartbeat',
    usual: '>',
    says: counted('failure came in a row', 'failures came in a row', 'the last run was a success'),
    diagnosis: 'The job does not recover by itself. Read its log; the first of the failures tells most.',
  }),
  metric('value.<slug>', {
    description: 'A number the job posted under metrics',
    unit: 'number',
    cause: 'heartbeat',
    says: 'the job reports {} for {slug}',
    diagnosis: 'The job reports this number itself. Look at what it counts, and at whether the limit still fits.',
  }),
]
