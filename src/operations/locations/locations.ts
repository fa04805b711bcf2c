import { z } from 'zod'
import {
  type Location,
  listLocations as locationRows,
  liveSince,
  slugOfLocation,
} from '../../store/checking/locations.ts'
import { defineOperation } from '../registry/define.ts'
import { list, listOf, pageByItem, pageQuery } from '../registry/page.ts'

export const locationStatus = z
  .enum(['live', 'dead'])
  .meta({ description: '`dead` while no probe runs checks from there' })

export const statusOf = (seenAt: Date | null, now: Date): 'live' | 'dead' =>
  seenAt !== null && seenAt > liveSince(now) ? 'live' : 'dead'

export const location = z
  .object({
    object: z.literal('location'),
    id: z.uuid(),
    name: z.string().meta({ example: 'Frankfurt' }),
    city: z.string().nullable().meta({ example: 'Frankfurt' }),
    region: z.string().meta({ example: 'eu' }),
    country: z.string().meta({ example: 'Germany' }),
    country_code: z.string().meta({ example: 'DE' }),
    latitude: z.number().nullable().meta({ example: 50.11 }),
    longitude: z.number().nullable().meta({ example: 8.68 }),
    private: z.boolean().meta({ description: 'Whether only your organization can use it' }),
    browser: z.boolean().meta({ description: 'Whether browser checks can run from this location', example: true }),
    browser_missing: z.string().nullable().meta({ description: 'What browser checks need here, and how to fix it' }),
    status: locationStatus.meta({ example: 'live' }),
  })
  .meta({ id: 'Location' })

export const listLocations = defineOperation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  tag: 'Locations',
  summary: 'List the locations of checks',
  query: pageQuery,
  responses: { 200: { description: 'Locations in a fixed order', schema: listOf(location) } },
  async handle({ query }, context) {
    const organizationId = context.caller.organization.id
    const page = await pageByItem(query, context, {
      list: 'locations',
      id: (row: Location) => row.id,
      positionOf: (id) => slugOfLocation(context.db, organizationId, id),
      rows: (after, limit) => locationRows(context.db, organizationId, { after, limit }),
    })
    const status = (seenAt: Date | null) => statusOf(seenAt, context.now)
    return list(page, ({ slug: _, seen_at, ...row }) => ({ object: 'location', ...row, status: status(seen_at) }))
  },
})
