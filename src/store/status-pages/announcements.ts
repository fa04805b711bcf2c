// Announcements of status pages.
import type { Announcement, AnnouncementUpdate } from '../../domain/status-page/announcement.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { type Statement, every, sql } from '../database/sql.ts'
import { publishPageChange } from './pages.ts'

// One statement with the updates, so that readers never see a partial change.
const columns = sql`
  a.id, a.type, a.title, a.body, a.language, a.status, a.severity,
  a.affected_component_ids as "affectedComponentIds", a.affected_monitor_ids as "affectedMonitorIds",
  a.scheduled_start as "scheduledStart", a.scheduled_end as "scheduledEnd", a.source_incident_id as "sourceIncidentId",
  a.maintenance_window_id as "maintenanceWindowId", a.resolved_at as "resolvedAt", a.created_at as "createdAt",
  a.updated_at as "updatedAt",
  coalesce(
    (
      select json_agg(
          json_build_object('id', u.id, 'body', u.body, 'event', u.event, 'status', u.status, 'createdAt', u.created_at)
          order by u.created_at, u.id
        )
      from announcement_updates u
      where u.announcement_id = a.id
    ),
    '[]'
  ) as updates`

interface AnnouncementRow extends Omit<Announcement, 'updates'> {
  readonly updates: readonly (Omit<AnnouncementUpdate, 'createdAt'> & { readonly createdAt: string })[]
}

const toAnnouncement = ({ updates, ...rest }: AnnouncementRow): Announcement => ({
  ...rest,
  updates: updates.map((update) => ({ ...update, createdAt: new Date(update.createdAt) })),
})

async function announcementsWhere(db: Database, condition: Statement): Promise<Announcement[]> {
  const found = await db.rows<AnnouncementRow>(sql`
    select ${columns}
    from announcements a
    where a.removed_at is null and ${condition}`)
  return found.map(toAnnouncement)
}

/** Open announcements, newest first. */
export function openAnnouncements(db: Database, pageId: string): Promise<Announcement[]> {
  return announcementsWhere(
    db,
    sql`a.page_id = ${pageId} and a.resolved_at is null order by a.created_at desc, a.id desc`,
  )
}

const maxPerHistory = 500

/** Announcements that ended in a span, latest end first. */
export function endedAnnouncements(
  db: Database,
  pageId: string,
  { from, to }: { from: Date; to: Date },
): Promise<Announcement[]> {
  return announcementsWhere(
    db,
    sql`a.page_id = ${pageId} and a.resolved_at >= ${from} and a.resolved_at < ${to}
      order by a.resolved_at desc, a.id desc
      limit ${maxPerHistory}`,
  )
}

export async function findAnnouncement(db: Database, pageId: string, id: string): Promise<Announcement | undefined> {
  return (await announcementsWhere(db, sql`a.page_id = ${pageId} and a.id = ${id}`))[0]
}

/** Locks an announcement until the transaction ends. */
export async function lockAnnouncement(db: Database, pageId: string, id: string): Promise<Announcement | undefined> {
  await db.run(sql`select from announcements where page_id = ${pageId} and id = ${id} for update`)
  return findAnnouncement(db, pageId, id)
}

/** Newest first. */
export function listAnnouncements(
  db: Database,
  pageId: string,
  { after, limit }: { after?: Position; limit: number },
): Promise<Announcement[]> {
  return announcementsWhere(
    db,
    sql`${every([sql`a.page_id = ${pageId}`, after && sql`(a.created_at, a.id) < (${after.createdAt}, ${after.id})`])}
      order by a.created_at desc, a.id desc
      limit ${limit}`,
  )
}

export async function countAnnouncements(db: Database, pageId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) from announcements where page_id = ${pageId} and removed_at is null`)
  return row!.count
}

/**
 * Adds an announcement with its first update. Returns false if its incident or window already has one on this page, or
 * if the page was deleted.
 */
export async function addAnnouncement(
  db: Database,
  pageId: string,
  announcement: Announcement,
  { notify = true }: { notify?: boolean } = {},
): Promise<boolean> {
  const added = await db.run(sql`
    insert into announcements (
      page_id, id, type, title, body, language, status, severity, affected_component_ids, affected_monitor_ids,
      scheduled_start, scheduled_end, source_incident_id, maintenance_window_id, resolved_at, created_at, updated_at
    )
    select ${pageId}, ${announcement.id}, ${announcement.type}, ${announcement.title}, ${announcement.body},
      ${announcement.language}, ${announcement.status}, ${announcement.severity},
      ${announcement.affectedComponentIds}, ${announcement.affectedMonitorIds}, ${announcement.scheduledStart},
      ${announcement.scheduledEnd}, ${announcement.sourceIncidentId}, ${announcement.maintenanceWindowId},
      ${announcement.resolvedAt}, ${announcement.createdAt}, ${announcement.updatedAt}
    from status_pages
    where id = ${pageId}
    for key share
    on conflict do nothing`)
  if (added === 0) return false
  for (const update of announcement.updates)
    await addUpdate(db, announcement.id, update, notify ? null : announcement.createdAt)
  publishPageChange(db, pageId)
  return true
}

/** `sentAt`: set if subscribers get no message. */
async function addUpdate(
  db: Database,
  announcementId: string,
  update: AnnouncementUpdate,
  sentAt: Date | null = null,
): Promise<void> {
  await db.run(sql`
    insert into announcement_updates (announcement_id, id, body, event, status, created_at, told_at)
    values (${announcementId}, ${update.id}, ${update.body}, ${update.event && JSON.stringify(update.event)}::jsonb, ${update.status}, ${update.createdAt}, ${sentAt})`)
}

/** Stores a changed announcement: its status, its times and its latest update. */
export async function advanceAnnouncement(db: Database, pageId: string, announcement: Announcement): Promise<void> {
  await db.run(sql`
    update announcements
    set status = ${announcement.status}, resolved_at = ${announcement.resolvedAt},
      scheduled_start = ${announcement.scheduledStart}, scheduled_end = ${announcement.scheduledEnd},
      maintenance_window_id = ${announcement.maintenanceWindowId},
      updated_at = ${announcement.updatedAt}
    where page_id = ${pageId} and id = ${announcement.id}`)
  await addUpdate(db, announcement.id, announcement.updates.at(-1)!)
  publishPageChange(db, pageId)
}

/** Hides an announcement and cancels its unsent updates. */
export async function removeAnnouncement(db: Database, pageId: string, id: string, now: Date): Promise<void> {
  await db.run(sql`update announcements set removed_at = ${now} where page_id = ${pageId} and id = ${id}`)
  publishPageChange(db, pageId)
}

export interface UnsentUpdate {
  readonly pageId: string
  readonly announcementId: string
  readonly updateId: string
}

/** Takes updates that were not sent to subscribers yet; taken updates count as passed on. */
export async function takeUnsentUpdates(db: Database, { limit, now, only }: DueSelection): Promise<UnsentUpdate[]> {
  return db.rows(sql`
    with taken as (
      select u.announcement_id, u.id
      from announcement_updates u
      where u.told_at is null and ${queueItems.pageUpdates.isReady({ now, only })}
      order by u.created_at, u.id
      limit ${limit}
      for update skip locked
    )
    update announcement_updates u
    set told_at = ${now}
    from taken t
    join announcements a on a.id = t.announcement_id
    where u.announcement_id = t.announcement_id and u.id = t.id
    returning a.page_id as "pageId", u.announcement_id as "announcementId", u.id as "updateId"`)
}

export interface OpenNotice {
  readonly pageId: string
  readonly language: PageLanguage
  readonly notice: Announcement
}

/** Open announcements of maintenance windows on these pages. */
export async function openMaintenance(db: Database, pageIds: readonly string[]): Promise<OpenNotice[]> {
  const found = await db.rows<AnnouncementRow & { pageId: string; pageLanguage: PageLanguage }>(sql`
    select a.page_id as "pageId", p.language as "pageLanguage", ${columns}
    from announcements a
    join status_pages p on p.id = a.page_id
    where p.id = any (${pageIds}::uuid[])
      and a.maintenance_window_id is not null and a.resolved_at is null and a.removed_at is null`)
  return found.map(({ pageId, pageLanguage: language, ...row }) => ({ pageId, language, notice: toAnnouncement(row) }))
}
