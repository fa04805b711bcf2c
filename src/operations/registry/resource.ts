// What every resource does the same way: it is found or missing, listed, shown, made, changed and deleted, and the
// activity log hears of it. A new one is its schema, its SQL and what is special about it.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { changesBetween } from './changes.ts'
import {
  type CallerContext,
  type Operation,
  type OrganizationContext,
  created,
  defineOperation,
  noContent,
  ok,
} from './define.ts'
import { deleted, deletionOf } from './deletion.ts'
import { type PageOf, list, listOf, pageQuery } from './page.ts'

interface NamedRow {
  readonly id: string | number
  readonly name: string | null
}

interface ResourceSchema {
  readonly description: string
  readonly schema: z.ZodType
  readonly example: object
}

interface ResourceDraft<Row extends object, Held extends NamedRow, P extends z.ZodObject> {
  /** What answers call it. */
  readonly object: string
  /** What the activity log calls it; the same when left out. */
  readonly entityType?: string
  /** What people call it, such as `contact group`. */
  readonly noun: string
  readonly tag: string
  readonly audience?: Operation['audience']
  /** Where all of them are. One is below it, by the last of its parameters. */
  readonly path: `/${string}`
  readonly params: P
  /** An answer with one of them. */
  readonly one: ResourceSchema
  find(context: CallerContext, which: z.output<P>): Promise<Row | undefined>
  /** Finds one to change it: nobody else does before this operation has ended. */
  hold(context: CallerContext, which: z.output<P>): Promise<Held | undefined>
  /** With its `object` and otherwise as it is stored, when left out. */
  show?(row: Row, context: CallerContext): object | Promise<object>
}

/** What an operation says of itself. Everything else follows from the resource, unless it is said here, too. */
type OperationText = Pick<Operation, 'id' | 'summary'> &
  Partial<Pick<Operation, 'description' | 'otherMethods' | 'faults' | 'path' | 'audience' | 'role' | 'responses'>>

interface ListDraft<Item extends object, P extends z.ZodObject> {
  readonly params?: P
  /** An answer with a page of them; items read as one alone does, unless it is said here. */
  readonly page: Pick<ResourceSchema, 'description'> & Partial<ResourceSchema>
  rows(query: z.output<typeof pageQuery>, context: CallerContext, params: z.output<P>): Promise<PageOf<Item>>
  show?(items: readonly Item[], context: CallerContext): Promise<object[]>
}

interface CreateDraft<Row, P extends z.ZodObject, B extends z.ZodType> {
  readonly params?: P
  readonly body: B
  readonly bodyExample: object
  make(body: z.output<B>, context: CallerContext, params: z.output<P>): Promise<Row & NamedRow>
  /** What the activity log shows of it. */
  facts(made: Row): object
}

/** A change that may be made: what will be different, and how it is written. */
interface ResourceChange<Row> {
  readonly changes: Record<string, unknown>
  write(): Promise<Row & NamedRow>
}

interface UpdateDraft<Row, Held, B extends z.ZodType> {
  readonly body: B
  readonly bodyExample: object
  change(before: Held, body: z.output<B>, context: CallerContext): Promise<ResourceChange<Row>>
}

interface DeleteDraft<Held, Q extends z.ZodObject> {
  readonly query?: Q
  /** Answers what else the activity log says about it. */
  remove(before: Held, context: CallerContext, query: z.output<Q>): Promise<object | void>
}

const nothing = z.object({})
type NothingFound = typeof nothing

export function defineResource<Row extends object, Held extends NamedRow, P extends z.ZodObject>(
  resource: ResourceDraft<Row, Held, P>,
) {
  const { object, entityType = object, noun, tag, audience = 'public', path, params, one, find, hold } = resource
  const onePath = `${path}/{${Object.keys(params.shape).at(-1)}}` as const
  const reading = { tag, audience, access: 'read', method: 'GET' } as const
  const writing = { tag, audience, access: 'write', faults: [] } as const

  const missing = (): Fault => new Fault('not_found', `There is no such ${noun}`)
  const orMissing = <T>(row: T | undefined): T => {
    if (row === undefined) throw missing()
    return row
  }
  const found = async (context: CallerContext, which: z.output<P>): Promise<Row> =>
    orMissing(await find(context, which))
  const held = async (context: CallerContext, which: z.output<P>): Promise<Held> =>
    orMissing(await hold(context, which))

  const show = async (row: Row, context: CallerContext): Promise<object> =>
    resource.show ? resource.show(row, context) : { object, ...row }

  /** Tells the activity log that an action, such as `contact.created`, was taken. */
  function record({ record }: OrganizationContext, action: string, { id, name }: NamedRow, changes: object = {}): void {
    record({ entityType, entityId: String(id), entityName: name, action, changes: { ...changes } })
  }

  return {
    missing,
    found,
    held,
    record,
    show,

    list<Item extends object, L extends z.ZodObject = NothingFound>({
      page,
      rows,
      show: showItems,
      ...words
    }: OperationText & ListDraft<Item, L>): Operation {
      const { description, schema = one.schema, example: item = one.example } = page
      const example = { object: 'list', data: [item], has_more: false, next_cursor: null }
      return defineOperation({
        ...reading,
        path,
        query: pageQuery,
        responses: { 200: { description, schema: listOf(schema), example } },
        ...words,
        async handle({ params, query }, context) {
          const found = await rows(query, context, params as z.output<L>)
          const shown = showItems
            ? await showItems(found.rows, context)
            : await Promise.all(found.rows.map((row) => show(row as unknown as Row, context)))
          return list({ ...found, rows: shown }, (item) => item)
        },
      })
    },

    read({ show: showOne = show, ...words }: OperationText & { show?: typeof show }): Operation {
      return defineOperation({
        ...reading,
        path: onePath,
        params,
        responses: { 200: one },
        ...words,
        handle: async ({ params: which }, context) =>
          ok(await showOne(await found(context, which as z.output<P>), context)),
      })
    },

    create<B extends z.ZodType, L extends z.ZodObject = NothingFound>({
      make,
      facts,
      ...words
    }: OperationText & CreateDraft<Row, L, B>): Operation {
      return defineOperation({
        ...writing,
        method: 'POST',
        path,
        creating: true,
        responses: { 201: one },
        ...words,
        async handle({ params, body }, context) {
          const made = await make(body as z.output<B>, context, params as z.output<L>)
          record(context, `${entityType}.created`, made, changesBetween({}, facts(made)))
          return created(await show(made, context))
        },
      })
    },

    update<B extends z.ZodType>({ change, ...words }: OperationText & UpdateDraft<Row, Held, B>): Operation {
      return defineOperation({
        ...writing,
        method: 'PATCH',
        path: onePath,
        params,
        responses: { 200: one },
        ...words,
        async handle({ params: which, body }, context) {
          const before = await held(context, which as z.output<P>)
          const { changes, write } = await change(before, body as z.output<B>, context)
          if (Object.keys(changes).length === 0)
            return ok(await show(await found(context, which as z.output<P>), context))
          const after = await write()
          record(context, `${entityType}.updated`, after, changes)
          return ok(await show(after, context))
        },
      })
    },

    delete<Q extends z.ZodObject = NothingFound>({
      remove,
      ...words
    }: OperationText & DeleteDraft<Held, Q>): Operation {
      const { responses = deletionOf(String((one.example as NamedRow).id)) } = words
      return defineOperation({
        ...writing,
        method: 'DELETE',
        path: onePath,
        params,
        ...words,
        responses,
        async handle({ params: which, query }, context) {
          const before = await held(context, which as z.output<P>)
          record(context, `${entityType}.deleted`, before, (await remove(before, context, query as z.output<Q>)) ?? {})
          return 204 in responses ? noContent : deleted(String(before.id))
        },
      })
    },
  }
}
