// The dashboard's list of incidents, with locations, notified people and related incidents.
import { z } from 'zod'
import { actorOf } from '../../domain/caller.ts'
import { foldMarks, foldsOf } from '../../domain/history/incident-folds.ts'
import { causes } from '../../domain/outcome.ts'
import { type IncidentRow, countIncidentRows, incidentRows } from '../../store/incidents/incident-rows.ts'
import { incidentSeverities, incidentStatuses, positionOfIncident } from '../../store/incidents/reads.ts'
import { deliveriesOf } from '../../store/notifications/delivery-counts.ts'
import { tag } from '../../domain/fields/tag.ts'
import { defineOperation } from '../registry/define.ts'
import { instant } from '../registry/fields/instant.ts'
import { listOf, listOfJson, pageByItem, pageQuery } from '../registry/page.ts'
import { incident } from './schema.ts'

const count = z.int().min(0)

const row = incident
  .extend({
    seen_from: z.array(z.string()).meta({ description: 'The locations that see it now, or confirmed it' }),
    locations: count.meta({ description: 'Number of locations that check the monitor' }),
    deliveries: z.object({ total: count, sent: count, failed: count }),
    fold: z.string().nullable().meta({
      description:
        'An address, host or tag that it shares with other incidents of this page that started within two minutes',
    }),
  })
  .meta({ id: 'IncidentRow' })

const query = pageQuery.extend({
  status: z.enum(['open', 'all', ...incidentStatuses]).default('open'),
  severity: z.enum(incidentSeverities).optional(),
  monitor: z.uuid().toLowerCase().optional(),
  tag: tag.optional(),
  cause: z.enum(causes).optional(),
  mine: z
    .enum(['1'])
    .optional()
    .meta({ description: 'Only incidents assigned to me, or acknowledged by me and assigned to nobody' }),
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: 'Text in the message or name, or a number such as #42' }),
  since: instant.optional().meta({ description: 'Only incidents that started at or after this time' }),
  until: instant.optional().meta({ description: 'Only incidents that started before this time' }),
})

export const listIncidentRows = defineOperation({
  id: 'listIncidentRows',
  method: 'GET',
  path: '/dashboard/incidents',
  audience: 'dashboard',
  tag: 'Incidents',
  summary: 'List incidents, newest first, with locations and notified people',
  query,
  responses: {
    200: {
      description: 'A page of incidents',
      schema: listOf(row).extend({ total: count, firing: count, acknowledged: count }),
    },
  },
  async handle({ query: { limit, cursor, monitor, mine, status, ...filters } }, context) {
    const { db, caller } = context
    const organizationId = caller.organization.id
    const mineOf = mine && { userId: caller.user?.id ?? null, name: actorOf(caller) }
    const filter = {
      ...filters,
      monitorId: monitor,
      ...(mineOf && { mine: mineOf }),
      status: status === 'all' ? undefined : status,
    }
    const page = await pageByItem({ limit, cursor }, context, {
      list: 'dashboard incidents',
      id: ({ id }: IncidentRow) => String(id),
      positionOf: (id) => positionOfIncident(db, organizationId, Number(id)),
      rows: (after, limit) => incidentRows(db, organizationId, { filter, after, limit }),
    })
    const ids = page.rows.map(({ id }) => id)
    const deliveries = await deliveriesOf(db, organizationId, ids)
    const folds = foldsOf(page.rows.map((row) => ({ ...row, marks: foldMarks(row) })))
    const rows = page.rows.map(({ id, json, seenFrom, locations }) => {
      const more = {
        seen_from: seenFrom,
        locations,
        deliveries: deliveries.get(id) ?? { total: 0, sent: 0, failed: 0 },
        fold: folds.get(id) ?? null,
      }
      return { json: `${json.slice(0, -1)},${JSON.stringify(more).slice(1)}` }
    })
    return listOfJson({ ...page, rows }, { ...(await countIncidentRows(db, organizationId, filter)) })
  },
})
