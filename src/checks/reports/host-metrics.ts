import type { Metric, MetricDraft } from '../../domain/metric.ts'
import { counted } from '../../domain/alerting/sentence.ts'
import { metricsOf } from '../define.ts'

const metric = metricsOf('host')

type HostMetricText = Pick<MetricDraft, 'says' | 'diagnosis' | 'label'>

const percent = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'percent', ...words })
const fill = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'percent', usual: '>=', ...words })
const count = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'count', ...words })
const broken = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'count', severity: 'critical', ...words })
const flag = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'flag', ...words })
const load = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'number', usual: '>', min: 0, max: 100_000, cause: 'performance', ...words })
const rate = (name: string, description: string, words: HostMetricText) =>
  metric(name, { description, unit: 'bytes/s', ...words })

const silent =
  'The host is off or disconnected, or its agent has stopped. ' +
  'Try to log in; if that works, check the service and the log of the agent.'
const busy = 'More processes want to run than there are cores. Check the busiest processes and what was started last.'
const fullDisk =
  'Services fail when a disk is full. Check for growing logs, backups and temporary files, delete what ' +
  'is not needed, or enlarge the disk.'
const fullMemory =
  'Programs slow down and may be killed. Check the processes that use the most memory; restart one that ' +
  'keeps growing.'
const traffic = 'Check which service moves the data, and whether it is a backup, a traffic peak or abuse.'
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
    severity: 'critical',
    says: { yes: 'the host is online', no: 'the host is offline' },
    diagnosis: silent,
  }),
  metric('seconds_since_report', {
    description: 'Seconds since the last report',
    unit: 'seconds',
    cause: 'heartbeat',
    says: 'the last report was {} ago',
    diagnosis: silent,
  }),
  percent('cpu_pct', 'CPU time in use', { says: 'the CPU is busy for {} of the time', diagnosis: busy }),
  percent('cpu_iowait_pct', 'CPU time spent waiting for disks', {
    says: 'the CPU waits for disks for {} of the time',
    diagnosis:
      'The disks are too slow for the load. Check which process reads or writes most, and whether a disk is ' +
      'failing.',
  }),
  percent('cpu_steal_pct', 'CPU time taken by other virtual machines', {
    says: 'other virtual machines take {} of the CPU time',
    diagnosis: 'The physical machine is overbooked. Ask the provider, or move to another machine.',
  }),
  load('load1', 'Load average over one minute', loadSays('one minute')),
  load('load5', 'Load average over five minutes', loadSays('five minutes')),
  load('load15', 'Load average over fifteen minutes', loadSays('fifteen minutes')),
  load('load_per_core', 'Load average over one minute, per core', { says: 'the load per core is {}', diagnosis: busy }),
  percent('mem_used_pct', 'Memory in use', { says: '{} of the memory is in use', diagnosis: fullMemory }),
  percent('swap_used_pct', 'Swap in use', { says: '{} of the swap is in use', diagnosis: fullMemory }),
  metric('mem_available_bytes', {
    description: 'Memory available to programs',
    unit: 'bytes',
    usual: '<',
    says: 'the available memory is {}',
    diagnosis: fullMemory,
  }),
  fill('disk_used_pct_max', 'Used space on the fullest disk', {
    says: 'the fullest disk is {} full',
    diagnosis: fullDisk,
  }),
  fill('inodes_used_pct_max', 'Used inodes on the disk with the fewest left', {
    says: "{} of a disk's inodes are in use",
    diagnosis:
      'A disk without inodes accepts no new files, even with free space. ' +
      'Check for directories with large numbers of small files.',
  }),
  metric('disk_free_bytes_min', {
    description: 'Free space on the fullest disk',
    unit: 'bytes',
    usual: '<',
    says: 'the fullest disk has {} left',
    diagnosis: fullDisk,
  }),
  metric('disk_full_hours', {
    label: 'First disk full in',
    description: 'Hours until the first disk is full, forecast',
    unit: 'hours',
    says: 'the first disk will be full in {}',
    diagnosis: fullDisk,
  }),
  rate('disk_read_bps', 'Read from disks', { says: 'the disks read {}', diagnosis: traffic }),
  rate('disk_write_bps', 'Written to disks', { says: 'the disks write {}', diagnosis: traffic }),
  percent('disk_util_pct_max', 'Time the busiest disk was busy', {
    says: 'the busiest disk is busy for {} of the time',
    diagnosis:
      'The disk is too slow for the load. Check which process reads or writes most, and whether the disk is ' +
      'failing.',
  }),
  rate('net_rx_bps', 'Received from the network', { says: 'the host receives {}', diagnosis: traffic }),
  rate('net_tx_bps', 'Sent to the network', { says: 'the host sends {}', diagnosis: traffic }),
  count('net_errors', 'Network errors since the last report', {
    says: counted('network error occurred', 'network errors occurred', 'no network error occurred'),
    diagnosis: 'Packets are damaged or dropped. Check the cable, the port and the driver of the interface.',
  }),
  metric('temp_c_max', {
    description: 'Highest temperature',
    unit: 'celsius',
    says: 'the highest temperature is {}',
    diagnosis: 'Hardware slows down and ages when it is hot. Check fans, dust and the cooling of the room.',
  }),
  metric('uptime_s', {
    description: 'Seconds since the host started',
    unit: 'seconds',
    usual: '<',
    says: 'the host started {} ago',
    diagnosis: 'If you did not restart it, check its log for a crash, a power cut or an automatic update.',
  }),
  flag('rebooted', 'Host restarted since the last report (1 yes)', {
    says: { yes: 'the host has restarted', no: 'the host has not restarted' },
    diagnosis: {
      yes:
        'If you did not restart it, check its log for a crash, a power cut or an automatic update, and check ' +
        'that all services are back.',
    },
  }),
  flag('reboot_required', 'Host needs a restart (1 yes)', {
    says: { yes: 'the host needs a restart', no: 'the host needs no restart' },
    diagnosis: {
      yes: 'Updates take effect only after a restart. Choose a quiet moment and announce it as maintenance.',
    },
  }),
  count('security_updates', 'Pending security updates', {
    says: counted('security update is pending', 'security updates are pending', 'no security update is pending'),
    diagnosis: 'Known vulnerabilities stay open until you install the updates. Check whether automatic updates are on.',
  }),
  count('services_failed', 'Services that failed', {
    says: counted('service has failed', 'services have failed', 'no service has failed'),
    diagnosis: 'The evidence names them. Check their logs and what they depend on, then restart them.',
  }),
  count('processes', 'Processes running', {
    says: counted('process is running', 'processes are running'),
    diagnosis: 'Check for a program that keeps starting others, or that has lost its own processes.',
  }),
  count('zombies', 'Zombie processes', {
    says: counted('zombie process exists', 'zombie processes exist', 'no zombie process exists'),
    diagnosis: 'A program does not clean up the processes it started. Find their parent and restart it.',
  }),
  count('containers_unhealthy', 'Containers that are unhealthy', {
    says: counted('container is unhealthy', 'containers are unhealthy', 'no container is unhealthy'),
    diagnosis: 'The evidence names them. Check the logs of their health checks, then restart them.',
  }),
  metric('clock_offset_ms', {
    description: "Distance of the host's clock from Lapwing's, without sign",
    unit: 'ms',
    cause: 'other',
    says: 'the clock is off by {}',
    diagnosis: 'Logins, certificates and logs fail if clocks differ. Check whether the time service of the host runs.',
  }),
  broken('smart_failing', 'Disks that report imminent failure', {
    says: counted('disk reports imminent failure', 'disks report imminent failure', 'no disk reports imminent failure'),
    diagnosis: 'Back up the disk now and replace it. The evidence names it.',
  }),
  broken('raid_degraded', 'RAID arrays that are degraded', {
    says: counted('RAID array is degraded', 'RAID arrays are degraded', 'no RAID array is degraded'),
    diagnosis: 'If another disk fails, the data is lost. Replace the failed one and watch the rebuild.',
  }),
  flag('agent_outdated', 'A newer agent is available (1 yes)', {
    says: { yes: 'a newer agent is available', no: 'the agent is up to date' },
    diagnosis: { yes: 'Update it when convenient. Old agents keep reporting.' },
  }),
  count('oom_kills', 'Processes killed for lack of memory since the last report', {
    says: counted(
      'process was killed for lack of memory',
      'processes were killed for lack of memory',
      'no process was killed for lack of memory',
    ),
    diagnosis:
      'Check which service lost a process and whether it is back. Then find what uses the memory, or add more.',
  }),
  fill('disk.<slug>.used_pct', 'Used space on one disk', {
    says: 'the disk {slug} is {} full',
    diagnosis: fullDisk,
  }),
  flag('service.<slug>.up', 'One service runs (1 yes)', {
    says: { yes: 'the service {slug} is running', no: 'the service {slug} is not running' },
    diagnosis: { no: 'Check its log and what it depends on, then restart it.' },
  }),
  metric('process.<slug>.count', {
    description: 'Processes of one name',
    unit: 'count',
    usual: '<',
    says: counted('{slug} process is running', '{slug} processes are running', 'no {slug} process is running'),
    diagnosis: 'Check whether the service that starts it runs, and whether it exits or multiplies. Read its log.',
  }),
  flag('container.<slug>.up', 'One container runs (1 yes)', {
    says: { yes: 'the container {slug} is running', no: 'the container {slug} is not running' },
    diagnosis: { no: 'Check why it stopped, read its log, then start it again.' },
  }),
  metric('custom.<slug>', {
    description: 'A number the agent collects for you',
    unit: 'number',
    says: '{slug} is {}',
    diagnosis: 'You set the agent to collect this number. Check what it counts, and whether the limit is still right.',
  }),
]
