// Manual pages: one person, or the next step of the escalation at once.
import { z } from 'zod'
import { needsRecipients } from '../../channels/index.ts'
import { actorOf } from '../../domain/caller.ts'
import { Fault } from '../../domain/fault.ts'
import { type Alert, inOutage } from '../../domain/notifying/alert.ts'
import { targetTypes } from '../../domain/on-call/escalation.ts'
import { type Pages, missedText, pagesFor } from '../../domain/on-call/paging.ts'
import { addEvent } from '../../store/incidents/incident-events.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import type { LockedIncident } from '../../store/incidents/locked-incident.ts'
import { outagesOf } from '../../store/incidents/outages.ts'
import { currentAlerts } from '../../store/incidents/outbox.ts'
import { escalationsOf, expediteEscalations } from '../../store/on-call/escalations.ts'
import { pagingContexts } from '../../store/on-call/paging-context.ts'
import { type CallerContext, accepted, defineOperation } from '../registry/define.ts'
import { incidents } from './incident.ts'
import { pagingOf } from './next-pages.ts'
import { params } from './schema.ts'

const body = z
  .strictObject({
    userId: z
      .uuid()
      .toLowerCase()
      .optional()
      .meta({ description: 'The user to page through all their contact methods' }),
    step: z
      .literal('next')
      .optional()
      .meta({ description: '`next` runs the next step of every active escalation at once' }),
  })
  .refine(({ userId, step }) => (userId === undefined) !== (step === undefined), {
    error: 'must have either userId or step',
  })
  .meta({ id: 'IncidentPageRequest' })

const page = z
  .object({
    object: z.literal('incident_page'),
    incident_id: z.int(),
    whom: z.array(z.object({ type: z.enum(targetTypes), name: z.string() })),
    requested_at: z.iso.datetime(),
  })
  .meta({ id: 'IncidentPage' })

export const pageForIncident = defineOperation({
  id: 'pageForIncident',
  method: 'POST',
  path: '/dashboard/incidents/{id}/page',
  audience: 'dashboard',
  tag: 'Incidents',
  summary: 'Page someone now',
  description:
    'Adds an `escalated` event to the timeline. ' +
    'A page to a chosen user is sent even during maintenance and in their quiet hours.',
  params,
  body,
  bodyExample: { step: 'next' },
  faults: ['conflict'],
  responses: { 202: { description: 'Queued; the delivery log shows the result', schema: page } },
  async handle({ params, body: { userId } }, context) {
    const incident = await incidents.lock(context, params)
    if (incident.status === 'resolved' || incident.resolveRequestedAt !== null)
      throw new Fault('conflict', 'The incident is resolved; nobody can be paged for it')
    const whom =
      userId === undefined ? await expediteStep(context, incident) : await pagePerson(context, incident, userId)
    incidents.record(context, 'incident.paged', incident, {
      paged: { from: null, to: whom.map(({ name }) => name).join(', ') },
    })
    return accepted({
      object: 'incident_page',
      incident_id: incident.id,
      whom: whom.map(({ type, name }) => ({ type, name })),
      requested_at: context.now,
    })
  },
})

async function expediteStep(
  context: CallerContext,
  { id, outageId }: LockedIncident,
): Promise<Pick<PagedEntry, 'type' | 'name'>[]> {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  const running = await escalationsOf(db, organizationId, [outageId])
  if (running.length === 0)
    throw new Fault('conflict', 'This incident has no active escalation; choose a person to page')
  if (running.every(({ held }) => held))
    throw new Fault('conflict', 'Maintenance pauses the escalation; choose a person to page')
  await expediteEscalations(db, { organizationId, outageId }, now)
  const steps = (await pagingOf(context, [id])).get(id)!.next
  return steps.filter(({ held }) => !held).flatMap(({ whom }) => whom)
}

type PagedEntry = Pages['paged'][number]

async function pagePerson(
  context: CallerContext,
  { id: incidentId, outageId }: LockedIncident,
  userId: string,
): Promise<readonly PagedEntry[]> {
  const { db, caller, now } = context
  const organizationId = caller.organization.id
  const outages = await outagesOf(db, [{ organizationId, outageId }])
  const alert = inOutage(await alertOf(context, incidentId), outages.get(outageId)!)
  const { personal, paged, missed: misses } = await pagesToUser(context, userId)
  const missed = misses.map(missedText)
  if (paged.length === 0) throw new Fault('conflict', missed.join('; '))
  const deliveries = personal.map(({ person: { name, email, timezone, language }, channel }) => {
    const people = [{ name, email, phone: null, language }]
    const page = { policyId: null, step: 0, round: 0, userId }
    const paging = { ...alert, page: { step: null, person: { timezone, language, onCall: null }, next: null } }
    return { organizationId, channelId: channel.id, alert: paging, people, oncallPage: true, page }
  })
  await addDeliveries(db, deliveries, now)
  await addEvent(db, {
    organizationId,
    incidentId,
    type: 'escalated',
    by: actorOf(caller),
    data: { paged, missed },
    now,
  })
  return paged
}

async function alertOf({ db, caller, now, services }: CallerContext, incidentId: number): Promise<Alert> {
  const of = { organizationId: caller.organization.id, incidentIds: [incidentId] }
  const [pending] = await currentAlerts(db, of, now)
  const { alert } = pending!
  return { ...alert, incident: { ...alert.incident, url: `${services.origin()}/incidents/${incidentId}` } }
}

async function pagesToUser({ db, caller, now }: CallerContext, userId: string): Promise<Pages> {
  const target = { type: 'user' as const, id: userId }
  const contexts = await pagingContexts(db, caller.organization.id, {
    targets: [target],
    span: { from: now, to: new Date(now.getTime() + 1) },
    needsRecipients,
  })
  const known = contexts(now)
  if (!known.people.has(userId))
    throw new Fault('invalid_request', `userId: unknown user id in this organization: ${userId}`)
  // Someone decided to page this person, whatever their quiet hours.
  return pagesFor([target], { ...known, preferencesOf: () => null, groupIds: [], severity: 'critical' })
}
