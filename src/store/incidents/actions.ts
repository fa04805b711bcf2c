// What people do about incidents: take one on, ask for its end, comment on it, call it maintenance or a false alarm.
import type { Database } from '../database/database.ts'
import type { IncidentEvent, IncidentStatus } from './reads.ts'
import { sql } from '../database/sql.ts'

export interface FalsePositive {
  reason: string
  reported_by: string
  reported_at: string
  exclude_from_sla: boolean
  mute_location_id: string | null
}

export interface HeldIncident {
  id: number
  status: IncidentStatus
  message: string
  monitorId: string
  monitorName: string
  failingSince: Date
  resolvedAt: Date | null
  resolveRequestedAt: Date | null
  maintenanceWindowId: string | null
  falsePositive: FalsePositive | null
}

/** Reads an incident to change it; nobody else changes it before this transaction ends. */
export async function holdIncident(
  db: Database,
  organizationId: string,
  id: number,
): Promise<HeldIncident | undefined> {
  return db.row(sql`
    select id, status, message, monitor_id as "monitorId", monitor_name as "monitorName", failing_since as "failingSince",
      resolved_at as "resolvedAt", resolve_requested_at as "resolveRequestedAt", maintenance_window_id as "maintenanceWindowId",
      false_positive as "falsePositive"
    from incidents
    where organization_id = ${organizationId} and id = ${id}
    for no key update`)
}

interface Act {
  organizationId: string
  id: number
  by: string
  now: Date
}

/** Reminders stop, and who has been told of it is told that somebody looks after it. */
export async function acknowledge(db: Database, { organizationId, id, by, now }: Act): Promise<void> {
  await db.run(sql`
    with taken as (
      update incidents
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by}, updated_at = ${now}
      where organization_id = ${organizationId} and id = ${id}
      returning organization_id, id, fire_count
    ),
    noted as (
      insert into incident_events (organization_id, incident_id, type, actor, created_at)
      select organization_id, id, 'acknowledged', ${by}, ${now} from taken
    )
    insert into outbox (organization_id, incident_id, kind, fire_count, at, due_at)
    select organization_id, id, 'acknowledged', fire_count, ${now}, ${now} from taken`)
}

/** The judge brings it about. */
export async function requestResolve(db: Database, { organizationId, id, by, now }: Act): Promise<void> {
  await db.run(sql`
    update incidents
    set resolve_requested_at = ${now}, resolve_requested_by = ${by}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id} and resolve_requested_at is null and status <> 'resolved'`)
}

export async function addComment(
  db: Database,
  { organizationId, id, by, now }: Act,
  body: string,
): Promise<IncidentEvent> {
  return addEvent(db, { organizationId, id, by, now }, { type: 'comment', data: { body } })
}

async function addEvent(
  db: Database,
  { organizationId, id, by, now }: Act,
  { type, data }: { type: 'comment' | 'false_positive'; data: object },
): Promise<IncidentEvent> {
  const event = await db.row<IncidentEvent>(sql`
    insert into incident_events (organization_id, incident_id, type, actor, data, created_at)
    values (${organizationId}, ${id}, ${type}, ${by}, ${JSON.stringify(data)}, ${now})
    returning id, type, actor, data, created_at`)
  return event!
}

export async function markMaintenance(
  db: Database,
  { organizationId, id, now }: Omit<Act, 'by'>,
  maintenanceWindowId: string,
): Promise<void> {
  await db.run(sql`
    update incidents
    set maintenance_window_id = ${maintenanceWindowId}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}

export async function reportFalse(db: Database, act: Act, report: FalsePositive): Promise<void> {
  const { reason, exclude_from_sla } = report
  await keepReport(db, act, report)
  await addEvent(db, act, { type: 'false_positive', data: { reason, exclude_from_sla } })
}

export async function withdrawReport(db: Database, act: Act): Promise<void> {
  await keepReport(db, act, null)
  await addEvent(db, act, { type: 'false_positive', data: { withdrawn: true } })
}

async function keepReport(db: Database, { organizationId, id, now }: Act, report: FalsePositive | null): Promise<void> {
  await db.run(sql`
    update incidents
    set false_positive = ${report && JSON.stringify(report)}, updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}
