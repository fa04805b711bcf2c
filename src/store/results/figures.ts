// Totals of results. Whole days come from daily rollups, remaining whole hours from hourly ones, and the rest from
// single results, including hours that are partly excluded.
import { uptimePercent } from '../../domain/report/counted-time.ts'
import { type Span, clipSpans, subtractSpans } from '../../domain/span.ts'
import { locationName } from '../checking/locations.ts'
import type { Database } from '../database/database.ts'
import { multirange } from './exclusions.ts'
import { startOfDay } from './daily-rollups.ts'
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

/**
 * Totals over [from, to) without excluded time: exact to the check while results are stored, and to the hour before.
 */
export async function figuresOf(
  db: Database,
  monitorNumber: number,
  { from, to, excluded = [] }: Over,
): Promise<ResultFigures> {
  return (await figuresOfSeveral(db, [{ monitorNumber, excluded }], { from, to })).get(monitorNumber) ?? noFigures
}

const noFigures: ResultFigures = { checks: 0, failures: 0, duration_sum: 0, duration_min: null, duration_max: null }

interface FiguresQuery {
  readonly monitorNumber: number
  readonly excluded: readonly Span[]
}

/** Like `figuresOf` for several monitors, by number; monitors without results are missing. */
export async function figuresOfSeveral(
  db: Database,
  monitors: readonly FiguresQuery[],
  span: Span,
): Promise<Map<number, ResultFigures>> {
  const rows = await db.rows<ResultFigures & { monitorNumber: number }>(sql`
    with parts as (${partsOf(monitors, span)})
    select monitor_number as "monitorNumber", ${sums}
    from parts
    group by monitor_number`)
  return new Map(rows.map(({ monitorNumber, ...figures }) => [monitorNumber, figures]))
}

/** Like `figuresOf` by consecutive days, by index; an hour belongs to the day in which it begins. */
export async function figuresByDay(
  db: Database,
  monitor: FiguresQuery,
  { days, to }: { days: readonly Span[]; to: Date },
): Promise<Map<number, ResultFigures>> {
  const starts = days.map(({ from }) => from)
  const span = { from: new Date(Math.ceil(starts[0]!.getTime() / hour) * hour), to }
  const areOfUtc = starts.every((start) => start.getTime() % day === 0)
  const rows = await db.rows<ResultFigures & { place: number }>(sql`
    with parts as (${partsOf([monitor], span, { withDays: areOfUtc })})
    select width_bucket(hour, ${starts}::timestamptz[]) - 1 as place, ${sums}
    from parts
    group by place`)
  return new Map(rows.map(({ place, ...figures }) => [place, figures]))
}

/** Like `figuresOfSeveral`, by UTC days. */
export async function figuresOfSeveralByDay(
  db: Database,
  monitors: readonly FiguresQuery[],
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

interface FiguresOptions {
  /** Whether daily rollups may be used. */
  readonly withDays: boolean
}

interface FiguresSpan extends Span {
  readonly monitorNumber: number
}

/** Divides the time of a monitor into days, hours and single results. */
function partsOfMonitor({ monitorNumber, excluded }: FiguresQuery, { from, to }: Span, { withDays }: FiguresOptions) {
  const inside = (ms: number): Span => ({
    from: new Date(Math.ceil(from.getTime() / ms) * ms),
    to: new Date(Math.floor(to.getTime() / ms) * ms),
  })
  const off = clipSpans(excluded, { from, to })
  const touched = touchedHours(off)
  const wholeHours = inside(hour)
  const days = withDays ? subtractSpans([inside(day)], touchedDays(off)) : []
  const edges = subtractSpans([{ from, to }], [wholeHours])
  const named = (spans: readonly Span[]): FiguresSpan[] => spans.map((span) => ({ monitorNumber, ...span }))
  return {
    days: named(days),
    hours: named(subtractSpans([wholeHours], days)).map((part) => ({ ...part, touched: multirange(touched) })),
    single: named(subtractSpans(clipSpans([...edges, ...touched], { from, to }), excluded)),
  }
}

/** The parts to add up, by hour, or by the hour in which a day begins. */
function partsOf(
  monitors: readonly FiguresQuery[],
  span: Span,
  wanted: FiguresOptions = { withDays: true },
): Statement {
  const parts = monitors.map((monitor) => partsOfMonitor(monitor, span, wanted))
  const [days, hours, single] = [
    parts.flatMap((p) => p.days),
    parts.flatMap((p) => p.hours),
    parts.flatMap((p) => p.single),
  ]
  // Scans an index per monitor: beside ten thousand others, any other plan reads them all.
  return sql`
    select u.monitor_number, ${startOfDay(sql`u.day`)} as hour, u.checks, u.failures, u.duration_sum, u.duration_min,
      u.duration_max
    from ${listed(days)} as span (monitor_number, starts_at, ends_at)
    cross join lateral (
      select *
      from daily_rollups u
      where u.monitor_number = span.monitor_number
        and u.day >= (span.starts_at at time zone 'UTC')::date
        and u.day < (span.ends_at at time zone 'UTC')::date
      offset 0
    ) u
    union all
    select u.monitor_number, u.hour, u.checks, u.failures, u.duration_sum::float8, u.duration_min, u.duration_max
    from ${listed(hours, sql`${hours.map(({ touched }) => touched)}::tstzmultirange[]`)} as span (
      monitor_number, starts_at, ends_at, touched
    )
    cross join lateral (
      select *
      from rollups u
      where u.monitor_number = span.monitor_number
        and u.hour >= span.starts_at
        and u.hour < span.ends_at
        and (isempty(span.touched) or not span.touched @> u.hour or u.hour < ${finalBefore})
      offset 0
    ) u
    union all
    select span.monitor_number, counted.*
    from ${listed(single)} as span (monitor_number, starts_at, ends_at)
    cross join lateral (
      select date_trunc('hour', r.at) as hour, ${totals}
      from ${storedResults({
        monitor: sql`= span.monitor_number`,
        from: sql`span.starts_at`,
        until: sql`span.ends_at`,
        columns: ['at', 'success', 'duration_ms', 'infrastructure'],
      })} r
      where not r.infrastructure
      group by date_trunc('hour', r.at)
    ) counted`
}

const listed = (parts: readonly FiguresSpan[], more?: Statement): Statement => sql`
  unnest(
    ${parts.map(({ monitorNumber }) => monitorNumber)}::int[],
    ${parts.map(({ from }) => from)}::timestamptz[],
    ${parts.map(({ to }) => to)}::timestamptz[]${more ? sql`, ${more}` : sql``}
  )`

/** The share of successful checks, rounded down to four decimals; null without checks. */
export function uptimeOf({ checks, failures }: Pick<ResultFigures, 'checks' | 'failures'>): number | null {
  return uptimePercent(checks, failures)
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
