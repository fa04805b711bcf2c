// Mutes a location for one monitor, without an incident.
import { z } from 'zod'
import { Fault } from '../../../domain/fault.ts'
import { type MutableMonitor, lockMutableMonitor } from '../../../store/monitors/muted-locations.ts'
import { type CallerContext, type Operation, defineOperation, ok } from '../../registry/define.ts'
import { monitorText } from '../monitor.ts'
import { muteLocation, unmuteLocation } from './muting.ts'
import { monitor, params } from '../schema.ts'

const shared = {
  path: '/dashboard/monitors/{id}/muted-locations/{locationId}',
  access: 'write',
  audience: 'dashboard',
  tag: 'Results',
  params: params.extend({ locationId: z.uuid().toLowerCase() }),
  responses: { 200: { description: 'The monitor', schema: monitor } },
} as const

export const muteMonitorLocation = defineOperation({
  ...shared,
  id: 'muteMonitorLocation',
  method: 'PUT',
  summary: 'Mute a location for a monitor',
  async handle({ params }, context) {
    await muteLocation(context, await lockMonitorAt(context, params), params.locationId)
    return ok(await monitorText(context, params.id))
  },
})

export const unmuteMonitorLocation = defineOperation({
  ...shared,
  id: 'unmuteMonitorLocation',
  method: 'DELETE',
  summary: 'Unmute a location for a monitor',
  async handle({ params }, context) {
    await unmuteLocation(context, await lockMonitorAt(context, params), params.locationId)
    return ok(await monitorText(context, params.id))
  },
})

export const mutingOperations: readonly Operation[] = [muteMonitorLocation, unmuteMonitorLocation]

interface MonitorLocation {
  readonly id: string
  readonly locationId: string
}

async function lockMonitorAt(
  { db, caller }: CallerContext,
  { id, locationId }: MonitorLocation,
): Promise<MutableMonitor> {
  const found = await lockMutableMonitor(db, caller.organization.id, id)
  if (!found) throw new Fault('not_found', 'Monitor not found')
  if (!found.locationIds.includes(locationId))
    throw new Fault('not_found', 'The monitor is not checked from this location')
  return found
}
