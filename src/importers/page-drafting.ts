// Brings status pages of other tools into our limits, and notes what changes.
import type { AnnouncementSeverity, AnnouncementStatus } from '../domain/status-page/announcement.ts'
import { lineWithin, textWithin } from './drafting.ts'
import type { ImportChange, ImportedAnnouncement, ImportedComponent, ImportedPage } from './setup.ts'

const maxAnnouncements = 500
const maxUpdates = 100
const maxBody = 5000

/** What is left out is what a new page has. */
type PageInTheirWords = Pick<ImportedPage, 'key' | 'name' | 'slug'> &
  Partial<Omit<ImportedPage, 'components'>> & {
    readonly components: readonly (Pick<ImportedComponent, 'name'> & Partial<ImportedComponent>)[]
  }

export function draftPage(theirs: PageInTheirWords): ImportedPage {
  const { key, slug, components, announcements = [] } = theirs
  const changes: ImportChange[] = [...(theirs.changes ?? [])]
  const newest = announcements.toSorted((a, b) => b.updates[0]!.at.getTime() - a.updates[0]!.at.getTime())
  if (newest.length > maxAnnouncements)
    changes.push({
      field: 'incidents',
      from: String(newest.length),
      to: String(maxAnnouncements),
      reason: 'only the newest are imported',
    })
  const description = textWithin(theirs.description, ['description', 2000], changes)
  const footer = textWithin(theirs.footer, ['footer', 500], changes)
  noteCut(newest, changes)
  return {
    kind: 'status_page',
    key,
    name: lineWithin(theirs.name, 120) || 'Status',
    sourceType: theirs.sourceType ?? 'status page',
    slug,
    description,
    theme: theirs.theme ?? 'auto',
    isPublic: theirs.isPublic ?? true,
    footer,
    components: components.map(({ name, description: about, monitors = [] }) => ({
      name: lineWithin(name, 120) || 'Services',
      description: textWithin(about, [`description of ${name}`, 500], changes),
      monitors,
    })),
    announcements: newest.slice(0, maxAnnouncements).map(withinLimits),
    hosts: theirs.hosts ?? [],
    subscribers: theirs.subscribers ?? [],
    changes,
  }
}

function noteCut(announcements: readonly ImportedAnnouncement[], changes: ImportChange[]): void {
  const long = announcements.filter(({ updates }) => updates.some(({ body }) => body.length > maxBody)).length
  const many = announcements.filter(({ updates }) => updates.length > maxUpdates).length
  const note = (count: number, from: string, to: string): unknown =>
    count > 0 &&
    changes.push({
      field: 'incidents',
      from: `${count} with more than ${from}`,
      to,
      reason: 'they are longer than here',
    })
  note(long, `${maxBody} characters`, 'the beginning of each text')
  note(many, `${maxUpdates} updates`, 'the first ones and the last')
}

function withinLimits(announcement: ImportedAnnouncement): ImportedAnnouncement {
  const { updates } = announcement
  const kept = updates.length > maxUpdates ? [...updates.slice(0, maxUpdates - 1), updates.at(-1)!] : updates
  return {
    ...announcement,
    updates: kept.map((update) => ({ ...update, body: update.body.slice(0, maxBody).toWellFormed() })),
  }
}

interface AnnouncementInTheirWords {
  readonly title: string
  readonly severity: AnnouncementSeverity
  readonly components?: readonly number[]
  readonly updates: readonly { readonly body: string; readonly status: AnnouncementStatus; readonly at: Date | null }[]
}

/** None if it has no update with a time. */
export function draftAnnouncement(theirs: AnnouncementInTheirWords): ImportedAnnouncement[] {
  const title = lineWithin(theirs.title, 200) || 'Incident'
  const updates = theirs.updates
    .flatMap(({ body, status, at }) => (at === null ? [] : [{ body: body.trim() || title, status, at }]))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  if (updates.length === 0) return []
  return [{ title, severity: theirs.severity, components: theirs.components ?? [], updates }]
}

/** People have to say which monitors a component stands for. */
export const noteUnwatched = (count: number, changes: ImportChange[]): unknown =>
  count > 0 &&
  changes.push({
    field: 'status of components',
    from: 'set by hand',
    to: 'that of monitors',
    reason: `choose monitors for the ${count} components of the page`,
  })

/** What the page of the other tool has, and ours does not. */
export const noteLeftOut = (field: string, count: number, reason: string, changes: ImportChange[]): unknown =>
  count > 0 && changes.push({ field, from: String(count), to: '0', reason })
