// The history in the rows of a list: checked time, failures and speed.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { startOfDay } from './daily-rollups.ts'
import { newestResults, storedResults } from '../checking/stored-results.ts'

/** The hours or days in which a monitor was checked, oldest first, as parallel lists. */
export interface PastFigures {
  monitorNumber: number
  /** Seconds since 1970. */
  startsAt: number[]
  failures: number[]
  /** The mean duration of successful checks; null without one. */
  meanMs: (number | null)[]
}

const listsOf = (parts: Statement): Statement => sql`
  select monitor_number as "monitorNumber", array_agg(starts_at order by starts_at) as "startsAt",
    array_agg(failures order by starts_at) as failures, array_agg(mean_ms order by starts_at) as "meanMs"
  from (${parts}) parts
  group by monitor_number`

export async function hourlyFigures(
  db: Database,
  monitorNumbers: readonly number[],
  { from, to }: Span,
): Promise<PastFigures[]> {
  return db.rows(
    listsOf(sql`
    select monitor_number, extract(epoch from hour)::int as starts_at, sum(failures)::int as failures,
      sum(duration_sum) / nullif(sum(checks - failures), 0) as mean_ms
    from rollups
    where monitor_number = any (${monitorNumbers}::int[]) and hour >= ${from} and hour < ${to}
    group by monitor_number, hour`),
  )
}

/** By UTC days. */
export async function dailyFigures(
  db: Database,
  monitorNumbers: readonly number[],
  { from, to }: Span,
): Promise<PastFigures[]> {
  return db.rows(
    listsOf(sql`
    select monitor_number, extract(epoch from ${startOfDay(sql`day`)})::int as starts_at, failures,
      duration_sum / nullif(checks - failures, 0) as mean_ms
    from daily_rollups
    where monitor_number = any (${monitorNumbers}::int[])
      and day >= (${from}::timestamptz at time zone 'UTC')::date
      and day < (${to}::timestamptz at time zone 'UTC')::date`),
  )
}

export interface StripBucket {
  monitorNumber: number
  startsAt: Date
}

/** The buckets with a failed check. */
export async function failedBuckets(
  db: Database,
  buckets: readonly StripBucket[],
  bucketMs: number,
): Promise<StripBucket[]> {
  if (buckets.length === 0) return []
  return db.rows(sql`
    select b.monitor_number as "monitorNumber", b.starts_at as "startsAt"
    from unnest(
      ${buckets.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${buckets.map(({ startsAt }) => startsAt)}::timestamptz[]
    ) as b (monitor_number, starts_at)
    -- Scans the index: a join would read all results.
    cross join lateral (
      select
      from ${storedResults({
        monitor: sql`= b.monitor_number`,
        from: sql`b.starts_at`,
        until: sql`(b.starts_at + ${bucketMs} * interval '1 millisecond')`,
        columns: ['at', 'success', 'infrastructure'],
      })} r
      where not r.success
        and not r.infrastructure
      limit 1
    ) failed`)
}

export interface LastCheck {
  monitorNumber: number
  at: Date | null
  /** When the next check is due; for types that are not probed, when silence is evaluated. */
  nextDueAt: Date | null
  /** The names of the failing locations. */
  failingLocations: string[]
}

/** Searches three intervals, at least two days. */
export async function lastChecks(db: Database, monitorNumbers: readonly number[], now: Date): Promise<LastCheck[]> {
  return db.rows(sql`
    select m.monitor_number as "monitorNumber", latest.at, due.at as "nextDueAt", failing.names as "failingLocations"
    from unnest(${monitorNumbers}::int[]) as wanted (monitor_number)
    join monitors m on m.monitor_number = wanted.monitor_number
    left join lateral ${newestResults({
      monitor: sql`= wanted.monitor_number`,
      from: sql`(${now}::timestamptz - greatest(interval '2 days', m.interval_seconds * interval '3 seconds'))`,
      columns: ['at', 'location', 'infrastructure'],
      where: sql`r.at <= ${now} and not r.infrastructure`,
      limit: 1,
    })} latest on true
    left join lateral (
      select nullif(min(t.due_at), '9999-12-31T00:00:00Z') as at
      from turns t
      where t.monitor_number = m.monitor_number
    ) due on true
    cross join lateral (
      select coalesce(array_agg(l.name order by l.name), '{}') as names
      from locations l
      where l.number = any (m.location_numbers)
        and (
          exists (
            select from sightings s
            where s.monitor_number = m.monitor_number and s.location = l.number and not s.success
          )
          or exists (
            select from rule_states s
            where s.monitor_number = m.monitor_number and s.state -> 'failing' @> to_jsonb(l.number)
          )
        )
    ) failing`)
}
