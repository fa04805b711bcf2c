// Acknowledges, resolves, reopens and comments on incidents.
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { reopenIncident as reopen } from '../../alerting/reopen-incident.ts'
import { acknowledge, requestResolve } from '../../store/incidents/incidents.ts'
import { incidentGoingOn } from '../../store/incidents/locked-incident.ts'
import { outagesOf } from '../../store/incidents/outages.ts'
import { withdrawAcknowledgement, withdrawResolve } from '../../store/incidents/reopen.ts'
import { lockMonitors } from '../../store/monitors/monitors.ts'
import { startEscalations } from '../../store/on-call/escalations.ts'
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

export const reopenIncident = defineOperation({
  id: 'reopenIncident',
  method: 'POST',
  path: '/incidents/{id}/reopen',
  tag: 'Incidents',
  summary: 'Take back an acknowledgement or a resolve',
  description:
    'An acknowledged outage fires again: everyone notified is reminded, and escalations start again. A resolved ' +
    'incident is open again, as it was before, if a person resolved it within the last hour, its monitor and rule are ' +
    'active and no later incident of the rule is open. A firing incident stays as it is.',
  params,
  faults: ['conflict'],
  responses: { 200: { description: 'The incident', schema: incident } },
  async handle({ params }, context) {
    const { db, caller, now } = context
    const before = await incidents.lock(context, params)
    const { id, status, outageId, acknowledgedBy, subject } = before
    const organizationId = caller.organization.id
    const reopening = { organizationId, id, by: actorOf(caller), now }
    const isClosed = status === 'resolved' || before.resolveRequestedAt !== null
    if (status === 'firing' && !isClosed) return ok(await incidentText(context, id))
    if (status === 'resolved') {
      await lockMonitors(db, organizationId, subject.kind === 'monitor' ? [subject.id] : [])
      if (!(await reopen(db, reopening))) throw new Fault('conflict', cannotReopen)
    } else if (isClosed) await withdrawResolve(db, reopening)
    else await withdrawAcknowledgement(db, reopening)
    const to = isClosed && acknowledgedBy !== null ? 'acknowledged' : 'firing'
    if (to === 'firing') await startEscalationsAgain(context, outageId)
    const changes = { status: { from: isClosed ? 'resolved' : 'acknowledged', to } }
    incidents.record(context, 'incident.reopened', before, changes)
    return ok(await incidentText(context, id))
  },
})

const cannotReopen =
  'Only an incident that a person resolved within the last hour can be reopened, while its monitor and rule are active ' +
  'and no later incident of the rule is open'

async function startEscalationsAgain({ db, caller, now }: CallerContext, outageId: number): Promise<void> {
  const organizationId = caller.organization.id
  const outage = (await outagesOf(db, [{ organizationId, outageId }])).get(outageId)
  const groupIds = outage?.notifiedGroups ?? []
  await startEscalations(db, [{ organizationId, incidentId: outageId, groupIds }], now)
}

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
