// Single results of a short time, for bars shorter than an hour.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { storedResults } from '../checking/stored-results.ts'

export interface RecentResult {
  monitorNumber: number
  location: number
  at: Date
  success: boolean
}

/** Oldest first. */
export async function recentResults(
  db: Database,
  monitorNumbers: readonly number[],
  { from, to }: Span,
): Promise<RecentResult[]> {
  return db.rows(sql`
    select r.monitor_number as "monitorNumber", r.location, r.at, r.success
    from ${storedResults({
      monitor: sql`= any (${monitorNumbers}::int[])`,
      from,
      until: to,
      columns: ['at', 'location', 'success', 'infrastructure'],
    })} r
    where not r.infrastructure
    order by r.at`)
}
