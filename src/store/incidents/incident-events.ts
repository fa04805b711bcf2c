// The timeline of an incident.
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface IncidentEvent {
  id: number
  type: string
  actor: string | null
  data: Record<string, unknown>
  created_at: Date
}

export interface OfIncident {
  organizationId: string
  incidentId: number
}

/** Oldest first. `after` is the id of the last one already seen. */
export async function listIncidentEvents(
  db: Database,
  { organizationId, incidentId }: OfIncident,
  { after, limit }: { after: number | undefined; limit: number },
): Promise<IncidentEvent[]> {
  return db.rows(sql`
    select id, type, actor, data, created_at
    from incident_events
    where ${every([
      sql`organization_id = ${organizationId}`,
      sql`incident_id = ${incidentId}`,
      after !== undefined && sql`id > ${after}`,
    ])}
    order by id
    limit ${limit}`)
}

/** Part of a statement that changes incidents. Selects organization, incident, type, actor, data and time. */
export const addEvents = (rows: Statement): Statement => sql`
  insert into incident_events (organization_id, incident_id, type, actor, data, created_at)
  ${rows}`

export interface EventDraft extends OfIncident {
  type: 'comment' | 'false_positive'
  by: string
  data: object
  now: Date
}

export async function addEvent(
  db: Database,
  { organizationId, incidentId, type, by, data, now }: EventDraft,
): Promise<IncidentEvent> {
  const event = await db.row<IncidentEvent>(sql`
    ${addEvents(sql`values (
      ${organizationId}::uuid, ${incidentId}::bigint, ${type}, ${by}, ${JSON.stringify(data)}::jsonb, ${now}::timestamptz
    )`)}
    returning id, type, actor, data, created_at`)
  return event!
}
