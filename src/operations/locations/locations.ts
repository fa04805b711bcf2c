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
    name: z.string(),
    city: z.string().nullable(),
    region: z.string(),
    country: z.string(),
    country_code: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    private: z.boolean().meta({ description: 'Whether only your organization can use it' }),
    browser: z.boolean().meta({ description: 'Whether browser checks can run from this location' }),
    browser_missing: z.string().nullable().meta({ description: 'What browser checks need here, and how to fix it' }),
    status: locationStatus,
  })
  .meta({ id: 'Location' })

export const listLocations = defineOperation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  tag: 'Locations',
  summary: 'List the locations of checks',
  query: pageQuery,
  responses: {
    200: {
      description: 'Locations in a fixed order',
      schema: listOf(location),
      example: {
        object: 'list',
        data: [
          {
            object: 'location',
            id: '0198c5a2-7d60-7f0a-b5a1-3f2e1d0c9b8a',
            name: 'Frankfurt',
            city: 'Frankfurt',
            region: 'eu',
            country: 'Germany',
            country_code: 'DE',
            latitude: 50.11,
            longitude: 8.68,
            private: false,
            browser: true,
            browser_missing: null,
            status: 'live',
          },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
  },
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
