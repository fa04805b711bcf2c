// Pingdom: checks of its API, each with its details and its outages.
import {
  type DocumentFields,
  noteLocations,
  type MatchedMonitor,
  type ReadSourceType,
  draftMonitor,
  entryOf,
  fieldsIn,
  hostPort,
  isTrue,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
} from './drafting.ts'
import { headerList, parseJsonList, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedMonitor, type ImportedOutage, type SkippedItem, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest, statusList } from './web-request.ts'

const expected = 'a JSON object with the `check` of each GET /api/3.1/checks/{id} of Pingdom as checks'
const address = 'https://api.pingdom.com/api/3.1'
const maxChecks = 1000

const checksIn = (document: string): DocumentFields[] => parseJsonList(document, 'checks', expected)

export const pingdom: ImportSource = {
  name: 'pingdom',
  title: 'Pingdom',
  takes: expected,
  recognizes: havingAny('checks.resolution', '.resolution', 'checks.hostname', '.hostname'),
  read: (document) => setupOf(checksIn(document).map(readCheck)),
  outages: (document) => checksIn(document).flatMap(outagesOf),
  async download({ apiKey }, send) {
    const headers = { authorization: `Bearer ${apiKey}` }
    const get = async (path: string): Promise<DocumentFields> =>
      fieldsIn(await send({ url: `${address}${path}`, headers }))
    const listed = listIn((await get('/checks?include_tags=true'))['checks'])
      .map(fieldsIn)
      .slice(0, maxChecks)
    const checks: DocumentFields[] = []
    for (const { id, tags } of listed) {
      const path = encodeURIComponent(textIn(id))
      const { check } = await get(`/checks/${path}`)
      const { summary } = await get(`/summary.outage/${path}?order=asc`)
      checks.push({ tags, ...fieldsIn(check), states: fieldsIn(summary)['states'] })
    }
    return JSON.stringify({ checks })
  },
}

const keyOf = (check: DocumentFields): string => `pingdom-${textIn(check['id'])}`

/** In details the type is an object with one key: `{"http": {…}}`. */
function readCheck(check: DocumentFields): ImportedMonitor | SkippedItem {
  const { type } = check
  const sourceType = typeof type === 'string' ? type : (Object.keys(fieldsIn(type))[0] ?? '')
  const item = { key: keyOf(check), name: textIn(check['name']), sourceType }
  const changes: ImportChange[] = []
  noteLocations(['regions of Pingdom'], changes)
  const read = entryOf(readers, sourceType)
  if (!read) return skipMonitor(item, `Lapwing has no type for ${sourceType} checks of Pingdom`, 'playwright')
  const details = fieldsIn(fieldsIn(type)[sourceType])
  return draftMonitor({
    ...item,
    intervalSeconds: (numberIn(check['resolution']) ?? 5) * 60,
    ...read({ ...details, hostname: check['hostname'] }, changes),
    tags: listIn(check['tags'])
      .map((tag) => textIn(fieldsIn(tag)['name']))
      .filter(Boolean),
    isPaused: textIn(check['status']) === 'paused' || isTrue(check['paused']),
    changes,
  })
}

const hostOf = (details: DocumentFields): string => textIn(details['hostname'])
const atPort =
  (type: string): ReadSourceType =>
  (details) => ({
    type,
    target: hostPort(hostOf(details), numberIn(details['port'])),
    config: {
      query: textIn(details['stringtosend']) || undefined,
      expectMatchRegexp: literal(textIn(details['stringtoexpect'])),
    },
  })
const mail =
  (type: string): ReadSourceType =>
  (details) => ({ type, target: hostPort(hostOf(details), numberIn(details['port'])), config: {} })

const literal = (text: string): string | undefined => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') || undefined

const readers: Readonly<Record<string, ReadSourceType>> = {
  http: readRequest,
  httpcustom: readRequest,
  ping: (details) => ({ type: 'icmp', target: hostOf(details), config: {} }),
  tcp: atPort('tcp'),
  udp: atPort('udp'),
  smtp: mail('smtp'),
  pop3: mail('pop3'),
  imap: mail('imap'),
  dns: (details) => {
    const ip = textIn(details['expectedip'])
    return { type: 'dns', target: hostOf(details), config: { expectedValues: ip ? [ip] : undefined } }
  },
}

function readRequest(details: DocumentFields, changes: ImportChange[]): MatchedMonitor {
  const text = (name: string): string => textIn(details[name])
  const isSecure = isTrue(details['encryption'])
  const port = numberIn(details['port'])
  const host = hostPort(hostOf(details), port === null || port === (isSecure ? 443 : 80) ? null : port)
  const username = text('username')
  return mapRequest(
    {
      url: `${isSecure ? 'https' : 'http'}://${host}${text('url') || '/'}`,
      method: text('postdata') ? 'POST' : 'GET',
      body: text('postdata'),
      contentType: 'application/x-www-form-urlencoded',
      headers: headerList(details['requestheaders']).filter(({ key }) => key.toLowerCase() !== 'user-agent'),
      login: username ? { kind: 'basic', username, password: text('password') } : null,
      verifyTls: details['verify_certificate'] !== false,
      statuses: statusList(['2xx', '3xx'], changes),
      contains: text('shouldcontain') ? [text('shouldcontain')] : [],
      lacks: text('shouldnotcontain') ? [text('shouldnotcontain')] : [],
      expiryDays: numberIn(details['ssl_down_days_before']) || null,
    },
    changes,
  )
}

function outagesOf(check: DocumentFields): ImportedOutage[] {
  return listIn(check['states'])
    .map(fieldsIn)
    .flatMap((state, index, all) => {
      const startedAt = timeIn(numberIn(state['timefrom']))
      if (textIn(state['status']) !== 'down' || startedAt === null) return []
      const endedAt = index === all.length - 1 ? null : timeIn(numberIn(state['timeto']))
      return [{ key: keyOf(check), startedAt, endedAt, message: 'down' }]
    })
}
