// Better Stack: monitors, heartbeats and incidents of its API.
import {
  type DocumentFields,
  noteLocations,
  type ReadSourceType,
  draftMonitor,
  entryOf,
  fieldsIn,
  heartbeatSchedule,
  hostPort,
  isTrue,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
  timeoutWithin,
  tokenOf,
} from './drafting.ts'
import { addressOf, allPages, headerList, parseNamedList, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type ImportedOutage, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest, statusList } from './web-request.ts'

const expected =
  'a JSON object with the `data` of GET /api/v2/monitors and /api/v2/heartbeats of Better Stack as monitors and heartbeats'
const partOf = (document: string, name: string): DocumentFields[] => parseNamedList(document, name, expected)

export const betterStack: ImportSource = {
  name: 'betterstack',
  title: 'Better Stack',
  takes: expected,
  recognizes: havingAny('monitors.attributes', 'heartbeats.attributes', 'data.attributes'),
  read: (document) =>
    setupOf([...partOf(document, 'monitors').map(readMonitor), ...partOf(document, 'heartbeats').map(readHeartbeat)]),
  outages: (document) => partOf(document, 'incidents').flatMap(outageOf),
  async download(credentials, send) {
    const address = addressOf(credentials, 'https://uptime.betterstack.com')
    const headers = { authorization: `Bearer ${credentials.apiKey}` }
    const origin = new URL(address).origin
    const list = async (path: string): Promise<unknown[]> => {
      const pages = await allPages(`${address}${path}`, {
        get: async (url) => fieldsIn(await send({ url, headers })),
        // Never follows a link to another host, because the key goes with the request.
        next: (page) => {
          const next = URL.parse(textIn(fieldsIn(page['pagination'])['next']))
          return next?.origin === origin ? next.href : null
        },
      })
      return pages.flatMap((page) => listIn(page['data']))
    }
    return JSON.stringify({
      monitors: await list('/api/v2/monitors'),
      heartbeats: await list('/api/v2/heartbeats'),
      incidents: await list('/api/v3/incidents'),
    })
  },
}

function readMonitor({ id, attributes }: DocumentFields): ImportedMonitor | SkippedItem {
  const monitor = fieldsIn(attributes)
  const sourceType = textIn(monitor['monitor_type']) || 'status'
  const item = {
    key: `betterstack-${textIn(id)}`,
    name: textIn(monitor['pronounceable_name']) || textIn(monitor['url']),
    sourceType,
  }
  const changes: ImportChange[] = []
  const read = entryOf(readers, sourceType)
  if (!read)
    return skipMonitor(
      item,
      `Lapwing does not know the type ${sourceType}`,
      sourceType === 'playwright' ? 'playwright' : null,
    )
  const regions = listIn(monitor['regions']).map(textIn)
  noteLocations(regions, changes)
  const matched = read(monitor, changes)
  return draftMonitor({
    ...item,
    intervalSeconds: numberIn(monitor['check_frequency']) ?? 180,
    ...matched,
    config: { durationWindow: numberIn(monitor['confirmation_period']) || undefined, ...matched.config },
    isPaused: isTrue(monitor['paused']) || textIn(monitor['status']) === 'paused',
    changes,
  })
}

const readRequest: ReadSourceType = (monitor, changes) => {
  const text = (name: string): string => textIn(monitor[name])
  const type = text('monitor_type')
  const codes = listIn(monitor['expected_status_codes']).map(textIn).filter(Boolean)
  const keyword = text('required_keyword')
  const username = text('auth_username')
  return mapRequest(
    {
      url: text('url'),
      method: text('http_method'),
      headers: headerList(monitor['request_headers']),
      body: text('request_body'),
      login: username ? { kind: 'basic', username, password: text('auth_password') } : null,
      verifyTls: monitor['verify_ssl'] !== false,
      followRedirects: monitor['follow_redirects'] !== false,
      timeoutSeconds: numberIn(monitor['request_timeout']),
      statuses: statusList(type === 'expected_status_code' && codes.length > 0 ? codes : ['2xx'], changes),
      contains: type === 'keyword' && keyword ? [keyword] : [],
      lacks: type === 'keyword_absence' && keyword ? [keyword] : [],
      expiryDays: numberIn(monitor['ssl_expiration']),
    },
    changes,
  )
}

const atPort =
  (type: string): ReadSourceType =>
  (monitor, changes) => ({
    type,
    target: hostPort(textIn(monitor['url']).replace(/^\w+:\/\//, ''), numberIn(monitor['port'])),
    config: { timeoutSeconds: timeoutWithin((numberIn(monitor['request_timeout']) ?? 0) / 1000, changes) },
  })

const readers: Readonly<Record<string, ReadSourceType>> = {
  status: readRequest,
  expected_status_code: readRequest,
  keyword: readRequest,
  keyword_absence: readRequest,
  ping: (monitor) => ({ type: 'icmp', target: textIn(monitor['url']), config: {} }),
  tcp: atPort('tcp'),
  smtp: atPort('smtp'),
  pop: atPort('pop3'),
  imap: atPort('imap'),
  udp: (monitor, changes) => ({
    ...atPort('udp')(monitor, changes),
    config: {
      query: textIn(monitor['request_body']),
      expectMatchRegexp: textIn(monitor['required_keyword']) || undefined,
    },
  }),
  dns: (monitor) => ({ type: 'dns', target: textIn(monitor['request_body']) || textIn(monitor['url']), config: {} }),
}

function readHeartbeat({ id, attributes }: DocumentFields): ImportedMonitor {
  const heartbeat = fieldsIn(attributes)
  const changes: ImportChange[] = []
  const [period, grace] = [numberIn(heartbeat['period']) ?? 86_400, numberIn(heartbeat['grace']) ?? 300]
  return draftMonitor({
    key: `betterstack-heartbeat-${textIn(id)}`,
    sourceType: 'heartbeat',
    name: textIn(heartbeat['name']),
    type: 'heartbeat',
    ...heartbeatSchedule({ periodSeconds: period, graceSeconds: grace }, changes),
    isPaused: isTrue(heartbeat['paused']) || textIn(heartbeat['status']) === 'paused',
    token: tokenOf(textIn(heartbeat['url']).split('/').at(-1), changes),
    changes,
  })
}

function outageOf({ attributes, relationships }: DocumentFields): ImportedOutage[] {
  const { started_at: start, resolved_at: end, cause } = fieldsIn(attributes)
  const owner = (kind: string): string => textIn(fieldsIn(fieldsIn(fieldsIn(relationships)[kind])['data'])['id'])
  const [monitor, heartbeat] = [owner('monitor'), owner('heartbeat')]
  const startedAt = timeIn(start)
  if (startedAt === null || (!monitor && !heartbeat)) return []
  const key = monitor ? `betterstack-${monitor}` : `betterstack-heartbeat-${heartbeat}`
  return [{ key, startedAt, endedAt: timeIn(end), message: textIn(cause) }]
}
