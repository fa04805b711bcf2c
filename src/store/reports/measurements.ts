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
  /** The number of whole UTC days with checks, and the fewest and most checks on one of them. */
  readonly days: number
  readonly fewest: number | null
  readonly most: number | null
  /** The number of hours with checks before the first whole day and after the last. */
  readonly edgeHours: number
}

const [hour, day] = [3_600_000, 86_400_000]

/** The whole UTC days in a span, and the number of hours beside them. */
export function wholeDays({ from, to }: Span): Span & { readonly days: number; readonly edgeHours: number } {
  const first = Math.min(Math.ceil(from.getTime() / day) * day, to.getTime())
  const last = Math.max(Math.floor(to.getTime() / day) * day, first)
  const hours = (begin: number, end: number): number => Math.ceil(end / hour) - Math.floor(begin / hour)
  const edgeHours = Math.max(hours(from.getTime(), first), 0) + Math.max(hours(last, to.getTime()), 0)
  return { from: new Date(first), to: new Date(last), days: (last - first) / day, edgeHours }
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
      select monitor_number, day, checks, checks - failures as successes, duration_sum, 0 as hours, true as whole
      from daily_rollups
      where monitor_number = any (${monitorNumbers}::int[])
        and day >= (${whole.from}::timestamptz at time zone 'UTC')::date
        and day < (${whole.to}::timestamptz at time zone 'UTC')::date
      union all
      select monitor_number, (hour at time zone 'UTC')::date, sum(checks), sum(checks - failures),
        sum(duration_sum::float8),
        count(distinct hour), false
      from rollups
      where monitor_number = any (${monitorNumbers}::int[])
        and (hour >= ${begins} and hour < ${whole.from} or hour >= ${whole.to} and hour < ${span.to})
      group by 1, 2
    )
    select monitor_number as "monitorNumber", sum(checks)::int as checks,
      sum(duration_sum) / nullif(sum(successes), 0) as "averageMs",
      percentile_disc(0.95) within group (order by duration_sum / nullif(successes, 0)) as "p95Ms",
      (count(*) filter (where whole))::int as days, (min(checks) filter (where whole))::int as fewest,
      (max(checks) filter (where whole))::int as most, sum(hours)::int as "edgeHours"
    from parts
    group by monitor_number`)
  return new Map(rows.map((row) => [row.monitorNumber, row]))
}

/** Gaps between hours with checks that are longer than expected from the monitor's interval. */
export async function unwatchedSpans(
  db: Database,
  monitors: readonly { monitorNumber: number; lifetime: Span; patienceMs: number }[],
): Promise<Map<number, Span[]>> {
  const found = new Map<number, Span[]>()
  if (monitors.length === 0) return found
  const rows = await db.rows<Span & { monitorNumber: number }>(sql`
    select wanted.monitor_number as "monitorNumber", gap.starts_at as "from", gap.ends_at as "to"
    from unnest(
      ${monitors.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${monitors.map(({ lifetime }) => lifetime.from)}::timestamptz[],
      ${monitors.map(({ lifetime }) => lifetime.to)}::timestamptz[],
      ${monitors.map(({ patienceMs }) => patienceMs / 1000)}::float8[]
    ) as wanted (monitor_number, starts_at, ends_at, patience)
    cross join lateral (
      select coalesce(lag(looked.at) over (order by looked.at) + interval '1 hour', wanted.starts_at) as starts_at,
        looked.at as ends_at
      from (
        select distinct u.hour as at
        from rollups u
        where u.monitor_number = wanted.monitor_number
          and u.hour >= date_trunc('hour', wanted.starts_at)
          and u.hour < wanted.ends_at
        union all
        select wanted.ends_at
      ) looked
    ) gap
    where gap.ends_at - gap.starts_at >= make_interval(secs => wanted.patience)
    order by gap.starts_at`)
  for (const { monitorNumber, from, to } of rows)
    found.set(monitorNumber, [...(found.get(monitorNumber) ?? []), { from, to }])
  return found
}
