import { type Statement, sql } from '../database/sql.ts'

/** How single results add up, in the order of the rollups' columns. Times are those of successes. */
export const totals: Statement = sql`
  count(*) as checks, count(*) filter (where not success) as failures,
  coalesce(sum(duration_ms::float8) filter (where success), 0) as duration_sum,
  min(duration_ms) filter (where success) as duration_min, max(duration_ms) filter (where success) as duration_max`
