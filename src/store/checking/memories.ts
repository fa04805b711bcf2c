// State that one check of a monitor passes to the next.
import type { CheckMemory } from '../../domain/outcome.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export async function memoriesOf(
  db: Database,
  monitorNumbers: readonly number[],
): Promise<ReadonlyMap<number, CheckMemory>> {
  const rows = await db.rows<{ monitorNumber: number; known: CheckMemory }>(sql`
    select monitor_number as "monitorNumber", known
    from memories
    where monitor_number = any (${monitorNumbers})`)
  return new Map(rows.map(({ monitorNumber, known }) => [monitorNumber, known]))
}

/** The first of two concurrent updates wins: `instead` is the state that the update is based on. */
export async function remember(
  db: Database,
  { monitorNumber, memory, instead }: { monitorNumber: number; memory: CheckMemory; instead: CheckMemory | undefined },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into memories as m (monitor_number, known, remembered_at)
    select monitor_number, ${JSON.stringify(memory)}::jsonb, ${now}::timestamptz
    from monitors
    where monitor_number = ${monitorNumber}
    on conflict (monitor_number) do update
    set known = excluded.known, remembered_at = excluded.remembered_at
    where m.known = ${instead ? JSON.stringify(instead) : null}::jsonb`)
}
