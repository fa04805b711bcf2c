// Checks and tries that wait for a browser, by organization.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isWaitingTry } from './tries.ts'

export interface WaitingWork {
  organizationId: string
  kind: 'check' | 'try'
  count: number
  /** The time since which the oldest waits. */
  since: Date
}

export async function waitingForBrowsers(
  db: Database,
  { locations, now }: { locations: number[]; now: Date },
): Promise<WaitingWork[]> {
  return db.rows(sql`
    select m.organization_id as "organizationId", 'check' as kind, count(*)::int as count, min(t.due_at) as since
    from turns t
    join monitors m on m.monitor_number = t.monitor_number
    where t.location = any (${locations}::smallint[]) and t.needs_browser
      and t.due_at <= ${now} and t.leased_until <= ${now}
    group by m.organization_id
    union all
    select r.organization_id, 'try', count(*)::int, min(t.created_at)
    from try_runs r
    join tries t on t.organization_id = r.organization_id and t.id = r.try_id
    where r.location = any (${locations}::smallint[]) and t.needs_browser and ${isWaitingTry(now)}
    group by r.organization_id`)
}

/** The number of tries of an organization that wait for a browser, at all locations. */
export async function countTriesWaitingForBrowsers(
  db: Database,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count
    from try_runs r
    join tries t on t.organization_id = r.organization_id and t.id = r.try_id
    where r.organization_id = ${organizationId} and t.needs_browser and ${isWaitingTry(now)}`)
  return row!.count
}
