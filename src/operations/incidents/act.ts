// What a person does about an incident: take it on, ask for its end, say something about it.
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { acknowledge, requestResolve } from '../../store/incidents/incidents.ts'
import { accepted, created, defineOperation, ok } from '../registry/define.ts'
import { commentExample, incidentEvent, showEvent } from './read.ts'
import { incidentText, incidents } from './incident.ts'
import { acknowledgedExample, incident, params, resolvedExample } from './schema.ts'

export const acknowledgeIncident = defineOperation({
  id: 'acknowledgeIncident',
  method: 'POST',
  path: '/incidents/{id}/acknowledge',
  access: 'write',
  tag: 'Incidents',
  summary: 'Take an incident on; reminders stop',
  description: 'One that is acknowledged already stays as it is.',
  params,
  faults: ['conflict'],
  responses: { 200: { description: 'The incident', schema: incident, example: acknowledgedExample } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await incidents.held(context, params)
    if (before.status === 'resolved')
      throw new Fault('conflict', 'The incident is resolved; there is nothing to acknowledge any more')
    if (before.status === 'firing') {
      await acknowledge(db, { organizationId: caller.organization.id, id: before.id, by: actorOf(caller), now })
      const changes = { status: { from: 'firing', to: 'acknowledged' } }
      incidents.record(context, 'incident.acknowledged', before, changes)
    }
    return ok(await incidentText(context, before.id))
  },
})

export const resolveIncident = defineOperation({
  id: 'resolveIncident',
  method: 'POST',
  path: '/incidents/{id}/resolve',
  access: 'write',
  tag: 'Incidents',
  summary: 'Ask for the end of an incident',
  description:
    'It is resolved a moment later. If the condition still holds, a new incident opens once it has been confirmed anew.',
  params,
  responses: {
    200: { description: 'It was resolved already', schema: incident, example: resolvedExample },
    202: {
      description: 'The incident as it is now; it will be resolved',
      schema: incident,
      example: { ...acknowledgedExample, resolve_requested_at: '2026-02-11T08:41:08.700Z' },
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await incidents.held(context, params)
    if (before.status === 'resolved') return ok(await incidentText(context, before.id))
    if (before.resolveRequestedAt === null) {
      await requestResolve(db, { organizationId: caller.organization.id, id: before.id, by: actorOf(caller), now })
      const changes = { status: { from: before.status, to: 'resolved' } }
      incidents.record(context, 'incident.resolved', before, changes)
    }
    return accepted(await incidentText(context, before.id))
  },
})

const commentBody = z.strictObject({ body: z.string().trim().min(1).max(5000) }).meta({ id: 'IncidentComment' })

export const commentOnIncident = defineOperation({
  id: 'commentOnIncident',
  method: 'POST',
  path: '/incidents/{id}/comments',
  access: 'write',
  creating: true,
  tag: 'Incidents',
  summary: 'Add a comment to the timeline of an incident',
  params,
  body: commentBody,
  bodyExample: { body: 'The load balancer was restarted' },
  responses: {
    201: { description: 'The comment, an event of the timeline', schema: incidentEvent, example: commentExample },
  },
  async handle({ params, body }, context) {
    const { db, caller, now } = context
    const before = await incidents.held(context, params)
    const of = { organizationId: caller.organization.id, incidentId: before.id }
    const event = await addEvent(db, { ...of, type: 'comment', by: actorOf(caller), data: body, now })
    incidents.record(context, 'incident.commented', before, { comment: { from: null, to: body.body } })
    return created(showEvent(event))
  },
})
