import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { closeIncidents } from '../../alerting/close-incidents.ts'
import { forgetObservations } from '../../alerting/monitor-state.ts'
import type { Database } from '../../store/database/database.ts'
import { hostsOfMonitors } from '../../store/hosts/host-reads.ts'
import { type NamedMonitor, deleteMonitors, lockMonitors } from '../../store/monitors/monitors.ts'
import { pauseMonitors, resumeMonitors } from '../../store/monitors/monitor-states.ts'
import { type CallerContext, defineOperation, noContent, ok } from '../registry/define.ts'
import { monitorText, monitors } from './monitor.ts'
import { monitor, params } from './schema.ts'
import { renewAll } from './turns/renew-turns.ts'
import { exampleId } from '../registry/fields/example.ts'

type LifecycleAction = (db: Database, organizationId: string, ids: string[], now: Date) => Promise<NamedMonitor[]>

const acts: Record<'pause' | 'resume' | 'delete', { act: LifecycleAction; action: string }> = {
  pause: { act: pauseMonitors, action: 'monitor.paused' },
  resume: { act: resumeMonitors, action: 'monitor.resumed' },
  delete: { act: deleteMonitors, action: 'monitor.deleted' },
}

const reasons = { pause: 'monitor paused', delete: 'monitor deleted' } as const

/** Applies the action to existing monitors that need it, and records each. Returns all existing ones. */
export async function apply(context: CallerContext, verb: keyof typeof acts, monitorIds: string[]): Promise<string[]> {
  const { db, caller, now, services } = context
  const { act, action } = acts[verb]
  const organizationId = caller.organization.id
  // Looked up here, because another request may have deleted them.
  const ids = (await lockMonitors(db, organizationId, monitorIds)).map(({ id }) => id)
  // Before the deletion, after which its open incidents can no longer be found.
  if (verb !== 'resume')
    await closeIncidents(
      db,
      { organizationId, monitorIds: ids },
      { reason: reasons[verb], by: actorOf(caller), now, log: services.log },
    )
  const hosts = verb === 'delete' ? await hostsOfMonitors(db, organizationId, ids) : []
  const changed = await act(db, organizationId, ids, now)
  for (const { id, name } of hosts)
    context.record({ entityType: 'host', entityId: id, entityName: name, action: 'host.deleted', changes: {} })
  if (verb === 'pause') await forgetObservations(db, organizationId, ids)
  for (const monitor of changed) monitors.record(context, action, monitor)
  await renewAll(
    context,
    changed.map(({ id }) => id),
  )
  return ids
}

export const pauseMonitor = defineOperation({
  id: 'pauseMonitor',
  method: 'POST',
  path: '/monitors/{id}/pause',
  access: 'write',
  tag: 'Monitors',
  summary: 'Pause a monitor and close its open incidents',
  params,
  responses: {
    200: {
      description: 'The monitor',
      schema: monitor,
      example: { status: 'paused', state: 'paused', active: false },
    },
  },
  async handle({ params }, context) {
    await apply(context, 'pause', [params.id])
    return ok(await monitorText(context, params.id))
  },
})

export const resumeMonitor = defineOperation({
  id: 'resumeMonitor',
  method: 'POST',
  path: '/monitors/{id}/resume',
  access: 'write',
  tag: 'Monitors',
  summary: 'Resume a monitor',
  params,
  responses: { 200: { description: 'The monitor', schema: monitor, example: { status: 'unknown', state: 'unknown' } } },
  async handle({ params }, context) {
    await apply(context, 'resume', [params.id])
    return ok(await monitorText(context, params.id))
  },
})

export const deleteMonitor = defineOperation({
  id: 'deleteMonitor',
  method: 'DELETE',
  path: '/monitors/{id}',
  access: 'write',
  tag: 'Monitors',
  summary: 'Delete a monitor and everything it owns',
  params,
  responses: { 204: { description: 'Deleted' } },
  async handle({ params }, context) {
    if ((await apply(context, 'delete', [params.id])).length === 0) throw monitors.notFound()
    return noContent
  },
})

const bulkBody = z
  .strictObject({ action: z.enum(['pause', 'resume', 'delete']), ids: z.array(z.uuid()).min(1).max(100) })
  .meta({ id: 'MonitorBulk' })

const bulkResult = z
  .object({
    object: z.literal('bulk_result'),
    action: z.enum(['pause', 'resume', 'delete']).meta({ example: 'pause' }),
    succeeded: z.array(z.uuid()),
    skipped: z.array(z.uuid()).meta({ description: 'Ids that are not monitors of the organization' }),
  })
  .meta({ id: 'BulkResult' })

export const bulkMonitors = defineOperation({
  id: 'bulkMonitors',
  method: 'POST',
  path: '/monitors/bulk',
  access: 'write',
  creating: true,
  tag: 'Monitors',
  summary: 'Pause, resume or delete up to 100 monitors at once, all or none',
  body: bulkBody,
  bodyExample: { action: 'pause', ids: [exampleId] },
  responses: { 200: { description: 'The result for each id', schema: bulkResult } },
  async handle({ body }, context) {
    const ids = [...new Set(body.ids.map((id) => id.toLowerCase()))]
    const there = new Set(await apply(context, body.action, ids))
    const [succeeded, skipped] = [ids.filter((id) => there.has(id)), ids.filter((id) => !there.has(id))]
    return ok({ object: 'bulk_result', action: body.action, succeeded, skipped })
  },
})
