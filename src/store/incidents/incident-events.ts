// The timeline of an incident.
import type { Finding } from '../../domain/alerting/finding.ts'
import type { PageOrigin } from '../../domain/notifying/delivery.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, json, sql } from '../database/sql.ts'

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

/** Oldest first. `after` is the id of the last event of the previous page. */
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

/** Part of a statement that updates incidents. Selects organization, incident, type, actor, data and time. */
export const addEvents = (rows: Statement): Statement => sql`
  insert into incident_events (organization_id, incident_id, type, actor, data, created_at)
  ${rows}`

export interface NewSymptom extends Pick<Finding, 'message' | 'detectedValue' | 'rootCause' | 'diagnosis'> {
  ruleId: number
  at: Date
}

/** Records changed symptoms of open incidents. */
export async function noteSymptoms(db: Database, symptoms: readonly NewSymptom[]): Promise<void> {
  const noted = await db.rows<{ incidentId: number }>(sql`
    ${addEvents(sql`
      select i.organization_id, i.id, 'changed', null, jsonb_build_object(
        'message', s.message, 'detected_value', s."detectedValue", 'root_cause', s."rootCause", 'diagnosis', s.diagnosis
      ), s.at
      from jsonb_to_recordset(${json(symptoms)}) as s (
        "ruleId" bigint, at timestamptz, message text, "detectedValue" text, "rootCause" text, diagnosis text
      )
      join incidents i on i.rule_id = s."ruleId" and i.status <> 'resolved'`)}
    returning incident_id as "incidentId"`)
  db.publish({ incidents: noted.map(({ incidentId }) => incidentId) })
}

export interface EventDraft extends OfIncident {
  type: 'assigned' | 'comment' | 'escalated' | 'false_positive' | 'muted' | 'passed_on'
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
      ${organizationId}::uuid, ${incidentId}::bigint, ${type}, ${by},
      ${json(data)}::jsonb, ${now}::timestamptz
    )`)}
    returning id, type, actor, data, created_at`)
  return event!
}

interface SkippedPage extends OfIncident {
  readonly channelId: number | null
  readonly page: PageOrigin
  readonly sentence: string
}

/** Why the latest page did not reach this person or channel, which is not shown as paged any more. */
export async function skippedPages(
  db: Database,
  { organizationId, incidentId, channelId, page: { policyId, userId }, sentence }: SkippedPage,
): Promise<void> {
  const target = userId === null ? { type: 'channel', id: channelId } : { type: 'user', id: userId }
  await db.run(sql`
    update incident_events e
    set data = e.data || jsonb_build_object(
      'paged', jsonb_path_query_array(e.data -> 'paged', '$[*] ? (@.type != $type || @.id != $id)',
      ${json(target)}::jsonb),
      'missed', e.data -> 'missed' || to_jsonb(${sentence}::text)
    )
    where e.organization_id = ${organizationId}
      and e.incident_id = ${incidentId}
      and e.id = (
        select max(l.id)
        from incident_events l
        where l.organization_id = ${organizationId}
          and l.incident_id = ${incidentId}
          and l.type = 'escalated'
          and l.data #>> '{policy,id}' is not distinct from ${policyId}
      )`)
}
