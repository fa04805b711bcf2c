// Saved views of the list of monitors: a name for what is chosen there, each person's own.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import {
  type View,
  addView,
  changeView,
  listViews as viewRows,
  deleteView as removeView,
} from '../../store/accounts/views.ts'
import { memberHeld, whose } from '../registry/signed-in-user.ts'
import { created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionOf } from '../registry/deletion.ts'
import { nameOf } from '../registry/fields/name.ts'

const maxViews = 100

const fields = {
  name: nameOf(100),
  query: z
    .string()
    .max(2000)
    .regex(/^[^\s#]*$/, 'must be the query of an address, such as status=down&tag=shop')
    .meta({ description: 'The query of the address that shows it, without the question mark' }),
}

const view = z
  .object({
    object: z.literal('view'),
    id: z.uuid(),
    name: z.string(),
    query: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'View' })

const example = {
  object: 'view',
  id: '0198c5a2-b0aa-7a3c-8f21-5e4d3c2b1a09',
  name: 'Shop in trouble',
  query: 'status=down,degraded&tag=shop',
  created_at: '2026-02-10T09:00:00.000Z',
}

const one = '/dashboard/views/{id}'
const params = z.object({ id: z.uuid().toLowerCase() })
const shared = { audience: 'dashboard', tag: 'Monitors' } as const

export const listViews = defineOperation({
  id: 'listViews',
  method: 'GET',
  path: '/dashboard/views',
  access: 'read',
  ...shared,
  summary: 'Your saved views of the monitors',
  responses: {
    200: {
      description: 'All of them, by name',
      schema: z.object({ object: z.literal('list'), data: z.array(view), has_more: z.literal(false) }),
      example: { object: 'list', data: [example], has_more: false },
    },
  },
  async handle(_input, context) {
    const rows = await viewRows(context.db, whose(context))
    return ok({ object: 'list', data: rows.map(show), has_more: false })
  },
})

export const createView = defineOperation({
  id: 'createView',
  method: 'POST',
  path: '/dashboard/views',
  access: 'write',
  ...shared,
  summary: 'Save a view of the monitors',
  body: z.strictObject(fields).meta({ id: 'ViewCreate' }),
  bodyExample: { name: example.name, query: example.query },
  faults: ['conflict'],
  responses: { 201: { description: 'The view', schema: view, example } },
  async handle({ body }, context) {
    const { db, now } = context
    const owner = await memberHeld(context)
    if ((await viewRows(db, owner)).length >= maxViews)
      throw new Fault('conflict', `Nobody has more than ${maxViews} views: delete one that is not needed`)
    const made = { ...body, id: newId(now), created_at: now }
    await addView(db, owner, made)
    return created(show(made))
  },
})

export const updateView = defineOperation({
  id: 'updateView',
  method: 'PATCH',
  path: one,
  access: 'write',
  ...shared,
  summary: 'Change a saved view',
  description: 'What is left out stays.',
  params,
  body: z.strictObject(fields).partial().meta({ id: 'ViewUpdate' }),
  bodyExample: { name: example.name },
  responses: { 200: { description: 'The view', schema: view, example } },
  async handle({ params: { id }, body }, context) {
    const changed = await changeView(context.db, whose(context), { id, ...body })
    if (!changed) throw missing()
    return ok(show(changed))
  },
})

export const deleteView = defineOperation({
  id: 'deleteView',
  method: 'DELETE',
  path: one,
  access: 'write',
  ...shared,
  summary: 'Delete a saved view',
  params,
  responses: deletionOf(example.id),
  async handle({ params: { id } }, context) {
    if (!(await removeView(context.db, whose(context), id))) throw missing()
    return deleted(id)
  },
})

const missing = (): Fault => new Fault('not_found', 'There is no such view')
const show = (row: View): object => ({ object: 'view', ...row })
