import { z } from 'zod'
import { roles } from '../../domain/caller.ts'
import { listMembers } from '../../store/accounts/users.ts'
import { defineOperation } from '../registry/define.ts'
import { list, listOf, pageNewestFirst, pageQuery } from '../registry/page.ts'

const user = z
  .object({
    object: z.literal('user'),
    id: z.uuid(),
    name: z.string().meta({ example: 'Ada Lovelace' }),
    email: z.string().meta({ example: 'ada@example.com' }),
    role: z.enum(roles).meta({ example: 'owner' }),
    created_at: z.iso.datetime().meta({ description: 'When they joined the organization' }),
  })
  .meta({ id: 'User' })

export const listUsers = defineOperation({
  id: 'listUsers',
  method: 'GET',
  path: '/users',
  tag: 'Organization',
  summary: 'List the users of the organization, newest first',
  description: 'Users can sign in and be on call. Contacts, who only receive alerts, are a separate list.',
  query: pageQuery,
  responses: { 200: { description: 'A page of users', schema: listOf(user) } },
  async handle({ query }, context) {
    const page = await pageNewestFirst(query, context, {
      list: 'users',
      rows: (after, limit) => listMembers(context.db, context.caller.organization.id, { after, limit }),
    })
    return list(page, (row) => ({ object: 'user', ...row }))
  },
})
