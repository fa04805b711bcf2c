// The current status of an organization, or of its monitors with a tag.
import type { Cover } from '../../domain/maintenance.ts'
import type { MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { every, sql, unprepared } from '../database/sql.ts'
import { isCovered } from './shown-status.ts'

interface SummaryQuery {
  organizationId: string
  tag?: string
}

export type MonitorCounts = Record<MonitorState, number> & { total: number }

export async function countMonitors(db: Database, { organizationId, tag }: SummaryQuery): Promise<MonitorCounts> {
  const rows = await db.rows<{ state: MonitorState; count: number }>(
    unprepared(sql`
    select state, count(*) as count
    from monitors
    where ${every([sql`organization_id = ${organizationId}`, tag !== undefined && sql`tags @> array[${tag}]`])}
    group by state`),
  )
  const counts: MonitorCounts = { total: 0, up: 0, degraded: 0, down: 0, paused: 0, unknown: 0 }
  for (const { state, count } of rows) {
    counts[state] = count
    counts.total += count
  }
  return counts
}

/** The number of monitors in maintenance. */
export async function countCovered(db: Database, organizationId: string, cover: Cover): Promise<number> {
  if (!cover.everything && cover.monitorIds.length === 0 && cover.tags.length === 0) return 0
  const row = await db.row<{ count: number }>(
    unprepared(sql`
    select count(*) as count
    from monitors m
    where m.organization_id = ${organizationId} and m.state <> 'paused' and ${isCovered(cover)}`),
  )
  return row!.count
}

/** The monitors that a window would cover, without paused ones. */
export async function coveredMonitors(
  db: Database,
  organizationId: string,
  { cover, limit }: { cover: Cover; limit: number },
): Promise<{ id: string; name: string }[]> {
  return db.rows(
    unprepared(sql`
    select m.id, m.name
    from monitors m
    where m.organization_id = ${organizationId} and m.state <> 'paused' and ${isCovered(cover)}
    order by m.id
    limit ${limit}`),
  )
}

/** The names of the first monitors that a window would cover. */
export async function coveredNames(
  db: Database,
  organizationId: string,
  { cover, limit }: { cover: Cover; limit: number },
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    unprepared(sql`
    select m.name
    from monitors m
    where m.organization_id = ${organizationId} and m.state <> 'paused' and ${isCovered(cover)}
    order by lower(m.name), m.id
    limit ${limit}`),
  )
  return rows.map(({ name }) => name)
}

/** The monitors with a tag, with all their tags. */
export async function taggedMonitors(
  db: Database,
  organizationId: string,
  tag: string,
): Promise<{ id: string; tags: string[] }[]> {
  return db.rows(
    unprepared(sql`
    select id, tags from monitors where organization_id = ${organizationId} and tags @> array[${tag}]`),
  )
}
