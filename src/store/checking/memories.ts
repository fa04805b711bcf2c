// State that one check of a monitor passes to the next.
import type { CheckMemory } from '../../domain/outcome.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

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

interface MemoryUpdate {
  readonly monitorNumber: number
  readonly memory: CheckMemory
  /** The state that the update is based on. */
  readonly instead?: CheckMemory
  /** When that state was read, if nobody knows it any more. */
  readonly readAt?: Date
}

/** The first of two concurrent updates wins. */
export async function remember(
  db: Database,
  { monitorNumber, memory, instead, readAt }: MemoryUpdate,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into memories as m (monitor_number, known, remembered_at)
    select monitor_number, ${json(memory)}::jsonb, ${now}::timestamptz
    from monitors
    where monitor_number = ${monitorNumber}
    on conflict (monitor_number) do update
    set known = excluded.known, remembered_at = excluded.remembered_at
    where m.known = ${instead ? json(instead) : null}::jsonb
      or m.remembered_at <= ${readAt ?? null}::timestamptz`)
}
