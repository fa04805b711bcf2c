import type { Span } from '../../domain/span.ts'
import type { IncidentTimes } from '../../domain/uptime/monitored-time.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface ReportedIncident extends IncidentTimes {
  readonly id: number
  readonly monitorName: string
  readonly message: string
  readonly startedAt: Date
  readonly acknowledgedAt: Date | null
  readonly falsePositive: boolean
}

interface ReportIncidentQuery extends Span {
  readonly organizationId: string
  /** All if undefined. */
  readonly monitorIds?: readonly string[]
}

const inSpan = ({ organizationId, monitorIds, from, to }: ReportIncidentQuery): Statement =>
  every([
    sql`organization_id = ${organizationId}`,
    monitorIds && sql`monitor_id = any (${monitorIds}::uuid[])`,
    sql`failing_since < ${to}`,
    sql`coalesce(resolved_at, 'infinity') > ${from}`,
  ])

/** Incidents that were open in the span, newest first. */
export async function incidentsIn(db: Database, query: ReportIncidentQuery): Promise<ReportedIncident[]> {
  return db.rows(sql`
    select id, monitor_id as "monitorId", monitor_name as "monitorName", severity, message,
      failing_since as "failingSince", started_at as "startedAt", acknowledged_at as "acknowledgedAt",
      resolved_at as "resolvedAt", false_positive is not null as "falsePositive"
    from incidents
    where ${inSpan(query)}
    order by started_at desc, id desc`)
}

/** The times of critical incidents in the span. */
export async function criticalTimes(db: Database, query: ReportIncidentQuery): Promise<IncidentTimes[]> {
  return db.rows(sql`
    select monitor_id as "monitorId", severity, failing_since as "failingSince", resolved_at as "resolvedAt"
    from incidents
    where ${inSpan(query)}
      and severity = 'critical'`)
}
