import { type Metric } from '../../domain/metric.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { metricsOf } from '../define.ts'

const metric = metricsOf('heartbeat')

export const heartbeatMetrics: readonly Metric[] = [
  metric('missed', {
    description: 'A check-in is overdue after its grace period (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    severity: 'critical',
    says: { yes: 'a check-in was missed', no: 'the check-ins arrive on time' },
    diagnosis: {
      yes:
        'The job hangs, never started, or cannot reach Lapwing. ' +
        'Check its scheduler, read its log, and try its check-in by hand.',
    },
  }),
  metric('failed', {
    description: 'The job reported a failure or a non-zero exit (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    severity: 'critical',
    says: { yes: 'the job reported a failure', no: 'the job reported success' },
    diagnosis: {
      yes: 'The job ran and reported its failure. Read its log; the data of the check-in is in the evidence.',
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
    diagnosis: 'Anything but 0 usually means failure. Check what the job means by it, and read its log.',
  }),
  metric('overrun', {
    description: 'The job exceeds its maximum run time (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    says: { yes: 'the job exceeds its maximum run time', no: 'the job is within its maximum run time' },
    diagnosis: {
      yes:
        'The job hangs, waits for something, or has more to do than usual. ' +
        'Check what it is doing before its next start.',
    },
  }),
  metric('late_seconds', {
    description: 'Seconds the last check-in was late',
    unit: 'seconds',
    cause: 'heartbeat',
    says: (seconds) => (seconds > 0 ? 'the last check-in was {} late' : 'the last check-in was on time'),
    diagnosis:
      'Check when the job starts and how long it takes; if that is fine, give the monitor a longer grace period.',
  }),
  metric('seconds_since_last', {
    description: 'Seconds since the last check-in',
    unit: 'seconds',
    cause: 'heartbeat',
    says: 'the last check-in was {} ago',
    diagnosis: 'Check whether the job still runs and can reach Lapwing. If that is fine, change the limit.',
  }),
  metric('duration_ms', {
    description: 'Time from start to finish of the job',
    unit: 'ms',
    cause: 'heartbeat',
    max: 31_536_000 * 1000,
    says: 'the job took {}',
    diagnosis:
      'Check what the job had to do this time and what it waits for. ' +
      'A job that ends too early may have done nothing.',
  }),
  metric('running', {
    description: 'The job has started and not finished (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    says: { yes: 'the job is running', no: 'the job is not running' },
    diagnosis: {
      yes: 'The job has started and not reported back. Check whether it still works or hangs.',
      no: 'The job has not started, or has ended. Check whether its scheduler runs.',
    },
  }),
  metric('pings_24h', {
    description: 'Check-ins in the last 24 hours',
    unit: 'count',
    cause: 'heartbeat',
    usual: '<',
    says: counted('check-in arrived in the last 24 hours', 'check-ins arrived in the last 24 hours'),
    diagnosis: 'Check whether the job runs as often as it should and whether its check-ins arrive.',
  }),
  metric('consecutive_failures', {
    description: 'Failures in a row',
    unit: 'count',
    cause: 'heartbeat',
    says: counted('run failed in a row', 'runs failed in a row', 'the last run succeeded'),
    diagnosis: 'The job does not recover by itself. Read its log; start with the first failure.',
  }),
  metric('value.<slug>', {
    description: 'A number the job posted under metrics',
    unit: 'number',
    cause: 'heartbeat',
    says: 'the job reports {} for {slug}',
    diagnosis: 'The job reports this number itself. Check what it counts, and whether the limit is still right.',
  }),
]
