// Counts items of queues that were dropped or set aside, because they can never be stored or processed.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

const countedForMs = 3_600_000

const sinceOf = (now: Date): Date => new Date(now.getTime() - countedForMs)

/** `kind` is a plural, such as alerts. */
export async function countRefused(db: Database, refused: { kind: string; count: number }, now: Date): Promise<void> {
  await db.run(sql`
    insert into refused_items as r (kind, count, refused_at)
    values (${refused.kind}, ${refused.count}, ${now})
    on conflict (kind) do update
    set count = excluded.count + case when r.refused_at > ${sinceOf(now)} then r.count else 0 end,
      refused_at = excluded.refused_at`)
}

/** A JSON list of the kinds of which an item was refused within an hour, with how many. */
export const refusedItems = (now: Date): Statement => sql`(
  select coalesce(json_agg(json_build_object('kind', kind, 'count', count) order by kind), '[]')
  from (
    select kind, sum(count) as count
    from (
      select kind, count from refused_items where refused_at > ${sinceOf(now)}
      union all
      select kind, 1 from set_aside_items where retry_at > ${sinceOf(now)}
    ) refused
    group by kind
  ) kinds
)`
