// Reads single results, of days that are stored as rows and of days that are packed. A result is never in both. The
// names of tables in here are long, so that they hide none of the statement around them.
import { Statement, every, sql } from '../database/sql.ts'

export const resultColumns = [
  'at',
  'duration_ms',
  'location',
  'status_code',
  'success',
  'infrastructure',
  'metrics',
  'error',
] as const
export type StoredColumn = (typeof resultColumns)[number]

interface ResultsQuery {
  /** What the monitor's number is compared with: `= 5`. */
  readonly monitor: Statement
  /** The time of the first result. */
  readonly from?: Statement | Date
  /** All results are before it. */
  readonly until?: Statement | Date
  /** The columns that are read: unpacking costs time per column. */
  readonly columns: readonly StoredColumn[]
}

/** A table of results in no particular order: `from ${storedResults(…)} r`. */
export const storedResults = (query: ResultsQuery): Statement => sql`(
  select r.monitor_number, ${columnsOf('r', query)}
  from results r
  where ${isStored(query)}
  union all
  select packed_day.monitor_number, entry.*
  from packed_results packed_day
  ${sliced(query)}
  cross join lateral ${unpackedSlice(query)}
  where ${isPacked(query)}
)`

interface NewestQuery extends ResultsQuery {
  /** Further conditions on the columns of `r`. */
  readonly where?: Statement
  readonly limit: number
}

/**
 * Like `storedResults` of one monitor, newest first and at most `limit`. Days are unpacked until these are found. The
 * index has no location, so it first finds the times: sorting would read the whole span.
 */
export const newestResults = (query: NewestQuery): Statement => sql`(
  with newest_time as (
    select r.at
    from results r
    where ${every([isStored(query), query.where])}
    order by r.at desc
    limit ${query.limit}
  ),
  stored as (
    select ${columnsOf('r', query)}
    from results r
    where ${every([isStored(query), sql`r.at >= (select min(newest_time.at) from newest_time)`, query.where])}
    ${newestFirst(query)}
  ),
  packed as (
    select r.*
    from (
      select *
      from packed_results packed_day
      where ${every([isPacked(query), sql`packed_day.day >= ${oldestNeeded(query)}`])}
      order by packed_day.day desc
      offset 0
    ) packed_day
    ${sliced(query)}
    cross join lateral (
      select *
      from ${unpackedSlice(query)}
      order by entry.at desc, entry.location desc
      offset 0
    ) r
    where ${query.where ?? sql`true`}
    limit ${query.limit}
  )
  select *
  from (select * from stored union all select * from packed) r
  ${newestFirst(query)}
)`

const newestFirst = ({ limit }: NewestQuery): Statement => sql`
  order by r.at desc, r.location desc
  limit ${limit}`

/** Packed days before the oldest of enough other results are not needed. */
const oldestNeeded = ({ limit }: NewestQuery): Statement => sql`coalesce(
  (select ${dayOf(sql`min(s.at)`)} from stored s having count(*) = ${limit}),
  '-infinity'
)`

const dayOf = (moment: Statement | Date): Statement => sql`(${moment}::timestamptz at time zone 'UTC')::date`

const isStored = ({ monitor, from, until }: ResultsQuery): Statement =>
  every([
    sql`r.monitor_number ${monitor}`,
    from !== undefined && sql`r.at >= ${from}`,
    until !== undefined && sql`r.at < ${until}`,
  ])

const isPacked = ({ monitor, from, until }: ResultsQuery): Statement =>
  every([
    sql`packed_day.monitor_number ${monitor}`,
    from !== undefined && sql`packed_day.day >= ${dayOf(from)}`,
    until !== undefined && sql`packed_day.day <= ${dayOf(until)}`,
  ])

/**
 * The first and last entry of a packed day between `from` and `until`, by binary search. The offset keeps PostgreSQL
 * from repeating the search for each column.
 */
const sliced = ({ from, until }: ResultsQuery): Statement => sql`
  cross join lateral (
    select ${from === undefined ? sql`1` : sql`${entriesBefore(from)} + 1`} as first,
      ${until === undefined ? sql`cardinality(packed_day.at)` : entriesBefore(until)} as last
    offset 0
  ) slice`

const entriesBefore = (moment: Statement | Date): Statement =>
  sql`width_bucket(${moment}::timestamptz - interval '1 microsecond', packed_day.at)`

const unpackedSlice = (query: ResultsQuery): Statement =>
  sql`unnest(${columnsOf('packed_day', query, '[slice.first:slice.last]')}) as entry (${columnsOf(null, query)})`

function columnsOf(table: string | null, { columns }: ResultsQuery, slice = ''): Statement {
  const names = columns.map((column) => (table === null ? column : `${table}.${column}${slice}`))
  return new Statement([names.join(', ')], [])
}
