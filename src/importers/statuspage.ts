// Atlassian Statuspage: its pages with components, incidents and subscribers, from its API.
import type { AnnouncementSeverity, AnnouncementStatus } from '../domain/status-page/announcement.ts'
import { type DocumentFields, entryOf, fieldsIn, isFields, listIn, textIn } from './drafting.ts'
import { draftAnnouncement, draftPage, noteLeftOut, noteUnwatched } from './page-drafting.ts'
import { addressOf, itemsOf, parseJson, refused, timeIn } from './parsing.ts'
import { type ImportChange, type ImportedAnnouncement, type ImportedPage, setupOf } from './setup.ts'
import { type ImportSource, havingAny } from './source.ts'

const expected =
  'a JSON object with the responses of GET /v1/pages/{id}, and of components, incidents and subscribers below it, ' +
  'as page, components, incidents and subscribers'
const perPage = 100
const maxPagesOfList = 50

export const statuspage: ImportSource = {
  name: 'statuspage',
  title: 'Atlassian Statuspage',
  takes: expected,
  recognizes: havingAny('pages.page', 'components.page_id', 'incidents.incident_updates', 'incidents.impact'),
  read(document) {
    const parsed = fieldsIn(parseJson(document, expected))
    const pages = Array.isArray(parsed['pages']) ? itemsOf(parsed['pages']).map(fieldsIn) : [parsed]
    if (!pages.every(({ page }) => isFields(page))) throw refused(expected)
    return setupOf(pages.map(readPage))
  },
  async download(credentials, send) {
    const address = `${addressOf(credentials, 'https://api.statuspage.io')}/v1/pages`
    const headers = { authorization: `OAuth ${credentials.apiKey}` }
    const list = async (path: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for (let page = 1; page <= maxPagesOfList; page++) {
        const items = listIn(await send({ url: `${address}/${path}?page=${page}&per_page=${perPage}`, headers }))
        found.push(...items)
        if (items.length < perPage) break
      }
      return found
    }
    const pages: DocumentFields[] = []
    for (const page of listIn(await send({ url: address, headers })).map(fieldsIn)) {
      const id = encodeURIComponent(textIn(page['id']))
      const [components, incidents, subscribers] = [
        await list(`${id}/components`),
        await list(`${id}/incidents`),
        await list(`${id}/subscribers`),
      ]
      pages.push({ page, components, incidents, subscribers })
    }
    return JSON.stringify({ pages })
  },
}

function readPage(contents: DocumentFields): ImportedPage {
  const page = fieldsIn(contents['page'])
  const changes: ImportChange[] = []
  const all = itemsOf(listIn(contents['components'])).map(fieldsIn)
  const groups = new Map(all.filter(isGroup).map((group) => [textIn(group['id']), textIn(group['name'])]))
  const components = all.filter((one) => !isGroup(one))
  const positions = new Map(components.map((one, position) => [textIn(one['id']), position]))
  const incidents = itemsOf(listIn(contents['incidents'])).map(fieldsIn)
  const unplanned = incidents.filter((one) => !textIn(one['scheduled_for']) && textIn(one['impact']) !== 'maintenance')
  const subscribers = itemsOf(listIn(contents['subscribers'])).map(fieldsIn)
  const emails = subscribers.flatMap((one) => textIn(one['email']) || [])
  noteUnwatched(components.length, changes)
  const toCome = 'schedule what is still to come as maintenance windows'
  noteLeftOut('maintenance', incidents.length - unplanned.length, toCome, changes)
  const byOther = 'only subscribers by email can be asked to confirm'
  noteLeftOut('subscribers by other means', subscribers.length - emails.length, byOther, changes)
  const host = textIn(page['domain'])
  return draftPage({
    key: `statuspage-${textIn(page['id'])}`,
    name: textIn(page['name']),
    slug: textIn(page['subdomain']) || textIn(page['name']),
    description: textIn(page['page_description']),
    components: components.map((one) => {
      const group = groups.get(textIn(one['group_id']))
      const name = textIn(one['name'])
      return { name: group ? `${group}: ${name}` : name, description: textIn(one['description']) }
    }),
    announcements: unplanned.flatMap((one) => readIncident(one, positions)),
    hosts: host ? [host] : [],
    subscribers: emails,
    changes,
  })
}

const isGroup = ({ group }: DocumentFields): boolean => group === true

const statuses: Readonly<Record<string, AnnouncementStatus>> = {
  investigating: 'investigating',
  identified: 'identified',
  monitoring: 'monitoring',
  resolved: 'resolved',
  postmortem: 'resolved',
}
const severities: Readonly<Record<string, AnnouncementSeverity>> = { major: 'major', critical: 'critical' }

function readIncident(incident: DocumentFields, positions: ReadonlyMap<string, number>): ImportedAnnouncement[] {
  return draftAnnouncement({
    title: textIn(incident['name']),
    severity: entryOf(severities, textIn(incident['impact'])) ?? 'minor',
    components: listIn(incident['components']).flatMap((one) => positions.get(textIn(fieldsIn(one)['id'])) ?? []),
    updates: listIn(incident['incident_updates'])
      .map(fieldsIn)
      .map((update) => ({
        body: textIn(update['body']),
        status: entryOf(statuses, textIn(update['status'])) ?? 'investigating',
        at: timeIn(update['display_at'] ?? update['created_at']),
      })),
  })
}
