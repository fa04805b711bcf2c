// Totals of results. Whole days come from daily rollups, remaining whole hours from hourly ones, and the rest from
// single results, including hours that are partly excluded.
import { type Span, clipSpans, subtractSpans } from '../../domain/span.ts'
import { percentLeft } from '../../domain/uptime/monitored-time.ts'
import { locationName } from '../checking/locations.ts'
import type { Database } from '../database/database.ts'
import { multirange } from './exclusions.ts'
import { finalBefore, touchedDays, touchedHours } from './final-figures.ts'
import { type Statement, sql } from '../database/sql.ts'
import { newestResults, storedResults } from '../checking/stored-results.ts'
import { totals } from './rollups.ts'

export interface ResultFigures {
  checks: number
  failures: number
  duration_sum: number
  duration_min: number | null
  duration_max: number | null
}

const hour = 3_600_000
const day = 24 * hour

interface Over extends Span {
  /** Excluded time, such as maintenance. */
  excluded?: readonly Span[]
}

/** Over [from, to) without excluded time: exact to the check while results are stored, and to the hour before. */
export async function figuresOf(
  db: Database,
  monitorNumber: number,
  { from, to, excluded = [] }: Over,
): Promise<ResultFigures> {
  const inside = (ms: number): Span => ({
    from: new Date(Math.ceil(from.getTime() / ms) * ms),
    to: new Date(Math.floor(to.getTime() / ms) * ms),
  })
  const off = clipSpans(excluded, { from, to })
  const touched = touchedHours(off)
  const wholeHours = inside(hour)
  const days = subtractSpans([inside(day)], touchedDays(off))
  const edges = subtractSpans([{ from, to }], [wholeHours])
  const single = subtractSpans(clipSpans([...edges, ...touched], { from, to }), excluded)
  // Scans an index per span: beside ten thousand other monitors, any other plan reads them all.
  const row = await db.row<ResultFigures>(sql`
    select coalesce(sum(checks), 0)::int as checks, coalesce(sum(failures), 0)::int as failures,
      coalesce(sum(duration_sum), 0)::float8 as duration_sum, min(duration_min)::float8 as duration_min,
      max(duration_max)::float8 as duration_max
    from (
      select u.checks, u.failures, u.duration_sum, u.duration_min, u.duration_max
      from ${listed(days)} as span (starts_at, ends_at)
      cross join lateral (
        select *
        from daily_rollups u
        where u.monitor_number = ${monitorNumber}
          and u.day >= (span.starts_at at time zone 'UTC')::date
          and u.day < (span.ends_at at time zone 'UTC')::date
        offset 0
      ) u
      union all
      select u.checks, u.failures, u.duration_sum::float8, u.duration_min, u.duration_max
      from ${listed(subtractSpans([wholeHours], days))} as span (starts_at, ends_at)
      cross join lateral (
        select *
        from rollups u
        where u.monitor_number = ${monitorNumber}
          and u.hour >= span.starts_at
          and u.hour < span.ends_at
          and (not ${multirange(touched)}::tstzmultirange @> u.hour or u.hour < ${finalBefore})
        offset 0
      ) u
      union all
      select counted.*
      from ${listed(single)} as span (starts_at, ends_at)
      cross join lateral (
        select ${totals}
        from ${storedResults({
          monitor: sql`= ${monitorNumber}`,
          from: sql`span.starts_at`,
          until: sql`span.ends_at`,
          columns: ['at', 'success', 'duration_ms', 'infrastructure'],
        })} r
        where not r.infrastructure
      ) counted
    ) parts`)
  return row!
}

const listed = (spans: readonly Span[]): Statement => sql`
  unnest(${spans.map(({ from }) => from)}::timestamptz[], ${spans.map(({ to }) => to)}::timestamptz[])`

/** The share of successful checks, rounded down to four decimals; null without checks. */
export function successPercent({ checks, failures }: Pick<ResultFigures, 'checks' | 'failures'>): number | null {
  return percentLeft(checks, failures)
}

export interface CheckRow {
  at: Date
  success: boolean
  duration_ms: number
  location: string
  error: string | null
  status_code: number | null
}

/** Newest first. */
export async function listChecks(
  db: Database,
  monitorNumber: number,
  { since, limit }: { since: Date; limit: number },
): Promise<CheckRow[]> {
  return db.rows(sql`
    select r.at, r.success, r.duration_ms, ${locationName(sql`r.location`, sql`l.name`)} as location,
      r.error, r.status_code
    from ${newestResults({
      monitor: sql`= ${monitorNumber}`,
      from: since,
      columns: ['at', 'success', 'duration_ms', 'location', 'error', 'status_code'],
      limit,
    })} r
    left join locations l on l.number = r.location
    order by r.at desc, r.location desc`)
}

export interface LocationFigures {
  id: string
  name: string
  checks: number
  failures: number
  avg_duration_ms: number | null
  last_at: Date
  last_success: boolean
}

/** The last result and the totals of each location, without excluded time. */
export async function figuresByLocation(
  db: Database,
  monitorNumber: number,
  { since, excluded }: { since: Date; excluded: readonly Span[] },
): Promise<LocationFigures[]> {
  return db.rows(sql`
    select l.id, l.name,
      (count(*) filter (where counts))::int as checks,
      (count(*) filter (where counts and not r.success))::int as failures,
      avg(r.duration_ms) filter (where counts and r.success) as avg_duration_ms,
      max(r.at) as last_at,
      (array_agg(r.success order by r.at desc))[1] as last_success
    from ${storedResults({
      monitor: sql`= ${monitorNumber}`,
      from: since,
      columns: ['at', 'location', 'success', 'duration_ms', 'infrastructure'],
    })} r
    cross join lateral (select not ${multirange(excluded)}::tstzmultirange @> r.at as counts) as judged
    join locations l on l.number = r.location
    where not r.infrastructure
    group by l.id, l.name
    order by l.name`)
}
