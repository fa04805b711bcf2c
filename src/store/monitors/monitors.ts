import { settingColumns } from '../../domain/fields/monitor-fields.ts'
import type { Monitor, MonitorState } from '../../domain/monitor.ts'
import { setTurnVersions } from '../checking/turns.ts'
import type { Database } from '../database/database.ts'
import { type Statement, columnList, json, nothing, sql } from '../database/sql.ts'
import { knownParents } from './dependencies.ts'

const stored = sql`
  id, ${columnList(settingColumns.map(({ column, property }) => `${column} as "${property}"`))},
  secrets, slugs, deadline_seconds as "deadlineSeconds", needs_browser as "needsBrowser", state,
  json_build_object('monitors', array(${knownParents(sql`monitors`)}), 'tags', parent_tags,
    'vendors', vendor_slugs) as "dependsOn"`

/** All monitors of an organization as they are stored, oldest first. */
export async function storedMonitors(db: Database, organizationId: string): Promise<Monitor[]> {
  return db.rows(sql`
    select ${stored} from monitors where organization_id = ${organizationId} order by created_at, monitor_number`)
}

/** Locks a monitor until the transaction ends. */
export async function lockMonitor(db: Database, organizationId: string, id: string): Promise<Monitor | undefined> {
  return (await lockMonitors(db, organizationId, [id]))[0]
}

/** Locks several monitors in the common order. */
export async function lockMonitors(db: Database, organizationId: string, ids: readonly string[]): Promise<Monitor[]> {
  return db.rows(sql`
    select ${stored}
    from monitors
    where organization_id = ${organizationId} and id = any (${ids}::uuid[])
    order by monitor_number
    for update`)
}

/** Locks those of these monitors, given by number, that are not locked, without waiting; returns them. */
export async function lockFreeMonitors(db: Database, monitorNumbers: readonly number[]): Promise<Set<number>> {
  const free = await db.rows<{ monitorNumber: number }>(sql`
    select monitor_number as "monitorNumber"
    from monitors
    where monitor_number = any (${monitorNumbers}::bigint[])
    order by monitor_number
    for no key update skip locked`)
  return new Set(free.map(({ monitorNumber }) => monitorNumber))
}

const locationNumbersOf = (locationIds: Statement): Statement => sql`(
  select coalesce(array_agg(l.number order by listed.n), '{}')
  from unnest(${locationIds}) with ordinality as listed (id, n)
  join locations l on l.id = listed.id
)`

/** For `jsonb_populate_recordset`. */
const columnsOf = (monitor: Omit<Monitor, 'id' | 'state'>) => ({
  ...Object.fromEntries(settingColumns.map(({ column, property }) => [column, monitor[property]])),
  config: monitor.config,
  parent_ids: monitor.dependsOn.monitors,
  parent_tags: monitor.dependsOn.tags,
  vendor_slugs: monitor.dependsOn.vendors,
  secrets: monitor.secrets && `\\x${monitor.secrets.toString('hex')}`,
  slugs: monitor.slugs,
  deadline_seconds: monitor.deadlineSeconds,
  needs_browser: monitor.needsBrowser,
})

/** With a number, the results that are stored under it belong to the monitor. */
export type MonitorRow = Monitor & { readonly monitorNumber?: number | undefined }

export const addMonitor = (db: Database, organizationId: string, monitor: MonitorRow, now: Date): Promise<void> =>
  addMonitors(db, organizationId, [monitor], now)

export async function addMonitors(
  db: Database,
  organizationId: string,
  monitors: readonly MonitorRow[],
  now: Date,
): Promise<void> {
  for (const isNumbered of [false, true]) {
    const rows = monitors
      .filter(({ monitorNumber }) => (monitorNumber !== undefined) === isNumbered)
      .map(({ id, state, monitorNumber, ...monitor }) => ({
        ...(isNumbered && { monitor_number: monitorNumber }),
        organization_id: organizationId,
        id,
        ...columnsOf(monitor),
        state,
        created_at: now,
        updated_at: now,
      }))
    if (rows.length === 0) continue
    const columns = columnList(Object.keys(rows[0]!))
    await db.run(sql`
      insert into monitors (${columns}, location_numbers)
      ${isNumbered ? sql`overriding system value` : nothing}
      select ${columns}, ${locationNumbersOf(sql`location_ids`)}
      from jsonb_populate_recordset(null::monitors, ${json(rows)})`)
  }
  await publishChanged(
    db,
    organizationId,
    monitors.map(({ id }) => id),
  )
}

/** A status page that begins to show a monitor does not know it yet, so it is announced as well. */
async function publishChanged(db: Database, organizationId: string, changed: readonly string[]): Promise<void> {
  const pages = await db.rows<{ id: string }>(sql`
    select distinct p.id
    from status_pages p
    join status_page_components c on c.page_id = p.id
    join monitors m on m.organization_id = p.organization_id and not m.shadow
      and (m.id = any (c.monitor_ids) or m.tags && c.monitor_tags)
    where p.organization_id = ${organizationId} and m.id = any (${changed}::uuid[])`)
  db.publish({ changed, pages: pages.map(({ id }) => id) })
}

export async function changeMonitors(
  db: Database,
  organizationId: string,
  monitors: readonly Monitor[],
  now: Date,
): Promise<void> {
  if (monitors.length === 0) return
  const columns = Object.keys(columnsOf(monitors[0]!))
  const rows = monitors.map(({ id, state: _state, ...monitor }) => ({ id, ...columnsOf(monitor) }))
  await db.run(sql`
    update monitors m
    set (${columnList(columns)}) = row(${columnList(columns.map((name) => `d.${name}`))}),
      location_numbers = ${locationNumbersOf(sql`d.location_ids`)},
      muted_location_numbers = case when m.location_ids = d.location_ids then m.muted_location_numbers else '{}' end,
      moved_from = case when m.location_ids = d.location_ids then m.moved_from end,
      updated_at = ${now}
    from jsonb_populate_recordset(null::monitors, ${json(rows)}) d
    where m.organization_id = ${organizationId} and m.id = d.id`)
  await publishChanged(
    db,
    organizationId,
    monitors.map(({ id }) => id),
  )
}

/** Remembers which monitor of another tool this is, so that importing it again finds it. */
export async function setImportKey(
  db: Database,
  organizationId: string,
  { id, key }: { id: string; key: string },
): Promise<void> {
  await db.run(sql`
    update monitors set import_key = ${key} where organization_id = ${organizationId} and id = ${id}`)
}

export interface NamedMonitor {
  id: string
  name: string
}

export async function deleteMonitors(db: Database, organizationId: string, ids: string[]): Promise<NamedMonitor[]> {
  const deleted = await db.rows<NamedMonitor>(sql`
    delete from monitors
    where organization_id = ${organizationId} and id = any (${ids})
    returning id, name`)
  db.publish({ deleted: deleted.map(({ id }) => ({ organizationId, monitorId: id })) })
  return deleted
}

/** The ids that are monitors of the organization. */
export async function knownMonitors(db: Database, organizationId: string, ids: string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from monitors where organization_id = ${organizationId} and id = any (${ids})`)
  return rows.map(({ id }) => id)
}

export interface SealedSecrets {
  organizationId: string
  id: string
  secrets: Buffer
}

/** Locks a batch of monitors with secrets in a fixed order until the transaction ends. */
export async function lockSecrets(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<SealedSecrets[]> {
  return db.rows(sql`
    select organization_id as "organizationId", id, secrets
    from monitors
    where secrets is not null and id > ${after}
    order by id
    limit ${limit}
    for update`)
}

export async function saveSecrets(db: Database, { organizationId, id, secrets }: SealedSecrets): Promise<void> {
  await db.run(sql`update monitors set secrets = ${secrets} where organization_id = ${organizationId} and id = ${id}`)
}

export type MonitorToSeal = Pick<Monitor, 'id' | 'type' | 'config' | 'secrets'>

/** Locks monitors with an unsealed list under one of these config keys until the transaction ends. */
export async function lockUnsealed(
  db: Database,
  { keys, after, limit }: { keys: readonly string[]; after: string; limit: number },
): Promise<MonitorToSeal[]> {
  return db.rows(sql`
    select id, type, config, secrets
    from monitors
    where id > ${after} and exists (select from unnest(${keys}::text[]) as key
      where jsonb_typeof(config -> key) = 'array')
    order by id
    limit ${limit}
    for update`)
}

export async function saveSealed(db: Database, { id, config, secrets }: Omit<MonitorToSeal, 'type'>): Promise<void> {
  await db.run(sql`update monitors set config = ${json(config)}, secrets = ${secrets} where id = ${id}`)
}

export interface MeasuredMonitor {
  monitorNumber: number
  state: MonitorState
  tags: string[]
  type: string
  intervalSeconds: number
  /** The numbers of the locations. */
  locations: number[]
  mutedLocations: number[]
}

/** The number under which results are stored, and the data needed to read them. */
export async function monitorNumberOf(
  db: Database,
  organizationId: string,
  id: string,
): Promise<MeasuredMonitor | undefined> {
  return db.row(sql`
    select monitor_number as "monitorNumber", state, tags, type, interval_seconds as "intervalSeconds",
      location_numbers as "locations", muted_location_numbers as "mutedLocations"
    from monitors
    where organization_id = ${organizationId} and id = ${id}`)
}

/** Muted locations confirm no incident of the monitor while another location is alive. */
export async function setMuted(
  db: Database,
  monitorNumber: number,
  { locationIds, now }: { locationIds: readonly string[]; now: Date },
): Promise<void> {
  await db.run(sql`
    update monitors
    set muted_location_numbers = array(select number from locations where id = any (${locationIds}::uuid[])
      order by number),
      updated_at = ${now}
    where monitor_number = ${monitorNumber}`)
}

/** Stores the names of metrics that a job posted, so that rules can use them. */
export async function saveSlugs(db: Database, monitorNumber: number, slugs: readonly string[]): Promise<void> {
  await db.run(sql`update monitors set slugs = ${slugs} where monitor_number = ${monitorNumber}`)
}

/** Invalidates the probes' cached copies of monitors. */
export async function touchMonitors(
  db: Database,
  organizationId: string,
  monitorIds: readonly string[],
): Promise<void> {
  await db.run(sql`
    with touched as (
      update monitors
      set version = version + 1
      where organization_id = ${organizationId} and id = any (${monitorIds}::uuid[])
      returning monitor_number, version
    )
    ${setTurnVersions(sql`touched`)}`)
}

/** SQL condition: a monitor's alerts go to this contact group. */
export const monitorsNaming = (organizationId: string, groupId: string): Statement => sql`
  organization_id = ${organizationId} and config -> 'notificationGroupIds' ? ${groupId}`

export async function takeGroupFromMonitors(
  db: Database,
  { organizationId, groupId, now }: { organizationId: string; groupId: string; now: Date },
): Promise<void> {
  await db.run(sql`
    update monitors
    set config = jsonb_set(config, '{notificationGroupIds}', (config -> 'notificationGroupIds') - ${groupId}::text),
      updated_at = ${now}
    where ${monitorsNaming(organizationId, groupId)}`)
}
