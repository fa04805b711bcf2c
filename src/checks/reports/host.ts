import { z } from 'zod'
import { type ConfigOf, flag, list, number, part, word } from '../../domain/field.ts'
import type { HostPlan } from '../../domain/host/host.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import { type DefaultRule, defineCheck } from '../define.ts'
import { defaultsOf } from '../run.ts'
import { hostMetrics } from './host-metrics.ts'
import { anyLabel } from '../targets.ts'

const names = (help: string, maxItems: number) => list(word(200), { help, maxItems })

const on = (key: string, rule: Omit<DefaultRule, 'metric'>): DefaultRule => ({
  ...rule,
  metric: `metrics['host.${key}']`,
})

const usualReportSeconds = 60

const config = {
  reportIntervalSeconds: number({
    group: 'report',
    advanced: false,
    help: "Seconds between the agent's reports",
    min: 10,
    max: 300,
    default: usualReportSeconds,
  }),
  livenessSeconds: number({
    label: 'Offline after',
    group: 'report',
    advanced: false,
    help: 'Seconds without a report before the host counts as offline',
    min: 20,
    max: 86_400,
    default: 180,
  }),
  diskInclude: names('Mount points to report; * matches any text; all if empty', 50),
  diskExclude: names('Mount points to ignore; * matches any text', 50),
  interfaces: names('Network interfaces to report; all but the loopback if empty', 50),
  services: names('Names of services to watch', 50),
  processes: list(
    z.strictObject({ name: word(200), min: part(z.int().min(1).max(10_000), { label: 'At least' }).optional() }),
    {
      help: 'Processes to count: {name, min}; min is the minimum that should run, 1 by default',
      maxItems: 50,
    },
  ),
  collectContainers: flag({ help: 'Report containers and their health', default: true }),
  collectUpdates: flag({ help: 'Report pending security updates and reboots', default: true }),
  collectTopProcesses: flag({ help: 'Report the busiest processes with each sample', default: true }),
}

export const host = defineCheck({
  type: 'host',
  title: 'Host',
  category: 'reports',
  summary: 'Receives reports from the agent on a machine: CPU, memory, disks, network, services and containers.',
  target: anyLabel(1, { description: 'The name of the enrolled host', examples: ['web-1', 'Backup server'] }),
  config,
  metrics: hostMetrics,
  presentation: {
    charts: ['cpu_pct', 'mem_used_pct', 'disk_used_pct_max', 'load1'].map((key) => `metrics['host.${key}']`),
  },
  defaultRules: [
    // Being offline already means that livenessSeconds have passed without a report.
    on('up', { name: 'Host Offline', operator: '==', value: '0', severity: 'critical', failureThreshold: 1 }),
    on('cpu_pct', { name: 'High CPU', operator: '>', value: '90', severity: 'warning', durationWindow: 600 }),
    on('mem_used_pct', {
      name: 'Memory Almost Full',
      operator: '>',
      value: '90',
      severity: 'warning',
      durationWindow: 600,
    }),
    on('disk_used_pct_max', { name: 'Disk Almost Full', operator: '>=', value: '90', severity: 'warning' }),
    on('disk_used_pct_max', { name: 'Disk Full', operator: '>=', value: '97', severity: 'critical' }),
    on('services_failed', { name: 'Failed Services', operator: '>', value: '0', severity: 'warning' }),
  ],
  confirmation: { by: 'none' },
  reports: {
    enrolledWith: '/hosts',
    intervalOf: ({ reportIntervalSeconds = usualReportSeconds }) => reportIntervalSeconds,
  },
  examine: ({ reportIntervalSeconds = usualReportSeconds, livenessSeconds = 180 }) =>
    livenessSeconds > reportIntervalSeconds ? [] : ['livenessSeconds: must be greater than reportIntervalSeconds'],
})

type HostConfig = ConfigOf<typeof config>

function hostConfig(settings: MonitorConfig): HostConfig {
  return { ...(defaultsOf(config) as HostConfig), ...settings }
}

export function hostPlan(settings: MonitorConfig): HostPlan {
  const { reportIntervalSeconds, livenessSeconds } = hostConfig(settings)
  return { reportMs: reportIntervalSeconds * 1000, livenessMs: livenessSeconds * 1000 }
}

const agentKeys = Object.keys(config).filter((key) => key !== 'livenessSeconds')

/** The agent's settings: what to report, and how often. */
export function agentConfig(settings: MonitorConfig): Record<string, unknown> {
  const complete: Record<string, unknown> = hostConfig(settings)
  return Object.fromEntries(agentKeys.map((key) => [key, complete[key] ?? []]))
}
