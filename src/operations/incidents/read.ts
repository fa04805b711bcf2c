import { z } from 'zod'
import { causes } from '../../domain/outcome.ts'
import {
  type ShownIncident,
  countIncidents,
  evidenceOf,
  incidentSeverities,
  incidentStatuses,
  listIncidents as incidentRows,
  positionOfIncident,
} from '../../store/incidents/reads.ts'
import { type IncidentEvent, listIncidentEvents } from '../../store/incidents/incident-events.ts'
import { tag } from '../../domain/fields/tag.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { list, listOf, listOfJson, pageByItem, pageByPosition, pageQuery } from '../registry/page.ts'
import { incidents } from './incident.ts'
import { incident, params } from './schema.ts'

const query = pageQuery.extend({
  status: z.enum(incidentStatuses).optional().meta({ description: 'Only incidents with this status' }),
  severity: z.enum(incidentSeverities).optional().meta({ description: 'Only incidents of this severity' }),
  monitor_id: z.uuid().optional().meta({ description: 'Only incidents of this monitor, even if it was deleted' }),
  tag: tag.optional().meta({ description: 'Only incidents of monitors that currently have this tag' }),
  cause: z.enum(causes).optional().meta({ description: 'Only incidents with this root cause' }),
  q: z.string().min(1).max(200).optional().meta({
    description: 'Only incidents with this text in the message or monitor name, or with a number such as #42',
  }),
  assignee_id: z.uuid().toLowerCase().optional().meta({ description: 'Only incidents assigned to this user' }),
  since: instant.optional().meta({ description: 'Only incidents that started at or after this time' }),
  until: instant.optional().meta({ description: 'Only incidents that started before this time' }),
})

export const listIncidents = defineOperation({
  id: 'listIncidents',
  method: 'GET',
  path: '/incidents',
  tag: 'Incidents',
  summary: 'List incidents, newest first',
  query,
  responses: {
    200: {
      description: 'A page of incidents',
      schema: listOf(incident).extend({ total: z.int().meta({ description: 'Number of items on all pages' }) }),
    },
  },
  async handle({ query }, context) {
    const { limit, cursor, monitor_id: monitorId, assignee_id: assigneeId, ...filters } = query
    const organizationId = context.caller.organization.id
    const filter = { ...filters, monitorId, assigneeId }
    const page = await pageByItem({ limit, cursor }, context, {
      list: 'incidents',
      id: ({ id }: ShownIncident) => String(id),
      positionOf: (id) => positionOfIncident(context.db, organizationId, Number(id)),
      rows: (after, limit) => incidentRows(context.db, organizationId, { filter, after, limit }),
    })
    return listOfJson(page, { total: await countIncidents(context.db, organizationId, filter) })
  },
})

export const getIncident = incidents.read({ id: 'getIncident', summary: 'Get an incident' })

const eventTypes = [
  'opened',
  'confirmed',
  'joined',
  'affects',
  'affected',
  'unexplained',
  'vendor_reported',
  'vendor_recovered',
  'changed',
  'notified',
  'escalated',
  'acknowledged',
  'unacknowledged',
  'assigned',
  'reopened',
  'comment',
  'resolved',
  'false_positive',
  'muted',
  'passed_on',
] as const

export const incidentEvent = z
  .object({
    object: z.literal('incident_event'),
    id: z.int().meta({ example: 1207 }),
    type: z.enum(eventTypes).meta({ example: 'comment' }),
    actor: z.string().nullable().meta({ description: 'The user; null for automatic events', example: 'Ada' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Details that depend on the type', example: { body: 'The load balancer was restarted' } }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'IncidentEvent' })

export function showEvent(event: IncidentEvent) {
  return { object: 'incident_event', ...event }
}

export const listIncidentTimeline = defineOperation({
  id: 'listIncidentTimeline',
  method: 'GET',
  path: '/incidents/{id}/timeline',
  tag: 'Incidents',
  summary: 'List the timeline of an incident, oldest first',
  params,
  query: pageQuery,
  responses: { 200: { description: 'A page of events', schema: listOf(incidentEvent) } },
  async handle({ params, query }, context) {
    const of = { organizationId: context.caller.organization.id, incidentId: params.id }
    if (!(await positionOfIncident(context.db, of.organizationId, params.id))) throw incidents.notFound()
    const page = await pageByPosition(query, context, {
      list: `timeline ${params.id}`,
      position: ({ id }: IncidentEvent) => [String(id)],
      rows: (after, limit) => listIncidentEvents(context.db, of, { after: after && Number(after[0]), limit }),
    })
    return list(page, showEvent)
  },
})

const evidence = z
  .object({
    object: z.literal('incident_evidence'),
    incident_id: z.int().meta({ example: 42 }),
    checks: z.array(
      z.object({
        location: z.string().meta({ description: 'The name of the location', example: 'Frankfurt' }),
        timestamp: z.iso.datetime(),
        error: z.string().nullable().meta({ example: 'answered with status 503' }),
        evidence: z.unknown().meta({
          description: 'Details that the check stored; they depend on the monitor type',
          example: { status: 503, body: 'Service Unavailable' },
        }),
      }),
    ),
  })
  .meta({ id: 'IncidentEvidence' })

export const getIncidentEvidence = defineOperation({
  id: 'getIncidentEvidence',
  method: 'GET',
  path: '/incidents/{id}/evidence',
  tag: 'Incidents',
  summary: 'Get the failed checks that opened an incident',
  description: 'The check that opened it comes first, then the latest failed check from each other location.',
  params,
  responses: { 200: { description: 'One check per location that confirmed it', schema: evidence } },
  async handle({ params }, { db, caller }) {
    const checks = await evidenceOf(db, { organizationId: caller.organization.id, incidentId: params.id })
    if (!checks) throw incidents.notFound()
    return ok({ object: 'incident_evidence', incident_id: params.id, checks })
  },
})
