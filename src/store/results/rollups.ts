// Hourly rollups per monitor and location.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { storedResults } from '../checking/stored-results.ts'

/** Aggregates of results, in the order of the rollups' columns. Times are those of successes. */
export const totals: Statement = sql`
  count(*) as checks, count(*) filter (where not success) as failures,
  coalesce(sum(duration_ms::float8) filter (where success), 0) as duration_sum,
  min(duration_ms) filter (where success) as duration_min, max(duration_ms) filter (where success) as duration_max`

/** Part of the statement that records outcomes. */
export const addToRollups = (judged: Statement): Statement => sql`
  insert into rollups as u (
    monitor_number, location, hour, checks, failures, duration_sum, duration_min, duration_max, failed_duration_sum
  )
  select monitor_number, location, date_trunc('hour', at), count(*), count(*) filter (where not success),
    coalesce(sum(duration_ms) filter (where success), 0), min(duration_ms) filter (where success),
    max(duration_ms) filter (where success), coalesce(sum(duration_ms) filter (where not success), 0)
  from ${judged} judged
  group by monitor_number, location, date_trunc('hour', at)
  on conflict (monitor_number, hour, location) do update
  set checks = u.checks + excluded.checks, failures = u.failures + excluded.failures,
    duration_sum = u.duration_sum + excluded.duration_sum, duration_min = least(u.duration_min, excluded.duration_min),
    duration_max = greatest(u.duration_max, excluded.duration_max),
    failed_duration_sum = u.failed_duration_sum + excluded.failed_duration_sum`

export interface Recount {
  monitorNumber: number
  /** The hours to recount and the time to exclude from them, as tstzmultirange texts. */
  touched: string
  excluded: string
}

export async function recountRollups(tx: Database, day: Span, recounts: readonly Recount[]): Promise<void> {
  await tx.run(sql`
    update rollups u
    set (checks, failures, duration_sum, duration_min, duration_max) = (
      select ${totals}
      from ${storedResults({
        monitor: sql`= u.monitor_number`,
        from: sql`u.hour`,
        until: sql`(u.hour + interval '1 hour')`,
        columns: ['at', 'location', 'success', 'duration_ms', 'infrastructure'],
      })} r
      where r.location = u.location
        and not r.infrastructure
        and not x.excluded @> r.at
    )
    from unnest(
      ${recounts.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${recounts.map(({ touched }) => touched)}::tstzmultirange[],
      ${recounts.map(({ excluded }) => excluded)}::tstzmultirange[]
    ) as x (monitor_number, touched, excluded)
    where u.monitor_number = x.monitor_number
      and u.hour >= ${day.from}
      and u.hour < ${day.to}
      and x.touched @> u.hour`)
}
