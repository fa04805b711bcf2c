// The evidence from the opening of an incident, and events at the same time.
import type { Span } from '../../domain/span.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { IncidentSeverity, IncidentStatus } from './reads.ts'

export interface IncidentStart {
  id: number
  monitorId: string
  monitorNumber: number
  monitorType: string
  startedAt: Date
  failingSince: Date
  /** Evidence at the opening, by location. */
  seen: { location: number; at: string; error: string | null; evidence: unknown }[]
  lastGood: { at: string; location: number | null; evidence: unknown } | null
  intervalSeconds: number | null
  locations: number[]
  /** The current tags of its monitor. */
  tags: string[]
}

export function incidentStart(db: Database, organizationId: string, id: number): Promise<IncidentStart | undefined> {
  return db.row(sql`
    select i.id, i.monitor_id as "monitorId", i.monitor_number as "monitorNumber", i.monitor_type as "monitorType",
      i.started_at as "startedAt", i.failing_since as "failingSince", i.evidence as seen, i.last_good as "lastGood",
      m.interval_seconds as "intervalSeconds", coalesce(m.location_numbers, i.confirming_locations) as locations,
      coalesce(m.tags, '{}') as tags
    from incidents i
    left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where i.organization_id = ${organizationId} and i.id = ${id}`)
}

export interface Neighbour {
  id: number
  status: IncidentStatus
  severity: IncidentSeverity
  message: string
  started_at: Date
}

/** Other incidents that began in a span, nearest to a time first. */
export async function neighboursOf(
  db: Database,
  {
    organizationId,
    id,
    moment,
    from,
    to,
    limit,
  }: Span & { organizationId: string; id: number; moment: Date; limit: number },
): Promise<Neighbour[]> {
  return db.rows(sql`
    select id, status, severity, message, started_at
    from incidents
    where organization_id = ${organizationId} and id <> ${id} and started_at >= ${from} and started_at < ${to}
    order by abs(extract(epoch from started_at - ${moment}::timestamptz)), id
    limit ${limit}`)
}
