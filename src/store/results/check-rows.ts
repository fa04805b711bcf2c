// Single checks of a monitor, identified by time and location.
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'
import { type StoredColumn, newestResults, storedResults } from '../checking/stored-results.ts'

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
const read: StoredColumn[] = ['at', 'location', 'success', 'duration_ms', 'status_code', 'error', 'infrastructure']
const readInFull: StoredColumn[] = [...read, 'metrics']

/** The end of a span that includes this time. */
const through = (moment: Date): Statement => sql`(${moment}::timestamptz + interval '1 microsecond')`

const isBefore = ({ at, location }: CheckId): Statement => sql`(r.at, r.location) < (${at}, ${location})`

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
    from ${newestResults({
      monitor: sql`= ${monitorNumber}`,
      from,
      until: after === undefined || (until !== undefined && until <= after.at) ? until : through(after.at),
      columns: read,
      where: every([
        result !== undefined && sql`r.success = ${result === 'ok'}`,
        location !== undefined && sql`r.location = (select l.number from locations l where l.id = ${location})`,
        after !== undefined && isBefore(after),
      ]),
      limit,
    })} r
    order by r.at desc, r.location desc`)
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
    from ${storedResults({ monitor: sql`= ${monitorNumber}`, from: at, until: through(at), columns: readInFull })} r
    where r.location = ${location}
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
    from ${newestResults({
      monitor: sql`= ${monitorNumber}`,
      from: place?.at,
      until: place ? through(place.at) : before && through(before.at),
      columns: readInFull,
      where: every([place && sql`r.location = ${place.location}`, before && isBefore(before)]),
      limit,
    })} r
    left join failure_evidence f
      on f.monitor_number = ${monitorNumber} and f.at = r.at and f.location = r.location
    left join latest_evidence e on e.monitor_number = ${monitorNumber} and e.at = r.at
    order by r.at desc, r.location desc`)
}

/** The first failed check of a location in a span, with its evidence. */
export async function firstFailure(
  db: Database,
  monitorNumber: number,
  { from, until, location }: { from: Date; until: Date; location: number },
): Promise<CheckWithEvidence | undefined> {
  return db.row(sql`
    select ${columns}, r.metrics, f.evidence
    from ${storedResults({ monitor: sql`= ${monitorNumber}`, from, until: through(until), columns: readInFull })} r
    left join failure_evidence f
      on f.monitor_number = r.monitor_number and f.at = r.at and f.location = r.location
    where r.location = ${location}
      and not r.success
      and not r.infrastructure
    order by r.at
    limit 1`)
}

const maxMsBack = 7 * 86_400_000

/** The last successful check before another one, at the same location. */
export async function lastGoodBefore(
  db: Database,
  monitorNumber: number,
  { at, location }: CheckId,
): Promise<CheckInFull | undefined> {
  return db.row(sql`
    select ${columns}, r.metrics
    from ${newestResults({
      monitor: sql`= ${monitorNumber}`,
      from: new Date(at.getTime() - maxMsBack),
      until: at,
      columns: readInFull,
      where: sql`r.location = ${location} and r.success and not r.infrastructure`,
      limit: 1,
    })} r`)
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
    select ${columns}, r.metrics
    from unnest(${locations.length > 0 ? locations : [0]}::smallint[]) as here (location)
    cross join lateral ${newestResults({
      monitor: sql`= ${monitorNumber}`,
      from: since,
      until: through(now),
      columns: readInFull,
      where: sql`r.location = here.location and not r.infrastructure`,
      limit: 1,
    })} r`)
}
