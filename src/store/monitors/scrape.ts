// Metrics of monitors for a scrape, a slice at a time.
import type { MonitorState, Strategy } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { every, sql, unprepared } from '../database/sql.ts'

export interface ScrapeFilter {
  readonly tag?: readonly string[]
  readonly type?: readonly string[]
  readonly monitorId?: readonly string[]
}

export interface ScrapedMonitor {
  id: string
  monitorNumber: number
  name: string
  type: string
  /** Empty for a heartbeat, whose address is secret. */
  target: string
  tags: string[]
  strategy: Strategy
  intervalSeconds: number
  state: MonitorState
  createdAt: Date
  /** The worst severity of its open incidents: 0 none, 1 warning, 2 critical. */
  severity: number
  /** Seconds since 1970. */
  lastPingAt: number | null
  checkedAt: number | null
  success: boolean | null
  durationMs: number | null
  /** In the hours that began within the last 24. */
  checks: number | null
  failures: number | null
  /** Of all of these checks. */
  durationSum: number | null
}

interface ScrapeQuery {
  readonly organizationId: string
  readonly filter: ScrapeFilter
  readonly now: Date
}

/** By id, after the last one of the previous slice. */
export async function scrapeSlice(
  db: Database,
  { organizationId, filter: { tag, type, monitorId }, now }: ScrapeQuery,
  { after, limit }: { after: string | null; limit: number },
): Promise<ScrapedMonitor[]> {
  const chosen = every([
    sql`m.organization_id = ${organizationId}`,
    after !== null && sql`m.id > ${after}`,
    tag !== undefined && sql`m.tags && ${tag}::text[]`,
    type !== undefined && sql`m.type = any (${type}::text[])`,
    monitorId !== undefined && sql`m.id = any (${monitorId}::uuid[])`,
  ])
  // Scans the indexes per monitor, whatever row counts the planner estimates.
  return db.rows(
    unprepared(sql`
    select m.id, m.monitor_number as "monitorNumber", m.name, m.type,
      case when beat.monitor_number is null then m.target else '' end as target, m.tags,
      m.scheduling_strategy as strategy, m.interval_seconds as "intervalSeconds", m.state, m.created_at as "createdAt",
      coalesce(worst.severity, 0) as severity, (beat.state ->> 'checkedInAt')::float8 / 1000 as "lastPingAt",
      extract(epoch from latest.at)::float8 as "checkedAt", latest.success, latest.duration_ms as "durationMs",
      day.checks, day.failures, day.duration_sum as "durationSum"
    from (
      select *
      from monitors m
      where ${chosen}
      order by m.id
      limit ${limit}
    ) m
    left join heartbeats beat on beat.monitor_number = m.monitor_number
    left join lateral (
      select max(case i.severity when 'critical' then 2 else 1 end) as severity
      from incidents i
      where i.organization_id = m.organization_id
        and i.monitor_id = m.id
        and i.status <> 'resolved'
    ) worst on true
    left join lateral (
      select r.at, r.success, r.duration_ms
      from results r
      where r.monitor_number = m.monitor_number
        and r.at > ${now}::timestamptz - interval '6 hours'
        and r.at <= ${now}
        and not r.infrastructure
      order by r.at desc
      limit 1
    ) latest on true
    left join lateral (
      select sum(u.checks)::int as checks, sum(u.failures)::int as failures,
        sum(u.duration_sum + u.failed_duration_sum)::float8 as duration_sum
      from rollups u
      where u.monitor_number = m.monitor_number
        and u.hour > ${now}::timestamptz - interval '24 hours'
        and u.hour <= ${now}
    ) day on true
    order by m.id`),
  )
}

export interface FiringIncidents {
  critical: number
  warning: number
  acknowledged: number
}

/** For the whole organization; acknowledged incidents are counted separately. */
export async function countFiring(db: Database, organizationId: string): Promise<FiringIncidents> {
  const row = await db.row<FiringIncidents>(sql`
    select count(*) filter (where status = 'firing' and severity = 'critical') as critical,
      count(*) filter (where status = 'firing' and severity = 'warning') as warning,
      count(*) filter (where status = 'acknowledged') as acknowledged
    from incidents
    where organization_id = ${organizationId} and status <> 'resolved'`)
  return row!
}
