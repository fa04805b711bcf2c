import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

// A sample of the monitors that were scheduled last; reading the results of all would take long.
const sampled = 100

export interface LatestResult {
  /** Whether checks are scheduled at all. */
  readonly isScheduled: boolean
  /** Null if no check was stored since then. */
  readonly at: Date | null
}

/** When a check was last stored, in any organization. */
export async function latestResult(db: Database, since: Date): Promise<LatestResult> {
  const row = await db.row<LatestResult>(sql`
    select count(*) > 0 as "isScheduled", max(newest.at) as at
    from (select monitor_number from turns where location > 0 order by due_at desc limit ${sampled}) scheduled
    left join lateral (
      select at
      from results r
      where r.monitor_number = scheduled.monitor_number and r.at > ${since}
      order by at desc
      limit 1
    ) newest on true`)
  return row!
}
