// The series of each monitor: one family after the other, each with a line or more of every monitor that has something to say.
import { type State } from '../../domain/monitor.ts'
import { type Family, labelValue } from './exposition.ts'
import type { ScrapedMonitor } from '../../store/monitors/scrape.ts'

export interface Scraped extends ScrapedMonitor {
  /** 0 to 1 by window; a window of which no time counts is missing. */
  readonly uptime: readonly (readonly [window: string, ratio: number])[]
  /** Seconds since 1970. */
  readonly certificateExpiresAt: number | null
  readonly domainExpiresAt: number | null
}

interface MonitorFamily extends Family {
  /** What follows the label of the monitor, and the value. */
  values(monitor: Scraped): readonly (readonly [labels: string, value: number])[]
}

const stateNumbers: Readonly<Record<State, number>> = { down: 0, degraded: 1, up: 2, paused: 3, unknown: 4 }

const one = (value: number | null | undefined): [string, number][] =>
  value === null || value === undefined ? [] : [['', value]]

function info({ name, type, target, tags, strategy }: Scraped): string {
  const tagged = labelValue(tags.join(','))
  return `,name="${labelValue(name)}",type="${type}",target="${labelValue(target)}",tags="${tagged}",strategy="${strategy}"`
}

export const monitorFamilies: readonly MonitorFamily[] = [
  {
    name: 'service_monitor_info',
    help: 'A monitor by its id: name, type, target, tags and strategy. Always 1.',
    values: (monitor) => [[info(monitor), 1]],
  },
  {
    name: 'service_monitor_up',
    help: '1 unless a confirmed critical incident is open. Absent while paused.',
    values: ({ state, severity }) => (state === 'paused' ? [] : one(severity === 2 ? 0 : 1)),
  },
  {
    name: 'service_monitor_state',
    help: '0 down, 1 degraded, 2 up, 3 paused, 4 unknown.',
    values: ({ state }) => one(stateNumbers[state]),
  },
  {
    name: 'service_monitor_paused',
    help: '1 when paused.',
    values: ({ state }) => one(state === 'paused' ? 1 : 0),
  },
  {
    name: 'service_monitor_open_incident_severity',
    help: 'The worst open incident: 0 none, 1 warning, 2 critical.',
    values: ({ severity }) => one(severity),
  },
  {
    name: 'service_monitor_check_interval_seconds',
    help: 'The configured interval.',
    values: ({ intervalSeconds }) => one(intervalSeconds),
  },
  {
    name: 'service_monitor_last_check_timestamp_seconds',
    help: 'When the latest check of the last 6 hours was made.',
    values: ({ checkedAt }) => one(checkedAt),
  },
  {
    name: 'service_monitor_last_check_success',
    help: 'What the latest check saw from its location, before anything is confirmed: 1 good, 0 not.',
    values: ({ success }) => one(success === null ? null : Number(success)),
  },
  {
    name: 'service_monitor_last_check_duration_seconds',
    help: 'How long the latest check took.',
    values: ({ durationMs }) => one(durationMs === null ? null : durationMs / 1000),
  },
  {
    name: 'service_monitor_checks_24h',
    help: 'Checks in the last 24 hours, by result.',
    values: ({ checks, failures }) =>
      checks === null || failures === null
        ? []
        : [
            [',result="success"', checks - failures],
            [',result="failure"', failures],
          ],
  },
  {
    name: 'service_monitor_avg_duration_24h_seconds',
    help: 'How long good checks of the last 24 hours took on average.',
    values: ({ checks, failures, durationSum }) =>
      checks === null || checks === failures ? [] : one(durationSum! / 1000 / (checks - failures!)),
  },
  {
    name: 'service_monitor_uptime_ratio',
    help: 'The share of the window without a confirmed critical incident, maintenance left out.',
    values: ({ uptime }) => uptime.map(([window, ratio]) => [`,window="${window}"`, ratio]),
  },
  {
    name: 'service_ssl_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that an SSL monitor watches expires.',
    values: ({ certificateExpiresAt }) => one(certificateExpiresAt),
  },
  {
    name: 'service_domain_expiry_timestamp_seconds',
    help: 'When the domain that a monitor watches expires.',
    values: ({ domainExpiresAt }) => one(domainExpiresAt),
  },
  {
    name: 'service_heartbeat_last_ping_timestamp_seconds',
    help: 'When a job checked in last.',
    values: ({ lastPingAt }) => one(lastPingAt),
  },
]

/** The lines of a family for some monitors. */
export function linesOf({ name, values }: MonitorFamily, monitors: readonly Scraped[]): string {
  let text = ''
  for (const monitor of monitors)
    for (const [labels, value] of values(monitor)) text += `${name}{monitor_id="${monitor.id}"${labels}} ${value}\n`
  return text
}
