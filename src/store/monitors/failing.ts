import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** The monitors among these that are failing now: their state, or that an incident is open. */
export async function failingMonitors(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.rows<{ id: string; state: string }>(sql`
    select m.id, case when m.state in ('degraded', 'down') then m.state else 'open incident' end as state
    from monitors m
    where m.organization_id = ${organizationId}
      and m.id = any (${ids}::uuid[])
      and (
        m.state in ('degraded', 'down')
        or exists (
          select from incidents i
          where i.organization_id = m.organization_id and i.monitor_id = m.id and i.status <> 'resolved'
        )
      )`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}
