// Single results of a short time, for bars shorter than an hour.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

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
    select monitor_number as "monitorNumber", location, at, success
    from results
    where monitor_number = any (${monitorNumbers}::int[]) and at >= ${from} and at < ${to} and not infrastructure
    order by at`)
}
