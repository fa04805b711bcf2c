import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import { markMaintenance } from '../../store/incidents/incidents.ts'
import type { LockedIncident } from '../../store/incidents/locked-incident.ts'
import { addWindow, findWindow } from '../../store/monitors/maintenance-windows.ts'
import { knownMonitors } from '../../store/monitors/monitors.ts'
import { changesBetween } from '../registry/changes.ts'
import { type CallerContext, created, defineOperation, ok } from '../registry/define.ts'
import { maintenanceWindow, showWindow } from '../maintenance/schema.ts'
import { windows } from '../maintenance/windows.ts'
import { incidents } from './incident.ts'
import { params } from './schema.ts'

export const markIncidentMaintenance = defineOperation({
  id: 'markIncidentMaintenance',
  method: 'POST',
  path: '/incidents/{id}/mark-maintenance',
  tag: 'Incidents',
  summary: 'Exclude a resolved incident from uptime and SLA',
  description:
    'Creates a maintenance window from the first failed check to the end of the incident, rounded to whole minutes ' +
    'and at least five. ' +
    "The plan's limit of windows does not apply. Delete the window to undo this.",
  params,
  faults: ['conflict'],
  responses: {
    200: { description: 'It was already marked; its window', schema: maintenanceWindow },
    201: { description: 'The new window', schema: maintenanceWindow },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const marked = await incidents.lock(context, params)
    const present = marked.maintenanceWindowId && (await findWindow(db, organizationId, marked.maintenanceWindowId))
    if (present) return ok({ ...showWindow(present), managed: null })
    const window = await windowOver(context, marked)
    await addWindow(db, organizationId, window)
    await markMaintenance(db, { organizationId, id: marked.id, now }, window.id)
    const changes = changesBetween({}, { maintenance_window_id: window.id })
    incidents.record(context, 'incident.marked_maintenance', marked, changes)
    windows.record(context, 'maintenance_window.created', window, changesBetween({}, { incident_id: marked.id }))
    return created({ ...showWindow(window), managed: null })
  },
})

const minMinutes = 5

async function windowOver({ db, caller, now }: CallerContext, incident: LockedIncident): Promise<MaintenanceWindow> {
  const { id, subject, failingSince, resolvedAt, message } = incident
  if (resolvedAt === null)
    throw new Fault('conflict', 'The incident is still open; only resolved incidents can be marked as maintenance')
  if (subject.kind !== 'monitor')
    throw new Fault(
      'conflict',
      `An incident of ${subject.kind === 'objective' ? 'an objective' : 'a location'} has no statistics of its own; ` +
        'mark the incidents of its monitors instead',
    )
  const known = await knownMonitors(db, caller.organization.id, [subject.id])
  if (known.length === 0)
    throw new Fault(
      'conflict',
      "The incident's monitor was deleted together with its statistics, so there is nothing to exclude",
    )
  const durationMinutes = Math.max(Math.ceil((resolvedAt.getTime() - failingSince.getTime()) / 60_000), minMinutes)
  return {
    id: newId(now),
    name: `Incident ${id}: ${subject.name}`,
    description: message,
    monitorIds: [subject.id],
    monitorTags: [],
    startsAt: new Date(resolvedAt.getTime() - durationMinutes * 60_000),
    durationMinutes,
    timezone: 'UTC',
    recurrence: 'once',
    recurrenceUntil: null,
    suppressAlerts: false,
    excludeFromSla: true,
    enabled: true,
    endedEarlyAt: [],
    incidentId: id,
    createdAt: now,
    updatedAt: now,
  }
}
