// The list of incidents as the dashboard shows it.
import type { Database } from '../database/database.ts'
import { type Statement, every, sql, unprepared } from '../database/sql.ts'
import { seenNow } from './open-now.ts'
import { type IncidentFilter, type IncidentPosition, matchingIncidents, shownIncident, withOthers } from './reads.ts'

export interface RowFilter extends IncidentFilter {
  /** Assigned to this user, or acknowledged by them and assigned to nobody. */
  mine?: { userId: string | null; name: string }
}

export interface IncidentRow {
  id: number
  startedAt: Date
  /** In the format of the API. */
  json: string
  seenFrom: string[]
  locations: number
  target: string
  tags: string[]
  cause: string | null
}

function matching(organizationId: string, filter: RowFilter): Statement {
  const { mine } = filter
  return every([
    matchingIncidents(organizationId, filter),
    mine !== undefined &&
      sql`(i.assignee_id = ${mine.userId} or (i.assignee_id is null and i.acknowledged_by = ${mine.name}))`,
  ])
}

/** Newest first. */
export async function incidentRows(
  db: Database,
  organizationId: string,
  { filter, after, limit }: { filter: RowFilter; after: IncidentPosition | undefined; limit: number },
): Promise<IncidentRow[]> {
  return db.rows(
    unprepared(sql`
    select i.id, i.started_at as "startedAt", ${shownIncident} as json,
      array(select l.name from locations l where l.number = any (${seenNow}) order by l.name) as "seenFrom",
      coalesce(cardinality(m.location_numbers), 0) as locations, i.monitor_target as target,
      coalesce(m.tags, '{}') as tags, i.root_cause_detail as cause
    from (
      select i.*
      from incidents i
      where ${every([
        matching(organizationId, filter),
        after !== undefined && sql`(i.started_at, i.id) < (${after.startedAt}, ${after.id})`,
      ])}
      order by i.started_at desc, i.id desc
      limit ${limit}
    ) i
    ${withOthers}
    order by i.started_at desc, i.id desc`),
  )
}

export interface RowCounts {
  total: number
  firing: number
  acknowledged: number
}

/** Counts all matches, regardless of the page. */
export async function countIncidentRows(db: Database, organizationId: string, filter: RowFilter): Promise<RowCounts> {
  const row = await db.row<RowCounts>(
    unprepared(sql`
    select count(*) as total, count(*) filter (where i.status = 'firing') as firing,
      count(*) filter (where i.status = 'acknowledged') as acknowledged
    from incidents i
    where ${matching(organizationId, filter)}`),
  )
  return row!
}
