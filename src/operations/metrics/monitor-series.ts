// The series of each monitor, family by family. Monitors without a value are omitted.
import { type MonitorState } from '../../domain/monitor.ts'
import { type Family, labelValue } from './exposition.ts'
import type { ScrapedMonitor } from '../../store/monitors/scrape.ts'

export interface ScrapedSeries extends ScrapedMonitor {
  /** 0 to 1 by window; null if nothing was monitored in it. */
  readonly uptime: { readonly [window in UptimeWindow]?: number | null }
  /** Seconds since 1970. */
  readonly certificateExpiresAt: number | null
  readonly domainExpiresAt: number | null
}

export type UptimeWindow = '24h' | '7d' | '30d'

export interface MonitorSeries {
  /** The labels after that of the monitor. */
  readonly labels: string
  /** Undefined if a monitor has no such line. */
  value(monitor: ScrapedSeries): number | null | undefined
}

interface MonitorFamily extends Family {
  readonly series: readonly MonitorSeries[]
}

const stateNumbers: Readonly<Record<MonitorState, number>> = { down: 0, degraded: 1, up: 2, paused: 3, unknown: 4 }

const one = (value: MonitorSeries['value']): MonitorSeries[] => [{ labels: '', value }]

export const infoFamily: Family = {
  name: 'service_monitor_info',
  help: 'A monitor by its id: name, type, target, tags and strategy. Always 1.',
}

/** The labels after that of the monitor in its info line. */
export function infoLabels({ name, type, target, tags, strategy }: ScrapedSeries): string {
  const tagged = labelValue(tags.join(','))
  const identity = `name="${labelValue(name)}",type="${type}",target="${labelValue(target)}"`
  return `,${identity},tags="${tagged}",strategy="${strategy}"`
}

/** All families except the info, whose labels differ per monitor. */
export const monitorFamilies: readonly MonitorFamily[] = [
  {
    name: 'service_monitor_up',
    help: '1 unless a confirmed critical incident is open. Absent while paused.',
    series: one(({ state, severity }) => (state === 'paused' ? null : severity === 2 ? 0 : 1)),
  },
  {
    name: 'service_monitor_state',
    help: '0 down, 1 degraded, 2 up, 3 paused, 4 unknown.',
    series: one(({ state }) => stateNumbers[state]),
  },
  {
    name: 'service_monitor_paused',
    help: '1 when paused.',
    series: one(({ state }) => (state === 'paused' ? 1 : 0)),
  },
  {
    name: 'service_monitor_open_incident_severity',
    help: 'The worst open incident: 0 none, 1 warning, 2 critical.',
    series: one(({ severity }) => severity),
  },
  {
    name: 'service_monitor_check_interval_seconds',
    help: 'The configured interval.',
    series: one(({ intervalSeconds }) => intervalSeconds),
  },
  {
    name: 'service_monitor_last_check_timestamp_seconds',
    help: 'Time of the latest check of the last 6 hours.',
    series: one(({ checkedAt }) => checkedAt),
  },
  {
    name: 'service_monitor_last_check_success',
    help: 'Result of the latest check before confirmation: 1 success, 0 failure.',
    series: one(({ success }) => (success === null ? null : Number(success))),
  },
  {
    name: 'service_monitor_last_check_duration_seconds',
    help: 'Duration of the latest check.',
    series: one(({ durationMs }) => (durationMs === null ? null : durationMs / 1000)),
  },
  {
    name: 'service_monitor_checks_24h',
    help: 'Checks in the last 24 hours, by result.',
    series: [
      {
        labels: ',result="success"',
        value: ({ checks, failures }) => (checks === null || failures === null ? null : checks - failures),
      },
      { labels: ',result="failure"', value: ({ failures }) => failures },
    ],
  },
  {
    name: 'service_monitor_avg_duration_24h_seconds',
    help: 'Mean duration of all checks in the last 24 hours.',
    series: one(({ checks, durationSum }) => (checks ? durationSum! / 1000 / checks : null)),
  },
  {
    name: 'service_monitor_uptime_ratio',
    help: 'Share of the monitored time without a confirmed critical incident, excluding maintenance.',
    series: (['24h', '7d', '30d'] as const).map((window) => ({
      labels: `,window="${window}"`,
      value: ({ uptime }) => uptime[window],
    })),
  },
  {
    name: 'service_ssl_certificate_expiry_timestamp_seconds',
    help: 'Expiry of the certificate of an SSL monitor.',
    series: one(({ certificateExpiresAt }) => certificateExpiresAt),
  },
  {
    name: 'service_domain_expiry_timestamp_seconds',
    help: 'Expiry of the domain of a monitor.',
    series: one(({ domainExpiresAt }) => domainExpiresAt),
  },
  {
    name: 'service_heartbeat_last_ping_timestamp_seconds',
    help: 'Time of the latest check-in of a job.',
    series: one(({ lastPingAt }) => lastPingAt),
  },
]
