// Monitors as the API and assistants list them.
import { settingColumns } from '../../domain/fields/monitor-fields.ts'
import type { Monitor, MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { knownParents } from './dependencies.ts'
import { type Statement, columnList, contains, every, iso, sql, unprepared } from '../database/sql.ts'

/** Which target and config are shown depends on the caller and the type. */
const settings = columnList(
  settingColumns
    .filter(({ property }) => property !== 'target' && property !== 'config')
    .map(({ column, response }) => `${column} as ${response}`),
)

/**
 * The fields that are shown as stored. The database builds the JSON, which costs Node a quarter of mapping rows;
 * `row_to_json` writes it without spaces, like Node.
 */
const shown = sql`
  id, name, type, slugs, tags, target, config, secrets,
  case when m.deadline_seconds is null then (
    select t.sealed from address_tokens t where t.organization_id = m.organization_id and t.monitor_id = m.id
  ) end as "pingToken",
  (
    select row_to_json(fields)::text
    from (
      select 'monitor' as object, id, ${settings},
        case state when 'degraded' then 'up' else state end as status,
        state,
        state <> 'paused' as active,
        array(select l.id from locations l where l.number = any (muted_location_numbers)
          order by l.slug) as muted_locations,
        (
          select row_to_json(parents)
          from (select array(${knownParents(sql`m`)}) as monitors, parent_tags as tags, vendor_slugs as vendors) parents
        ) as depends_on,
        (
          select row_to_json(owner)
          from (
            select o.key, o.source
            from managed_objects o
            where o.organization_id = m.organization_id and o.section = 'monitors' and o.object_id = m.id::text
              and o.deleted_at is null
          ) owner
        ) as managed,
        ${iso(sql`created_at`)} as created_at,
        ${iso(sql`updated_at`)} as updated_at
    ) fields
  ) as json`

export interface MonitorFilter {
  type?: string
  status?: MonitorState
  tag?: string
  q?: string
}

export interface MonitorDetails extends Pick<
  Monitor,
  'id' | 'name' | 'type' | 'slugs' | 'tags' | 'target' | 'config' | 'secrets'
> {
  /** Sealed; null for types that are probed. */
  readonly pingToken: Buffer | null
  /** All fields but target and config. */
  readonly json: string
}

export interface MonitorPage {
  readonly filter: MonitorFilter
  readonly after: Position | undefined
  readonly limit: number
}

/** Newest first. */
export async function listMonitors(db: Database, organizationId: string, page: MonitorPage): Promise<MonitorDetails[]> {
  return db.rows(pageOf(organizationId, page, shown))
}

/** What is needed to tell monitors apart: a quarter of the work of their whole JSON. */
export type MonitorBrief = Pick<Monitor, 'id' | 'name' | 'type' | 'target' | 'state' | 'tags'>

/** Newest first. A heartbeat has no target, because its address is a secret. */
export function listMonitorNames(db: Database, organizationId: string, page: MonitorPage): Promise<MonitorBrief[]> {
  return db.rows(pageOf(organizationId, page, sql`id, name, type, target, state, tags`))
}

/** The page is selected before its JSON is built, because a filter may match far more rows. */
function pageOf(organizationId: string, { filter, after, limit }: MonitorPage, columns: Statement): Statement {
  const { type, status, tag, q } = filter
  const page = sql`
    select ${columns}
    from (
      select *
      from monitors
      where ${every([
        sql`organization_id = ${organizationId}`,
        type !== undefined && sql`type = ${type}`,
        status === 'up' && sql`state in ('up', 'degraded')`,
        status !== undefined && status !== 'up' && sql`state = ${status}`,
        tag !== undefined && sql`tags @> array[${tag}]`,
        q !== undefined && contains(sql`search`, q),
        after !== undefined && sql`(created_at, id) < (${after.createdAt}, ${after.id})`,
      ])}
      order by created_at desc, id desc
      limit ${limit}
    ) m
    order by created_at desc, id desc`
  // One tag may be on every monitor and the next on three; the same holds for texts.
  return tag === undefined && q === undefined ? page : unprepared(page)
}

export function positionOfMonitor(db: Database, organizationId: string, id: string): Promise<Position | undefined> {
  return db.row(sql`
    select created_at as "createdAt", id from monitors where organization_id = ${organizationId} and id = ${id}`)
}

export function showMonitor(db: Database, organizationId: string, id: string): Promise<MonitorDetails | undefined> {
  return db.row(sql`
    select ${shown}
    from monitors m
    where organization_id = ${organizationId} and id = ${id}`)
}
