// What results add up to. Whole hours come from the rollups, the rest of a window from the results themselves; so do hours
// of which a part is left out.
import { type Span, clipSpans, subtractSpans } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { multirange } from './exclusions.ts'
import { finalBefore, touchedHours } from './final-figures.ts'
import { type Statement, sql } from '../database/sql.ts'
import { totals } from './rollups.ts'

export interface Figures {
  checks: number
  failures: number
  duration_sum: number
  duration_min: number | null
  duration_max: number | null
}

const hour = 3_600_000

interface Over extends Span {
  /** Time that does not count, such as maintenance. */
  excluded?: readonly Span[]
}

/** Over [from, to) without what is excluded, exact to the check where there still are results, and to the hour before. */
export async function figuresOf(
  db: Database,
  monitorNumber: number,
  { from, to, excluded = [] }: Over,
): Promise<Figures> {
  return (await figuresOfSeveral(db, [{ monitorNumber, excluded }], { from, to })).get(monitorNumber) ?? noFigures
}

const noFigures: Figures = { checks: 0, failures: 0, duration_sum: 0, duration_min: null, duration_max: null }

interface Counted {
  readonly monitorNumber: number
  readonly excluded: readonly Span[]
}

/** The same of several monitors, by their numbers; one that nothing was measured of has none. */
export async function figuresOfSeveral(
  db: Database,
  monitors: readonly Counted[],
  span: Span,
): Promise<Map<number, Figures>> {
  const rows = await db.rows<Figures & { monitorNumber: number }>(sql`
    with parts as (${partsOf(monitors, span)})
    select monitor_number as "monitorNumber", ${sums}
    from parts
    group by monitor_number`)
  return new Map(rows.map(({ monitorNumber, ...figures }) => [monitorNumber, figures]))
}

/** The same by days of UTC. A day without a check has none. */
export async function figuresByDay(db: Database, monitor: Counted, span: Span): Promise<(Figures & { day: Date })[]> {
  return db.rows(sql`
    with parts as (${partsOf([monitor], span)})
    select date_trunc('day', hour, 'UTC') as day, ${sums}
    from parts
    group by day
    order by day`)
}

/** The same of several monitors, by days of UTC. */
export async function figuresOfSeveralByDay(
  db: Database,
  monitors: readonly Counted[],
  span: Span,
): Promise<{ monitorNumber: number; day: Date; checks: number; failures: number }[]> {
  return db.rows(sql`
    with parts as (${partsOf(monitors, span)})
    select monitor_number as "monitorNumber", date_trunc('day', hour, 'UTC') as day,
      sum(checks)::int as checks, sum(failures)::int as failures
    from parts
    group by monitor_number, day`)
}

const sums = sql`
  sum(checks)::int as checks, sum(failures)::int as failures, sum(duration_sum)::float8 as duration_sum,
  min(duration_min)::float8 as duration_min, max(duration_max)::float8 as duration_max`

/** What there is to add up, by hour. */
function partsOf(monitors: readonly Counted[], { from, to }: Span): Statement {
  const firstHour = new Date(Math.ceil(from.getTime() / hour) * hour)
  const lastHour = new Date(Math.floor(to.getTime() / hour) * hour)
  const edges = subtractSpans([{ from, to }], [{ from: firstHour, to: lastHour }])
  const counted = monitors.map(({ monitorNumber, excluded }) => {
    const touched = touchedHours(clipSpans(excluded, { from, to }))
    const single = subtractSpans(clipSpans([...edges, ...touched], { from, to }), excluded)
    return { monitorNumber, touched: multirange(touched), single }
  })
  const singles = counted.flatMap(({ monitorNumber, single }) => single.map((span) => ({ monitorNumber, ...span })))
  return sql`
    select u.monitor_number, u.hour, u.checks, u.failures, u.duration_sum::float8, u.duration_min, u.duration_max
    from unnest(
      ${counted.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${counted.map(({ touched }) => touched)}::tstzmultirange[]
    ) as asked (monitor_number, touched)
    -- Each monitor is walked along the index: beside ten thousand others any other plan reads them all.
    cross join lateral (
      select *
      from rollups u
      where u.monitor_number = asked.monitor_number
        and u.hour >= ${firstHour}
        and u.hour < ${lastHour}
        and (isempty(asked.touched) or not asked.touched @> u.hour or u.hour < ${finalBefore})
      offset 0
    ) u
    union all
    select span.monitor_number, counted.*
    from unnest(
      ${singles.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${singles.map((span) => span.from)}::timestamptz[], ${singles.map((span) => span.to)}::timestamptz[]
    ) as span (monitor_number, starts_at, ends_at)
    cross join lateral (
      select date_trunc('hour', r.at) as hour, ${totals}
      from results r
      where r.monitor_number = span.monitor_number
        and r.at >= span.starts_at
        and r.at < span.ends_at
        and not r.infrastructure
      group by date_trunc('hour', r.at)
    ) counted`
}

/** The share of checks that were good, to four decimals and never rounded up; null when there were none. */
export function uptimeOf({ checks, failures }: Pick<Figures, 'checks' | 'failures'>): number | null {
  return checks === 0 ? null : Math.floor(((checks - failures) / checks) * 1_000_000) / 10_000
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
    select r.at, r.success, r.duration_ms, case r.location when 0 then 'heartbeat'
      else coalesce(l.name, 'unknown') end as location, r.error, r.status_code
    from results r
    left join locations l on l.number = r.location
    where r.monitor_number = ${monitorNumber} and r.at >= ${since}
    order by r.at desc
    limit ${limit}`)
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

/** What each location saw last, and how often it saw what, without what is excluded. */
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
    from results r
    cross join lateral (select not ${multirange(excluded)}::tstzmultirange @> r.at as counts) as judged
    join locations l on l.number = r.location
    where r.monitor_number = ${monitorNumber} and r.at >= ${since} and not r.infrastructure
    group by l.id, l.name
    order by l.name`)
}
