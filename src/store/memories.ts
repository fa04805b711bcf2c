// Memories: a few words from one check of a monitor to the next.
import type { Memory } from '../domain/outcome.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

export async function memoriesOf(db: Database, schedulerIds: readonly number[]): Promise<ReadonlyMap<number, Memory>> {
  const rows = await db.rows<{ schedulerId: number; known: Memory }>(sql`
    select scheduler_id as "schedulerId", known
    from memories
    where scheduler_id = any (${schedulerIds})`)
  return new Map(rows.map(({ schedulerId, known }) => [schedulerId, known]))
}

/** Of two who learned something at once, the first is believed: `instead` is what was known when it was learned. */
export async function remember(
  db: Database,
  { schedulerId, memory, instead }: { schedulerId: number; memory: Memory; instead: Memory | undefined },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into memories as m (scheduler_id, known, remembered_at)
    select scheduler_id, ${JSON.stringify(memory)}::jsonb, ${now}::timestamptz
    from monitors
    where scheduler_id = ${schedulerId}
    on conflict (scheduler_id) do update
    set known = excluded.known, remembered_at = excluded.remembered_at
    where m.known = ${instead ? JSON.stringify(instead) : null}::jsonb`)
}
