import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { saveAssignee } from '../../store/incidents/incidents.ts'
import { memberOfId } from '../../store/accounts/users.ts'
import { changesBetween } from '../registry/changes.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { refuseUnknownIds } from '../registry/unknown-ids.ts'
import { incidentText, incidents } from './incident.ts'
import { acknowledgedExample, incident, params } from './schema.ts'

const assignee = { id: '0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a', name: 'Ada' }

export const assignIncident = defineOperation({
  id: 'assignIncident',
  method: 'POST',
  path: '/incidents/{id}/assign',
  tag: 'Incidents',
  summary: 'Assign an incident to a user, or to nobody',
  description: 'Says who works on it. It notifies nobody and changes neither reminders nor pages.',
  params,
  body: z
    .strictObject({
      userId: z.uuid().toLowerCase().nullable().meta({ description: 'An id from `GET /users`; null for nobody' }),
    })
    .meta({ id: 'IncidentAssignment' }),
  bodyExample: { userId: assignee.id },
  responses: {
    200: { description: 'The incident', schema: incident, example: { ...acknowledgedExample, assignee } },
  },
  async handle({ params, body: { userId } }, context) {
    const { db, caller, now } = context
    const organizationId = caller.organization.id
    const before = await incidents.lock(context, params)
    const user = userId === null ? null : await memberOfId(db, organizationId, userId)
    if (user === undefined) refuseUnknownIds('userId', 'user', [userId!])
    if (before.assignee?.id === user?.id) return ok(await incidentText(context, before.id))
    const of = { organizationId, id: before.id, incidentId: before.id, by: actorOf(caller), now }
    await saveAssignee(db, of, userId)
    await addEvent(db, { ...of, type: 'assigned', data: { user: user && { id: user.id, name: user.name } } })
    const changes = changesBetween({ assignee: before.assignee?.name ?? null }, { assignee: user?.name ?? null })
    incidents.record(context, 'incident.assigned', before, changes)
    return ok(await incidentText(context, before.id))
  },
})
