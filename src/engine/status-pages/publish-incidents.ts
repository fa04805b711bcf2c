// Publishes confirmed critical incidents on status pages: when they open, are acknowledged, and end.
import { newId } from '../../domain/id.ts'
import { activeAt, isCovered } from '../../domain/maintenance.ts'
import { type Announcement, type AnnouncementEvent, advance } from '../../domain/status-page/announcement.ts'
import { textOf, titleOfIncident } from '../../pages/text/notices.ts'
import { shownCause } from '../../domain/status-page/public-cause.ts'
import type { DueSelection } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import { addAnnouncement, advanceAnnouncement, lockAnnouncement } from '../../store/status-pages/announcements.ts'
import {
  type PublishedIncident,
  type UnpublishedIncident,
  publishedIncidents,
  unpublishedIncidents,
} from '../../store/status-pages/automatic-announcements.ts'

export async function publishIncidents(db: Database, due: DueSelection): Promise<number> {
  const incidents = await inNoMaintenance(db, await unpublishedIncidents(db, due), due.now)
  for (const outage of outagesOf(incidents)) await publish(db, outage, due.now)
  return incidents.length
}

export async function updatePublished(db: Database, due: DueSelection): Promise<number> {
  const notices = await publishedIncidents(db, due)
  for (const notice of notices) await goOn(db, notice, due.now)
  return notices.length
}

/** Maintenance is announced as such; incidents that still fire when it ends are published then. */
async function inNoMaintenance(
  db: Database,
  incidents: readonly UnpublishedIncident[],
  now: Date,
): Promise<UnpublishedIncident[]> {
  if (incidents.length === 0) return []
  const organizationIds = [...new Set(incidents.map(({ organizationId }) => organizationId))]
  const windows = (await windowsOf(db, organizationIds)).filter(
    (window) => window.incidentId === null && activeAt(window, now),
  )
  return incidents.filter(
    ({ organizationId, monitorId: id, tags }) => !isCovered({ organizationId, monitor: { id, tags } }, windows),
  )
}

/** The first incident of a component, with all monitors of the component that fail. */
interface PageOutage {
  readonly first: UnpublishedIncident
  readonly components: UnpublishedIncident['components']
  readonly monitorIds: readonly string[]
}

/** One outage per component, however many of its monitors fail. */
function outagesOf(incidents: readonly UnpublishedIncident[]): PageOutage[] {
  const announced = new Set<string>()
  return incidents.flatMap((first) => {
    const components = first.components.filter(({ id }) => !announced.has(id))
    if (components.length === 0) return []
    for (const { id } of components) announced.add(id)
    const others = incidents.filter((one) => one.components.some(({ id }) => components.some((own) => own.id === id)))
    return [{ first, components, monitorIds: [...new Set(others.map(({ monitorId }) => monitorId))] }]
  })
}

async function publish(db: Database, { first, components, monitorIds }: PageOutage, now: Date): Promise<void> {
  const { pageId, language, incidentId, startedAt } = first
  const { name, publicCause } = components[0]!
  const event: AnnouncementEvent = { what: 'opened', name, cause: shownCause(publicCause, first) }
  const body = textOf(event, language)
  const status = 'investigating'
  const notice: Announcement = {
    id: newId(now),
    type: 'incident',
    title: titleOfIncident(language, name),
    body,
    language,
    status,
    severity: 'critical',
    affectedComponentIds: components.map(({ id }) => id),
    affectedMonitorIds: monitorIds,
    scheduledStart: null,
    scheduledEnd: null,
    sourceIncidentId: incidentId,
    maintenanceWindowId: null,
    resolvedAt: null,
    // The outage is as old as its incident, also on a page that was created later.
    createdAt: startedAt,
    updatedAt: now,
    updates: [{ id: newId(now), body, event, status, createdAt: startedAt }],
  }
  await addAnnouncement(db, pageId, notice)
}

async function goOn(db: Database, { pageId, language, ...notice }: PublishedIncident, now: Date): Promise<void> {
  const before = await lockAnnouncement(db, pageId, notice.announcementId)
  if (!before || before.resolvedAt || (!notice.isOver && before.status !== 'investigating')) return
  const name = notice.componentName ?? before.title
  const event: AnnouncementEvent = notice.isOver ? { what: 'recovered', name } : { what: 'acknowledged' }
  const status = notice.isOver ? 'resolved' : 'identified'
  const update = { id: newId(now), event, body: textOf(event, language), status } as const
  await advanceAnnouncement(db, pageId, advance(before, update, now))
}
