// Saved views of the list of monitors: each user's own named filters.
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
import { lockOwner, ownerOf } from '../registry/signed-in-user.ts'
import { created, defineOperation, ok } from '../registry/define.ts'
import { deleted, deletionResponse } from '../registry/deletion.ts'
import { nameOf } from '../../domain/fields/name.ts'

const maxViews = 100

const fields = {
  name: nameOf(100),
  query: z
    .string()
    .max(2000)
    .regex(/^[^\s#]*$/, 'must be a query string, such as status=down&tag=shop')
    .meta({ description: 'The query string of the list, without the question mark' }),
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

const one = '/dashboard/views/{id}'
const params = z.object({ id: z.uuid().toLowerCase() })
const shared = { audience: 'dashboard', tag: 'Monitors' } as const

export const listViews = defineOperation({
  id: 'listViews',
  method: 'GET',
  path: '/dashboard/views',
  access: 'read',
  ...shared,
  summary: 'List your saved views of the monitors',
  responses: {
    200: {
      description: 'All of them, by name',
      schema: z.object({ object: z.literal('list'), data: z.array(view), has_more: z.literal(false) }),
    },
  },
  async handle(_input, context) {
    const rows = await viewRows(context.db, ownerOf(context))
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
  bodyExample: { name: 'Shop outages', query: 'status=down,degraded&tag=shop' },
  faults: ['conflict'],
  responses: { 201: { description: 'The view', schema: view } },
  async handle({ body }, context) {
    const { db, now } = context
    const owner = await lockOwner(context)
    if ((await viewRows(db, owner)).length >= maxViews)
      throw new Fault('conflict', `You can have at most ${maxViews} views; delete one first`)
    const view = { ...body, id: newId(now), created_at: now }
    await addView(db, owner, view)
    return created(show(view))
  },
})

export const updateView = defineOperation({
  id: 'updateView',
  method: 'PATCH',
  path: one,
  access: 'write',
  ...shared,
  summary: 'Update a saved view',
  description: 'Omitted fields keep their values.',
  params,
  body: z.strictObject(fields).partial().meta({ id: 'ViewUpdate' }),
  bodyExample: { name: 'Shop outages' },
  responses: { 200: { description: 'The view', schema: view } },
  async handle({ params: { id }, body }, context) {
    const changed = await changeView(context.db, ownerOf(context), { id, ...body })
    if (!changed) throw notFound()
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
  responses: deletionResponse,
  async handle({ params: { id } }, context) {
    if (!(await removeView(context.db, ownerOf(context), id))) throw notFound()
    return deleted(id)
  },
})

const notFound = (): Fault => new Fault('not_found', 'View not found')
const show = (row: View): object => ({ object: 'view', ...row })
