// Reads an incident, and those that it explains, for its report.
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Severity } from '../../domain/metric.ts'
import type { IncidentTimes } from '../../domain/uptime/monitored-time.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { OfIncident } from './incident-events.ts'
import type { IncidentStatus } from './reads.ts'
import { subjectKind } from './subject.ts'

export interface IncidentFacts {
  readonly id: number
  readonly status: IncidentStatus
  readonly severity: Severity
  readonly message: string
  readonly diagnosis: string
  readonly expected: string
  readonly detectedValue: string
  readonly subjectKind: IncidentSubject['kind']
  /** Null for an incident that is not about a monitor. */
  readonly monitorId: string | null
  /** The name of the monitor, objective or location. */
  readonly subject: string
  readonly alertRuleId: string
  readonly ruleName: string
  readonly ruleExpression: string
  readonly ruleVersion: number
  readonly failingSince: Date
  readonly startedAt: Date
  readonly acknowledgedAt: Date | null
  readonly acknowledgedBy: string | null
  readonly resolvedAt: Date | null
  readonly resolvedBy: string | null
  readonly isFalsePositive: boolean
  readonly isMaintenance: boolean
  readonly locations: readonly string[]
  /** The current tags of its monitor. */
  readonly tags: readonly string[]
}

export async function incidentFacts(
  db: Database,
  { organizationId, incidentId }: OfIncident,
): Promise<IncidentFacts | undefined> {
  return db.row(sql`
    select i.id, i.status, i.severity, i.message, i.diagnosis, i.expected, i.detected_value as "detectedValue",
      ${subjectKind(sql`i`)} as "subjectKind", case when i.monitor_number <> 0 then i.monitor_id end as "monitorId",
      i.monitor_name as subject,
      i.alert_rule_id as "alertRuleId", i.rule_name as "ruleName",
      i.rule_expression as "ruleExpression", i.rule_version as "ruleVersion", i.failing_since as "failingSince",
      i.started_at as "startedAt", i.acknowledged_at as "acknowledgedAt", i.acknowledged_by as "acknowledgedBy",
      i.resolved_at as "resolvedAt", i.resolved_by as "resolvedBy", i.false_positive is not null as "isFalsePositive",
      i.maintenance_window_id is not null as "isMaintenance",
      array(select l.name from locations l where l.number = any (i.confirming_locations) order by l.name) as locations,
      coalesce(m.tags, '{}') as tags
    from incidents i
    left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where i.organization_id = ${organizationId} and i.id = ${incidentId}`)
}

export interface AffectedIncident extends IncidentTimes {
  readonly id: number
  readonly monitorName: string
}

/** Incidents of monitors that depend on it and failed because of it, oldest first. */
export async function affectedIncidents(
  db: Database,
  { organizationId, incidentId }: OfIncident,
  limit: number,
): Promise<AffectedIncident[]> {
  return db.rows(sql`
    select id, monitor_id as "monitorId", monitor_name as "monitorName", severity, failing_since as "failingSince",
      resolved_at as "resolvedAt"
    from incidents
    where organization_id = ${organizationId} and affected_by = ${incidentId}
    order by failing_since, id
    limit ${limit}`)
}
