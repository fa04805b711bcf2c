import { z } from 'zod'
import { roles } from '../../domain/caller.ts'
import { listMembers } from '../../store/accounts/users.ts'
import { defineOperation } from '../registry/define.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'

const user = z
  .object({
    object: z.literal('user'),
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    created_at: z.iso.datetime().meta({ description: 'When they joined the organization' }),
  })
  .meta({ id: 'User' })

const example = {
  object: 'user',
  id: '0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  role: 'owner',
  created_at: '2026-02-10T09:00:00.000Z',
}

export const listUsers = defineOperation({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  tag: 'Organization',
  summary: 'List the users of the organization, newest first',
  description: 'Users can sign in and be on call. Contacts, who only receive alerts, are a separate list.',
  query: pageQuery,
  responses: {
    200: {
      description: 'A page of users',
      schema: listOf(user),
      example: { object: 'list', data: [example], has_more: false, next_cursor: null },
    },
  },
  async handle({ query }, context) {
    const page = await pageNewestFirst(query, context, {
      list: 'users',
      rows: (after, limit) => listMembers(context.db, context.caller.organization.id, { after, limit }),
    })
    return list(page, (row) => ({ object: 'user', ...row }))
  },
})
