// Reads hosts for display: one, a page, counts, and metrics for scrapes.
import type { HostState } from '../../domain/host/host.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { type Statement, contains, every, sql, unprepared } from '../database/sql.ts'
import type { ScrapeFilter } from '../monitors/scrape.ts'

/** Equivalent to `hostStateAt`, from the times stored with each report. */
export const hostState = (now: Date): Statement => sql`
  case
    when h.seen_at is null then 'never_reported'
    when h.offline_at <= ${now} then 'offline'
    when h.stale_at <= ${now} then 'stale'
    else 'online'
  end`

export interface ShownHost {
  id: string
  monitorId: string
  name: string
  state: HostState
  seenAt: Date | null
  agentVersion: string | null
  machine: Record<string, unknown> | null
  latest: Record<string, number> | null
  tags: string[]
  config: MonitorConfig
  created_at: Date
  updatedAt: Date
}

const shown = (now: Date): Statement => sql`
  h.id, h.monitor_id as "monitorId", m.name, ${hostState(now)} as state, h.seen_at as "seenAt",
  h.agent_version as "agentVersion", h.machine, h.latest, m.tags, m.config, m.created_at, m.updated_at as "updatedAt"
  from hosts h
  join monitors m on m.monitor_number = h.monitor_number`

export interface HostFilter {
  state?: HostState
  q?: string
  tag?: string
}

/** Newest first. */
export async function listHosts(
  db: Database,
  organizationId: string,
  { filter, after, limit, now }: { filter: HostFilter; after: Position | undefined; limit: number; now: Date },
): Promise<ShownHost[]> {
  const { state, q, tag } = filter
  return db.rows(
    unprepared(sql`
    select ${shown(now)}
    where ${every([
      sql`h.organization_id = ${organizationId}`,
      state !== undefined && sql`${hostState(now)} = ${state}`,
      tag !== undefined && sql`m.tags @> array[${tag}]`,
      q !== undefined && contains(sql`lower(m.name || ' ' || coalesce(h.machine ->> 'hostname', ''))`, q),
      after !== undefined && sql`(m.created_at, h.id) < (${after.createdAt}, ${after.id}::uuid)`,
    ])}
    order by m.created_at desc, h.id desc
    limit ${limit}`),
  )
}

export async function findHost(
  db: Database,
  organizationId: string,
  { id, now }: { id: string; now: Date },
): Promise<ShownHost | undefined> {
  return db.row(sql`select ${shown(now)} where h.organization_id = ${organizationId} and h.id = ${id}`)
}

export interface NamedHost {
  id: string
  name: string
}

/** The hosts of these monitors. */
export async function hostsOfMonitors(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<NamedHost[]> {
  return db.rows(sql`
    select h.id, m.name
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where h.organization_id = ${organizationId} and h.monitor_id = any (${monitorIds}::uuid[])`)
}

export interface HostProcesses {
  monitorNumber: number
  sampledAt: Date | null
  processes: Record<string, unknown>[] | null
}

export function processesOfHost(db: Database, organizationId: string, id: string): Promise<HostProcesses | undefined> {
  return db.row(sql`
    select monitor_number as "monitorNumber", sampled_at as "sampledAt", processes
    from hosts
    where organization_id = ${organizationId} and id = ${id}`)
}

export type HostCounts = Record<HostState, number> & { total: number }

export async function countHosts(
  db: Database,
  { organizationId, tag, now }: { organizationId: string; tag?: string; now: Date },
): Promise<HostCounts> {
  const row = await db.row<HostCounts>(
    unprepared(sql`
    select count(*) as total, count(*) filter (where state = 'online') as online,
      count(*) filter (where state = 'stale') as stale, count(*) filter (where state = 'offline') as offline,
      count(*) filter (where state = 'never_reported') as never_reported
    from (
      select ${hostState(now)} as state
      from hosts h
      join monitors m on m.monitor_number = h.monitor_number
      where ${every([sql`h.organization_id = ${organizationId}`, tag !== undefined && sql`m.tags @> array[${tag}]`])}
    ) counted`),
  )
  return row!
}

export interface ScrapedHost {
  id: string
  name: string
  os: string
  arch: string
  agentVersion: string
  state: HostState
  /** Seconds since 1970. */
  seenAt: number | null
}

/** Filtered like monitors. */
export async function scrapeHosts(
  db: Database,
  {
    organizationId,
    filter: { tag, type, monitorId },
    now,
  }: { organizationId: string; filter: ScrapeFilter; now: Date },
): Promise<ScrapedHost[]> {
  return db.rows(
    unprepared(sql`
    select h.id, m.name, coalesce(h.machine ->> 'os', '') as os, coalesce(h.machine ->> 'arch', '') as arch,
      coalesce(h.agent_version, '') as "agentVersion", ${hostState(now)} as state,
      extract(epoch from h.seen_at)::float8 as "seenAt"
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where ${every([
      sql`h.organization_id = ${organizationId}`,
      tag !== undefined && sql`m.tags && ${tag}::text[]`,
      type !== undefined && sql`m.type = any (${type}::text[])`,
      monitorId !== undefined && sql`m.id = any (${monitorId}::uuid[])`,
    ])}
    order by h.id`),
  )
}
