// What a window would do before it is saved, and how to end one that is on.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { activeAt, coverOf, nextOccurrences, occurrences } from '../../domain/maintenance.ts'
import { endWindow } from '../../store/monitors/maintenance-windows.ts'
import { countCovered, coveredNames } from '../../store/monitors/summary.ts'
import { changesBetween } from '../registry/changes.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { maintenanceWindow, planBody, showWindow } from './schema.ts'
import { hasSameTiming, refuseEarlyEnd, windows } from './windows.ts'

const maxNames = 5
const maxDates = 5
const pastDays = 30
const dayMs = 86_400_000
const shared = { audience: 'dashboard', tag: 'Maintenance windows' } as const

const preview = z
  .object({
    object: z.literal('maintenance_preview'),
    everything: z.boolean().meta({ description: 'It covers the whole organization' }),
    monitors: z.int().meta({ description: 'How many monitors it covers, without paused ones' }),
    names: z.array(z.string()).meta({ description: `The first ${maxNames}, by name` }),
    next: z
      .array(z.object({ starts_at: z.iso.datetime(), ends_at: z.iso.datetime() }))
      .meta({ description: `The next ${maxDates} occurrences; one that is on comes first` }),
    past: z.int().meta({ description: `How many occurrences of the last ${pastDays} days uptime would exclude` }),
  })
  .meta({ id: 'MaintenancePreview' })

export const previewMaintenance = defineOperation({
  id: 'previewMaintenance',
  method: 'POST',
  path: '/dashboard/maintenance/preview',
  access: 'read',
  ...shared,
  summary: 'Preview what a maintenance window would cover and when; nothing is saved',
  body: planBody,
  bodyExample: {
    monitorTags: ['team:shop'],
    startsAt: '2026-02-15T02:00:00+01:00',
    durationMinutes: 90,
    timezone: 'Europe/Berlin',
    recurrence: 'weekly',
  },
  responses: { 200: { description: 'What it would do', schema: preview } },
  async handle({ body }, context) {
    const { db, caller, now } = context
    refuseEarlyEnd(body)
    const cover = coverOf([body])
    const before = body.windowId === undefined ? null : await windows.find(context, { id: body.windowId })
    const endedEarlyAt = before && hasSameTiming(before, body) ? before.endedEarlyAt : []
    const timing = { ...body, enabled: true, endedEarlyAt }
    const past = { from: new Date(now.getTime() - pastDays * dayMs), to: now }
    const sinceStart = new Date(now.getTime() - body.durationMinutes * 60_000 + 1)
    const dates = nextOccurrences(timing, sinceStart, maxDates + 1)
      .filter(({ to }) => to > now)
      .slice(0, maxDates)
      .map(({ from, to }) => ({ starts_at: from, ends_at: to }))
    return ok({
      object: 'maintenance_preview',
      everything: cover.everything,
      monitors: await countCovered(db, caller.organization.id, cover),
      names: await coveredNames(db, caller.organization.id, { cover, limit: maxNames }),
      next: dates,
      past: occurrences(timing, past).length,
    })
  },
})

export const endMaintenance = defineOperation({
  id: 'endMaintenance',
  method: 'POST',
  path: '/maintenance-windows/{id}/end',
  tag: 'Maintenance windows',
  summary: 'End the maintenance that is on; a window that recurs begins again as planned',
  params: z.object({ id: z.uuid() }),
  faults: ['conflict'],
  responses: { 200: { description: 'The window', schema: maintenanceWindow } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await windows.lock(context, params)
    if (!activeAt(before, now)) throw new Fault('conflict', `${before.name} is not in progress`)
    await endWindow(db, caller.organization.id, { id: before.id, now })
    windows.record(context, 'maintenance_window.ended', before, changesBetween({}, { ended_early_at: now }))
    return ok(showWindow({ ...before, updatedAt: now }))
  },
})
