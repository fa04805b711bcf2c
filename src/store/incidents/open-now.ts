// Open incidents for the overview.
import type { Database } from '../database/database.ts'
import { type Statement, iso, sql } from '../database/sql.ts'
import type { IncidentSeverity, IncidentStatus } from './reads.ts'

export interface OpenNow {
  id: number
  status: IncidentStatus
  severity: IncidentSeverity
  message: string
  diagnosis: string
  rootCause: string
  monitor: { id: string; name: string; type: string } | null
  slo: { id: string; name: string } | null
  location: { id: string; name: string } | null
  monitorId: string
  monitorNumber: number
  intervalSeconds: number
  tags: string[]
  target: string
  cause: string | null
  startedAt: Date
  failingSince: Date
  acknowledgedAt: Date | null
  acknowledgedBy: string | null
  flapping: boolean
  /** The names of the locations that detect it, and the number of checking locations. */
  seenFrom: string[]
  locations: number
}

/** People are notified of the first open incident of a group, so the overview shows that one. */
const leadsItsGroup = sql`
  not exists (
    select from incidents l
    where l.organization_id = i.organization_id and l.id = i.part_of and l.status <> 'resolved'
  )`

/** The numbers of the locations that currently detect incident i of rule r; after its end, those that confirmed it. */
export const seenNow: Statement = sql`
  coalesce(
    (
      select array_agg(seen.number::smallint)
      from rule_states s
      cross join jsonb_array_elements_text(s.state -> 'failing') as seen (number)
      where s.rule_id = i.rule_id and i.status <> 'resolved'
    ),
    i.confirming_locations
  )`

/** Critical incidents first, then by age. */
export async function openNow(db: Database, organizationId: string, limit: number): Promise<OpenNow[]> {
  return db.rows(sql`
    select i.id, i.status, i.severity, i.message, i.diagnosis, i.root_cause as "rootCause",
      case when m.id is not null then json_build_object('id', m.id, 'name', m.name, 'type', m.type) end as monitor,
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as slo,
      case when i.monitor_type = 'location' then json_build_object('id', i.monitor_id, 'name', i.monitor_name) end
        as location,
      i.monitor_id as "monitorId", i.monitor_number as "monitorNumber",
      coalesce(m.interval_seconds, 60) as "intervalSeconds",
      coalesce(m.tags, '{}') as tags, coalesce(m.target, '') as target, i.root_cause_detail as cause,
      i.started_at as "startedAt", i.failing_since as "failingSince", i.acknowledged_at as "acknowledgedAt",
      i.acknowledged_by as "acknowledgedBy", i.flapping,
      array(select l.name from locations l where l.number = any (${seenNow}) order by l.name) as "seenFrom",
      coalesce(cardinality(m.location_numbers), 0) as locations
    from incidents i
    left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    left join objectives o on o.organization_id = i.organization_id and o.id = i.objective_id
    where i.organization_id = ${organizationId} and i.status <> 'resolved' and ${leadsItsGroup}
    order by i.severity, i.started_at, i.id
    limit ${limit}`)
}

export interface OpenSummary {
  /** Counts incident groups, of which people are notified. */
  total: number
  beganWith: { incident_id: number; name: string; failing_since: string } | null
}

export async function summaryOfOpen(db: Database, organizationId: string): Promise<OpenSummary> {
  const row = await db.row<OpenSummary>(sql`
    with open as (
      select i.*
      from incidents i
      where i.organization_id = ${organizationId} and i.status <> 'resolved' and ${leadsItsGroup}
    )
    select (select count(*) from open) as total, (
      select json_build_object('incident_id', o.id, 'name', o.monitor_name, 'failing_since',
        ${iso(sql`o.failing_since`)})
      from open o
      order by o.failing_since, o.id
      limit 1
    ) as "beganWith"`)
  return row!
}

export interface LastPage {
  incidentId: number
  at: Date
  /** The names of the people who were paged. */
  paged: string[]
}

/** The people who were last paged for each of these incidents, by incident. */
export function lastPages(db: Database, organizationId: string, incidentIds: readonly number[]): Promise<LastPage[]> {
  return db.rows(sql`
    select distinct on (e.incident_id) e.incident_id as "incidentId", e.created_at as at,
      array(select p ->> 'name' from jsonb_array_elements(e.data -> 'paged') as p) as paged
    from incident_events e
    where e.organization_id = ${organizationId}
      and e.incident_id = any (${incidentIds}::bigint[])
      and e.type = 'escalated'
      and jsonb_array_length(e.data -> 'paged') > 0
    order by e.incident_id, e.id desc`)
}

/** Whether a step of an escalation was due, even if it reached nobody. */
export async function hasEscalated(db: Database, organizationId: string, incidentIds: readonly number[]) {
  const row = await db.row<{ found: boolean }>(sql`
    select exists (
      select from incident_events e
      where e.organization_id = ${organizationId}
        and e.incident_id = any (${incidentIds}::bigint[])
        and e.type = 'escalated'
    ) as found`)
  return row!.found
}
