// Incidents of deployments: which are open, and which monitors have incidents of their own.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export async function isIncidentOpen(db: Database, ruleId: number): Promise<boolean> {
  return (await db.row(sql`select id from incidents where rule_id = ${ruleId} and status <> 'resolved'`)) !== undefined
}

/** Those of these monitors that have an incident which began failing since a time, and those that are not checked. */
export async function monitorsWithIncidents(
  db: Database,
  { organizationId, monitorIds, since }: { organizationId: string; monitorIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from monitors m
    where m.organization_id = ${organizationId} and m.id = any (${monitorIds}::uuid[])
      and (m.state = 'paused' or exists (
        select from incidents i
        where i.organization_id = m.organization_id and i.monitor_id = m.id and i.started_at >= ${since}
      ))`)
  return new Set(rows.map(({ id }) => id))
}
