// One incident, as people act on it.
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import type { IncidentStatus } from './reads.ts'
import { isOfOutage, outageOf } from './outages.ts'
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
  /** The first incident of its outage. */
  outageId: number
  status: IncidentStatus
  message: string
  subject: IncidentSubject
  failingSince: Date
  resolvedAt: Date | null
  /** Null if checks ended it. */
  resolveReason: string | null
  resolvedBy: string | null
  resolveRequestedAt: Date | null
  resolveRequestedBy: string | null
  acknowledgedBy: string | null
  assignee: { id: string; name: string } | null
  maintenanceWindowId: string | null
  falsePositive: FalsePositive | null
}

const lockedColumns = sql`
  id, ${outageOf(sql`incidents`)} as "outageId", status, message, ${subjectOf(sql`incidents`)} as subject, failing_since as "failingSince",
  resolved_at as "resolvedAt", resolve_reason as "resolveReason", resolved_by as "resolvedBy", resolve_requested_at as "resolveRequestedAt",
  resolve_requested_by as "resolveRequestedBy", acknowledged_by as "acknowledgedBy",
  (
    select json_build_object('id', u.id, 'name', u.name) from users u where u.id = incidents.assignee_id
  ) as assignee,
  maintenance_window_id as "maintenanceWindowId",
  false_positive as "falsePositive"`

/** Locks an incident until the transaction ends. */
export function lockIncident(db: Database, organizationId: string, id: number): Promise<LockedIncident | undefined> {
  return db.row(sql`
    select ${lockedColumns}
    from incidents
    where organization_id = ${organizationId} and id = ${id}
    for no key update`)
}

/** SQL: the incident or, if it has ended while its outage goes on, the oldest one of the outage that is open. */
const goingOn = (organizationId: string, id: number): Statement => sql`
  organization_id = ${organizationId} and id = coalesce(
    (
      select open.id
      from incidents ended
      join incidents open on open.organization_id = ended.organization_id
        and ${isOfOutage(sql`open`, outageOf(sql`ended`))}
      where ended.organization_id = ${organizationId} and ended.id = ${id}
        and ended.status = 'resolved' and open.status <> 'resolved'
      order by open.id
      limit 1
    ),
    ${id}
  )`

/** Locks the incident that a reply to an alert is about: what fails now, if the one that it names has ended. */
export function lockGoingOn(db: Database, organizationId: string, id: number): Promise<LockedIncident | undefined> {
  return db.row(sql`select ${lockedColumns} from incidents where ${goingOn(organizationId, id)} for no key update`)
}

/** The same without a lock. */
export function incidentGoingOn(db: Database, organizationId: string, id: number): Promise<LockedIncident | undefined> {
  return db.row(sql`select ${lockedColumns} from incidents where ${goingOn(organizationId, id)}`)
}
