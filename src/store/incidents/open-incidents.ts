// Opens and reopens incidents.
import type { Finding } from '../../domain/alerting/finding.ts'
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Severity } from '../../domain/metric.ts'
import type { Database } from '../database/database.ts'
import { type Statement, json, sql } from '../database/sql.ts'
import { addToOutbox, takeBack } from './outbox.ts'
import { lastGoodOf } from '../results/evidence.ts'
import { addEvents } from './incident-events.ts'
import { type ChangedIncident, changedIncident } from './incidents.ts'
import { isOfOutage, outageOf } from './outages.ts'
import { subjectColumns } from './subject.ts'

/** The data that an incident stores about its monitor, its rule and the violation. */
export interface IncidentDraft extends Finding {
  organizationId: string
  subject: IncidentSubject
  alertRuleId: string
  ruleId: number
  ruleName: string
  ruleExpression: string
  ruleVersion: number
  severity: Severity
  at: Date
  since: Date
  flapping: boolean
  /** Whether an incident of the rule that ended a short time ago may fire again instead. */
  reopens?: boolean
  /** The locations that detected it. */
  confirming: readonly number[]
  /** The location of the latest check. */
  location: number
  error: string | null
  evidence: unknown
}

/**
 * If a monitor has several critical incidents, each but the first is opened in its own statement, so that it joins the
 * outage of the first. It is acknowledged if the outage is.
 */
export async function openIncidents(
  db: Database,
  drafts: readonly IncidentDraft[],
  now: Date,
): Promise<ChangedIncident[]> {
  const opened = await db.rows<ChangedIncident>(sql`
    with opened as (
      insert into incidents (
        organization_id, monitor_id, monitor_number, monitor_name, monitor_type, monitor_target, objective_id,
        alert_rule_id, rule_id, rule_name, rule_expression, rule_version, status, severity, message, started_at,
        failing_since, last_fired_at, flapping, root_cause, root_cause_detail, diagnosis, expected, detected_value,
        confirming_locations, evidence, part_of, last_good, acknowledged_at, acknowledged_by, updated_at
      )
      select d."organizationId", d."monitorId", d."monitorNumber", d."monitorName", d."monitorType", d."monitorTarget",
        d."objectiveId", d."alertRuleId", d."ruleId", d."ruleName", d."ruleExpression", d."ruleVersion",
        case when taken.at is null then 'firing' else 'acknowledged' end, d.severity, d.message, d.at, d.since, d.at, d.flapping, d."rootCause", d."rootCauseDetail",
        d.diagnosis, d.expected, d."detectedValue",
        array(select value::smallint from jsonb_array_elements_text(d.confirming)), ${frozenEvidence},
        outage.id, ${lastGoodOf(sql`d."monitorNumber"`)}, taken.at, taken.by, ${now}
      from jsonb_to_recordset(${json(drafts.map(draftRow))}) as d (
        "organizationId" uuid, "monitorId" uuid, "monitorNumber" bigint, "monitorName" text, "monitorType" text,
        "monitorTarget" text, "objectiveId" uuid, "alertRuleId" uuid, "ruleId" bigint,
        "ruleName" text, "ruleExpression" text, "ruleVersion" int,
        severity text, message text, at timestamptz, since timestamptz, flapping boolean, "rootCause" text,
        "rootCauseDetail" text, diagnosis text, expected text, "detectedValue" text, confirming jsonb,
        location smallint, error text, evidence jsonb
      )
      left join lateral (${openOutageOf(sql`d`)}) outage on true
      left join lateral (
        select a.acknowledged_at as at, a.acknowledged_by as by
        from incidents a
        where a.organization_id = d."organizationId" and ${isOfOutage(sql`a`, sql`outage.id`)}
          and a.acknowledged_at is not null
        order by a.acknowledged_at desc
        limit 1
      ) taken on true
      on conflict (rule_id) where status <> 'resolved' do nothing
      returning *
    ),
    noted as (
      ${addEvents(sql`
      select o.organization_id, o.id, e.type, null, e.data, o.started_at
      from opened o
      cross join lateral (
        values
          ('opened', jsonb_build_object('severity', o.severity, 'message', o.message,
            'detected_value', o.detected_value)),
          ('confirmed', jsonb_build_object('locations', (
            select coalesce(jsonb_agg(l.name order by l.name), '[]')
            from locations l where l.number = any (o.confirming_locations)
          )))
      ) as e (type, data)`)}
    ),
    joined as (
      ${addEvents(sql`
        select o.organization_id, first.id, 'joined', null,
        jsonb_build_object('incident_id', o.id, 'message', o.message), o.started_at
        from opened o
        join incidents first on first.organization_id = o.organization_id and first.id = o.part_of`)}
    ),
    acknowledged as (
      ${addEvents(sql`
        select organization_id, id, 'acknowledged', acknowledged_by, '{}'::jsonb, started_at
        from opened
        where status = 'acknowledged'`)}
    ),
    queued as (
      ${addToOutbox(sql`opened`, { kind: 'firing', at: sql`c.started_at`, dueAt: sql`${now}::timestamptz` })}
    )
    select ${changedIncident(sql`opened`)} from opened`)
  db.publish({ incidents: opened.map(({ incidentId }) => incidentId) })
  return opened
}

/** The outage that a further critical incident of a monitor joins. */
const openOutageOf = (draft: Statement): Statement => sql`
  select ${outageOf(sql`o`)} as id
  from incidents o
  where ${draft}.severity = 'critical'
    and ${draft}."objectiveId" is null
    and o.organization_id = ${draft}."organizationId"
    and o.monitor_id = ${draft}."monitorId"
    and o.status <> 'resolved'
    and o.severity = 'critical'
  order by o.id
  limit 1`

const draftRow = ({ subject, ...draft }: IncidentDraft) => ({ ...draft, ...subjectColumns(subject) })

/**
 * Reopens flapping incidents that closed recently, if their end was not announced yet. Excluded are incidents reported
 * as false positives and incidents whose group has ended, because later incidents must count. Returns the rules whose
 * incidents were reopened.
 */
export async function reopenIncidents(
  db: Database,
  again: readonly { ruleId: number; at: Date }[],
  now: Date,
): Promise<Set<number>> {
  const rows = await db.rows<{ id: number; ruleId: number }>(sql`
    with again as (
      select distinct on (i.rule_id) i.organization_id, i.id, a.at
      from unnest(
        ${again.map(({ ruleId }) => ruleId)}::bigint[], ${again.map(({ at }) => at)}::timestamptz[]
      ) as a (rule_id, at)
      join incidents i on i.rule_id = a.rule_id
      order by i.rule_id, i.id desc
    ),
    withdrawn as (
      ${takeBack(sql`again, incidents i`)}
      where o.organization_id = again.organization_id
        and o.incident_id = again.id
        and o.kind = 'resolved'
        and i.organization_id = again.organization_id
        and i.id = again.id
        and i.status = 'resolved'
        and i.false_positive is null
        and i.maintenance_window_id is null
        and (i.part_of is null or exists (
          select from incidents l where l.organization_id = i.organization_id and l.id = i.part_of
            and l.status <> 'resolved'
        ))
      returning o.organization_id, o.incident_id as id, again.at
    ),
    reopened as (
      update incidents i
      set status = case when acknowledged_at is null then 'firing' else 'acknowledged' end, resolved_at = null,
        resolve_reason = null, resolved_by = null, resolved_value = null, resolved_message = null,
        resolve_requested_at = null,
        resolve_requested_by = null, resolve_requested_through = null,
        flapping = true, updated_at = ${now}
      from withdrawn
      where i.organization_id = withdrawn.organization_id and i.id = withdrawn.id
      returning i.organization_id, i.id, i.rule_id, withdrawn.at
    ),
    noted as (
      ${addEvents(sql`select organization_id, id, 'reopened', null, '{}'::jsonb, at from reopened`)}
    )
    select id, rule_id as "ruleId" from reopened`)
  db.publish({ incidents: rows.map(({ id }) => id) })
  return new Set(rows.map(({ ruleId }) => ruleId))
}

/** The evidence of the latest check, and of the latest failure of each other location since the violation began. */
const frozenEvidence: Statement = sql`
  jsonb_build_array(jsonb_build_object('location', d.location, 'at', d.at, 'error', d.error, 'evidence',
  d.evidence)) || coalesce(
    (
      select jsonb_agg(jsonb_build_object('location', f.location, 'at', f.at, 'error', null, 'evidence', f.evidence)
        order by f.at desc)
      from (
        select distinct on (location) location, at, evidence
        from failure_evidence
        where monitor_number = d."monitorNumber" and at >= d.since and location <> d.location
        order by location, at desc
      ) f
    ),
    '[]'
  )`
