// Cachet 2 and 3: its components, incidents and subscribers, from its API.
import { Fault } from '../domain/fault.ts'
import type { AnnouncementStatus } from '../domain/status-page/announcement.ts'
import { type DocumentFields, entryOf, fieldsIn, isFields, isTrue, listIn, textIn } from './drafting.ts'
import { draftAnnouncement, draftPage, noteLeftOut, noteUnwatched } from './page-drafting.ts'
import { addressOf, itemsOf, parseJson, refused, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedAnnouncement, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'

const expected =
  'a JSON object with the `data` of GET /api/v1/components, components/groups, incidents and subscribers of Cachet ' +
  'as components, groups, incidents and subscribers'
const maxPagesOfList = 50

export const cachet: ImportSource = {
  name: 'cachet',
  title: 'Cachet',
  takes: expected,
  recognizes: havingAny(
    'components.enabled',
    'components.status_name',
    'incidents.human_status',
    'components.attributes',
  ),
  read(document) {
    const parsed = fieldsIn(parseJson(document, expected))
    if (!Array.isArray(parsed['components'])) throw refused(expected)
    return setupOf([readPage(parsed)])
  },
  async download(credentials, send) {
    if (!credentials.url)
      throw new Fault('invalid_request', 'credentials.url: must be the address of your Cachet installation')
    const address = `${addressOf(credentials, '')}/api/v1`
    const headers = { 'x-cachet-token': credentials.apiKey }
    const list = async (path: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let page = 1; page <= maxPagesOfList; page++) {
        const response = fieldsIn(await send({ url: `${address}/${path}?per_page=100&page=${page}`, headers }))
        found.push(...listIn(response['data']))
        const { total_pages: total } = fieldsIn(fieldsIn(response['meta'])['pagination'])
        if (page >= Number(total ?? 1)) break
      }
      return found
    }
    const [components, groups] = [await list('components'), await list('components/groups')]
    const [incidents, subscribers] = [await list('incidents'), await list('subscribers')]
    return JSON.stringify({ components, groups, incidents, subscribers })
  },
}

/** Cachet 3 puts the fields of an item into attributes. */
const rowsIn = (value: unknown): DocumentFields[] =>
  itemsOf(listIn(value))
    .map(fieldsIn)
    .map((row) => (isFields(row['attributes']) ? { ...row, ...row['attributes'] } : row))

function readPage(parsed: DocumentFields) {
  const changes: ImportChange[] = []
  const groups = new Map(rowsIn(parsed['groups']).map((group) => [textIn(group['id']), textIn(group['name'])]))
  const all = rowsIn(parsed['components'])
  const components = all.filter(({ enabled }) => enabled === undefined || isTrue(enabled))
  const positions = new Map(components.map((one, position) => [textIn(one['id']), position]))
  const incidents = rowsIn(parsed['incidents'])
  const shown = incidents.filter((one) => ['', '1', 'true'].includes(String(one['visible'] ?? '')) && !isPlanned(one))
  const emails = rowsIn(parsed['subscribers']).flatMap(({ email }) => textIn(email) || [])
  noteUnwatched(components.length, changes)
  noteLeftOut('disabled components', all.length - components.length, 'they are not shown', changes)
  const reason = 'hidden incidents and planned maintenance are not imported; schedule maintenance windows'
  noteLeftOut('other incidents', incidents.length - shown.length, reason, changes)
  return draftPage({
    key: 'cachet-page',
    name: 'Status',
    slug: 'cachet',
    components: components.map((one) => {
      const group = groups.get(textIn(one['group_id'] ?? one['component_group_id']))
      const name = textIn(one['name'])
      return { name: group ? `${group}: ${name}` : name, description: textIn(one['description']) }
    }),
    announcements: shown.flatMap((one) => readIncident(one, positions)),
    subscribers: emails,
    changes: [
      ...changes,
      { field: 'name', from: 'that of Cachet', to: 'Status', reason: 'the API does not say it; change it in the page' },
    ],
  })
}

/** A number, or in Cachet 3 an object with it. */
const statusOf = ({ status }: DocumentFields): string => textIn(isFields(status) ? status['value'] : status)
const isPlanned = (incident: DocumentFields): boolean => statusOf(incident) === '0'

const statuses: Readonly<Record<string, AnnouncementStatus>> = {
  '1': 'investigating',
  '2': 'identified',
  '3': 'monitoring',
  '4': 'resolved',
}

/** Times without a zone are in UTC. */
const timeOf = (value: unknown): Date | null =>
  timeIn(textIn(value).replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d(:\d\d)?)$/, '$1T$2Z'))

function readIncident(incident: DocumentFields, positions: ReadonlyMap<string, number>): ImportedAnnouncement[] {
  const at = timeOf(incident['occurred_at']) ?? timeOf(incident['created_at'])
  const own = listIn(incident['updates']).map(fieldsIn)
  const status = entryOf(statuses, statusOf(incident)) ?? 'resolved'
  const updates = own.map((update) => ({
    body: textIn(update['message']),
    status: entryOf(statuses, statusOf(update)) ?? 'investigating',
    at: timeOf(update['created_at']),
  }))
  const ended = timeOf(incident['updated_at'])
  const isOver = status === 'resolved' && updates.at(-1)?.status !== 'resolved'
  return draftAnnouncement({
    title: textIn(incident['name']),
    severity: 'minor',
    components: positions.has(textIn(incident['component_id']))
      ? [positions.get(textIn(incident['component_id']))!]
      : [],
    updates: [
      { body: textIn(incident['message']), status: own.length > 0 || isOver ? 'investigating' : status, at },
      ...updates,
      ...(isOver ? [{ body: 'Resolved.', status, at: ended && at && ended > at ? ended : at }] : []),
    ],
  })
}
