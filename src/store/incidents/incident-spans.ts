// The spans in which incidents of monitors were open.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { IncidentSeverity } from './reads.ts'

export interface IncidentSpan extends Span {
  incidentId: number
  monitorId: string
  severity: IncidentSeverity
  isOpen: boolean
}

interface IncidentSpanQuery extends Span {
  organizationId: string
  monitorIds: readonly string[]
}

/** By start; open incidents last until the end of the requested span. */
export async function incidentSpansOf(
  db: Database,
  { organizationId, monitorIds, from, to }: IncidentSpanQuery,
): Promise<IncidentSpan[]> {
  return db.rows(sql`
    select id as "incidentId", monitor_id as "monitorId", severity, started_at as "from",
      coalesce(resolved_at, ${to}) as "to", resolved_at is null as "isOpen"
    from incidents
    where organization_id = ${organizationId}
      and monitor_id = any (${monitorIds}::uuid[])
      and started_at < ${to}
      and (resolved_at is null or resolved_at > ${from})
    order by started_at, id`)
}
