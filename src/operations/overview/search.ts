// The search of the command palette.
import { z } from 'zod'
import { searchResultKinds, search } from '../../store/monitors/search.ts'
import { defineOperation, ok } from '../registry/define.ts'

const maxPerKind = 8

const found = z.object({
  kind: z.enum(searchResultKinds),
  id: z.string(),
  name: z.string(),
  detail: z.string().nullable().meta({ description: 'Target, hostname, monitor, address or kind' }),
  state: z.string().nullable().meta({ description: 'State of a monitor or host, or status of an incident' }),
})

export const searchEverything = defineOperation({
  id: 'searchEverything',
  method: 'GET',
  path: '/dashboard/search',
  audience: 'dashboard',
  tag: 'Overview',
  summary:
    'Monitors, hosts, incidents, people, channels, schedules and status pages by a part of their name, ' +
    `at most ${maxPerKind} of each`,
  query: z.object({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({ description: 'Part of a name, target or address, or a number such as `#42`' }),
  }),
  responses: {
    200: {
      description: 'Matches by type, the best of each first',
      schema: z.object({ object: z.literal('list'), data: z.array(found) }),
    },
  },
  async handle({ query: { q } }, { db, caller }) {
    const data = await search(db, caller.organization.id, { text: q, limit: maxPerKind })
    return ok({ object: 'list', data })
  },
})
