// Incidents as the judge writes them: opened, told again, closed, each with its event and its line in the outbox.
import type { Closed, Opened } from '../../domain/alerting/judge.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

/** The monitor as its incident will remember it. */
export interface IncidentMonitor {
  organizationId: string
  monitorId: string
  monitorNumber: number
  name: string
  type: string
  target: string
}

export interface Opening {
  monitor: IncidentMonitor
  opened: Opened
}

/**
 * A flapping incident that closed a moment ago is taken up again, if nobody has been told of its end yet. One that somebody
 * has said not to count is left as it is: what comes after it may count. Answers those that were not taken up.
 */
export async function reopenIncidents(db: Database, openings: readonly Opening[], now: Date): Promise<Opening[]> {
  const rows = await db.rows<{ ruleId: number }>(sql`
    with again as (
      select distinct on (i.rule_id) i.organization_id, i.id, a.at
      from unnest(
        ${openings.map(({ opened }) => opened.rule.ruleId)}::bigint[], ${openings.map(({ opened }) => opened.at)}::timestamptz[]
      ) as a (rule_id, at)
      join incidents i on i.rule_id = a.rule_id
      order by i.rule_id, i.id desc
    ),
    untold as (
      delete from outbox o
      using again, incidents i
      where o.organization_id = again.organization_id
        and o.incident_id = again.id
        and o.kind = 'resolved'
        and i.organization_id = again.organization_id
        and i.id = again.id
        and i.status = 'resolved'
        and i.false_positive is null
        and i.maintenance_window_id is null
      returning o.organization_id, o.incident_id as id, again.at
    ),
    reopened as (
      update incidents i
      set status = case when acknowledged_at is null then 'firing' else 'acknowledged' end, resolved_at = null,
        resolve_reason = null, resolved_by = null, resolved_value = null, resolve_requested_at = null, resolve_requested_by = null,
        flapping = true, updated_at = ${now}
      from untold
      where i.organization_id = untold.organization_id and i.id = untold.id
      returning i.organization_id, i.id, i.rule_id, untold.at
    ),
    noted as (
      insert into incident_events (organization_id, incident_id, type, created_at)
      select organization_id, id, 'reopened', at from reopened
    )
    select rule_id as "ruleId" from reopened`)
  const reopened = new Set(rows.map(({ ruleId }) => ruleId))
  return openings.filter(({ opened }) => !reopened.has(opened.rule.ruleId))
}

export async function openIncidents(db: Database, openings: readonly Opening[], now: Date): Promise<void> {
  const rows = openings.map(({ monitor, opened }) => draftOf(monitor, opened))
  await db.run(sql`
    with opened as (
      insert into incidents (
        organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, alert_rule_id, rule_id,
        rule_name, rule_expression, rule_version, status, severity, message, started_at, failing_since, last_fired_at,
        flapping, root_cause, root_cause_detail, diagnosis, expected, detected_value, confirming_locations, evidence, updated_at
      )
      select d.organization_id, d.monitor_id, d.monitor_number, d.monitor_name, d.monitor_type, d.monitor_target, d.alert_rule_id,
        d.rule_id, d.rule_name, d.rule_expression, d.rule_version, 'firing', d.severity, d.message, d.at, d.since, d.at,
        d.flapping, d.root_cause, d.root_cause_detail, d.diagnosis, d.expected, d.detected_value,
        array(select value::smallint from jsonb_array_elements_text(d.confirming)), ${frozenEvidence}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)}) as d (
        organization_id uuid, monitor_id uuid, monitor_number bigint, monitor_name text, monitor_type text, monitor_target text,
        alert_rule_id uuid, rule_id bigint, rule_name text, rule_expression text, rule_version int, severity text, message text,
        at timestamptz, since timestamptz, flapping boolean, root_cause text, root_cause_detail text, diagnosis text,
        expected text, detected_value text, confirming jsonb, location smallint, error text, evidence jsonb
      )
      on conflict (rule_id) where status <> 'resolved' do nothing
      returning organization_id, id, started_at, severity, message, detected_value, confirming_locations
    ),
    noted as (
      insert into incident_events (organization_id, incident_id, type, data, created_at)
      select o.organization_id, o.id, e.type, e.data, o.started_at
      from opened o
      cross join lateral (
        values
          ('opened', jsonb_build_object('severity', o.severity, 'message', o.message, 'detected_value', o.detected_value)),
          ('confirmed', jsonb_build_object('locations', (
            select coalesce(jsonb_agg(l.name order by l.name), '[]') from locations l where l.number = any (o.confirming_locations)
          )))
      ) as e (type, data)
    )
    insert into outbox (organization_id, incident_id, kind, fire_count, at, due_at)
    select organization_id, id, 'firing', 1, started_at, ${now} from opened`)
}

/** What was seen at the last look, and the latest failure that each other location has seen since it began. */
const frozenEvidence: Statement = sql`
  jsonb_build_array(jsonb_build_object('location', d.location, 'at', d.at, 'error', d.error, 'evidence', d.evidence)) || coalesce(
    (
      select jsonb_agg(jsonb_build_object('location', f.location, 'at', f.at, 'error', null, 'evidence', f.evidence) order by f.at desc)
      from (
        select distinct on (location) location, at, evidence
        from failure_evidence
        where monitor_number = d.monitor_number and at >= d.since and location <> d.location
        order by location, at desc
      ) f
    ),
    '[]'
  )`

function draftOf(monitor: IncidentMonitor, { rule, at, since, flapping, finding, confirming, outcome }: Opened) {
  return {
    organization_id: monitor.organizationId,
    monitor_id: monitor.monitorId,
    monitor_number: monitor.monitorNumber,
    monitor_name: monitor.name,
    monitor_type: monitor.type,
    monitor_target: monitor.target,
    alert_rule_id: rule.id,
    rule_id: rule.ruleId,
    rule_name: rule.name,
    rule_expression: `${rule.metric} ${rule.operator} ${rule.value}`,
    rule_version: rule.version,
    severity: rule.severity,
    message: finding.message,
    at,
    since,
    flapping,
    root_cause: finding.rootCause,
    root_cause_detail: finding.rootCauseDetail,
    diagnosis: finding.diagnosis,
    expected: finding.expected,
    detected_value: finding.detectedValue,
    confirming,
    location: outcome.location,
    error: outcome.error,
    evidence: outcome.evidence === null ? null : (JSON.parse(outcome.evidence) as unknown),
  }
}

/** Because checks have recovered. The end of a flapping incident is told only when it has lasted a while. */
export async function closeRecovered(db: Database, closings: readonly Closed[], now: Date): Promise<void> {
  await db.run(sql`
    with closed as (
      update incidents i
      set status = 'resolved', resolved_at = c.at, resolved_value = c.resolved_value, flapping = c.flapping, updated_at = ${now}
      from unnest(
        ${closings.map(({ rule }) => rule.ruleId)}::bigint[], ${closings.map(({ at }) => at)}::timestamptz[],
        ${closings.map(({ resolvedValue }) => resolvedValue)}::text[], ${closings.map(({ flapping }) => flapping)}::boolean[],
        ${closings.map(({ heldUntil }) => heldUntil)}::timestamptz[]
      ) as c (rule_id, at, resolved_value, flapping, held_until)
      where i.rule_id = c.rule_id and i.status <> 'resolved'
      returning i.organization_id, i.id, i.fire_count, c.at, c.resolved_value, coalesce(c.held_until, ${now}) as due_at
    ),
    noted as (
      insert into incident_events (organization_id, incident_id, type, data, created_at)
      select organization_id, id, 'resolved', jsonb_build_object('resolved_value', resolved_value), at from closed
    )
    insert into outbox (organization_id, incident_id, kind, fire_count, at, due_at)
    select organization_id, id, 'resolved', fire_count, at, due_at from closed`)
}

/** Open incidents of these rules or monitors, or themselves. */
export type Which =
  | { ruleIds: readonly number[] }
  | { organizationId: string; monitorIds: readonly string[] }
  | { incidentIds: readonly number[] }

export type ResolveReason =
  | 'monitor paused'
  | 'monitor deleted'
  | 'rule disabled'
  | 'rule deleted'
  | 'resolved manually'

/** Because somebody says so, not because anything recovered. Answers the rules whose incidents were closed. */
export async function closeByHand(
  db: Database,
  which: Which,
  { reason, by, now }: { reason: ResolveReason; by: string | null; now: Date },
): Promise<{ ruleId: number; monitorNumber: number }[]> {
  const condition =
    'ruleIds' in which
      ? sql`i.rule_id = any (${which.ruleIds}::bigint[])`
      : 'monitorIds' in which
        ? sql`i.organization_id = ${which.organizationId} and i.monitor_id = any (${which.monitorIds}::uuid[])`
        : sql`i.id = any (${which.incidentIds}::bigint[])`
  return db.rows(sql`
    with closed as (
      update incidents i
      set status = 'resolved', resolved_at = ${now}, resolve_reason = ${reason},
        resolved_by = coalesce(i.resolve_requested_by, ${by}), updated_at = ${now}
      where i.status <> 'resolved' and ${condition}
      returning i.organization_id, i.id, i.fire_count, i.rule_id, i.monitor_number, i.resolved_by
    ),
    noted as (
      insert into incident_events (organization_id, incident_id, type, actor, data, created_at)
      select organization_id, id, 'resolved', resolved_by, jsonb_build_object('reason', ${reason}::text), ${now} from closed
    ),
    told as (
      insert into outbox (organization_id, incident_id, kind, fire_count, at, due_at)
      select organization_id, id, 'resolved', fire_count, ${now}, ${now} from closed
    )
    select rule_id as "ruleId", monitor_number as "monitorNumber" from closed`)
}

/** Tells again of incidents that fire still and that nobody has taken on. */
export async function remindOf(db: Database, ruleIds: readonly number[], now: Date): Promise<number> {
  return remind(db, sql`i.rule_id = any (${ruleIds}::bigint[])`, now)
}

/** Those whose monitor wants to be reminded of them, and that were last told of long enough ago. */
export async function remindDue(db: Database, { limit, now }: { limit: number; now: Date }): Promise<number> {
  return remind(
    db,
    sql`(i.organization_id, i.id) in (
    select due.organization_id, due.id
    from incidents due
    join monitors m on m.organization_id = due.organization_id and m.id = due.monitor_id
    where due.status = 'firing'
      and due.resolve_requested_at is null
      and due.last_fired_at + make_interval(secs => (m.config ->> 'repeatIntervalSeconds')::int) <= ${now}
    order by due.last_fired_at
    limit ${limit}
    for update of due skip locked
  )`,
    now,
  )
}

async function remind(db: Database, which: Statement, now: Date): Promise<number> {
  return db.run(sql`
    with reminded as (
      update incidents i
      set fire_count = i.fire_count + 1, last_fired_at = ${now}, updated_at = ${now}
      where i.status = 'firing' and ${which}
      returning i.organization_id, i.id, i.fire_count
    )
    insert into outbox (organization_id, incident_id, kind, reminder, fire_count, at, due_at)
    select organization_id, id, 'firing', true, fire_count, ${now}, ${now} from reminded`)
}
