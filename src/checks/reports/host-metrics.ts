import type { Metric } from '../../domain/metric.ts'
import { metricsOf } from '../define.ts'

const metric = metricsOf('host')

type Line = [name: string, description: string]

const percent = (...[name, description]: Line) => metric(name, { description, unit: 'percent', usual: '>' })
const fill = (...[name, description]: Line) => metric(name, { description, unit: 'percent', usual: '>=' })
const count = (...[name, description]: Line) => metric(name, { description, unit: 'count', usual: '>' })
const broken = (...[name, description]: Line) =>
  metric(name, { description, unit: 'count', usual: '>', severity: 'critical' })
const flag = (...[name, description]: Line) => metric(name, { description, unit: 'flag', usual: '==' })
const load = (...[name, description]: Line) =>
  metric(name, { description, unit: 'number', usual: '>', min: 0, max: 100_000 })
const rate = (...[name, description]: Line) => metric(name, { description, unit: 'bytes/s', usual: '>' })

export const hostMetrics: readonly Metric[] = [
  metric('up', { description: 'The agent reports (1 yes)', unit: 'flag', usual: '==', severity: 'critical' }),
  metric('seconds_since_report', { description: 'Seconds since the last report', unit: 'seconds', usual: '>' }),
  percent('cpu_pct', 'Processor time in use'),
  percent('cpu_iowait_pct', 'Processor time spent waiting for disks'),
  percent('cpu_steal_pct', 'Processor time taken by other virtual machines'),
  load('load1', 'Load average over one minute'),
  load('load5', 'Load average over five minutes'),
  load('load15', 'Load average over fifteen minutes'),
  load('load_per_core', 'Load average over one minute, per core'),
  percent('mem_used_pct', 'Memory in use'),
  percent('swap_used_pct', 'Swap in use'),
  metric('mem_available_bytes', { description: 'Memory programs can still get', unit: 'bytes', usual: '<' }),
  fill('disk_used_pct_max', 'Space in use on the fullest disk'),
  fill('inodes_used_pct_max', 'Inodes in use on the disk with the fewest left'),
  metric('disk_free_bytes_min', { description: 'Free space on the disk with the least', unit: 'bytes', usual: '<' }),
  metric('disk_full_hours', {
    label: 'First disk full in',
    description: 'Hours until the first disk is full, forecast',
    unit: 'hours',
    usual: '<',
  }),
  rate('disk_read_bps', 'Read from disks'),
  rate('disk_write_bps', 'Written to disks'),
  percent('disk_util_pct_max', 'Time the busiest disk was busy'),
  rate('net_rx_bps', 'Received from the network'),
  rate('net_tx_bps', 'Sent to the network'),
  count('net_errors', 'Network errors since the last report'),
  metric('temp_c_max', { description: 'Highest temperature', unit: 'celsius', usual: '>' }),
  metric('uptime_s', { description: 'Seconds since the host started', unit: 'seconds', usual: '<' }),
  flag('rebooted', 'Host restarted since the last report (1 yes)'),
  flag('reboot_required', 'Host waits for a restart (1 yes)'),
  count('security_updates', 'Security updates waiting'),
  count('services_failed', 'Services that failed'),
  count('processes', 'Processes running'),
  count('zombies', 'Zombie processes'),
  count('containers_unhealthy', 'Containers that are unhealthy'),
  metric('clock_offset_ms', { description: 'Distance of the clock from ours, without sign', unit: 'ms', usual: '>' }),
  broken('smart_failing', 'Disks that predict their failure'),
  broken('raid_degraded', 'RAID arrays that are degraded'),
  flag('agent_outdated', 'A newer agent is available (1 yes)'),
  count('oom_kills', 'Processes killed for want of memory since the last report'),
  fill('disk.<slug>.used_pct', 'Space in use on one disk'),
  flag('service.<slug>.up', 'One service runs (1 yes)'),
  metric('process.<slug>.count', { description: 'Processes of one name', unit: 'count', usual: '<' }),
  flag('container.<slug>.up', 'One container runs (1 yes)'),
  metric('custom.<slug>', { description: 'A number the agent collected for you', unit: 'number' }),
]
