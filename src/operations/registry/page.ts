// Paging: limit, cursor and the envelope of lists.
import { z } from 'zod'
import type { Database } from '../../store/database/database.ts'
import type { NewestPage, Position } from '../../store/database/position.ts'
import { cursorGone } from './cursor.ts'
import { type OperationResponse, type CallerContext, JsonText, ok } from './define.ts'

export const limit = z
  .string()
  .optional()
  .refine((text) => text === undefined || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100), {
    error: 'must be an integer from 1 to 100',
  })
  .transform((text) => (text === undefined ? 50 : Number(text)))
  .meta({ description: 'Maximum number of items', type: 'integer', minimum: 1, maximum: 100, default: 50 })

const cursor = z.string().max(1000).optional().meta({ description: "The previous page's `next_cursor`" })

export const pageQuery = z.object({ limit, cursor })

export function listOf(item: z.ZodType) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  })
}

type Page = z.output<typeof pageQuery>

interface ListPaging<Row> {
  /** Name of the list; cursors are only valid for their list. */
  list: string
  /** Reads rows after a position or from the start. An extra row beyond the limit means that there is another page. */
  rows(after: string[] | undefined, limit: number): Promise<Row[]>
  position(row: Row): string[]
}

interface ItemPaging<Row, At> extends Pick<ListPaging<Row>, 'list'> {
  id(row: Row): string
  /** Position of the item, or undefined if it was deleted. */
  positionOf(id: string): Promise<At | undefined>
  rows(after: At | undefined, limit: number): Promise<Row[]>
}

export interface PageOf<Row> {
  readonly rows: Row[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** The cursor contains the whole position, so it stays valid if its item is deleted. */
export async function pageByPosition<Row>(
  { limit, cursor }: Page,
  context: CallerContext,
  paging: ListPaging<Row>,
): Promise<PageOf<Row>> {
  const list = `${context.caller.organization.id} ${paging.list}`
  const after = cursor === undefined ? undefined : context.services.cursors.open(list, cursor)
  const rows = await paging.rows(after, limit + 1)
  const last = rows[limit - 1]
  const hasMore = rows.length > limit && last !== undefined
  return {
    rows: rows.slice(0, limit),
    hasMore,
    nextCursor: hasMore ? context.services.cursors.seal(list, paging.position(last)) : null,
  }
}

/** The cursor contains an item's id: if that item is deleted, the client must start again. */
export async function pageByItem<Row, At>(
  page: Page,
  context: CallerContext,
  paging: ItemPaging<Row, At>,
): Promise<PageOf<Row>> {
  return pageByPosition(page, context, {
    list: paging.list,
    position: (row: Row) => [paging.id(row)],
    rows: async (after, limit) => {
      const position = after && (await paging.positionOf(after[0] ?? ''))
      if (after && position === undefined) throw cursorGone()
      return paging.rows(position, limit)
    },
  })
}

interface DatedRow {
  readonly id: string | number
  readonly created_at: Date
}

/** Newest first. Cursors stay valid if their item is deleted. */
export function pageNewestFirst<Row extends DatedRow>(
  page: Page,
  context: CallerContext,
  { list, rows }: { list: string; rows(after: Position | undefined, limit: number): Promise<Row[]> },
): Promise<PageOf<Row>> {
  return pageByPosition(page, context, {
    list,
    position: ({ created_at, id }: Row) => [created_at.toISOString(), String(id)],
    rows: (after, limit) => rows(after && { createdAt: new Date(after[0] ?? ''), id: after[1] ?? '' }, limit),
  })
}

/** All resources of a type in the organization, newest first. */
export const newestOfOrganization =
  <Row extends DatedRow>(
    list: string,
    rows: (db: Database, organizationId: string, page: NewestPage) => Promise<Row[]>,
  ) =>
  (page: Page, context: CallerContext): Promise<PageOf<Row>> =>
    pageNewestFirst(page, context, {
      list,
      rows: (after, limit) => rows(context.db, context.caller.organization.id, { after, limit }),
    })

export function list<Row>({ rows, hasMore, nextCursor }: PageOf<Row>, show: (row: Row) => object): OperationResponse {
  return ok({ object: 'list', data: rows.map(show), has_more: hasMore, next_cursor: nextCursor })
}

/** A page of rows that the database wrote as JSON, with further fields of the list. */
export function listOfJson(
  { rows, hasMore, nextCursor }: PageOf<{ json: string }>,
  also: object = {},
): OperationResponse {
  const data = rows.map(({ json }) => json).join(',')
  const rest = JSON.stringify({ has_more: hasMore, next_cursor: nextCursor, ...also })
  return ok(new JsonText(`{"object":"list","data":[${data}],${rest.slice(1)}`))
}
