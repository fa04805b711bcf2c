// Measurements of many monitors over weeks, from daily rollups, because hourly ones would be millions of rows.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ReportMeasurement {
  readonly monitorNumber: number
  readonly checks: number
  readonly averageMs: number | null
  /** Of the daily averages. */
  readonly p95Ms: number | null
}

const [hour, day] = [3_600_000, 86_400_000]

/** The whole UTC days in a span. */
function wholeDays({ from, to }: Span): Span {
  const first = Math.min(Math.ceil(from.getTime() / day) * day, to.getTime())
  const last = Math.max(Math.floor(to.getTime() / day) * day, first)
  return { from: new Date(first), to: new Date(last) }
}

/** By monitor number; monitors without checks are missing. Partial days are counted by hour. */
export async function measuredOf(
  db: Database,
  monitorNumbers: readonly number[],
  span: Span,
): Promise<Map<number, ReportMeasurement>> {
  const whole = wholeDays(span)
  const begins = new Date(Math.floor(span.from.getTime() / hour) * hour)
  const rows = await db.rows<ReportMeasurement>(sql`
    with parts as (
      select monitor_number, day, checks, checks - failures as successes, duration_sum
      from daily_rollups
      where monitor_number = any (${monitorNumbers}::int[])
        and day >= (${whole.from}::timestamptz at time zone 'UTC')::date
        and day < (${whole.to}::timestamptz at time zone 'UTC')::date
      union all
      select monitor_number, (hour at time zone 'UTC')::date, sum(checks), sum(checks - failures),
        sum(duration_sum::float8)
      from rollups
      where monitor_number = any (${monitorNumbers}::int[])
        and (hour >= ${begins} and hour < ${whole.from} or hour >= ${whole.to} and hour < ${span.to})
      group by 1, 2
    )
    select monitor_number as "monitorNumber", sum(checks)::int as checks,
      sum(duration_sum) / nullif(sum(successes), 0) as "averageMs",
      percentile_disc(0.95) within group (order by duration_sum / nullif(successes, 0)) as "p95Ms"
    from parts
    group by monitor_number`)
  return new Map(rows.map((row) => [row.monitorNumber, row]))
}
