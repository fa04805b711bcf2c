import type { Metric, MetricDraft } from '../../domain/metric.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { metricsOf } from '../define.ts'

const metric = metricsOf('host')

type HostMetricText = Pick<MetricDraft, 'says' | 'diagnosis' | 'label'>

const percent = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'percent', usual: '>', ...words })
const fill = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'percent', usual: '>=', ...words })
const count = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'count', usual: '>', ...words })
const broken = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'count', usual: '>', severity: 'critical', ...words })
const flag = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'flag', usual: '==', ...words })
const load = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'number', usual: '>', min: 0, max: 100_000, cause: 'performance', ...words })
const rate = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'bytes/s', usual: '>', ...words })

const silent =
  'The host is off, off the network, or its agent has stopped. Try to log in; if that works, look at the service and the log of the agent.'
const busy =
  'More wants to run than there are cores for. Look at the processes that use most, and at what was started last.'
const fullDisk =
  'Services fail when a disk is full. Look for logs, backups and temporary files that grow, delete what is not needed, or enlarge the disk.'
const fullMemory =
  'Programs become slow and may be killed. Look at the processes that hold most; restart the one that grows without end.'
const traffic = 'See which service moves the data, and whether that is a backup, a flood of visitors or an abuse.'
const loadSays = (minutes: string): HostMetricText => ({
  label: `Load over ${minutes}`,
  says: `the load over ${minutes} is {}`,
  diagnosis: busy,
})

export const hostMetrics: readonly Metric[] = [
  metric('up', {
    description: 'The agent reports (1 yes)',
    unit: 'flag',
    cause: 'heartbeat',
    usual: '==',
    severity: 'critical',
    says: { yes: 'the agent reports', no: 'the agent does not report' },
    diagnosis: { no: silent },
  }),
  metric('seconds_since_report', {
    description: 'Seconds since the last report',
    unit: 'seconds',
    cause: 'heartbeat',
    usual: '>',
    says: 'the last report came {} ago',
    diagnosis: silent,
  }),
  percent('cpu_pct', 'Processor time in use', { says: 'the processor is in use for {} of the time', diagnosis: busy }),
  percent('cpu_iowait_pct', 'Processor time spent waiting for disks', {
    says: 'the processor waits for disks for {} of the time',
    diagnosis:
      'The disks do not keep up. Look at which process reads or writes most, and at whether a disk is failing.',
  }),
  percent('cpu_steal_pct', 'Processor time taken by other virtual machines', {
    says: 'other virtual machines take {} of the processor time',
    diagnosis: 'The machine below is overbooked. Ask the provider, or move to another machine.',
  }),
  load('load1', 'Load average over one minute', loadSays('one minute')),
  load('load5', 'Load average over five minutes', loadSays('five minutes')),
  load('load15', 'Load average over fifteen minutes', loadSays('fifteen minutes')),
  load('load_per_core', 'Load average over one minute, per core', { says: 'the load per core is {}', diagnosis: busy }),
  percent('mem_used_pct', 'Memory in use', { says: '{} of the memory is in use', diagnosis: fullMemory }),
  percent('swap_used_pct', 'Swap in use', { says: '{} of the swap is in use', diagnosis: fullMemory }),
  metric('mem_available_bytes', {
    description: 'Memory programs can still get',
    unit: 'bytes',
    usual: '<',
    says: 'programs can still get {} of memory',
    diagnosis: fullMemory,
  }),
  fill('disk_used_pct_max', 'Space in use on the fullest disk', {
    says: '{} of the fullest disk is in use',
    diagnosis: fullDisk,
  }),
  fill('inodes_used_pct_max', 'Inodes in use on the disk with the fewest left', {
    says: '{} of the inodes of a disk are in use',
    diagnosis:
      'A disk without inodes takes no new files, however much space is left. Look for directories with very many small files.',
  }),
  metric('disk_free_bytes_min', {
    description: 'Free space on the disk with the least',
    unit: 'bytes',
    usual: '<',
    says: 'the fullest disk has {} left',
    diagnosis: fullDisk,
  }),
  metric('disk_full_hours', {
    label: 'First disk full in',
    description: 'Hours until the first disk is full, forecast',
    unit: 'hours',
    usual: '<',
    says: 'the first disk will be full in {}',
    diagnosis: fullDisk,
  }),
  rate('disk_read_bps', 'Read from disks', { says: 'the disks read {}', diagnosis: traffic }),
  rate('disk_write_bps', 'Written to disks', { says: 'the disks write {}', diagnosis: traffic }),
  percent('disk_util_pct_max', 'Time the busiest disk was busy', {
    says: 'the busiest disk is busy for {} of the time',
    diagnosis: 'The disk does not keep up. Look at which process reads or writes most, and at whether it is failing.',
  }),
  rate('net_rx_bps', 'Received from the network', { says: 'the host receives {}', diagnosis: traffic }),
  rate('net_tx_bps', 'Sent to the network', { says: 'the host sends {}', diagnosis: traffic }),
  count('net_errors', 'Network errors since the last report', {
    says: counted('network error came up', 'network errors came up', 'no network error came up'),
    diagnosis: 'Packets are damaged or dropped. Look at the cable, the port and the driver of the interface.',
  }),
  metric('temp_c_max', {
    description: 'Highest temperature',
    unit: 'celsius',
    usual: '>',
    says: 'the highest temperature is {}',
    diagnosis: 'Hardware slows down and ages when it is hot. Look at fans, dust and the cooling of the room.',
  }),
  metric('uptime_s', {
    description: 'Seconds since the host started',
    unit: 'seconds',
    usual: '<',
    says: 'the host started {} ago',
    diagnosis: 'If nobody has restarted it, look for a crash, a power cut or an automatic update in its log.',
  }),
  flag('rebooted', 'Host restarted since the last report (1 yes)', {
    says: { yes: 'the host has restarted', no: 'the host has not restarted' },
    diagnosis: {
      yes: 'If nobody has restarted it, look for a crash, a power cut or an automatic update in its log, and see that all services are back.',
    },
  }),
  flag('reboot_required', 'Host waits for a restart (1 yes)', {
    says: { yes: 'the host waits for a restart', no: 'the host waits for no restart' },
    diagnosis: { yes: 'Updates take effect only after it. Choose a quiet moment and announce it as maintenance.' },
  }),
  count('security_updates', 'Security updates waiting', {
    says: counted('security update is waiting', 'security updates are waiting', 'no security update is waiting'),
    diagnosis:
      'Known holes stay open until they are installed. Install them, and see whether automatic updates are on.',
  }),
  count('services_failed', 'Services that failed', {
    says: counted('service has failed', 'services have failed', 'no service has failed'),
    diagnosis: 'The evidence names them. Look at their logs and restart them; see what they depend on.',
  }),
  count('processes', 'Processes running', {
    says: counted('process is running', 'processes are running'),
    diagnosis: 'Look for a program that starts others without end, or that has lost its own.',
  }),
  count('zombies', 'Zombie processes', {
    says: counted('zombie process is there', 'zombie processes are there', 'no zombie process is there'),
    diagnosis: 'A program does not look after the processes it has started. Find their parent and restart it.',
  }),
  count('containers_unhealthy', 'Containers that are unhealthy', {
    says: counted('container is unhealthy', 'containers are unhealthy', 'no container is unhealthy'),
    diagnosis: 'The evidence names them. Look at the logs of their health checks, then restart them.',
  }),
  metric('clock_offset_ms', {
    description: 'Distance of the clock from ours, without sign',
    unit: 'ms',
    cause: 'other',
    usual: '>',
    says: 'the clock is {} away from ours',
    diagnosis: 'Logins, certificates and logs fail when clocks differ. See whether the time service of the host runs.',
  }),
  broken('smart_failing', 'Disks that predict their failure', {
    says: counted('disk predicts its failure', 'disks predict their failure', 'no disk predicts its failure'),
    diagnosis: 'Save what is on it now and replace it. The evidence names the disk.',
  }),
  broken('raid_degraded', 'RAID arrays that are degraded', {
    says: counted('RAID array is degraded', 'RAID arrays are degraded', 'no RAID array is degraded'),
    diagnosis: 'The next disk that fails takes the data with it. Replace the failed one and watch the rebuild.',
  }),
  flag('agent_outdated', 'A newer agent is available (1 yes)', {
    says: { yes: 'a newer agent is available', no: 'the agent is up to date' },
    diagnosis: { yes: 'Update it when it suits you. Old ones go on reporting.' },
  }),
  count('oom_kills', 'Processes killed for want of memory since the last report', {
    says: counted(
      'process was killed for want of memory',
      'processes were killed for want of memory',
      'no process was killed for want of memory',
    ),
    diagnosis: 'See which service lost a process and whether it is back. Then find what uses the memory, or add some.',
  }),
  fill('disk.<slug>.used_pct', 'Space in use on one disk', {
    says: '{} of the disk {slug} is in use',
    diagnosis: fullDisk,
  }),
  flag('service.<slug>.up', 'One service runs (1 yes)', {
    says: { yes: 'the service {slug} is running', no: 'the service {slug} is not running' },
    diagnosis: { no: 'Look at its log and restart it; see what it depends on.' },
  }),
  metric('process.<slug>.count', {
    description: 'Processes of one name',
    unit: 'count',
    usual: '<',
    says: counted('process {slug} is running', 'processes {slug} are running', 'no process {slug} is running'),
    diagnosis: 'See whether what starts it runs, and whether it ends or multiplies by itself. Its log tells why.',
  }),
  flag('container.<slug>.up', 'One container runs (1 yes)', {
    says: { yes: 'the container {slug} is running', no: 'the container {slug} is not running' },
    diagnosis: { no: 'Look at why it ended and at its log, then start it again.' },
  }),
  metric('custom.<slug>', {
    description: 'A number the agent collected for you',
    unit: 'number',
    says: '{slug} is {}',
    diagnosis:
      'You have had the agent collect this number. Look at what it counts, and at whether the limit still fits.',
  }),
]
