// Single checks of a monitor, identified by time and location.
import type { Database } from '../database/database.ts'
import { every, sql } from '../database/sql.ts'

export interface CheckId {
  readonly at: Date
  readonly location: number
}

export interface CheckRecord extends CheckId {
  readonly success: boolean
  readonly durationMs: number
  readonly statusCode: number | null
  readonly error: string | null
  /** An error on our side: shown, but not counted. */
  readonly infrastructure: boolean
}

const columns = sql`
  r.at, r.location, r.success, r.duration_ms as "durationMs", r.status_code as "statusCode", r.error, r.infrastructure`

export interface CheckFilter {
  result?: 'ok' | 'failed'
  /** The id of a location. */
  location?: string
  from?: Date
  until?: Date
}

/** Newest first. */
export async function checkRows(
  db: Database,
  monitorNumber: number,
  { filter, after, limit }: { filter: CheckFilter; after: CheckId | undefined; limit: number },
): Promise<CheckRecord[]> {
  const { result, location, from, until } = filter
  return db.rows(sql`
    select ${columns}
    from results r
    where ${every([
      sql`r.monitor_number = ${monitorNumber}`,
      result !== undefined && sql`r.success = ${result === 'ok'}`,
      location !== undefined && sql`r.location = (select l.number from locations l where l.id = ${location})`,
      from !== undefined && sql`r.at >= ${from}`,
      until !== undefined && sql`r.at < ${until}`,
      after !== undefined && sql`r.at <= ${after.at} and (r.at, r.location) < (${after.at}, ${after.location})`,
    ])}
    order by r.at desc, r.location desc
    limit ${limit}`)
}

export interface CheckInFull extends CheckRecord {
  /** Packed metrics. */
  readonly metrics: Buffer | null
}

export async function findCheckAt(
  db: Database,
  monitorNumber: number,
  { at, location }: CheckId,
): Promise<CheckInFull | undefined> {
  return db.row(sql`
    select ${columns}, r.metrics
    from results r
    where r.monitor_number = ${monitorNumber} and r.at = ${at} and r.location = ${location}
    limit 1`)
}

export interface CheckWithEvidence extends CheckInFull {
  /** Stored for failures and for the latest check. */
  readonly evidence: unknown
}

/** Newest first. */
export async function checksWithEvidence(
  db: Database,
  monitorNumber: number,
  { place, before, limit }: { place?: CheckId; before?: CheckId; limit: number },
): Promise<CheckWithEvidence[]> {
  return db.rows(sql`
    select ${columns}, r.metrics, coalesce(f.evidence, e.evidence::json) as evidence
    from results r
    left join failure_evidence f
      on f.monitor_number = r.monitor_number and f.at = r.at and f.location = r.location
    left join latest_evidence e on e.monitor_number = r.monitor_number and e.at = r.at
    where ${every([
      sql`r.monitor_number = ${monitorNumber}`,
      place !== undefined && sql`r.at = ${place.at} and r.location = ${place.location}`,
      before !== undefined && sql`r.at <= ${before.at} and (r.at, r.location) < (${before.at}, ${before.location})`,
    ])}
    order by r.at desc, r.location desc
    limit ${limit}`)
}

/** The first failed check of a location in a span, with its evidence. */
export async function firstFailure(
  db: Database,
  monitorNumber: number,
  { from, until, location }: { from: Date; until: Date; location: number },
): Promise<CheckWithEvidence | undefined> {
  return db.row(sql`
    select ${columns}, r.metrics, f.evidence
    from results r
    left join failure_evidence f
      on f.monitor_number = r.monitor_number and f.at = r.at and f.location = r.location
    where r.monitor_number = ${monitorNumber}
      and r.at between ${from} and ${until}
      and r.location = ${location}
      and not r.success
      and not r.infrastructure
    order by r.at
    limit 1`)
}

const maxDaysBack = 7

/** The last successful check before another one, at the same location. */
export async function lastGoodBefore(
  db: Database,
  monitorNumber: number,
  { at, location }: CheckId,
): Promise<CheckInFull | undefined> {
  return db.row(sql`
    select ${columns}, r.metrics
    from results r
    where r.monitor_number = ${monitorNumber}
      and r.at < ${at}
      and r.at >= ${at}::timestamptz - ${maxDaysBack} * interval '1 day'
      and r.location = ${location}
      and r.success
      and not r.infrastructure
    order by r.at desc
    limit 1`)
}

/** The newest check of each location within the last three intervals, at least a day. */
export async function latestByLocation(
  db: Database,
  {
    monitorNumber,
    locations,
    intervalSeconds,
  }: { monitorNumber: number; locations: readonly number[]; intervalSeconds: number },
  now: Date,
): Promise<CheckInFull[]> {
  const since = new Date(now.getTime() - Math.max(86_400, 3 * intervalSeconds * Math.max(locations.length, 1)) * 1000)
  return db.rows(sql`
    select latest.*
    from unnest(${locations.length > 0 ? locations : [0]}::smallint[]) as here (location)
    cross join lateral (
      select ${columns}, r.metrics
      from results r
      where r.monitor_number = ${monitorNumber}
        and r.at >= ${since}
        and r.at <= ${now}
        and r.location = here.location
        and not r.infrastructure
      order by r.at desc
      limit 1
    ) latest`)
}
