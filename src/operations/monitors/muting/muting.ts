// The muted locations of a monitor. At least one location stays unmuted.
import { refreshStates } from '../../../alerting/monitor-state.ts'
import { Fault } from '../../../domain/fault.ts'
import { setMuted } from '../../../store/monitors/monitors.ts'
import type { MutableMonitor } from '../../../store/monitors/muted-locations.ts'
import { changesBetween } from '../../registry/changes.ts'
import type { CallerContext } from '../../registry/define.ts'
import { monitors } from '../monitor.ts'

export async function muteLocation(context: CallerContext, monitor: MutableMonitor, locationId: string): Promise<void> {
  const muted = new Set([...monitor.mutedIds, locationId])
  if (monitor.locationIds.every((id) => muted.has(id)))
    throw new Fault('conflict', 'The monitor has no other unmuted location; add one before you mute this one')
  await changeMuted(context, monitor, [...muted])
}

export async function unmuteLocation(
  context: CallerContext,
  monitor: MutableMonitor,
  locationId: string,
): Promise<void> {
  await changeMuted(
    context,
    monitor,
    monitor.mutedIds.filter((id) => id !== locationId),
  )
}

async function changeMuted(context: CallerContext, monitor: MutableMonitor, locationIds: string[]): Promise<void> {
  const { db, now } = context
  const changes = changesBetween(
    { muted_locations: monitor.mutedIds.toSorted() },
    { muted_locations: locationIds.toSorted() },
  )
  if (Object.keys(changes).length === 0) return
  await setMuted(db, monitor.monitorNumber, { locationIds, now })
  await refreshStates(db, [monitor.monitorNumber], now)
  monitors.record(context, 'monitor.updated', monitor, changes)
}
