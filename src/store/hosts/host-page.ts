// Hosts by position, trouble first, and what the latest sample of one said.
import type { Cover } from '../../domain/maintenance.ts'
import type { HostState } from '../../domain/host/host.ts'
import type { Database } from '../database/database.ts'
import { type Statement, contains, every, sql, unprepared } from '../database/sql.ts'
import { type ShownStatus, bySeverity, shownStatus } from '../monitors/shown-status.ts'
import { hostState } from './host-reads.ts'
import type { HostSampleDetail } from './hosts.ts'

export interface HostPageFilter {
  q?: string
  state?: readonly HostState[]
  tag?: string
  monitorId?: string
}

interface HostPageQuery {
  organizationId: string
  filter: HostPageFilter
  cover: Cover
  now: Date
}

export interface HostRow {
  id: string
  monitorId: string
  name: string
  state: HostState
  status: ShownStatus
  tags: string[]
  seenAt: Date | null
  agentVersion: string | null
  machine: { os?: string; cpu_cores?: number } | null
  latest: Record<string, number | null> | null
  sample: HostSampleDetail | null
}

const matching = ({ organizationId, filter: { q, state, tag, monitorId }, now }: HostPageQuery): Statement =>
  every([
    sql`h.organization_id = ${organizationId}`,
    state !== undefined && sql`${hostState(now)} = any (${state}::text[])`,
    tag !== undefined && sql`m.tags @> array[${tag}]`,
    monitorId !== undefined && sql`h.monitor_id = ${monitorId}`,
    q !== undefined && contains(sql`lower(m.name || ' ' || coalesce(h.machine ->> 'hostname', ''))`, q),
  ])

export async function hostPage(
  db: Database,
  query: HostPageQuery,
  { offset, limit }: { offset: number; limit: number },
): Promise<HostRow[]> {
  const status = shownStatus(query.cover)
  return db.rows(
    unprepared(sql`
    select h.id, h.monitor_id as "monitorId", m.name, ${hostState(query.now)} as state, ${status} as status, m.tags,
      h.seen_at as "seenAt", h.agent_version as "agentVersion", h.machine, h.latest, h.sample
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where ${matching(query)}
    order by ${bySeverity(status)}, lower(m.name), h.id
    limit ${limit}
    offset ${offset}`),
  )
}

export async function countMatchingHosts(db: Database, query: HostPageQuery): Promise<number> {
  const row = await db.row<{ total: number }>(
    unprepared(sql`
    select count(*) as total
    from hosts h
    join monitors m on m.monitor_number = h.monitor_number
    where ${matching(query)}`),
  )
  return row!.total
}

export interface SampledHost {
  sampledAt: Date | null
  sample: HostSampleDetail | null
}

export async function latestSample(db: Database, organizationId: string, id: string): Promise<SampledHost | undefined> {
  return db.row(sql`
    select sampled_at as "sampledAt", sample
    from hosts
    where organization_id = ${organizationId} and id = ${id}`)
}
