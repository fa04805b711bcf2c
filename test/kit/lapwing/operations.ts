// Operations for tests only: notes, which are rows of the activity log, do what every resource does.
import { z } from 'zod'
import { Fault } from '../../../src/domain/fault.ts'
import { newId } from '../../../src/domain/id.ts'
import { allows } from '../../../src/domain/plan.ts'
import { operations } from '../../../src/operations/index.ts'
import {
  type CallerContext,
  type Operation,
  created,
  defineOperation,
  ok,
} from '../../../src/operations/registry/define.ts'
import { instant } from '../../../src/operations/registry/fields/instant.ts'
import { list, listOf, pageByItem, pageByPosition, pageQuery } from '../../../src/operations/registry/page.ts'
import { type Statement, sql } from '../../../src/store/database/sql.ts'

/** Holds a request inside its handler until the test lets it go on. */
export interface Gate {
  /** Settles when a request has arrived. */
  readonly entered: Promise<void>
  open(): void
  pass(): Promise<void>
}

export function newGate(): Gate {
  const entered = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  return {
    entered: entered.promise,
    open: () => opened.resolve(),
    pass: () => {
      entered.resolve()
      return opened.promise
    },
  }
}

interface Note {
  id: string
  title: string
  created_at: Date
}

const note = z
  .object({
    object: z.literal('note'),
    id: z.uuid(),
    title: z.string().meta({ example: 'Rotate the keys' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Note' })

const deleted = z
  .object({ object: z.literal('deleted'), id: z.uuid(), deleted: z.literal(true) })
  .meta({ id: 'Deleted' })

const body = z.strictObject({
  title: z.string().min(1).max(100),
  kind: z.enum(['plain', 'urgent']).optional(),
  count: z.int().min(1).max(10).optional(),
  startsAt: instant.optional(),
  labels: z
    .array(z.strictObject({ text: z.string().max(10) }))
    .max(3)
    .optional(),
  anything: z.unknown().optional(),
})

const bodyExample = { title: 'Rotate the keys', kind: 'plain', labels: [{ text: 'ops' }] }
const params = z.object({ id: z.uuid() })

const show = (row: Note) => ({ object: 'note', ...row })

async function notes({ db, caller }: CallerContext, chosen: Statement): Promise<Note[]> {
  return db.rows(sql`
    select entity_id as id, entity_name as title, created_at
    from activity
    where organization_id = ${caller.organization.id}
      and action = 'note.created'
      and ${chosen}`)
}

async function findNote(context: CallerContext, id: string): Promise<Note> {
  const [found] = await notes(context, sql`entity_id = ${id}`)
  if (!found) throw new Fault('not_found', 'Note not found')
  return found
}

async function addNote(context: CallerContext, title: string) {
  const { caller, now, record } = context
  const kept = await notes(context, sql`true`)
  if (!allows(caller.organization.limits.contacts, kept.length))
    throw new Fault('forbidden', `The plan's limit of ${caller.organization.limits.contacts} contacts is reached`)
  const id = newId(now)
  record({ entityType: 'note', entityId: id, entityName: title, action: 'note.created', changes: {} })
  return show({ id, title, created_at: now })
}

const createNote = defineOperation({
  id: 'createNote',
  method: 'POST',
  path: '/notes',
  access: 'write',
  creating: true,
  tag: 'Notes',
  summary: 'Write a note; as many as the plan has contacts',
  body,
  bodyExample,
  responses: { 201: { description: 'The note', schema: note } },
  handle: async ({ body }, context) => created(await addNote(context, body.title)),
})

const listNotes = defineOperation({
  id: 'listNotes',
  method: 'GET',
  path: '/notes',
  access: 'read',
  tag: 'Notes',
  summary: 'Notes, newest first; the cursor names a note',
  query: pageQuery,
  responses: { 200: { description: 'Notes', schema: listOf(note) } },
  handle: async ({ query }, context) =>
    list(
      await pageByItem(query, context, {
        list: 'notes',
        id: (row: Note) => row.id,
        positionOf: async (id) => (await notes(context, sql`entity_id = ${id}`))[0]?.id,
        rows: (after, limit) =>
          notes(
            context,
            sql`${after === undefined ? sql`true` : sql`entity_id < ${after}`} order by entity_id desc limit ${limit}`,
          ),
      }),
      show,
    ),
})

const listNotesByTitle = defineOperation({
  id: 'listNotesByTitle',
  method: 'GET',
  path: '/notes-by-title',
  access: 'read',
  tag: 'Notes',
  summary: 'Notes by title; the cursor is a position',
  query: pageQuery,
  responses: { 200: { description: 'Notes', schema: listOf(note) } },
  handle: async ({ query }, context) =>
    list(
      await pageByPosition(query, context, {
        list: 'notes by title',
        position: (row: Note) => [row.title],
        rows: (after, limit) =>
          notes(
            context,
            sql`${after === undefined ? sql`true` : sql`entity_name > ${after[0]}`} order by entity_name limit ${limit}`,
          ),
      }),
      show,
    ),
})

const getNote = defineOperation({
  id: 'getNote',
  method: 'GET',
  path: '/notes/{id}',
  access: 'read',
  tag: 'Notes',
  summary: 'One note',
  params,
  responses: { 200: { description: 'The note', schema: note } },
  handle: async ({ params }, context) => ok(show(await findNote(context, params.id))),
})

const deleteNote = defineOperation({
  id: 'deleteNote',
  method: 'DELETE',
  path: '/notes/{id}',
  access: 'write',
  tag: 'Notes',
  summary: 'Remove a note',
  params,
  responses: {
    200: { description: 'It is gone', schema: deleted },
  },
  handle: async ({ params }, context) => {
    const { id, title } = await findNote(context, params.id)
    await context.db.run(
      sql`delete from activity where organization_id = ${context.caller.organization.id} and entity_id = ${id}`,
    )
    context.record({ entityType: 'note', entityId: id, entityName: title, action: 'note.deleted', changes: {} })
    return ok({ object: 'deleted', id, deleted: true })
  },
})

const listOldNotes = defineOperation({
  id: 'listOldNotes',
  method: 'GET',
  path: '/old-notes',
  access: 'read',
  tag: 'Notes',
  summary: 'What notes were once',
  deprecated: {
    since: new Date('2026-01-15T00:00:00Z'),
    sunset: new Date('2026-06-01T00:00:00Z'),
    instead: 'listNotes',
  },
  responses: { 200: { description: 'Notes', schema: listOf(note) } },
  handle: async () => ok({ object: 'list', data: [], has_more: false, next_cursor: null }),
})

const breakNote = defineOperation({
  id: 'breakNote',
  method: 'POST',
  path: '/broken-notes',
  access: 'write',
  creating: true,
  tag: 'Notes',
  summary: 'Notes what it is about to do, then fails',
  responses: { 201: { description: 'Never', schema: note } },
  handle: async (_input, context) => {
    await addNote(context, 'broken')
    throw new TypeError('secret detail of the inside')
  },
})

const internalNotes = defineOperation({
  id: 'listInternalNotes',
  method: 'GET',
  path: '/internal-notes',
  access: 'read',
  audience: 'dashboard',
  tag: 'Notes',
  summary: 'For the dashboard only',
  responses: { 200: { description: 'Notes', schema: listOf(note) } },
  handle: async () => ok({ object: 'list', data: [], has_more: false, next_cursor: null }),
})

const slowNote = (gate: Gate): Operation =>
  defineOperation({
    id: 'createSlowNote',
    method: 'POST',
    path: '/slow-notes',
    access: 'write',
    creating: true,
    tag: 'Notes',
    summary: 'Waits until the test opens the gate',
    responses: { 201: { description: 'The note', schema: note } },
    handle: async (_input, context) => {
      await gate.pass()
      return created(await addNote(context, 'slow'))
    },
  })

export function noteOperations(gate: Gate = newGate()): readonly Operation[] {
  return [
    createNote,
    listNotes,
    listNotesByTitle,
    getNote,
    deleteNote,
    listOldNotes,
    breakNote,
    internalNotes,
    slowNote(gate),
  ]
}

/** Everything that Lapwing can do, and notes. */
export const withNotes: readonly Operation[] = [...operations, ...noteOperations()]
