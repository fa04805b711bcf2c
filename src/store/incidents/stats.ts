// Statistics of the incidents that started in a period.
import type { Database } from '../database/database.ts'
import { type Statement, every, sql, unprepared } from '../database/sql.ts'

export interface StatsQuery {
  organizationId: string
  from: Date
  now: Date
  /** The bucket size, in UTC. */
  bucket: 'hour' | 'day'
  monitorId?: string
  /** Only monitors that currently have this tag. */
  tag?: string
}

export interface IncidentCounts {
  total: number
  critical: number
  warning: number
}

export interface IncidentTotals extends IncidentCounts {
  mttr_seconds: number | null
  mtta_seconds: number | null
  false_positives: number
}

export interface IncidentBucket extends IncidentCounts {
  bucket_start: Date
}

export interface UnstableMonitor {
  monitor: { id: string; name: string; type: string }
  incidents: number
  downtime_seconds: number
  mttr_seconds: number | null
  flapping: boolean
}

/** SQL condition: the monitor of incident i currently has a tag. */
export const carrying = (tag: string): Statement => sql`exists (
  select from monitors m where m.organization_id = i.organization_id and m.id = i.monitor_id and m.tags @> array[${tag}]
)`

const started = ({ organizationId, from, now, monitorId, tag }: StatsQuery): Statement => sql`
  select i.*
  from incidents i
  where ${every([
    sql`i.organization_id = ${organizationId}`,
    sql`i.started_at >= ${from}`,
    sql`i.started_at <= ${now}`,
    monitorId !== undefined && sql`i.monitor_id = ${monitorId}`,
    tag !== undefined && carrying(tag),
  ])}`

const counts = sql`
  count(i.id) as total, count(i.id) filter (where i.severity = 'critical') as critical,
  count(i.id) filter (where i.severity = 'warning') as warning`

const meanSeconds = (until: Statement): Statement => sql`round(avg(extract(epoch from ${until} - i.started_at)))::int`

export async function incidentTotals(db: Database, query: StatsQuery): Promise<IncidentTotals> {
  const row = await db.row<IncidentTotals>(
    unprepared(sql`
    select ${counts}, ${meanSeconds(sql`i.resolved_at`)} as mttr_seconds,
    ${meanSeconds(sql`i.acknowledged_at`)} as mtta_seconds,
      count(*) filter (where i.false_positive is not null) as false_positives
    from (${started(query)}) i`),
  )
  return row!
}

/** How long the oldest of the monitors has existed; null without one. */
export async function monitorAge(
  db: Database,
  { organizationId, now, monitorId, tag }: StatsQuery,
): Promise<number | null> {
  const row = await db.row<{ since: Date | null }>(
    unprepared(sql`
    select min(created_at) as since
    from monitors
    where ${every([
      sql`organization_id = ${organizationId}`,
      monitorId !== undefined && sql`id = ${monitorId}`,
      tag !== undefined && sql`tags @> array[${tag}]`,
    ])}`),
  )
  return row!.since && now.getTime() - row!.since.getTime()
}

/** All buckets of the period, including empty ones. */
export async function incidentBuckets(db: Database, query: StatsQuery): Promise<IncidentBucket[]> {
  const { from, now, bucket } = query
  return db.rows(
    unprepared(sql`
    select bucket.start as bucket_start, ${counts}
    from generate_series(
      date_trunc(${bucket}, ${from}::timestamptz, 'UTC'), ${now}::timestamptz, ('1 ' || ${bucket})::interval
    ) as bucket (start)
    left join (${started(query)}) i on date_trunc(${bucket}, i.started_at, 'UTC') = bucket.start
    group by bucket.start
    order by bucket.start`),
  )
}

/** A monitor is down while it has an open critical incident; overlapping incidents count once. */
const downtime = (now: Date): Statement => sql`
  coalesce(
    (
      select round(extract(epoch from sum(upper(down) - lower(down))))::int
      from unnest(
        range_agg(tstzrange(i.started_at, coalesce(i.resolved_at, ${now}))) filter (where i.severity = 'critical')
      ) as down
    ),
    0
  )`

/** Monitors with the most incidents first; deleted ones are left out. */
export async function unstableMonitors(db: Database, query: StatsQuery, limit: number): Promise<UnstableMonitor[]> {
  return db.rows(
    unprepared(sql`
    select json_build_object('id', m.id, 'name', m.name, 'type', m.type) as monitor, count(*) as incidents,
      ${downtime(query.now)} as downtime_seconds, ${meanSeconds(sql`i.resolved_at`)} as mttr_seconds,
      bool_or(i.flapping) as flapping
    from (${started(query)}) i
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    group by m.organization_id, m.id
    order by incidents desc, downtime_seconds desc, lower(m.name), m.id
    limit ${limit}`),
  )
}

export interface OpenIncidents {
  firing: number
  acknowledged: number
  /** Only open incidents. */
  critical: number
  warning: number
  started: number
}

/** Counts open incidents, and those that started since `since`. Each of the two counts has its own index. */
export async function countOpenIncidents(
  db: Database,
  { organizationId, tag }: { organizationId: string; tag?: string },
  since: Date,
): Promise<OpenIncidents> {
  const ours = every([sql`i.organization_id = ${organizationId}`, tag !== undefined && carrying(tag)])
  const row = await db.row<OpenIncidents>(
    unprepared(sql`
    select count(*) filter (where i.status = 'firing') as firing,
      count(*) filter (where i.status = 'acknowledged') as acknowledged,
      count(*) filter (where i.severity = 'critical') as critical,
      count(*) filter (where i.severity = 'warning') as warning,
      (select count(*) from incidents i where ${ours} and i.started_at >= ${since}) as started
    from incidents i
    where ${ours} and i.status <> 'resolved'`),
  )
  return row!
}
