import type { Span } from '../../domain/span.ts'
import type { Severity } from '../../domain/metric.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ReportedIncident {
  readonly id: number
  readonly monitorId: string
  readonly monitorName: string
  readonly severity: Severity
  readonly message: string
  readonly failingSince: Date
  readonly startedAt: Date
  readonly acknowledgedAt: Date | null
  readonly resolvedAt: Date | null
  readonly falsePositive: boolean
}

/** Those that were open in the span, the newest first. */
export async function incidentsIn(
  db: Database,
  { organizationId, monitorIds, from, to }: Span & { organizationId: string; monitorIds: readonly string[] },
): Promise<ReportedIncident[]> {
  return db.rows(sql`
    select id, monitor_id as "monitorId", monitor_name as "monitorName", severity, message,
      failing_since as "failingSince", started_at as "startedAt", acknowledged_at as "acknowledgedAt",
      resolved_at as "resolvedAt", false_positive is not null as "falsePositive"
    from incidents
    where organization_id = ${organizationId}
      and monitor_id = any (${monitorIds}::uuid[])
      and failing_since < ${to}
      and coalesce(resolved_at, 'infinity') > ${from}
    order by started_at desc, id desc`)
}
