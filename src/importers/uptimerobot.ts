// UptimeRobot: monitors of its API, and rows of its CSV export.
import {
  type DocumentFields,
  type MatchedMonitor,
  draftMonitor,
  entryOf,
  fieldsIn,
  heartbeatSchedule,
  hostPort,
  listIn,
  numberIn,
  skipMonitor,
  textIn,
  timeoutWithin,
  tokenOf,
} from './drafting.ts'
import { draftChannel, noteFormat, peopleIn, skipChannel } from './channel-drafting.ts'
import { headerList, parseCsv, parseJsonList, parseNamedList, timeIn } from './parsing.ts'
import {
  type ImportChange,
  type ImportedChannel,
  type ImportedMonitor,
  type ImportedOutage,
  type SkippedItem,
  setupOf,
} from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'
import { mapRequest } from './web-request.ts'

const expected = 'the response of getMonitors of UptimeRobot, or its CSV export'
const pageSize = 50
const address = 'https://api.uptimerobot.com/v2'

const types: Readonly<Record<string, string>> = {
  '1': 'http',
  '2': 'keyword',
  '3': 'ping',
  '4': 'port',
  '5': 'heartbeat',
}

export const uptimerobot: ImportSource = {
  name: 'uptimerobot',
  title: 'UptimeRobot',
  takes: expected,
  recognizes: havingAny('monitors.friendly_name', '.friendly_name', 'friendly name'),
  read: (document) => setupOf([...monitorsIn(document).map(readMonitor), ...contactsIn(document).map(readContact)]),
  outages: (document) => monitorsIn(document).flatMap(outagesOf),
  async download({ apiKey }, send) {
    const list = async (method: string, name: string, details: object): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let offset = 0, total = 1; offset < total && offset < 20_000; offset += pageSize) {
        const form = { api_key: apiKey, format: 'json', limit: pageSize, offset, ...details }
        const body = new URLSearchParams(
          Object.entries(form).map(([key, value]) => [key, String(value)] as [string, string]),
        ).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const page = fieldsIn(await send({ url: `${address}/${method}`, method: 'POST', headers, body }))
        found.push(...listIn(page[name]))
        total = numberIn(fieldsIn(page['pagination'])['total']) ?? numberIn(page['total']) ?? 0
      }
      return found
    }
    const details = {
      logs: 1,
      alert_contacts: 1,
      http_request_details: 1,
      custom_http_headers: 1,
      auth_type: 1,
      timeout: 1,
    }
    return JSON.stringify({
      monitors: await list('getMonitors', 'monitors', details),
      alert_contacts: await list('getAlertContacts', 'alert_contacts', {}),
    })
  },
}

const contactsIn = (document: string): DocumentFields[] =>
  /^\s*\{/.test(document) ? parseNamedList(document, 'alert_contacts', expected) : []

const contactKey = (contact: unknown): string => `uptimerobot-contact-${textIn(fieldsIn(contact)['id'])}`

/** Their types of contacts: the channel of ours, and the key that takes the value, if the API gives it. */
const contactTypes: Readonly<Record<string, readonly [type: string, key: string | null]>> = {
  '1': ['twilio_sms', null],
  '2': ['email', null],
  '5': ['webhook', 'url'],
  '6': ['pushbullet', 'access_token'],
  '7': ['zapier', 'url'],
  '8': ['twilio_sms', null],
  '9': ['pushover', 'user'],
  '11': ['slack', 'url'],
  '15': ['splunk_oncall', null],
  '16': ['pagerduty', 'routing_key'],
  '17': ['opsgenie', 'api_key'],
  '18': ['telegram', null],
  '20': ['teams', 'url'],
  '21': ['googlechat', 'url'],
  '23': ['discord', 'url'],
}

function readContact(contact: DocumentFields): ImportedChannel | SkippedItem {
  const sourceType = textIn(contact['type'])
  const value = textIn(contact['value'])
  const item = {
    key: contactKey(contact),
    name: textIn(contact['friendly_name']) || `contact ${sourceType}`,
    sourceType,
  }
  const [type, key] = entryOf(contactTypes, sourceType) ?? []
  if (!type) return skipChannel(item, `Lapwing has no channel for contacts of type ${sourceType}`)
  const changes: ImportChange[] = []
  if (type === 'webhook' || type === 'zapier') noteFormat('UptimeRobot', changes)
  const people = type === 'email' ? peopleIn(value) : []
  const isEnabled = textIn(contact['status']) !== '1'
  return draftChannel({ ...item, type, config: key ? { [key]: value } : {}, people, isEnabled, changes })
}

function monitorsIn(document: string): DocumentFields[] {
  return /^\s*[[{]/.test(document) ? parseJsonList(document, 'monitors', expected) : parseCsv(document).map(fromCsv)
}

function fromCsv(row: Record<string, string>): DocumentFields {
  const pick = (...names: string[]): string => names.map((name) => entryOf(row, name)).find(Boolean) ?? ''
  const type = pick('type', 'monitor type').toLowerCase().replace(/\(s\)/, '')
  const keywordType = pick('keyword type').toLowerCase()
  const name = pick('friendly name', 'name')
  return {
    id: pick('id', 'monitor id') || name,
    friendly_name: name,
    url: pick('url/ip', 'url', 'url (or ip)'),
    type: Object.keys(types).find((code) => types[code] === type) ?? type,
    keyword_type: keywordType.includes('not') ? 2 : keywordType ? 1 : '',
    keyword_value: pick('keyword value', 'keyword'),
    port: pick('port'),
    interval: pick('interval', 'monitoring interval'),
    status: pick('status'),
  }
}

const keyOf = (monitor: DocumentFields): string => `uptimerobot-${textIn(monitor['id'])}`

function readMonitor(monitor: DocumentFields): ImportedMonitor | SkippedItem {
  const sourceType = entryOf(types, textIn(monitor['type'])) ?? textIn(monitor['type'])
  const item = { key: keyOf(monitor), name: textIn(monitor['friendly_name']), sourceType }
  const changes: ImportChange[] = []
  const read = entryOf(readers, sourceType)
  if (!read) return skipMonitor(item, `Lapwing does not know the type ${sourceType}`)
  return draftMonitor({
    ...item,
    intervalSeconds: numberIn(monitor['interval']) ?? 300,
    ...read(monitor, changes),
    isPaused: ['0', 'paused'].includes(textIn(monitor['status']).toLowerCase()),
    channels: listIn(monitor['alert_contacts']).map(contactKey),
    changes,
  })
}

const readers: Readonly<Record<string, (monitor: DocumentFields, changes: ImportChange[]) => MatchedMonitor>> = {
  http: readRequest,
  keyword: readRequest,
  ping: (monitor) => ({ type: 'icmp', target: textIn(monitor['url']), config: {} }),
  port: (monitor, changes) => ({
    type: 'tcp',
    target: hostPort(textIn(monitor['url']), portOf(monitor)),
    config: { timeoutSeconds: timeoutWithin(numberIn(monitor['timeout']) ?? 0, changes) },
  }),
  heartbeat: (monitor, changes) => {
    const schedule = heartbeatSchedule(
      { periodSeconds: numberIn(monitor['interval']) ?? 300, graceSeconds: 60 },
      changes,
    )
    const token = tokenOf(textIn(monitor['url']).split('/').at(-1), changes)
    return { type: 'heartbeat', ...schedule, token }
  },
}

const usualPorts: Readonly<Record<string, number>> = { '1': 80, '2': 443, '3': 21, '4': 25, '5': 110, '6': 143 }
const portOf = (monitor: DocumentFields): number | null =>
  numberIn(monitor['port']) ?? entryOf(usualPorts, textIn(monitor['sub_type'])) ?? null

/** Its keyword type names what makes a monitor fail: 1 that the keyword exists, 2 that it does not. */
function readRequest(monitor: DocumentFields, changes: ImportChange[]): MatchedMonitor {
  const keyword = textIn(monitor['keyword_value'])
  const failsIfFound = textIn(monitor['keyword_type']) === '1'
  const username = textIn(monitor['http_username'])
  const kind = textIn(monitor['http_auth_type']) === '2' ? 'digest' : 'basic'
  return mapRequest(
    {
      url: textIn(monitor['url']),
      method: entryOf(methods, textIn(monitor['http_method'])),
      headers: headerList(monitor['custom_http_headers']),
      login: username ? { kind, username, password: textIn(monitor['http_password']) } : null,
      timeoutSeconds: numberIn(monitor['timeout']),
      contains: keyword && !failsIfFound ? [keyword] : [],
      lacks: keyword && failsIfFound ? [keyword] : [],
    },
    changes,
  )
}

const methods: Readonly<Record<string, string>> = {
  '1': 'HEAD',
  '2': 'GET',
  '3': 'POST',
  '4': 'PUT',
  '5': 'PATCH',
  '6': 'DELETE',
  '7': 'OPTIONS',
}

const wentDown = 1

function outagesOf(monitor: DocumentFields): ImportedOutage[] {
  const logs = listIn(monitor['logs']).map(fieldsIn)
  const [newest] = logs
  const isDown = ['8', '9'].includes(textIn(monitor['status']))
  return logs.flatMap((log) => {
    const startedAt = timeIn(numberIn(log['datetime']))
    if (numberIn(log['type']) !== wentDown || startedAt === null) return []
    const isOpen = isDown && log === newest
    const endedAt = isOpen ? null : new Date(startedAt.getTime() + (numberIn(log['duration']) ?? 0) * 1000)
    return [{ key: keyOf(monitor), startedAt, endedAt, message: textIn(fieldsIn(log['reason'])['detail']) }]
  })
}
