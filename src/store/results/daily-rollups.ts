// Daily rollups per monitor (UTC), with the hours that had a check. They are always exact, because results are added
// when they are stored.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

const dayOf = (at: Statement): Statement => sql`(${at} at time zone 'UTC')::date`

/** The start of a day in the table. */
export const startOfDay = (day: Statement): Statement => sql`(${day}::timestamp at time zone 'UTC')`

/** One bit per hour. */
const hoursOf = (at: Statement): Statement => sql`bit_or(1 << extract(hour from ${at} at time zone 'UTC')::int)`

/** Part of the statement that records outcomes. Ordered, so that two concurrent statements cannot deadlock. */
export const addToDailyRollups = (judged: Statement): Statement => sql`
  insert into daily_rollups as u (
    monitor_number, day, checks, failures, duration_sum, duration_min, duration_max, hours
  )
  select monitor_number, ${dayOf(sql`at`)} as day, count(*), count(*) filter (where not success),
    coalesce(sum(duration_ms::float8) filter (where success), 0), min(duration_ms) filter (where success),
    max(duration_ms) filter (where success), ${hoursOf(sql`at`)}
  from ${judged} judged
  group by monitor_number, day
  order by monitor_number, day
  on conflict (monitor_number, day) do update
  set checks = u.checks + excluded.checks, failures = u.failures + excluded.failures,
    duration_sum = u.duration_sum + excluded.duration_sum, duration_min = least(u.duration_min, excluded.duration_min),
    duration_max = greatest(u.duration_max, excluded.duration_max), hours = u.hours | excluded.hours`

/** Recounts a day of these monitors from its hours, which must not change meanwhile. */
export async function recountDailyRollups(
  tx: Database,
  { from, to }: Span,
  monitorNumbers: readonly number[],
): Promise<void> {
  await tx.run(sql`
    insert into daily_rollups (
      monitor_number, day, checks, failures, duration_sum, duration_min, duration_max, hours
    )
    select monitor_number, ${dayOf(sql`${from}::timestamptz`)}, sum(checks), sum(failures), sum(duration_sum::float8),
      min(duration_min), max(duration_max), ${hoursOf(sql`hour`)}
    from rollups
    where monitor_number = any (${monitorNumbers}::int[]) and hour >= ${from} and hour < ${to}
    group by monitor_number
    on conflict (monitor_number, day) do update
    set checks = excluded.checks, failures = excluded.failures, duration_sum = excluded.duration_sum,
      duration_min = excluded.duration_min, duration_max = excluded.duration_max`)
}
