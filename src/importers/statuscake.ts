// StatusCake: uptime tests and heartbeats of its API.
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
import { parseNamedList, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type ImportedOutage, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest, statusList } from './web-request.ts'

const expected =
  'a JSON object with the `data` of each GET /v1/uptime/{id} of StatusCake as tests, and of /v1/heartbeat as heartbeats'
const address = 'https://api.statuscake.com/v1'
const maxTests = 1000

const partOf = (document: string, name: string): DocumentFields[] => parseNamedList(document, name, expected)

export const statuscake: ImportSource = {
  name: 'statuscake',
  title: 'StatusCake',
  takes: expected,
  recognizes: havingAny('tests', 'tests.test_type', 'data.test_type'),
  read: (document) =>
    setupOf([...partOf(document, 'tests').map(readTest), ...partOf(document, 'heartbeats').map(readHeartbeat)]),
  outages: (document) => partOf(document, 'tests').flatMap(outagesOf),
  async download({ apiKey }, send) {
    const headers = { authorization: `Bearer ${apiKey}` }
    const get = async (path: string): Promise<DocumentFields> =>
      fieldsIn(await send({ url: `${address}${path}`, headers }))
    const list = async (path: string): Promise<DocumentFields[]> => {
      const found: DocumentFields[] = []
      for (let page = 1, pages = 1; page <= pages && found.length < maxTests; page++) {
        const { data, metadata } = await get(`${path}?limit=100&page=${page}`)
        found.push(...listIn(data).map(fieldsIn))
        pages = numberIn(fieldsIn(metadata)['page_count']) ?? 1
      }
      return found
    }
    const tests: DocumentFields[] = []
    for (const test of await list('/uptime')) {
      const path = `/uptime/${encodeURIComponent(textIn(test['id']))}`
      const details = fieldsIn((await get(path))['data'])
      tests.push({ ...test, ...details, periods: (await get(`${path}/periods?limit=100`))['data'] })
    }
    return JSON.stringify({ tests, heartbeats: await list('/heartbeat') })
  },
}

function readTest(test: DocumentFields): ImportedMonitor | SkippedItem {
  const sourceType = textIn(test['test_type'])
  const item = { key: `statuscake-${textIn(test['id'])}`, name: textIn(test['name']), sourceType }
  const changes: ImportChange[] = []
  const read = entryOf(readers, sourceType)
  if (!read)
    return skipMonitor(
      item,
      `Lapwing has no type for ${sourceType} tests of StatusCake`,
      sourceType === 'SSH' ? 'tcp' : null,
    )
  const regions = listIn(test['servers'])
    .map((one) => textIn(fieldsIn(one)['region']))
    .filter(Boolean)
  noteLocations(regions, changes)
  return draftMonitor({
    ...item,
    intervalSeconds: numberIn(test['check_rate']) || 300,
    ...read(test, changes),
    tags: listIn(test['tags']).map(textIn).filter(Boolean),
    isPaused: isTrue(test['paused']),
    changes,
  })
}

const hostOf = (test: DocumentFields): string =>
  textIn(test['website_url'])
    .replace(/^\w+:\/\//, '')
    .replace(/\/.*$/, '')
const timeoutOf = (test: DocumentFields, changes: ImportChange[]) =>
  timeoutWithin(numberIn(test['timeout']) ?? 0, changes)

const readRequest: ReadSourceType = (test, changes) => {
  const text = (name: string): string => textIn(test[name])
  // StatusCake lists the statuses that make a test fail.
  const failing = new Set(listIn(test['status_codes']).map(textIn))
  const others = Array.from({ length: 300 }, (_, n) => String(100 + n)).filter((code) => !failing.has(code))
  const accepted = failing.size > 0 ? others : ['2xx', '3xx']
  const found = text('find_string')
  return mapRequest(
    {
      url: text('website_url'),
      method: text('test_type') === 'HEAD' ? 'HEAD' : text('post_body') ? 'POST' : 'GET',
      body: text('post_body'),
      verifyTls: true,
      followRedirects: test['follow_redirects'] !== false,
      timeoutSeconds: numberIn(test['timeout']),
      statuses: statusList(accepted, changes),
      contains: found && !isTrue(test['do_not_find']) ? [found] : [],
      lacks: found && isTrue(test['do_not_find']) ? [found] : [],
      expiryDays: isTrue(test['enable_ssl_alert']) ? 14 : null,
    },
    changes,
  )
}

const readers: Readonly<Record<string, ReadSourceType>> = {
  HTTP: readRequest,
  HEAD: readRequest,
  PING: (test) => ({ type: 'icmp', target: hostOf(test), config: {} }),
  TCP: (test, changes) => ({
    type: 'tcp',
    target: hostPort(hostOf(test), numberIn(test['port'])),
    config: { timeoutSeconds: timeoutOf(test, changes) },
  }),
  SMTP: (test, changes) => ({
    type: 'smtp',
    target: hostPort(hostOf(test), numberIn(test['port'])),
    config: { timeoutSeconds: timeoutOf(test, changes) },
  }),
  DNS: (test) => {
    const ips = listIn(test['dns_ips']).map(textIn).filter(Boolean)
    return { type: 'dns', target: hostOf(test), config: { expectedValues: ips.length > 0 ? ips : undefined } }
  },
}

function readHeartbeat(heartbeat: DocumentFields): ImportedMonitor {
  const changes: ImportChange[] = []
  // https://push.statuscake.com/?PK=…&TestID=… has no path that could be served.
  const token = tokenOf(null, changes)
  return draftMonitor({
    key: `statuscake-heartbeat-${textIn(heartbeat['id'])}`,
    sourceType: 'heartbeat',
    name: textIn(heartbeat['name']),
    type: 'heartbeat',
    ...heartbeatSchedule({ periodSeconds: numberIn(heartbeat['period']) ?? 1800, graceSeconds: 60 }, changes),
    tags: listIn(heartbeat['tags']).map(textIn).filter(Boolean),
    isPaused: isTrue(heartbeat['paused']),
    token,
    changes,
  })
}

function outagesOf(test: DocumentFields): ImportedOutage[] {
  return listIn(test['periods'])
    .map(fieldsIn)
    .flatMap((period) => {
      const startedAt = timeIn(period['created_at'])
      if (textIn(period['status']) !== 'down' || startedAt === null) return []
      return [
        { key: `statuscake-${textIn(test['id'])}`, startedAt, endedAt: timeIn(period['ended_at']), message: 'down' },
      ]
    })
}
