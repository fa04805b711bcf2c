import { z } from 'zod'
import {
  type Location,
  listLocations as locationRows,
  liveSince,
  slugOfLocation,
} from '../../store/checking/locations.ts'
import { defineOperation } from '../registry/define.ts'
import { list, listOf, pageByItem, pageQuery } from '../registry/page.ts'

export const location = z
  .object({
    object: z.literal('location'),
    id: z.uuid(),
    name: z.string(),
    city: z.string().nullable(),
    region: z.string(),
    country: z.string(),
    country_code: z.string(),
    browser: z.boolean().meta({ description: 'Whether browser checks can run from this location' }),
    browser_missing: z.string().nullable().meta({ description: 'What browser checks need here, and how to fix it' }),
    status: z.enum(['live', 'dead']).meta({ description: '`dead` while no probe runs checks from there' }),
  })
  .meta({ id: 'Location' })

export const listLocations = defineOperation({
  id: 'listLocations',
  method: 'GET',
  path: '/locations',
  access: 'read',
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
    const page = await pageByItem(query, context, {
      list: 'locations',
      id: (row: Location) => row.id,
      positionOf: (id) => slugOfLocation(context.db, id),
      rows: (after, limit) => locationRows(context.db, { after, limit }),
    })
    const since = liveSince(context.now)
    const statusOf = (seenAt: Date | null): 'live' | 'dead' => (seenAt !== null && seenAt > since ? 'live' : 'dead')
    return list(page, ({ slug: _, seen_at, ...row }) => ({ object: 'location', ...row, status: statusOf(seen_at) }))
  },
})
