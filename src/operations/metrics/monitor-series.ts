// The series of each monitor: one family after the other, each with a line or more of every monitor that has something
// to say.
import { type MonitorState } from '../../domain/monitor.ts'
import { type Family, labelValue } from './exposition.ts'
import type { ScrapedMonitor } from '../../store/monitors/scrape.ts'

export interface ScrapedSeries extends ScrapedMonitor {
  /** 0 to 1 by window; a window of which no time counts is missing. */
  readonly uptime: { readonly [window in UptimeWindow]?: number }
  /** Seconds since 1970. */
  readonly certificateExpiresAt: number | null
  readonly domainExpiresAt: number | null
}

export type UptimeWindow = '24h' | '7d' | '30d'

export interface MonitorSeries {
  /** What follows the label of the monitor. */
  readonly labels: string
  /** Nothing where a monitor has no such line. */
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

/** What follows the label of the monitor in its info. */
export function infoLabels({ name, type, target, tags, strategy }: ScrapedSeries): string {
  const tagged = labelValue(tags.join(','))
  return `,name="${labelValue(name)}",type="${type}",target="${labelValue(target)}",tags="${tagged}",strategy="${strategy}"`
}

/** All but the info, whose labels each monitor has for itself. */
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
    help: 'When the latest check of the last 6 hours was made.',
    series: one(({ checkedAt }) => checkedAt),
  },
  {
    name: 'service_monitor_last_check_success',
    help: 'What the latest check saw from its location, before anything is confirmed: 1 good, 0 not.',
    series: one(({ success }) => (success === null ? null : Number(success))),
  },
  {
    name: 'service_monitor_last_check_duration_seconds',
    help: 'How long the latest check took.',
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
    help: 'How long good checks of the last 24 hours took on average.',
    series: one(({ checks, failures, durationSum }) =>
      checks === null || checks === failures ? null : durationSum! / 1000 / (checks - failures!),
    ),
  },
  {
    name: 'service_monitor_uptime_ratio',
    help: 'The share of the window without a confirmed critical incident, maintenance left out.',
    series: (['24h', '7d', '30d'] as const).map((window) => ({
      labels: `,window="${window}"`,
      value: ({ uptime }) => uptime[window],
    })),
  },
  {
    name: 'service_ssl_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that an SSL monitor watches expires.',
    series: one(({ certificateExpiresAt }) => certificateExpiresAt),
  },
  {
    name: 'service_domain_expiry_timestamp_seconds',
    help: 'When the domain that a monitor watches expires.',
    series: one(({ domainExpiresAt }) => domainExpiresAt),
  },
  {
    name: 'service_heartbeat_last_ping_timestamp_seconds',
    help: 'When a job checked in last.',
    series: one(({ lastPingAt }) => lastPingAt),
  },
]
