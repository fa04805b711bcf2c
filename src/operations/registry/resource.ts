// The operations that every resource has: list, read, create, update and delete, with 404s and activity log entries. A
// new resource consists of its schema, its SQL and whatever is special about it.
import { z } from 'zod'
import { Fault } from '../../domain/fault.ts'
import { ownersOf } from '../../store/config/managed-objects.ts'
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
import { deleted, deletionResponse } from './deletion.ts'
import { type PageOf, list, listOf, pageQuery } from './page.ts'

interface NamedRow {
  readonly id: string | number
  readonly name: string | null
}

interface ResourceSchema {
  readonly description: string
  readonly schema: z.ZodType
}

interface ResourceDraft<Row extends object, Locked extends NamedRow, P extends z.ZodObject> {
  /** The `object` field of its JSON. */
  readonly object: string
  /** Its name in the activity log; `object` by default. */
  readonly entityType?: string
  /** Its name in messages, such as `contact group`. */
  readonly noun: string
  readonly tag: string
  readonly audience?: Operation['audience']
  /** Its section in configuration documents; then its JSON says which configuration manages it. */
  readonly section?: string
  /** The path of the list. The path of one resource appends the last of `params`. */
  readonly path: `/${string}`
  readonly params: P
  /** The response with one of them. */
  readonly one: ResourceSchema
  find(context: CallerContext, params: z.output<P>): Promise<Row | undefined>
  /** Finds one and locks it until the operation ends. */
  lock(context: CallerContext, params: z.output<P>): Promise<Locked | undefined>
  /** By default its JSON is `object` and the row as it is stored. */
  show?(row: Row, context: CallerContext): object | Promise<object>
}

/** The texts of an operation, and anything in which it differs from the other operations of its resource. */
type OperationText = Pick<Operation, 'id' | 'summary'> &
  Partial<Pick<Operation, 'description' | 'otherMethods' | 'faults' | 'path' | 'audience' | 'role' | 'responses'>>

interface ListDraft<Item extends object, P extends z.ZodObject> {
  readonly params?: P
  /** The response with a page of them; items have the schema of a single one by default. */
  readonly page: Pick<ResourceSchema, 'description'> & Partial<ResourceSchema>
  rows(query: z.output<typeof pageQuery>, context: CallerContext, params: z.output<P>): Promise<PageOf<Item>>
  show?(items: readonly Item[], context: CallerContext): Promise<object[]>
}

interface CreateDraft<Row, P extends z.ZodObject, B extends z.ZodType> {
  readonly params?: P
  readonly body: B
  readonly bodyExample: object
  create(body: z.output<B>, context: CallerContext, params: z.output<P>): Promise<Row & NamedRow>
  /** The fields that the activity log shows. */
  facts(row: Row): object
}

/** An update that was validated: the fields that change, and how to write them. */
interface ResourceChange<Row> {
  readonly changes: Record<string, unknown>
  write(): Promise<Row & NamedRow>
}

interface UpdateDraft<Row, Locked, B extends z.ZodType> {
  readonly body: B
  readonly bodyExample: object
  change(before: Locked, body: z.output<B>, context: CallerContext): Promise<ResourceChange<Row>>
}

interface DeleteDraft<Locked, Q extends z.ZodObject> {
  readonly query?: Q
  /** Returns further fields for the activity log. */
  remove(before: Locked, context: CallerContext, query: z.output<Q>): Promise<object | void>
}

const noParams = z.object({})
type NoParams = typeof noParams

class Resource<Row extends object, Locked extends NamedRow, P extends z.ZodObject> {
  readonly #draft: ResourceDraft<Row, Locked, P>
  readonly #entityType: string
  readonly #reads: { tag: string; audience: Operation['audience']; access: 'read'; method: 'GET' }
  readonly #writes: { tag: string; audience: Operation['audience']; access: 'write'; faults: [] }
  /** The path, parameters and usual response of operations on one of them. */
  readonly #one: { path: `/${string}`; params: P; responses: Operation['responses'] }

  constructor(draft: ResourceDraft<Row, Locked, P>) {
    const { object, entityType = object, tag, audience = 'public', path, params, one } = draft
    this.#draft = draft
    this.#entityType = entityType
    this.#reads = { tag, audience, access: 'read', method: 'GET' }
    this.#writes = { tag, audience, access: 'write', faults: [] }
    this.#one = { path: `${path}/{${Object.keys(params.shape).at(-1)}}`, params, responses: { 200: one } }
  }

  notFound(): Fault {
    const { noun } = this.#draft
    return new Fault('not_found', `${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`)
  }

  async find(context: CallerContext, params: z.output<P>): Promise<Row> {
    const row = await this.#draft.find(context, params)
    if (row === undefined) throw this.notFound()
    return row
  }

  async lock(context: CallerContext, params: z.output<P>): Promise<Locked> {
    const row = await this.#draft.lock(context, params)
    if (row === undefined) throw this.notFound()
    return row
  }

  async show(row: Row, context: CallerContext): Promise<object> {
    return (await this.withOwners([await this.#shown(row, context)], context))[0]!
  }

  async #shown(row: Row, context: CallerContext): Promise<object> {
    return this.#draft.show ? this.#draft.show(row, context) : { object: this.#draft.object, ...row }
  }

  /** Adds which configuration manages each of these. */
  async withOwners(items: readonly object[], { db, caller }: CallerContext): Promise<object[]> {
    const { section } = this.#draft
    if (section === undefined) return [...items]
    const ids = items.map((item) => (item as NamedRow).id)
    const owners = await ownersOf(db, caller.organization.id, { section, ids })
    return items.map((item, index) => ({ ...item, managed: owners.get(String(ids[index])) ?? null }))
  }

  /** Adds an action, such as `contact.created`, to the activity log. */
  record({ record }: OrganizationContext, action: string, { id, name }: NamedRow, changes: object = {}): void {
    record({ entityType: this.#entityType, entityId: String(id), entityName: name, action, changes: { ...changes } })
  }

  list<Item extends object, L extends z.ZodObject = NoParams>({
    page,
    rows,
    show,
    ...texts
  }: OperationText & ListDraft<Item, L>): Operation {
    const { path, one } = this.#draft
    const { description, schema = one.schema } = page
    return defineOperation({
      ...this.#reads,
      path,
      query: pageQuery,
      responses: { 200: { description, schema: listOf(schema) } },
      ...texts,
      handle: async ({ params, query }, context) => {
        const found = await rows(query, context, params as z.output<L>)
        const shown = show
          ? await show(found.rows, context)
          : await Promise.all(found.rows.map((row) => this.#shown(row as unknown as Row, context)))
        const items = await this.withOwners(shown, context)
        return list({ ...found, rows: items }, (item) => item)
      },
    })
  }

  read({ show, ...texts }: OperationText & { show?: ResourceDraft<Row, Locked, P>['show'] }): Operation {
    return defineOperation({
      ...this.#reads,
      ...this.#one,
      ...texts,
      handle: async ({ params }, context) => {
        const row = await this.find(context, params as z.output<P>)
        if (!show) return ok(await this.show(row, context))
        return ok((await this.withOwners([await show(row, context)], context))[0]!)
      },
    })
  }

  create<B extends z.ZodType, L extends z.ZodObject = NoParams>({
    create,
    facts,
    ...texts
  }: OperationText & CreateDraft<Row, L, B>): Operation {
    return defineOperation({
      ...this.#writes,
      method: 'POST',
      path: this.#draft.path,
      creating: true,
      responses: { 201: this.#draft.one },
      ...texts,
      handle: async ({ params, body }, context) => {
        const row = await create(body as z.output<B>, context, params as z.output<L>)
        this.record(context, `${this.#entityType}.created`, row, changesBetween({}, facts(row)))
        return created(await this.show(row, context))
      },
    })
  }

  update<B extends z.ZodType>({ change, ...texts }: OperationText & UpdateDraft<Row, Locked, B>): Operation {
    return defineOperation({
      ...this.#writes,
      ...this.#one,
      method: 'PATCH',
      ...texts,
      handle: async ({ params, body }, context) => {
        const before = await this.lock(context, params as z.output<P>)
        const { changes, write } = await change(before, body as z.output<B>, context)
        if (Object.keys(changes).length === 0)
          return ok(await this.show(await this.find(context, params as z.output<P>), context))
        const after = await write()
        this.record(context, `${this.#entityType}.updated`, after, changes)
        return ok(await this.show(after, context))
      },
    })
  }

  delete<Q extends z.ZodObject = NoParams>({ remove, ...texts }: OperationText & DeleteDraft<Locked, Q>): Operation {
    const { responses = deletionResponse } = texts
    return defineOperation({
      ...this.#writes,
      ...this.#one,
      method: 'DELETE',
      ...texts,
      responses,
      handle: async ({ params, query }, context) => {
        const before = await this.lock(context, params as z.output<P>)
        const details = (await remove(before, context, query as z.output<Q>)) ?? {}
        this.record(context, `${this.#entityType}.deleted`, before, details)
        return 204 in responses ? noContent : deleted(String(before.id))
      },
    })
  }
}

export const defineResource = <Row extends object, Locked extends NamedRow, P extends z.ZodObject>(
  draft: ResourceDraft<Row, Locked, P>,
): Resource<Row, Locked, P> => new Resource(draft)
