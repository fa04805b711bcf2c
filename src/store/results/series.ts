// Measured values over time by location, in compact binary form.
import { objectionBegins } from '../../domain/alerting/condition.ts'
import type { Metric, ResultColumn } from '../../domain/metric.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { numbersOfMetrics } from './metric-names.ts'
import { storedResults } from '../checking/stored-results.ts'

export interface SeriesPoints {
  metricKey: string
  location: number
  /** Seconds after the start of the span, and the values. */
  seconds: Uint32Array
  values: Float32Array
}

interface SeriesQuery extends Span {
  monitorNumber: number
  metrics: readonly SeriesMetric[]
}

type SeriesMetric = Pick<Metric, 'key' | 'column'>

/** The duration of checks of any type. */
export const checkDuration: SeriesMetric = { key: 'duration_ms', column: 'duration_ms' }

/** All measured values of [from, to), oldest first, by metric and location. */
export async function measuredValues(
  db: Database,
  { monitorNumber, metrics, from, to }: SeriesQuery,
): Promise<SeriesPoints[]> {
  const numbers = await numbersOfMetrics(
    db,
    metrics.map(({ key }) => key),
  )
  const values = metrics.flatMap(({ key, column }): Statement[] => {
    const number = numbers.get(key)
    // A packed value takes precedence over the column.
    const sources = [...(number === undefined ? [] : [packedValue(number)]), ...(column ? [columnValues[column]] : [])]
    return sources.length === 0 ? [] : [sql`(${key}::text, coalesce(${listed(sources)}))`]
  })
  if (values.length === 0) return []
  const rows = await db.rows<{ metricKey: string; location: number; seconds: Buffer; bytes: Buffer }>(sql`
    select metric_key as "metricKey", location, string_agg(int4send(second), ''::bytea order by at) as seconds,
      string_agg(value, ''::bytea order by at) as bytes
    from (
      select r.location, r.at, extract(epoch from r.at - ${from}::timestamptz)::int as second, own.metric_key, own.value
      from ${storedResults({
        monitor: sql`= ${monitorNumber}`,
        from,
        until: to,
        columns: [
          ...(['at', 'location', 'success', 'infrastructure', 'duration_ms', 'status_code', 'error'] as const),
          ...(numbers.size > 0 ? (['metrics'] as const) : []),
        ],
      })} r
      cross join lateral (values ${listed(values)}) as own (metric_key, value)
      where not r.infrastructure
    ) measured
    where value is not null
    group by metric_key, location
    order by metric_key, location`)
  return rows.map(({ seconds, bytes, ...row }) => ({
    ...row,
    seconds: Uint32Array.from({ length: seconds.length / 4 }, (_, n) => seconds.readUInt32BE(n * 4)),
    values: Float32Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readFloatBE(n * 4)),
  }))
}

/** A response whose status was rejected counts as failed, but has a response time. */
const wasAnswered = sql`(success or error = ${objectionBegins} || status_code)`

const columnValues: Record<ResultColumn, Statement> = {
  duration_ms: sql`case when ${wasAnswered} then float4send(duration_ms) end`,
  status_code: sql`float4send(status_code::float4)`,
}

/** The four bytes of a packed metric, in reverse order. */
const packedValue = (number: number): Statement => sql`(
  select substring(r.metrics from place * 6 + 6 for 1) || substring(r.metrics from place * 6 + 5 for 1)
    || substring(r.metrics from place * 6 + 4 for 1) || substring(r.metrics from place * 6 + 3 for 1)
  from generate_series(0, length(r.metrics) / 6 - 1) as place
  where get_byte(r.metrics, place * 6) = ${number % 256} and get_byte(r.metrics, place * 6 + 1) = ${number >> 8}
  limit 1
)`

const listed = (parts: readonly Statement[]): Statement =>
  parts.slice(1).reduce((all, part) => sql`${all}, ${part}`, parts[0]!)
