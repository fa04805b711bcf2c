// The status grid: one character per monitor, in groups; details are requested by position.
import type { Cover } from '../../domain/maintenance.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql, unprepared } from '../database/sql.ts'
import { type ShownStatus, shownStatus } from './shown-status.ts'

export const statusGridGroupings = ['tag', 'type', 'location'] as const
export type StatusGridGrouping = (typeof statusGridGroupings)[number]

/** The group of monitors without a tag or location; no tag or location can have this name. */
export const ungrouped = '~'

interface StatusGridQuery {
  organizationId: string
  by: StatusGridGrouping
  tag?: string
  cover: Cover
}

const groupOf: Record<StatusGridGrouping, Statement> = {
  tag: sql`coalesce(m.tags[1], ${ungrouped})`,
  type: sql`m.type`,
  location: sql`coalesce(m.location_ids[1]::text, ${ungrouped})`,
}

const lettersByStatus = sql`'{"up":"u","degraded":"g","down":"d","maintenance":"m","paused":"p","unknown":"n"}'::jsonb`

const ours = ({ organizationId, tag }: StatusGridQuery): Statement =>
  every([sql`m.organization_id = ${organizationId}`, tag !== undefined && sql`m.tags @> array[${tag}]`])

export interface StatusGridGroup {
  key: string
  /** One character per monitor, by name. */
  cells: string
}

export async function statusGridGroups(db: Database, query: StatusGridQuery): Promise<StatusGridGroup[]> {
  return db.rows(
    unprepared(sql`
    select "group" as key, string_agg(letter, '' order by name, id) as cells
    from (
      select ${groupOf[query.by]} as "group", ${lettersByStatus} ->> (${shownStatus(query.cover)}) as letter,
        lower(m.name) as name, m.id
      from monitors m
      where ${ours(query)}
    ) cells
    group by "group"
    order by "group" = ${ungrouped}, "group"`),
  )
}

export interface StatusGridMember {
  id: string
  name: string
  status: ShownStatus
}

/** The monitors at these positions of a group, in the order of its cells. */
export async function statusGridMembers(
  db: Database,
  query: StatusGridQuery,
  { group, offset, limit }: { group: string; offset: number; limit: number },
): Promise<StatusGridMember[]> {
  return db.rows(
    unprepared(sql`
    select m.id, m.name, ${shownStatus(query.cover)} as status
    from monitors m
    where ${ours(query)} and ${groupOf[query.by]} = ${group}
    order by lower(m.name), m.id
    offset ${offset}
    limit ${limit}`),
  )
}
