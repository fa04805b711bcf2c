// The announcements of a status page.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import {
  type Announcement,
  advance,
  announcementSeverities,
  announcementStatuses,
  announcementTypes,
} from '../../domain/status-page/announcement.ts'
import {
  addAnnouncement,
  advanceAnnouncement,
  findAnnouncement,
  lockAnnouncement,
  listAnnouncements as announcementRows,
  removeAnnouncement,
} from '../../store/status-pages/announcements.ts'
import { componentsOf } from '../../store/status-pages/components.ts'
import type { StoredPage } from '../../store/status-pages/pages.ts'
import { type CallerContext, type Operation, created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { nameOf } from '../../domain/fields/name.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'
import { pages } from './pages.ts'
import { params } from './schema.ts'

const announcement = z
  .object({
    object: z.literal('announcement'),
    id: z.uuid(),
    type: z.enum(announcementTypes).meta({ example: 'incident' }),
    title: z.string().meta({ example: 'Payments are slow' }),
    body: z.string().meta({ example: 'Some cards take a minute. We are looking into it.' }),
    status: z.enum(announcementStatuses).meta({ example: 'investigating' }),
    severity: z.enum(announcementSeverities).meta({ example: 'minor' }),
    affected_component_ids: z.array(z.uuid()),
    affected_monitor_ids: z
      .array(z.uuid())
      .meta({ description: 'Affected monitors of the components; empty means all of them' }),
    scheduled_start: z.iso.datetime().nullable().meta({ description: 'Start of planned maintenance' }),
    scheduled_end: z.iso.datetime().nullable(),
    source_incident_id: z.int().nullable().meta({ description: 'The incident that published it automatically' }),
    resolved_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    updates: z
      .array(
        z.object({
          id: z.uuid(),
          body: z.string().meta({ example: 'Some cards take a minute. We are looking into it.' }),
          status: z.enum(announcementStatuses).meta({ example: 'investigating' }),
          created_at: z.iso.datetime(),
        }),
      )
      .meta({ description: 'Oldest first, starting with the first entry' }),
  })
  .meta({ id: 'Announcement' })

const tag = 'Status pages'
const one = { description: 'The announcement', schema: announcement }
const oneParams = params.extend({ announcementId: z.uuid() })
const text = z.string().trim().min(1).max(5000)
const status = z.enum(announcementStatuses)

const createBody = z
  .strictObject({
    title: nameOf(200),
    body: text.meta({ description: 'The first entry of its timeline' }),
    status: status.default('investigating'),
    severity: z.enum(announcementSeverities).default('minor'),
    affectedComponentIds: z
      .array(z.uuid().toLowerCase())
      .max(50)
      .default([])
      .meta({ description: 'Components of this page; empty for the whole page' }),
    notify: z.boolean().default(true).meta({ description: 'Send a message to the subscribers of the page' }),
  })
  .meta({ id: 'AnnouncementCreate' })
const updateBody = z.strictObject({ body: text, status }).meta({ id: 'AnnouncementUpdate' })

const listAnnouncements = defineOperation({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/status-pages/{id}/announcements',
  tag,
  summary: 'List the announcements of a page, newest first',
  params,
  query: pageQuery,
  responses: { 200: { description: 'A page of announcements, without deleted ones', schema: listOf(announcement) } },
  async handle({ params, query }, context) {
    const { id: pageId } = await pages.find(context, params)
    const found = await pageNewestFirst(query, context, {
      list: `announcements of status page ${pageId}`,
      rows: async (after, limit) =>
        (await announcementRows(context.db, pageId, { after, limit })).map((row) => ({
          ...row,
          created_at: row.createdAt,
        })),
    })
    return list(found, show)
  },
})

const createAnnouncement = defineOperation({
  id: 'createAnnouncement',
  method: 'POST',
  path: '/status-pages/{id}/announcements',
  creating: true,
  tag,
  summary: 'Announce an incident',
  description: 'Planned maintenance is announced with maintenance windows.',
  params,
  body: createBody,
  bodyExample: { title: 'Payments are slow', body: 'Some cards take a minute. We are looking into it.' },
  responses: { 201: one },
  async handle({ params, body: { notify, ...draft } }, context) {
    const { db, now } = context
    const page = await pages.lock(context, params)
    const affectedComponentIds = [...new Set(draft.affectedComponentIds)]
    await refuseForeignComponents(context, page.id, affectedComponentIds)
    const { body, status } = draft
    const announcement: Announcement = {
      ...draft,
      affectedComponentIds,
      id: newId(now),
      type: 'incident',
      language: null,
      affectedMonitorIds: [],
      scheduledStart: null,
      scheduledEnd: null,
      sourceIncidentId: null,
      maintenanceWindowId: null,
      resolvedAt: status === 'resolved' ? now : null,
      createdAt: now,
      updatedAt: now,
      updates: [{ id: newId(now), body, event: null, status, createdAt: now }],
    }
    await addAnnouncement(db, page.id, announcement, { notify })
    note(context, page, 'status_page.incident_created', announcement)
    return created(show(announcement))
  },
})

const getAnnouncement = defineOperation({
  id: 'getAnnouncement',
  method: 'GET',
  path: '/status-pages/{id}/announcements/{announcementId}',
  tag,
  summary: 'Get an announcement',
  params: oneParams,
  responses: { 200: one },
  async handle({ params: { id, announcementId } }, context) {
    await pages.find(context, { id })
    return ok(show(orMissing(await findAnnouncement(context.db, id, announcementId))))
  },
})

const updateAnnouncement = defineOperation({
  id: 'updateAnnouncement',
  method: 'PATCH',
  path: '/status-pages/{id}/announcements/{announcementId}',
  tag,
  summary: 'Update an announcement',
  description: 'Adds an update. `resolved` closes the announcement; any other status after that opens it again.',
  params: oneParams,
  body: updateBody,
  bodyExample: { body: 'All cards work again.', status: 'resolved' },
  responses: { 200: one },
  async handle({ params: { id, announcementId }, body }, context) {
    const { db, now } = context
    const page = await pages.lock(context, { id })
    const before = orMissing(await lockAnnouncement(db, id, announcementId))
    const after = advance(before, { ...body, event: null, id: newId(now) }, now)
    await advanceAnnouncement(db, id, after)
    note(context, page, 'status_page.incident_updated', after)
    return ok(show(after))
  },
})

const deleteAnnouncement = defineOperation({
  id: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/status-pages/{id}/announcements/{announcementId}',
  tag,
  summary: 'Delete an announcement',
  params: oneParams,
  responses: deletionResponse,
  async handle({ params: { id, announcementId } }, context) {
    const page = await pages.lock(context, { id })
    const before = orMissing(await lockAnnouncement(context.db, id, announcementId))
    await removeAnnouncement(context.db, id, announcementId, context.now)
    note(context, page, 'status_page.incident_deleted', before)
    return deleted(announcementId)
  },
})

function orMissing(found: Announcement | undefined): Announcement {
  if (!found) throw new Fault('not_found', 'Announcement not found')
  return found
}

async function refuseForeignComponents({ db }: CallerContext, pageId: string, ids: readonly string[]): Promise<void> {
  const own = (await componentsOf(db, pageId)).map(({ id }) => id)
  const foreign = ids.filter((id) => !own.includes(id))
  if (foreign.length > 0)
    throw new Fault(
      'invalid_request',
      `affectedComponentIds: unknown component id(s) on this page: ${foreign.join(', ')}`,
    )
}

function note(context: CallerContext, page: StoredPage, action: string, { id, title, status }: Announcement): void {
  pages.record(context, action, page, { announcement: { id, title, status } })
}

function show(row: Announcement) {
  return {
    object: 'announcement',
    id: row.id,
    type: row.type,
    title: row.title,
    body: row.body,
    status: row.status,
    severity: row.severity,
    affected_component_ids: row.affectedComponentIds,
    affected_monitor_ids: row.affectedMonitorIds,
    scheduled_start: row.scheduledStart,
    scheduled_end: row.scheduledEnd,
    source_incident_id: row.sourceIncidentId,
    resolved_at: row.resolvedAt,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    updates: row.updates.map(({ id, body, status, createdAt }) => ({ id, body, status, created_at: createdAt })),
  }
}

export const announcementOperations: readonly Operation[] = [
  listAnnouncements,
  createAnnouncement,
  getAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
]
