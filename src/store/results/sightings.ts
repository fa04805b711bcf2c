// The last result of each location of a monitor, if it has ever failed there.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

/**
 * Part of the statement that records outcomes. Only failures, and a success after one, need a write. The failing ones
 * are read once per batch: a search for each outcome could be planned while there are none, and scan all in an outage.
 */
export const noteSightings = (judged: Statement): Statement => sql`
  insert into sightings as s (monitor_number, location, success, failed_at)
  select distinct on (j.monitor_number, j.location) j.monitor_number, j.location, j.success, case
    when not j.success then j.at end
  from ${judged} j
  where not j.success
    or (j.monitor_number, j.location) in (select s.monitor_number, s.location from sightings s where not s.success)
  order by j.monitor_number, j.location, j.at desc
  on conflict (monitor_number, location) do update
  set success = excluded.success, failed_at = coalesce(excluded.failed_at, s.failed_at)`

export async function forgetFailures(
  db: Database,
  { organizationId, monitorIds }: { organizationId: string; monitorIds: readonly string[] },
): Promise<void> {
  await db.run(sql`
    update sightings s
    set success = true
    from monitors m
    where m.organization_id = ${organizationId}
      and m.id = any (${monitorIds})
      and s.monitor_number = m.monitor_number
      and not s.success`)
}

export async function lastFailureAt(db: Database, monitorNumber: number): Promise<Date | null> {
  const row = await db.row<{ at: Date | null }>(
    sql`select max(failed_at) as at from sightings where monitor_number = ${monitorNumber}`,
  )
  return row?.at ?? null
}
