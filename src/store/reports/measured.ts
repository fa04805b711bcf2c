// What was measured of many monitors over weeks: from the figures of hours, because single results are too many to read.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface Measured {
  readonly monitorNumber: number
  readonly checks: number
  readonly averageMs: number | null
  /** Of the averages of hours. */
  readonly p95Ms: number | null
  /** How many hours somebody looked in. */
  readonly hours: number
}

const hour = 3_600_000
const hourOf = ({ from, to }: Span): Span => ({ from: new Date(Math.floor(from.getTime() / hour) * hour), to })

/** By monitor number; what nobody looked at has none. */
export async function measuredOf(
  db: Database,
  monitorNumbers: readonly number[],
  span: Span,
): Promise<Map<number, Measured>> {
  const { from, to } = hourOf(span)
  const rows = await db.rows<Measured>(sql`
    select monitor_number as "monitorNumber", sum(checks)::int as checks,
      sum(duration_sum) / nullif(sum(successes), 0) as "averageMs",
      percentile_disc(0.95) within group (order by duration_sum / nullif(successes, 0)) as "p95Ms",
      count(*)::int as hours
    from (
      select monitor_number, hour, sum(checks) as checks, sum(checks - failures) as successes,
        sum(duration_sum)::float8 as duration_sum
      from rollups
      where monitor_number = any (${monitorNumbers}::int[]) and hour >= ${from} and hour < ${to}
      group by monitor_number, hour
    ) hours
    group by monitor_number`)
  return new Map(rows.map((row) => [row.monitorNumber, row]))
}

/** When nobody looked: stretches between hours with a check that are longer than a monitor may be left alone. */
export async function unwatchedSpans(
  db: Database,
  monitors: readonly { monitorNumber: number; lifetime: Span; patienceMs: number }[],
): Promise<Map<number, Span[]>> {
  const found = new Map<number, Span[]>()
  if (monitors.length === 0) return found
  const rows = await db.rows<Span & { monitorNumber: number }>(sql`
    select asked.monitor_number as "monitorNumber", gap.starts_at as "from", gap.ends_at as "to"
    from unnest(
      ${monitors.map(({ monitorNumber }) => monitorNumber)}::int[],
      ${monitors.map(({ lifetime }) => lifetime.from)}::timestamptz[],
      ${monitors.map(({ lifetime }) => lifetime.to)}::timestamptz[],
      ${monitors.map(({ patienceMs }) => patienceMs / 1000)}::float8[]
    ) as asked (monitor_number, starts_at, ends_at, patience)
    cross join lateral (
      select coalesce(lag(looked.at) over (order by looked.at) + interval '1 hour', asked.starts_at) as starts_at,
        looked.at as ends_at
      from (
        select distinct u.hour as at
        from rollups u
        where u.monitor_number = asked.monitor_number
          and u.hour >= date_trunc('hour', asked.starts_at)
          and u.hour < asked.ends_at
        union all
        select asked.ends_at
      ) looked
    ) gap
    where gap.ends_at - gap.starts_at >= make_interval(secs => asked.patience)
    order by gap.starts_at`)
  for (const { monitorNumber, from, to } of rows)
    found.set(monitorNumber, [...(found.get(monitorNumber) ?? []), { from, to }])
  return found
}
