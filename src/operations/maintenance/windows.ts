import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { ruled } from '../../domain/field.ts'
import { newId } from '../../domain/id.ts'
import { type MaintenanceWindow, recurrences } from '../../domain/maintenance.ts'
import { allows } from '../../domain/plan.ts'
import { timeZoneProblem } from '../../domain/schedule/zone.ts'
import {
  addWindow,
  changeWindow,
  deleteWindow,
  findWindow,
  holdWindow,
  listWindows,
} from '../../store/monitors/maintenance-windows.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { holdOrganization, usageOf } from '../../store/accounts/organizations.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, noContent, ok } from '../registry/define.ts'
import { tag } from '../monitors/schema.ts'
import { instant, list, listOf, pageByItem, pageQuery } from '../registry/page.ts'

export const maintenanceWindow = z
  .object({
    object: z.literal('maintenance_window'),
    id: z.uuid(),
    name: z.string(),
    description: z.string().nullable(),
    monitor_ids: z.array(z.uuid()),
    monitor_tags: z.array(z.string()),
    starts_at: z.iso.datetime(),
    duration_minutes: z.int(),
    timezone: z.string(),
    recurrence: z.enum(recurrences),
    recurrence_until: z.iso.datetime().nullable(),
    suppress_alerts: z.boolean(),
    exclude_from_sla: z.boolean(),
    enabled: z.boolean(),
    incident_id: z
      .int()
      .nullable()
      .meta({ description: 'The incident that was marked as maintenance, if that made this window' }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'MaintenanceWindow' })

// Calendars of zones are not worth asking about beyond these.
const [earliest, latest] = [new Date('1970-01-01T00:00:00Z'), new Date('3000-01-01T00:00:00Z')]
export const moment = instant.refine((at) => at >= earliest && at < latest, {
  error: 'must be in the years 1970 to 2999',
})

const fields = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2000).nullable(),
  monitorIds: z.array(z.uuid().toLowerCase()).max(500).meta({
    description:
      'The monitors it covers, beside those with one of its tags. Without monitors and tags it covers the whole organization',
  }),
  monitorTags: z
    .array(tag)
    .max(50)
    .meta({ description: 'It covers every monitor with any of these tags, also those tagged later' }),
  startsAt: moment.meta({ description: 'When it begins, or began, for the first time' }),
  durationMinutes: z
    .int()
    .min(5)
    .max(43_200)
    .meta({ description: 'Elapsed time: a change of the clocks makes it no longer or shorter' }),
  timezone: ruled(z.string().max(64), timeZoneProblem).meta({
    description: 'The IANA zone whose clocks it recurs by, such as `Europe/Berlin`',
  }),
  recurrence: z
    .enum(recurrences)
    .meta({ description: 'Monthly on the 29th to 31st means the last day of a month that is shorter' }),
  recurrenceUntil: moment
    .nullable()
    .meta({ description: 'It does not begin again after this moment; null means no end' }),
  suppressAlerts: z.boolean().meta({ description: 'Nobody is told of incidents while it lasts; they still open' }),
  excludeFromSla: z.boolean().meta({ description: 'Uptime and reports leave it out' }),
}

const createBody = z
  .strictObject({
    ...fields,
    description: fields.description.default(null),
    monitorIds: fields.monitorIds.default([]),
    monitorTags: fields.monitorTags.default([]),
    timezone: fields.timezone.default('UTC'),
    recurrence: fields.recurrence.default('once'),
    recurrenceUntil: fields.recurrenceUntil.default(null),
    suppressAlerts: fields.suppressAlerts.default(true),
    excludeFromSla: fields.excludeFromSla.default(true),
  })
  .meta({ id: 'MaintenanceWindowCreate' })

const updateBody = z
  .strictObject({ ...fields, enabled: z.boolean() })
  .partial()
  .meta({ id: 'MaintenanceWindowUpdate' })

const params = z.object({ id: z.uuid() })

export const windowExample = {
  object: 'maintenance_window',
  id: '0198c5a2-b3d2-7c10-9f4e-5d6c7b8a9f01',
  name: 'Database upgrade',
  description: 'The shop is read-only meanwhile',
  monitor_ids: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'],
  monitor_tags: ['team:shop'],
  starts_at: '2026-02-15T01:00:00.000Z',
  duration_minutes: 90,
  timezone: 'Europe/Berlin',
  recurrence: 'weekly',
  recurrence_until: '2026-12-31T23:00:00.000Z',
  suppress_alerts: true,
  exclude_from_sla: true,
  enabled: true,
  incident_id: null,
  created_at: '2026-02-10T09:00:00.000Z',
  updated_at: '2026-02-10T09:00:00.000Z',
}

const tagged = { tag: 'Maintenance windows' } as const
const one = {
  ...tagged,
  responses: { 200: { description: 'The window', schema: maintenanceWindow, example: windowExample } },
} as const

export const listMaintenanceWindows = defineOperation({
  id: 'listMaintenanceWindows',
  method: 'GET',
  path: '/maintenance-windows',
  access: 'read',
  ...tagged,
  summary: 'Maintenance windows, newest first',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of windows',
      schema: listOf(maintenanceWindow),
      example: { object: 'list', data: [windowExample], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const organizationId = context.caller.organization.id
    const page = await pageByItem(query, context, {
      list: 'maintenance-windows',
      id: (window: MaintenanceWindow) => window.id,
      positionOf: (id) => findWindow(context.db, organizationId, id),
      rows: (after, limit) => listWindows(context.db, organizationId, { after, limit }),
    })
    return list(page, showWindow)
  },
})

export const createMaintenanceWindow = defineOperation({
  id: 'createMaintenanceWindow',
  method: 'POST',
  path: '/maintenance-windows',
  access: 'write',
  creating: true,
  ...tagged,
  summary: 'Plan a maintenance window',
  description: 'It may have begun already, or be over: uptime leaves it out at once.',
  body: createBody,
  bodyExample: {
    name: 'Database upgrade',
    startsAt: '2026-02-15T02:00:00+01:00',
    durationMinutes: 90,
    monitorIds: ['0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'],
    monitorTags: ['team:shop'],
    timezone: 'Europe/Berlin',
    recurrence: 'weekly',
    recurrenceUntil: '2027-01-01T00:00:00+01:00',
  },
  responses: { 201: { description: 'The window', schema: maintenanceWindow, example: windowExample } },
  async handle({ body }, context) {
    const { db, caller, now, record } = context
    const window = {
      ...distinct(body),
      id: newId(now),
      enabled: true,
      incidentId: null,
      createdAt: now,
      updatedAt: now,
    }
    refuseEarlyEnd(window)
    await refuseUnknownMonitors(context, window.monitorIds)
    await takeSlot(context)
    await addWindow(db, caller.organization.id, window)
    record({ ...entity(window), action: 'maintenance_window.created', changes: changesBetween({}, facts(window)) })
    return created(showWindow(window))
  },
})

export const getMaintenanceWindow = defineOperation({
  id: 'getMaintenanceWindow',
  method: 'GET',
  path: '/maintenance-windows/{id}',
  access: 'read',
  ...one,
  summary: 'One maintenance window',
  params,
  async handle({ params }, { db, caller }) {
    const window = await findWindow(db, caller.organization.id, params.id)
    if (!window) throw noSuchWindow()
    return ok(showWindow(window))
  },
})

export const updateMaintenanceWindow = defineOperation({
  id: 'updateMaintenanceWindow',
  method: 'PATCH',
  path: '/maintenance-windows/{id}',
  access: 'write',
  ...one,
  summary: 'Change, enable or disable a maintenance window',
  description: 'What is left out stays. The past of the window changes too, and uptime with it.',
  params,
  body: updateBody,
  bodyExample: { durationMinutes: 120, enabled: true },
  async handle({ params, body }, context) {
    const { db, caller, now, record } = context
    const before = await holdWindow(db, caller.organization.id, params.id)
    if (!before) throw noSuchWindow()
    const after = { ...before, ...distinct(body), updatedAt: now }
    refuseEarlyEnd(after)
    // A window that was read can be sent back as it is, also when one of its monitors has gone.
    await refuseUnknownMonitors(
      context,
      after.monitorIds.filter((id) => !before.monitorIds.includes(id)),
    )
    const changes = changesBetween(facts(before), facts(after))
    if (Object.keys(changes).length === 0) return ok(showWindow(before))
    await changeWindow(db, caller.organization.id, after)
    record({ ...entity(after), action: 'maintenance_window.updated', changes })
    return ok(showWindow(after))
  },
})

export const deleteMaintenanceWindow = defineOperation({
  id: 'deleteMaintenanceWindow',
  method: 'DELETE',
  path: '/maintenance-windows/{id}',
  access: 'write',
  ...tagged,
  summary: 'Delete a maintenance window',
  description: 'While it is on, alerts go out again at once. Uptime counts again what it left out.',
  params,
  responses: { 204: { description: 'Deleted' } },
  async handle({ params }, { db, caller, record }) {
    const window = await deleteWindow(db, caller.organization.id, params.id)
    if (!window) throw noSuchWindow()
    record({ ...entity(window), action: 'maintenance_window.deleted', changes: {} })
    return noContent
  },
})

const noSuchWindow = (): Fault => new Fault('not_found', 'There is no such maintenance window')

function distinct<Body extends { monitorIds?: string[]; monitorTags?: string[] }>(body: Body): Body {
  const once = (items: string[]): string[] => [...new Set(items)]
  return {
    ...body,
    ...(body.monitorIds && { monitorIds: once(body.monitorIds) }),
    ...(body.monitorTags && { monitorTags: once(body.monitorTags) }),
  }
}

function refuseEarlyEnd({ startsAt, recurrenceUntil }: Pick<MaintenanceWindow, 'startsAt' | 'recurrenceUntil'>): void {
  if (recurrenceUntil && recurrenceUntil <= startsAt)
    throw new Fault('invalid_request', 'recurrenceUntil: must be after startsAt')
}

async function refuseUnknownMonitors({ db, caller }: CallerContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const known = await knownMonitors(db, caller.organization.id, [...ids])
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw new Fault('invalid_request', `monitorIds: unknown monitor id(s) in this organization: ${unknown.join(', ')}`)
}

async function takeSlot({ db, caller }: CallerContext): Promise<void> {
  const { id, plan, limits } = caller.organization
  if (limits.maintenance_windows < 0) return
  await holdOrganization(db, id)
  const { maintenance_windows } = await usageOf(db, id)
  if (!allows(limits.maintenance_windows, maintenance_windows))
    throw new Fault(
      'forbidden',
      `The ${plan} plan's limit maintenance_windows is ${limits.maintenance_windows}: delete a window or change the plan`,
    )
}

function entity({ id, name }: { id: string; name: string }) {
  return { entityType: 'maintenance_window', entityId: id, entityName: name }
}

/** What the activity log shows of a window. */
function facts(window: MaintenanceWindow): object {
  const {
    object: _object,
    id: _id,
    incident_id: _incident,
    created_at: _created,
    updated_at: _updated,
    ...shown
  } = showWindow(window)
  return shown
}

export function showWindow(window: MaintenanceWindow) {
  return {
    object: 'maintenance_window',
    id: window.id,
    name: window.name,
    description: window.description,
    monitor_ids: window.monitorIds,
    monitor_tags: window.monitorTags,
    starts_at: window.startsAt,
    duration_minutes: window.durationMinutes,
    timezone: window.timezone,
    recurrence: window.recurrence,
    recurrence_until: window.recurrenceUntil,
    suppress_alerts: window.suppressAlerts,
    exclude_from_sla: window.excludeFromSla,
    enabled: window.enabled,
    incident_id: window.incidentId,
    created_at: window.createdAt,
    updated_at: window.updatedAt,
  }
}
