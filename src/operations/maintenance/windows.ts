import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import {
  addWindow,
  changeWindow,
  deleteWindow,
  findWindow,
  lockWindow,
  listWindows,
} from '../../store/monitors/maintenance-windows.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { changesBetween } from '../registry/changes.ts'
import type { CallerContext } from '../registry/define.ts'
import { pageByItem } from '../registry/page.ts'
import { refuseBeyondLimit } from '../registry/plan-limit.ts'
import { defineResource } from '../registry/resource.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { createBody, facts, maintenanceWindow, showWindow, updateBody } from './schema.ts'

export const windows = defineResource({
  object: 'maintenance_window',
  noun: 'maintenance window',
  tag: 'Maintenance windows',
  path: '/maintenance-windows',
  section: 'maintenanceWindows',
  params: z.object({ id: z.uuid() }),
  one: { description: 'The window', schema: maintenanceWindow },
  find: ({ db, caller }, { id }) => findWindow(db, caller.organization.id, id),
  lock: ({ db, caller }, { id }) => lockWindow(db, caller.organization.id, id),
  show: showWindow,
})

const listMaintenanceWindows = windows.list({
  id: 'listMaintenanceWindows',
  summary: 'List maintenance windows, newest first',
  page: { description: 'A page of windows' },
  rows: (query, context) =>
    pageByItem(query, context, {
      list: 'maintenance-windows',
      id: (window: MaintenanceWindow) => window.id,
      positionOf: (id) => findWindow(context.db, context.caller.organization.id, id),
      rows: (after, limit) => listWindows(context.db, context.caller.organization.id, { after, limit }),
    }),
})

export const createMaintenanceWindow = windows.create({
  id: 'createMaintenanceWindow',
  summary: 'Create a maintenance window',
  description: 'It may lie in the past; uptime excludes it at once.',
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
  facts,
  async create(body, context) {
    const { db, caller, now } = context
    const window = {
      ...withoutRepeats(body),
      id: newId(now),
      enabled: true,
      endedEarlyAt: [],
      incidentId: null,
      createdAt: now,
      updatedAt: now,
    }
    refuseEarlyEnd(window)
    await refuseUnknownMonitors(context, window.monitorIds)
    await refuseBeyondLimit(context, 'maintenance_windows')
    await addWindow(db, caller.organization.id, window)
    return window
  },
})

const getMaintenanceWindow = windows.read({ id: 'getMaintenanceWindow', summary: 'Get a maintenance window' })

export const updateMaintenanceWindow = windows.update({
  id: 'updateMaintenanceWindow',
  summary: 'Update, enable or disable a maintenance window',
  description: 'Omitted fields keep their values. Past occurrences change too, and uptime with them.',
  body: updateBody,
  bodyExample: { durationMinutes: 120, enabled: true },
  async change(before, body, context) {
    const after = { ...before, ...withoutRepeats(body), updatedAt: context.now }
    // A new plan replaces the early ends of the old one.
    if (!hasSameTiming(before, after)) after.endedEarlyAt = []
    refuseEarlyEnd(after)
    // A window can be sent back unchanged, even if one of its monitors was deleted.
    const added = after.monitorIds.filter((id) => !before.monitorIds.includes(id))
    await refuseUnknownMonitors(context, added)
    return {
      changes: changesBetween(facts(before), facts(after)),
      async write() {
        await changeWindow(context.db, context.caller.organization.id, after)
        return after
      },
    }
  },
})

export const deleteMaintenanceWindow = windows.delete({
  id: 'deleteMaintenanceWindow',
  summary: 'Delete a maintenance window',
  description: 'If it is in progress, alerts are sent again at once. Uptime counts the excluded time again.',
  responses: { 204: { description: 'Deleted' } },
  remove: async ({ id }, { db, caller }) => void (await deleteWindow(db, caller.organization.id, id)),
})

type PlannedTiming = Pick<MaintenanceWindow, 'startsAt' | 'durationMinutes' | 'timezone' | 'recurrence'>

export function hasSameTiming(one: PlannedTiming, other: PlannedTiming): boolean {
  return (
    one.startsAt.getTime() === other.startsAt.getTime() &&
    one.durationMinutes === other.durationMinutes &&
    one.timezone === other.timezone &&
    one.recurrence === other.recurrence
  )
}

function withoutRepeats<Body extends { monitorIds?: string[]; monitorTags?: string[] }>(body: Body): Body {
  const once = (items: string[]): string[] => [...new Set(items)]
  return {
    ...body,
    ...(body.monitorIds && { monitorIds: once(body.monitorIds) }),
    ...(body.monitorTags && { monitorTags: once(body.monitorTags) }),
  }
}

export function refuseEarlyEnd({
  startsAt,
  recurrenceUntil,
}: Pick<MaintenanceWindow, 'startsAt' | 'recurrenceUntil'>): void {
  if (recurrenceUntil && recurrenceUntil <= startsAt)
    throw new Fault('invalid_request', 'recurrenceUntil: must be after startsAt')
}

async function refuseUnknownMonitors({ db, caller }: CallerContext, ids: readonly string[]): Promise<void> {
  const known = await knownMonitors(db, caller.organization.id, [...ids])
  refuseUnknownIds(
    'monitorIds',
    'monitor',
    ids.filter((id) => !known.includes(id)),
  )
}

export const maintenanceWindowOperations = [
  listMaintenanceWindows,
  createMaintenanceWindow,
  getMaintenanceWindow,
  updateMaintenanceWindow,
  deleteMaintenanceWindow,
]
