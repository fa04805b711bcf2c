// Reads incidents for display. The database builds the JSON, as for monitors.
import type { Cause } from '../../domain/outcome.ts'
import { locationName } from '../checking/locations.ts'
import type { Database } from '../database/database.ts'
import type { OfIncident } from './incident-events.ts'
import { type Statement, contains, every, iso, sql, unprepared } from '../database/sql.ts'
import { deploymentBefore } from '../monitors/deployments.ts'
import { carrying } from './stats.ts'

export const incidentStatuses = ['firing', 'acknowledged', 'resolved'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

export const incidentSeverities = ['critical', 'warning'] as const
export type IncidentSeverity = (typeof incidentSeverities)[number]

export interface IncidentFilter {
  status?: IncidentStatus | 'open'
  severity?: IncidentSeverity
  monitorId?: string
  /** A current tag of its monitor. */
  tag?: string
  cause?: Cause
  /** Searches the message, the monitor's name and the incident number. */
  q?: string
  assigneeId?: string
  /** Started at or after. */
  since?: Date
  /** Started before. */
  until?: Date
}

export interface IncidentPosition {
  startedAt: Date
  id: number
}

export interface ShownIncident {
  id: number
  json: string
}

const report = sql`
  select row_to_json(report)
  from jsonb_to_record(i.false_positive) as report (
    reason text, reported_by text, reported_at text, exclude_from_sla boolean, mute_location_id text
  )`

/** `row_to_json` writes JSON without spaces, like Node; nested values must do the same. */
export const shownIncident = sql`
  (
    select row_to_json(fields)::text
    from (
      select 'incident' as object, i.id, i.status, i.severity, i.message,
        case when m.id is not null then (select row_to_json(named) from (select m.id, m.name) named) end as monitor,
        case when o.id is not null then (select row_to_json(named) from (select o.id, o.name) named) end as slo,
        case when i.monitor_type = 'location' then (
          select row_to_json(named) from (select i.monitor_id as id, i.monitor_name as name) named
        ) end as location,
        case when r.id is not null then (select row_to_json(named) from (select r.id, r.name) named) end as rule,
        i.rule_version,
        ${iso(sql`i.started_at`)} as started_at,
        ${iso(sql`i.failing_since`)} as failing_since,
        ${iso(sql`i.acknowledged_at`)} as acknowledged_at,
        i.acknowledged_by,
        case when a.id is not null then (select row_to_json(named) from (select a.id, a.name) named) end as assignee,
        ${iso(sql`i.resolved_at`)} as resolved_at,
        i.resolve_reason,
        i.resolved_by,
        ${iso(sql`i.resolve_requested_at`)} as resolve_requested_at,
        i.fire_count, i.flapping, i.root_cause, i.root_cause_detail, i.diagnosis, i.expected, i.detected_value,
        i.resolved_value,
        array(select l.name from locations l where l.number = any (i.confirming_locations) order by l.name)
          as confirming_locations,
        case when i.affected_by is not null then (
          select row_to_json(parent)
          from (
            select p.id as incident_id, case when pm.id is not null then (
              select row_to_json(named) from (select pm.id, pm.name) named
            ) end as monitor
            from incidents p
            left join monitors pm on pm.organization_id = p.organization_id and pm.id = p.monitor_id
            where p.organization_id = i.organization_id and p.id = i.affected_by
          ) parent
        ) end as affected_by,
        (
          select count(distinct child.monitor_id)
          from incidents child
          where child.organization_id = i.organization_id and child.affected_by = i.id
        ) as affected_monitors,
        array(
          select row_to_json(report)
          from (
            select r.vendor, r.title, r.url, r."startedAt" as started_at, r."endedAt" as ended_at
            from jsonb_to_recordset(i.vendor_reports)
              as r (vendor text, title text, url text, "startedAt" text, "endedAt" text)
          ) report
        ) as vendor_reports,
        ${deploymentBefore} as deployment,
        w.id as maintenance_window_id,
        case when i.false_positive is not null then (${report}) end as false_positive
    ) fields
  )`

/** Deleted monitors, objectives, rules and windows are left out. */
export const withOthers = sql`
  left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
  left join objectives o on o.organization_id = i.organization_id and o.id = i.objective_id
  left join alert_rules r on r.organization_id = i.organization_id and r.id = i.alert_rule_id
  left join users a on a.id = i.assignee_id
  left join maintenance_windows w on w.organization_id = i.organization_id and w.id = i.maintenance_window_id`

export function matchingIncidents(
  organizationId: string,
  { status, severity, monitorId, tag, cause, q, assigneeId, since, until }: IncidentFilter,
): Statement {
  const number = q !== undefined && /^#?\d{1,9}$/.test(q) ? Number(q.replace('#', '')) : -1
  return every([
    sql`i.organization_id = ${organizationId}`,
    status !== undefined && status !== 'open' && sql`i.status = ${status}`,
    // Open incidents are few and have a partial index, which the planner uses only with this condition.
    status !== undefined && status !== 'resolved' && sql`i.status <> 'resolved'`,
    severity !== undefined && sql`i.severity = ${severity}`,
    monitorId !== undefined && sql`i.monitor_id = ${monitorId}`,
    tag !== undefined && carrying(tag),
    cause !== undefined && sql`i.root_cause = ${cause}`,
    q !== undefined && sql`(i.id = ${number} or ${contains(sql`lower(i.message || e'\n' || i.monitor_name)`, q)})`,
    assigneeId !== undefined && sql`i.assignee_id = ${assigneeId}`,
    since !== undefined && sql`i.started_at >= ${since}`,
    until !== undefined && sql`i.started_at < ${until}`,
  ])
}

/** Newest first. */
export async function listIncidents(
  db: Database,
  organizationId: string,
  { filter, after, limit }: { filter: IncidentFilter; after: IncidentPosition | undefined; limit: number },
): Promise<ShownIncident[]> {
  const page = sql`
    select i.id, ${shownIncident} as json
    from (
      select i.*
      from incidents i
      where ${every([
        matchingIncidents(organizationId, filter),
        after !== undefined && sql`(i.started_at, i.id) < (${after.startedAt}, ${after.id})`,
      ])}
      order by i.started_at desc, i.id desc
      limit ${limit}
    ) i
    ${withOthers}
    order by i.started_at desc, i.id desc`
  return db.rows(plannedFor(filter, page))
}

/** A tag or a text may match nearly all or almost none, so each query is planned separately. */
const plannedFor = ({ tag, q }: IncidentFilter, statement: Statement): Statement =>
  tag === undefined && q === undefined ? statement : unprepared(statement)

export async function countIncidents(db: Database, organizationId: string, filter: IncidentFilter): Promise<number> {
  const counted = sql`select count(*) as total from incidents i where ${matchingIncidents(organizationId, filter)}`
  return (await db.row<{ total: number }>(plannedFor(filter, counted)))!.total
}

export async function positionOfIncident(
  db: Database,
  organizationId: string,
  id: number,
): Promise<IncidentPosition | undefined> {
  return db.row(sql`
    select started_at as "startedAt", id from incidents where organization_id = ${organizationId} and id = ${id}`)
}

export function showIncident(db: Database, organizationId: string, id: number): Promise<ShownIncident | undefined> {
  return db.row(sql`
    select i.id, ${shownIncident} as json
    from incidents i
    ${withOthers}
    where i.organization_id = ${organizationId} and i.id = ${id}`)
}

export interface SeenFailure {
  location: string
  timestamp: Date
  error: string | null
  evidence: unknown
}

/** The evidence at its opening, in stored order; undefined if the incident does not exist. */
export async function evidenceOf(
  db: Database,
  { organizationId, incidentId }: OfIncident,
): Promise<SeenFailure[] | undefined> {
  const known = await positionOfIncident(db, organizationId, incidentId)
  if (!known) return undefined
  return db.rows(sql`
    select ${locationName(sql`seen.location`, sql`l.name`)} as location, seen.at as timestamp, seen.error, seen.evidence
    from incidents i
    cross join lateral rows from (
      jsonb_to_recordset(i.evidence) as (location smallint, at timestamptz, error text, evidence jsonb)
    ) with ordinality as seen (location, at, error, evidence, position)
    left join locations l on l.number = seen.location
    where i.organization_id = ${organizationId} and i.id = ${incidentId}
    order by seen.position`)
}

export interface LiveIncident {
  organizationId: string
  number: number
  status: IncidentStatus
}

/** The statuses of incidents, for the live event stream. */
export async function liveIncidents(
  db: Database,
  { numbers, organizations }: { numbers: readonly number[]; organizations: string[] },
): Promise<LiveIncident[]> {
  return db.rows(sql`
    select organization_id as "organizationId", id as number, status
    from incidents
    where id = any (${numbers}::bigint[]) and organization_id = any (${organizations}::uuid[])
    order by id`)
}
