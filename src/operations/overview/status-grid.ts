// The status grid: every monitor of an organization as one character.
import { z } from 'zod'
import {
  statusGridGroupings,
  statusGridGroups,
  statusGridMembers,
  ungrouped,
} from '../../store/monitors/status-grid.ts'
import { shownStatuses } from '../../store/monitors/shown-status.ts'
import { tag } from '../../domain/fields/tag.ts'
import { defineOperation, ok } from '../registry/define.ts'
import { count } from '../registry/fields/word-list.ts'
import { coverNow } from '../maintenance/maintenance-now.ts'

const query = z.object({
  by: z.enum(statusGridGroupings).default('tag').meta({ description: 'Group by first tag, type or first location' }),
  tag: tag.optional().meta({ description: 'Only monitors with this tag' }),
})

const group = z.object({
  key: z
    .string()
    .meta({ description: `The tag, the type or the id of the location; \`${ungrouped}\` for those without` }),
  cells: z.string().meta({
    description:
      'One character per monitor, by name: `u` up, `g` degraded, `d` down, `m` maintenance, `p` paused, `n` no data',
  }),
})

export const getStatusGrid = defineOperation({
  id: 'getStatusGrid',
  method: 'GET',
  path: '/dashboard/status-grid',
  audience: 'dashboard',
  tag: 'Overview',
  summary: 'Get every monitor as one character, in groups',
  query,
  responses: {
    200: {
      description: 'The groups by key, ungrouped monitors last',
      schema: z.object({ object: z.literal('status_grid'), groups: z.array(group) }).meta({ id: 'StatusGrid' }),
    },
  },
  async handle({ query }, context) {
    const filter = { organizationId: context.caller.organization.id, ...query, cover: await coverNow(context) }
    return ok({ object: 'status_grid', groups: await statusGridGroups(context.db, filter) })
  },
})

const maxMembers = 1000

export const listStatusGridMonitors = defineOperation({
  id: 'listStatusGridMonitors',
  method: 'GET',
  path: '/dashboard/status-grid/{group}',
  audience: 'dashboard',
  tag: 'Overview',
  summary: 'List the monitors at positions of a group in the status grid',
  params: z.object({ group: z.string().regex(/^[a-z0-9:_~-]{1,64}$/, 'must be the key of a group') }),
  query: query.extend({
    from: count({ min: 0, max: 1_000_000, usual: 0 }).meta({ description: 'The first position; 0 if omitted' }),
    count: count({ min: 1, max: maxMembers, usual: 100 }),
  }),
  responses: {
    200: {
      description: 'Monitors in grid order',
      schema: z.object({
        object: z.literal('list'),
        data: z.array(z.object({ id: z.uuid(), name: z.string(), status: z.enum(shownStatuses) })),
      }),
    },
  },
  async handle({ params, query: { from, count, ...query } }, context) {
    const filter = { organizationId: context.caller.organization.id, ...query, cover: await coverNow(context) }
    const place = { group: params.group, offset: from, limit: count }
    return ok({ object: 'list', data: await statusGridMembers(context.db, filter, place) })
  },
})
