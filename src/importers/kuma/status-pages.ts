// Status pages of Uptime Kuma: each public group becomes a component, each incident an announcement.
import { themes } from '../../domain/status-page/page.ts'
import { type DocumentFields, isTrue, numberIn, textIn } from '../drafting.ts'
import { draftAnnouncement, draftPage } from '../page-drafting.ts'
import { timeIn } from '../parsing.ts'
import type { ImportChange, ImportedAnnouncement, ImportedPage } from '../setup.ts'
import { type KumaDump, rowsBy } from './dump.ts'
import { kumaKey } from './keys.ts'

export function readStatusPages(dump: KumaDump): ImportedPage[] {
  const groups = rowsBy(dump.group, 'status_page_id')
  const members = rowsBy(dump.monitor_group, 'group_id')
  const hosts = rowsBy(dump.status_page_cname, 'status_page_id')
  const incidents = rowsBy(dump.incident, 'status_page_id')
  return dump.status_page.map((row) => {
    const id = textIn(row['id'])
    const shown = (groups.get(id) ?? []).filter((group) => isTrue(group['public'])).toSorted(byWeight)
    const links = shown.flatMap((group) => members.get(textIn(group['id'])) ?? [])
    const changes = [...unsupported(row), ...linkChanges(links), ...styleChanges(incidents.get(id) ?? [])]
    return draftPage({
      key: `kuma-page-${id}`,
      name: textIn(row['title']),
      slug: textIn(row['slug']),
      description: textIn(row['description']),
      theme: themes.find((theme) => theme === row['theme']) ?? 'auto',
      isPublic: isTrue(row['published']),
      footer: textIn(row['footer_text']),
      components: shown.map((group) => readGroup(group, members)),
      announcements: (incidents.get(id) ?? []).flatMap(readIncident),
      hosts: (hosts.get(id) ?? []).map(({ domain }) => textIn(domain)),
      changes,
    })
  })
}

const byWeight = (a: DocumentFields, b: DocumentFields): number =>
  (numberIn(a['weight']) ?? 0) - (numberIn(b['weight']) ?? 0)

function readGroup(group: DocumentFields, members: ReadonlyMap<string, DocumentFields[]>) {
  const rows = (members.get(textIn(group['id'])) ?? []).toSorted(byWeight)
  return { name: textIn(group['name']), monitors: rows.map(({ monitor_id: monitor }) => kumaKey(monitor)) }
}

/** Kuma shows pinned incidents, and those that are over in its history. They never change the status of its page. */
function readIncident(row: DocumentFields): ImportedAnnouncement[] {
  const at = utcTime(row['created_date'])
  const changed = utcTime(row['last_updated_date'])
  // Kuma 1.x has no column active.
  const isOver = !isTrue(row['pin']) || (row['active'] !== undefined && !isTrue(row['active']))
  const end = isOver && at && changed && changed > at ? changed : null
  const status = isOver && end === null ? ('resolved' as const) : ('investigating' as const)
  return draftAnnouncement({
    title: textIn(row['title']),
    severity: 'minor',
    updates: [
      { body: textIn(row['content']), status, at },
      ...(end ? [{ body: 'Resolved.', status: 'resolved' as const, at: end }] : []),
    ],
  })
}

/** `2026-03-01 12:00:00`, in UTC. */
const utcTime = (value: unknown): Date | null =>
  timeIn(textIn(value).replace(/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(:\d\d(\.\d+)?)?)Z?$/, '$1T$2Z'))

/** What pages of Lapwing do not have, by column: whether it is set, and what it is. */
const settings: readonly (readonly [column: string, isSet: (value: unknown) => boolean, what: string, why?: string])[] =
  [
    ['icon', (icon) => !['', '/icon.svg'].includes(textIn(icon)), 'a logo', 'logos are not in the database; upload it'],
    ['password', (hash) => textIn(hash) !== '', 'a password', 'passwords cannot be read; set one for the page'],
    ['custom_css', (css) => textIn(css).trim() !== '', 'CSS of its own'],
    ['search_engine_index', (isOn) => isOn === 0, 'hidden from search engines', 'they may list public pages'],
    ['show_tags', isTrue, 'tags of monitors'],
    ['show_certificate_expiry', isTrue, 'when certificates expire'],
    ['show_only_last_heartbeat', isTrue, 'only the last heartbeat', 'components show their days'],
    ['rss_title', (title) => textIn(title) !== '', 'a title of its feed', 'feeds have the name of their page'],
    ['analytics_id', (id) => textIn(id) !== '', 'analytics', 'visitors are not counted'],
    ['google_analytics_tag_id', (id) => textIn(id) !== '', 'Google Analytics', 'visitors are not counted'],
    ['analytics_script_url', (url) => textIn(url) !== '', 'a script for analytics', 'visitors are not counted'],
  ]

function unsupported(row: DocumentFields): ImportChange[] {
  return settings.flatMap(([field, isSet, from, reason = 'status pages of Lapwing do not have this']) =>
    isSet(row[field]) ? [{ field, from, to: '', reason }] : [],
  )
}

/** The color of a box says little about severity, and an incident of Kuma never changes the status of its page. */
function styleChanges(rows: readonly DocumentFields[]): ImportChange[] {
  const styles = [...new Set(rows.map(({ style }) => textIn(style)).filter(Boolean))]
  if (styles.length === 0) return []
  const reason = 'announcements have a severity and no color'
  return [{ field: 'styles of incidents', from: styles.join(', '), to: 'minor', reason }]
}

function linkChanges(members: readonly DocumentFields[]): ImportChange[] {
  const links = members.filter((one) => isTrue(one['send_url']) || textIn(one['custom_url']) !== '').length
  if (links === 0) return []
  return [{ field: 'links', from: `${links} monitors with a link`, to: '', reason: 'components have no links' }]
}
