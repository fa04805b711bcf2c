// Lists that begin with the newest item.
import { type Statement, every, sql } from './sql.ts'

/** The position of an item in such a list. */
export interface Position {
  createdAt: Date
  id: string
}

export interface NewestPage {
  readonly after: Position | undefined
  readonly limit: number
}

/** SQL: a page of the rows of a table, by its name or alias, that meet all conditions. */
export const newestFirst = (
  table: Statement,
  { after, limit }: NewestPage,
  conditions: (Statement | undefined | false)[],
): Statement => sql`
  where ${every([...conditions, after && sql`(${table}.created_at, ${table}.id) < (${after.createdAt}, ${after.id})`])}
  order by ${table}.created_at desc, ${table}.id desc
  limit ${limit}`
