// Announces maintenance windows on status pages: before, at the start, at the end, and when they change.
import { newId } from '../../domain/id.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import {
  type Announcement,
  type AnnouncementEvent,
  type AnnouncementStatus,
  advance,
} from '../../domain/status-page/announcement.ts'
import {
  type NoticeStep,
  type MaintenanceWork,
  nextMaintenance,
  noticeStep,
} from '../../domain/status-page/maintenance-notice.ts'
import { textOf } from '../../pages/text/notices.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { DueSelection } from '../../store/checking/queue-items.ts'
import type { Database } from '../../store/database/database.ts'
import { windowsOf } from '../../store/monitors/maintenance-windows.ts'
import {
  type OpenNotice,
  addAnnouncement,
  advanceAnnouncement,
  lockAnnouncement,
  openMaintenance,
} from '../../store/status-pages/announcements.ts'
import {
  type OwnedPage,
  type TouchedPage,
  announcingPages,
  pagesUnder,
} from '../../store/status-pages/automatic-announcements.ts'

export async function announceMaintenance(db: Database, due: DueSelection): Promise<number> {
  const { now } = due
  const pages = await announcingPages(db, due)
  const pageIds = pages.map(({ id }) => id)
  const windows = await plannedMaintenance(db, pages, now)
  const touched = await pagesUnder(
    db,
    pageIds,
    windows.map(({ window }) => window.id),
  )
  const open = await openMaintenance(db, pageIds)
  for (const page of touched) {
    const { window, work } = windows.find((planned) => planned.window.id === page.windowId)!
    const notice = open.find((one) => one.pageId === page.pageId && one.notice.maintenanceWindowId === page.windowId)
    if (!notice) await announce(db, page, { window, work, now })
    else await goOn(db, notice, { work, now })
  }
  // Windows that were deleted, are over or disabled, and pages that no longer show what they cover.
  const isTouched = ({ pageId, notice }: OpenNotice): boolean =>
    touched.some((page) => page.pageId === pageId && page.windowId === notice.maintenanceWindowId)
  for (const notice of open.filter((one) => !isTouched(one))) await goOn(db, notice, { work: null, now })
  return pages.length
}

interface PlannedMaintenance {
  readonly window: MaintenanceWindow
  readonly work: MaintenanceWork
}

async function plannedMaintenance(db: Database, pages: readonly OwnedPage[], now: Date): Promise<PlannedMaintenance[]> {
  const organizationIds = [...new Set(pages.map(({ organizationId }) => organizationId))]
  // A window that was added for a past incident needs no announcement.
  const windows = (await windowsOf(db, organizationIds)).filter(({ incidentId }) => incidentId === null)
  return windows.flatMap((window) => {
    const work = nextMaintenance(window, now)
    return work ? [{ window, work }] : []
  })
}

async function announce(
  db: Database,
  { pageId, language, componentIds }: TouchedPage,
  { window, work, now }: PlannedMaintenance & { now: Date },
): Promise<void> {
  const step = noticeStep(null, work, now)
  if (!step) return
  const hasBegun = step.say === 'begun'
  const status: AnnouncementStatus = hasBegun ? 'monitoring' : 'identified'
  const description = window.description?.trim() || null
  const event: AnnouncementEvent = { what: hasBegun ? 'begun' : 'planned', description }
  const body = textOf(event, language)
  const notice: Announcement = {
    id: newId(now),
    type: 'maintenance',
    title: window.name,
    body,
    language,
    status,
    severity: 'minor',
    affectedComponentIds: componentIds,
    affectedMonitorIds: [],
    scheduledStart: work.from ?? window.startsAt,
    scheduledEnd: work.to,
    sourceIncidentId: null,
    maintenanceWindowId: window.id,
    resolvedAt: null,
    createdAt: now,
    updatedAt: now,
    updates: [{ id: newId(now), body, event, status, createdAt: now }],
  }
  await addAnnouncement(db, pageId, notice)
}

async function goOn(
  db: Database,
  { pageId, language, notice }: OpenNotice,
  { work, now }: { work: MaintenanceWork | null; now: Date },
): Promise<void> {
  if (!noticeStep(notice, work, now)) return
  const before = await lockAnnouncement(db, pageId, notice.id)
  if (!before || before.resolvedAt) return
  const step = noticeStep(before, work, now)
  if (step) await advanceAnnouncement(db, pageId, stepped(before, step, { language, now }))
}

function stepped(
  before: Announcement,
  step: NoticeStep,
  { language, now }: { language: PageLanguage; now: Date },
): Announcement {
  const id = newId(now)
  const said = (event: AnnouncementEvent) => ({ id, event, body: textOf(event, language) })
  if (!('work' in step)) {
    const over = advance(before, { ...said({ what: step.say }), status: 'resolved' }, now)
    // A window that was cancelled and planned again is announced again.
    return step.say === 'calledOff' ? { ...over, maintenanceWindowId: null } : over
  }
  const { from, to } = step.work
  const planned = { ...before, scheduledStart: from ?? before.scheduledStart, scheduledEnd: to }
  if (step.say === 'moved') {
    const [start, end] = [planned.scheduledStart?.toISOString() ?? null, to?.toISOString() ?? null]
    return advance(planned, { ...said({ what: 'moved', start, end }), status: before.status }, now)
  }
  return advance(planned, { ...said({ what: 'begun', description: null }), status: 'monitoring' }, now)
}
