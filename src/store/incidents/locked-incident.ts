// One incident, as people act on it.
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { IncidentStatus } from './reads.ts'
import { subjectOf } from './subject.ts'

export interface FalsePositive {
  reason: string
  reported_by: string
  reported_at: string
  exclude_from_sla: boolean
  mute_location_id: string | null
}

export interface LockedIncident {
  id: number
  status: IncidentStatus
  message: string
  subject: IncidentSubject
  failingSince: Date
  resolvedAt: Date | null
  resolveRequestedAt: Date | null
  resolveRequestedBy: string | null
  acknowledgedBy: string | null
  maintenanceWindowId: string | null
  falsePositive: FalsePositive | null
}

const lockedColumns = sql`
  id, status, message, ${subjectOf(sql`incidents`)} as subject, failing_since as "failingSince",
  resolved_at as "resolvedAt", resolve_requested_at as "resolveRequestedAt",
  resolve_requested_by as "resolveRequestedBy", acknowledged_by as "acknowledgedBy",
  maintenance_window_id as "maintenanceWindowId",
  false_positive as "falsePositive"`

/** Locks an incident until the transaction ends. */
export async function lockIncident(
  db: Database,
  organizationId: string,
  id: number,
): Promise<LockedIncident | undefined> {
  return db.row(sql`
    select ${lockedColumns}
    from incidents
    where organization_id = ${organizationId} and id = ${id}
    for no key update`)
}

/** Reads an incident without a lock. */
export async function incidentNow(
  db: Database,
  organizationId: string,
  id: number,
): Promise<LockedIncident | undefined> {
  return db.row(sql`select ${lockedColumns} from incidents where organization_id = ${organizationId} and id = ${id}`)
}
