// Monitors of Uptime Kuma as ours.
import { type DomainWatch, domainMonitors, domainOf } from '../domain-monitors.ts'
import {
  type DocumentFields,
  draftMonitor,
  entryOf,
  heartbeatSchedule,
  hostPort,
  isTrue,
  numberIn,
  skipMonitor,
  textIn,
  tokenOf,
} from '../drafting.ts'
import {
  type ImportChange,
  type ImportedMonitor,
  type ImportedRule,
  type ImportedSetup,
  type SkippedItem,
  setupOf,
} from '../setup.ts'
import { mapRequest, rule } from '../web-request.ts'
import { databaseTypes } from './databases.ts'
import type { KumaDump } from './dump.ts'
import { readGrpc } from './grpc.ts'
import { addressOf, readMqtt, readRabbitmq, readRadius, readSnmp, seconds } from './device-types.ts'
import { kumaKey } from './keys.ts'
import { readMaintenance } from './maintenance.ts'
import { readNotification } from './notifications.ts'
import { type MonitorRelations, relationsOf, tagsOf } from './relations.ts'
import { readStatusPages } from './status-pages.ts'
import { unmatchedTypes } from './unmatched-types.ts'
import { expectsTlsAlert, noteConditions, noteUnsupported } from './unsupported.ts'
import { readWebSocket } from './web-socket.ts'
import { ipVersions, requestOf } from './web-types.ts'

export function readKuma(dump: KumaDump): ImportedSetup {
  const relations = relationsOf(dump)
  const domains: DomainWatch[] = []
  return setupOf([
    ...dump.monitor.map((monitor) => readMonitor(monitor, relations, domains)),
    ...domainMonitors('kuma', domains),
    ...dump.notification.map(readNotification),
    ...readMaintenance(dump),
    ...readStatusPages(dump),
  ])
}

/** What a type of Kuma becomes, or the reason why it becomes nothing. */
export interface KumaMatch {
  readonly type: string
  readonly target?: string
  readonly config: DocumentFields
  readonly rules?: readonly ImportedRule[]
  readonly intervalSeconds?: number
  readonly token?: string | null
}

function readMonitor(
  monitor: DocumentFields,
  relations: MonitorRelations,
  domains: DomainWatch[],
): ImportedMonitor | SkippedItem {
  const sourceType = textIn(monitor['type'])
  const item = { key: kumaKey(monitor['id']), name: textIn(monitor['name']), sourceType }
  const unmatched = entryOf(unmatchedTypes, sourceType)
  if (unmatched) return skipMonitor(item, `Lapwing has no type for ${unmatched.what}`, unmatched.nearest)
  if (isTrue(monitor['upside_down']))
    return skipMonitor(item, 'it is upside down: Lapwing has no monitor that expects a target to be down', null)
  const changes: ImportChange[] = []
  const matched =
    entryOf(matches, sourceType)?.(monitor, changes, relations) ?? `Lapwing does not know the type ${sourceType}`
  if (typeof matched === 'string') return skipMonitor(item, matched)
  noteUnsupported(monitor, relations, changes)
  const intervalSeconds = numberIn(monitor['interval']) ?? 60
  const isPaused = !isTrue(monitor['active'])
  const channels = relations.channelsOf(monitor)
  const domain =
    isTrue(monitor['domain_expiry_notification']) && matched.target
      ? domainOf(matched.target, 'a warning before its domain expires', changes)
      : null
  const days = relations.notifyDays.domain?.[0] ?? null
  if (domain !== null) domains.push({ domain, days, intervalSeconds, isPaused, channels })
  return draftMonitor({
    ...item,
    intervalSeconds,
    ...matched,
    config: { ...confirmation(monitor, sourceType, changes), ...reminders(monitor, changes), ...matched.config },
    tags: tagsOf(monitor, relations, changes),
    description: textIn(monitor['description']),
    isPaused,
    channels,
    changes,
  })
}

/** Kuma retries before it alerts; so do we, at the pace that confirms fastest. */
function confirmation(monitor: DocumentFields, sourceType: string, changes: ImportChange[]): DocumentFields {
  const retries = numberIn(monitor['maxretries']) ?? 0
  if (retries <= 0 || sourceType === 'push') return {}
  const threshold = Math.min(retries + 1, 100)
  changes.push({
    field: 'retries',
    from: `${retries} retries every ${numberIn(monitor['retry_interval']) ?? 60} s`,
    to: `${threshold} failed checks in a row`,
    reason: 'Lapwing repeats failed checks early by itself',
  })
  return { confirmationThreshold: threshold }
}

const reminderSeconds = [3600, 21_600, 43_200, 86_400]

/** Kuma notifies again after this many checks that fail. */
function reminders(monitor: DocumentFields, changes: ImportChange[]): DocumentFields {
  const checks = numberIn(monitor['resend_interval']) ?? 0
  if (checks <= 0) return {}
  const wanted = checks * (numberIn(monitor['interval']) ?? 60)
  const repeatIntervalSeconds = reminderSeconds.find((seconds) => seconds >= wanted) ?? reminderSeconds.at(-1)!
  if (repeatIntervalSeconds !== wanted)
    changes.push({
      field: 'reminders',
      from: `every ${checks} failed checks, which is every ${wanted} s`,
      to: `every ${repeatIntervalSeconds} s`,
      reason: 'reminders are sent every 1, 6, 12 or 24 hours',
    })
  return { repeatIntervalSeconds }
}

export type ReadType = (
  monitor: DocumentFields,
  changes: ImportChange[],
  relations: MonitorRelations,
) => KumaMatch | string

const webRequest: ReadType = (monitor, changes, { notifyDays }) => {
  const request = requestOf(monitor, changes, notifyDays.certificate)
  return typeof request === 'string' ? request : mapRequest(request, changes)
}

const matches: Readonly<Record<string, ReadType>> = {
  http: webRequest,
  keyword: webRequest,
  'json-query': webRequest,
  port: (monitor, changes) => ({
    type: 'tcp',
    target: addressOf(monitor),
    config: {
      tls: (textIn(monitor['smtp_security']) === 'secure' && !expectsTlsAlert(monitor)) || undefined,
      timeoutSeconds: seconds(monitor, changes),
    },
  }),
  ping: (monitor, changes) => ({
    type: 'icmp',
    target: textIn(monitor['hostname']),
    config: {
      count: numberIn(monitor['ping_count']) ?? 1,
      packetSize: numberIn(monitor['packet_size']) ?? undefined,
      timeoutSeconds: seconds(monitor, changes),
    },
  }),
  dns: readDns,
  push: readPush,
  smtp: readSmtp,
  ntp: readNtp,
  globalping: readGlobalping,
  snmp: readSnmp,
  radius: readRadius,
  mqtt: readMqtt,
  rabbitmq: readRabbitmq,
  'websocket-upgrade': readWebSocket,
  'grpc-keyword': readGrpc,
  ...databaseTypes,
  docker: readDocker,
  'real-browser': (monitor, changes) => {
    changes.push({
      field: 'type',
      from: 'a page that a browser opens',
      to: 'a Lighthouse audit of the page',
      reason: 'it opens the page in a browser, too, and measures it',
    })
    return { type: 'browser', target: textIn(monitor['url']), config: {} }
  },
}

function readDns(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  noteConditions(monitor, changes)
  // Kuma tries several servers; our monitors query one, or those of the location.
  const [server = '', ...others] = textIn(monitor['dns_resolve_server']).split(',')
  if (others.length > 0)
    changes.push({
      field: 'resolvers',
      from: textIn(monitor['dns_resolve_server']),
      to: server.trim(),
      reason: 'a monitor queries one',
    })
  const port = numberIn(monitor['port']) ?? 53
  return {
    type: 'dns',
    target: textIn(monitor['hostname']),
    config: {
      queryType: textIn(monitor['dns_resolve_type']) || 'A',
      resolver: server.trim() ? hostPort(server.trim(), port === 53 ? null : port) : undefined,
    },
  }
}

function readDocker(
  monitor: DocumentFields,
  changes: ImportChange[],
  { dockerHosts }: MonitorRelations,
): KumaMatch | string {
  const target = dockerHosts.get(textIn(monitor['docker_host']))
  if (!target) return 'its Docker host is not in the file'
  if (target.startsWith('https:'))
    changes.push({
      field: 'login',
      from: 'a client certificate in files',
      to: 'none',
      reason: 'the files are not in the database; enter the certificate in the monitor',
    })
  if (target.startsWith('unix:'))
    changes.push({
      field: 'socket',
      from: target,
      to: target,
      reason: 'the location has to allow it with LAPWING_DOCKER_SOCKETS',
    })
  return { type: 'docker', target, config: { container: textIn(monitor['docker_container']), measureLoad: false } }
}

/** Kuma waits for one interval, and then for its retries. */
function readPush(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  const graceSeconds = (numberIn(monitor['maxretries']) ?? 0) * (numberIn(monitor['retry_interval']) ?? 60)
  const schedule = heartbeatSchedule({ periodSeconds: numberIn(monitor['interval']) ?? 60, graceSeconds }, changes)
  return { type: 'heartbeat', ...schedule, token: tokenOf(monitor['push_token'], changes) }
}

function readSmtp(monitor: DocumentFields, changes: ImportChange[]): KumaMatch {
  if (textIn(monitor['smtp_security']) === 'secure' && numberIn(monitor['port']) !== 465)
    changes.push({
      field: 'security',
      from: 'TLS from the start',
      to: 'STARTTLS',
      reason: 'only port 465 starts with TLS',
    })
  return {
    type: 'smtp',
    target: addressOf(monitor),
    // Kuma only connects and greets.
    config: { checkOpenRelay: false, checkPtr: false, timeoutSeconds: seconds(monitor, changes) },
  }
}

function readNtp(monitor: DocumentFields): KumaMatch {
  const limits = [
    ['Clock is off', 'ntp.offset_ms', monitor['ntp_time_offset_threshold']],
    ['Stratum too high', 'ntp.stratum', monitor['ntp_stratum_threshold']],
    ['Root dispersion too high', 'ntp.root_dispersion_ms', monitor['ntp_root_dispersion_threshold']],
  ] as const
  const rules = limits.flatMap(([name, metric, limit]) =>
    numberIn(limit) === null ? [] : [rule(name, `metrics['${metric}']`, ['>', textIn(limit)], 'critical')],
  )
  return { type: 'ntp', target: addressOf(monitor), config: {}, rules }
}

function readGlobalping(
  monitor: DocumentFields,
  changes: ImportChange[],
  relations: MonitorRelations,
): KumaMatch | string {
  const subtype = textIn(monitor['subtype']) || 'ping'
  changes.push({
    field: 'locations',
    from: `Globalping (${textIn(monitor['location']) || 'world'})`,
    to: 'your locations',
    reason: 'checks run from the locations of this Lapwing',
  })
  const ipVersion = entryOf(ipVersions, textIn(monitor['ip_family']))
  const read = entryOf(matches, subtype)
  if (!['ping', 'http', 'dns'].includes(subtype) || !read) return `Lapwing does not know the Globalping type ${subtype}`
  const matched = read(monitor, changes, relations)
  return typeof matched === 'string' ? matched : { ...matched, config: { ...matched.config, ipVersion } }
}
