// The checks of monitors in a span, to compare spans with each other.
import type { ComparedCheck } from '../../domain/deployment/comparison.ts'
import type { Span } from '../../domain/span.ts'
import { storedResults } from '../checking/stored-results.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** By the number of the monitor, oldest first, without errors on our side. */
export async function checksToCompare(
  db: Database,
  monitorNumbers: readonly number[],
  { from, to }: Span,
): Promise<Map<number, ComparedCheck[]>> {
  const rows = await db.rows<{ monitorNumber: number; checks: ComparedCheck[] }>(sql`
    select r.monitor_number as "monitorNumber", json_agg(json_build_object('location', r.location,
      'durationMs', r.duration_ms, 'success', r.success) order by r.at, r.location) as checks
    from ${storedResults({
      monitor: sql`= any (${monitorNumbers}::bigint[])`,
      from,
      until: to,
      columns: ['at', 'location', 'success', 'infrastructure', 'duration_ms'],
    })} r
    where not r.infrastructure
    group by r.monitor_number`)
  return new Map(rows.map(({ monitorNumber, checks }) => [monitorNumber, checks]))
}
