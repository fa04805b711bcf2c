import type { MaintenanceWindow } from '../../domain/maintenance.ts'
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, every, sql } from '../database/sql.ts'

const columns = sql`
  w.id, w.name, w.description, w.monitor_ids as "monitorIds", w.monitor_tags as "monitorTags",
  w.starts_at as "startsAt",
  w.duration_minutes as "durationMinutes", w.timezone, w.recurrence, w.recurrence_until as "recurrenceUntil",
  w.suppress_alerts as "suppressAlerts", w.exclude_from_sla as "excludeFromSla", w.enabled,
  w.ended_early_at as "endedEarlyAt", w.incident_id as "incidentId",
  w.created_at as "createdAt", w.updated_at as "updatedAt"`

/** Newest first. */
export function listWindows(db: Database, organizationId: string, page: NewestPage): Promise<MaintenanceWindow[]> {
  return db.rows(sql`
    select ${columns}
    from maintenance_windows w
    ${newestFirst(sql`w`, page, [sql`w.organization_id = ${organizationId}`])}`)
}

export function findWindow(db: Database, organizationId: string, id: string): Promise<MaintenanceWindow | undefined> {
  return db.row(
    sql`select ${columns} from maintenance_windows w where w.organization_id = ${organizationId} and w.id = ${id}`,
  )
}

/** Locks a window until the transaction ends. */
export function lockWindow(db: Database, organizationId: string, id: string): Promise<MaintenanceWindow | undefined> {
  return db.row(sql`
    select ${columns}
    from maintenance_windows w
    where w.organization_id = ${organizationId} and w.id = ${id}
    for update`)
}

export async function addWindow(db: Database, organizationId: string, window: MaintenanceWindow): Promise<void> {
  await db.run(sql`
    insert into maintenance_windows (
      organization_id, id, name, description, monitor_ids, monitor_tags, starts_at, duration_minutes, timezone,
      recurrence,
      recurrence_until, suppress_alerts, exclude_from_sla, enabled, incident_id, created_at, updated_at
    )
    values (
      ${organizationId}, ${window.id}, ${window.name}, ${window.description}, ${window.monitorIds},
      ${window.monitorTags},
      ${window.startsAt}, ${window.durationMinutes}, ${window.timezone}, ${window.recurrence},
      ${window.recurrenceUntil},
      ${window.suppressAlerts}, ${window.excludeFromSla}, ${window.enabled}, ${window.incidentId}, ${window.createdAt},
      ${window.updatedAt}
    )`)
}

export async function changeWindow(db: Database, organizationId: string, window: MaintenanceWindow): Promise<void> {
  await db.run(sql`
    update maintenance_windows
    set name = ${window.name}, description = ${window.description}, monitor_ids = ${window.monitorIds},
      monitor_tags = ${window.monitorTags}, starts_at = ${window.startsAt},
      duration_minutes = ${window.durationMinutes},
      timezone = ${window.timezone}, recurrence = ${window.recurrence}, recurrence_until = ${window.recurrenceUntil},
      suppress_alerts = ${window.suppressAlerts}, exclude_from_sla = ${window.excludeFromSla},
      enabled = ${window.enabled}, ended_early_at = ${window.endedEarlyAt},
      updated_at = ${window.updatedAt}
    where organization_id = ${organizationId} and id = ${window.id}`)
}

/** Ends the occurrence that is on. */
export async function endWindow(
  db: Database,
  organizationId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db.run(sql`
    update maintenance_windows
    set ended_early_at = ended_early_at || ${now}::timestamptz, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}

export async function deleteWindow(
  db: Database,
  organizationId: string,
  id: string,
): Promise<{ id: string; name: string } | undefined> {
  return db.row(sql`
    delete from maintenance_windows
    where organization_id = ${organizationId} and id = ${id}
    returning id, name`)
}

/** SQL version of `covers` in domain/maintenance, for a window w and a monitor of its organization. */
export const covering = (monitorId: Statement, tags: Statement): Statement => sql`(
  ${monitorId} = any (w.monitor_ids)
  or w.monitor_tags && ${tags}
  or (w.monitor_ids = '{}' and w.monitor_tags = '{}')
)`

/** Excludes windows that surely ended before. */
const endsAfter = (at: Date): Statement => sql`
  case when w.recurrence = 'once' then w.starts_at else coalesce(w.recurrence_until, 'infinity') end
    > ${at}::timestamptz - w.duration_minutes * interval '1 minute'`

/** Excludes windows that surely ended before a span, or begin after it. */
const near = ({ from, to }: Span): Statement => sql`w.starts_at < ${to} and ${endsAfter(from)}`

export interface SilencingWindow {
  readonly monitorId: string
  readonly windowId: string
}

/** The windows, active or to come, that keep alerts of these monitors back: one row for each monitor and window. */
export async function silencingWindows(
  db: Database,
  organizationId: string,
  { monitorIds, now }: { monitorIds: readonly string[]; now: Date },
): Promise<SilencingWindow[]> {
  if (monitorIds.length === 0) return []
  return db.rows(sql`
    select m.id as "monitorId", w.id as "windowId"
    from monitors m
    join maintenance_windows w on w.organization_id = m.organization_id and ${covering(sql`m.id`, sql`m.tags`)}
    where m.organization_id = ${organizationId}
      and m.id = any (${monitorIds}::uuid[])
      and w.enabled
      and w.suppress_alerts
      and ${endsAfter(now)}`)
}

/** Enabled windows over one monitor; with a span, those that may be active in it. */
export async function windowsOver(
  db: Database,
  { organizationId, monitorId, tags }: { organizationId: string; monitorId: string; tags: readonly string[] },
  span?: Span,
): Promise<MaintenanceWindow[]> {
  return db.rows(sql`
    select ${columns}
    from maintenance_windows w
    where ${every([
      sql`w.organization_id = ${organizationId}`,
      sql`w.enabled`,
      covering(sql`${monitorId}::uuid`, sql`${tags}::text[]`),
      span && near(span),
    ])}`)
}

/** Enabled windows of these organizations; with a span, those that may be active in it. */
export async function windowsOf(
  db: Database,
  organizationIds: readonly string[],
  span?: Span,
): Promise<(MaintenanceWindow & { organizationId: string })[]> {
  return db.rows(sql`
    select w.organization_id as "organizationId", ${columns}
    from maintenance_windows w
    where ${every([sql`w.organization_id = any (${organizationIds})`, sql`w.enabled`, span && near(span)])}`)
}

/** How many monitors each of these windows covers, without paused ones. */
export async function countCoveredBy(
  db: Database,
  organizationId: string,
  windowIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ id: string; count: number }>(sql`
    select w.id, count(*)::int as count
    from maintenance_windows w
    join monitors m on m.organization_id = w.organization_id and m.state <> 'paused'
      and ${covering(sql`m.id`, sql`m.tags`)}
    where w.organization_id = ${organizationId} and w.id = any (${windowIds}::uuid[])
    group by w.id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** All windows whose time is excluded from figures and that may be active in a span, with the monitors they cover. */
export async function excludingWindows(
  db: Database,
  span: Span,
): Promise<(MaintenanceWindow & { monitorNumbers: number[] })[]> {
  return db.rows(sql`
    select ${columns},
      array(
        select m.monitor_number::int
        from monitors m
        where m.organization_id = w.organization_id and ${covering(sql`m.id`, sql`m.tags`)}
      ) as "monitorNumbers"
    from maintenance_windows w
    where w.enabled and w.exclude_from_sla and ${near(span)}`)
}

export interface ImportedWindowRow {
  readonly key: string
  readonly id: string
}

/** Those that were imported from one tool, whose keys all begin with its name. */
export function importedWindows(db: Database, organizationId: string, source: string): Promise<ImportedWindowRow[]> {
  return db.rows(sql`
    select import_key as key, id
    from maintenance_windows
    where organization_id = ${organizationId} and starts_with(import_key, ${`${source}-`})`)
}

export async function setImportKeyOfWindow(
  db: Database,
  organizationId: string,
  { id, key }: ImportedWindowRow,
): Promise<void> {
  await db.run(sql`
    update maintenance_windows set import_key = ${key} where organization_id = ${organizationId} and id = ${id}`)
}
