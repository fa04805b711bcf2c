// Acknowledges, resolves and comments on incidents.
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { acknowledge, requestResolve } from '../../store/incidents/incidents.ts'
import { incidentGoingOn } from '../../store/incidents/locked-incident.ts'
import { type CallerContext, accepted, created, defineOperation, ok } from '../registry/define.ts'
import { incidentEvent, showEvent } from './read.ts'
import { incidentText, incidents } from './incident.ts'
import { acknowledgedExample, incident, params, resolvedExample } from './schema.ts'

export const acknowledgeIncident = defineOperation({
  id: 'acknowledgeIncident',
  method: 'POST',
  path: '/incidents/{id}/acknowledge',
  tag: 'Incidents',
  summary: 'Acknowledge an incident; reminders stop',
  description:
    'Acknowledges the outage: the other open critical incidents of the monitor are acknowledged with it. ' +
    'Acknowledging an acknowledged incident changes nothing.',
  params,
  faults: ['conflict'],
  responses: { 200: { description: 'The incident', schema: incident, example: acknowledgedExample } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await incidents.lock(context, params)
    if (before.status === 'resolved') throw new Fault('conflict', await whyNot(context, before))
    if (before.status === 'firing') {
      await acknowledge(db, { organizationId: caller.organization.id, id: before.id, by: actorOf(caller), now })
      const changes = { status: { from: 'firing', to: 'acknowledged' } }
      incidents.record(context, 'incident.acknowledged', before, changes)
    }
    return ok(await incidentText(context, before.id))
  },
})

async function whyNot({ db, caller }: CallerContext, { id }: { readonly id: number }): Promise<string> {
  const now = await incidentGoingOn(db, caller.organization.id, id)
  const resolved = 'The incident is already resolved and cannot be acknowledged'
  return !now || now.id === id ? resolved : `${resolved}; the outage goes on as incident ${now.id}`
}

export const resolveIncident = defineOperation({
  id: 'resolveIncident',
  method: 'POST',
  path: '/incidents/{id}/resolve',
  tag: 'Incidents',
  summary: 'Resolve an incident',
  description:
    'The incident is resolved within moments. If the condition still holds, a new incident opens after confirmation.',
  params,
  responses: {
    200: { description: 'It was already resolved', schema: incident, example: resolvedExample },
    202: {
      description: 'The current incident; it will be resolved within moments',
      schema: incident,
      example: { resolve_requested_at: '2026-02-11T08:41:08.700Z' },
    },
  },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await incidents.lock(context, params)
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
  creating: true,
  tag: 'Incidents',
  summary: 'Add a comment to the timeline of an incident',
  params,
  body: commentBody,
  bodyExample: { body: 'The load balancer was restarted' },
  responses: { 201: { description: 'The comment, an event of the timeline', schema: incidentEvent } },
  async handle({ params, body }, context) {
    const { db, caller, now } = context
    const before = await incidents.lock(context, params)
    const of = { organizationId: caller.organization.id, incidentId: before.id }
    const event = await addEvent(db, { ...of, type: 'comment', by: actorOf(caller), data: body, now })
    incidents.record(context, 'incident.commented', before, { comment: { from: null, to: body.body } })
    return created(showEvent(event))
  },
})
