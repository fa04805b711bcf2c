// What is to be told: lines of the outbox, each read with everything that telling it takes.
import { flappingHoldMs } from '../../domain/alerting/rule-state.ts'
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface PendingAlert {
  id: number
  organizationId: string
  incidentId: number
  /** When it should have been told. */
  dueAt: Date
  /** Maintenance kept its beginning from being told. */
  silenced: boolean
  alert: Alert
  /** An objective has no tags. */
  subject: Pick<IncidentSubject, 'kind' | 'id'> & { tags: string[] }
  /** The group that the rule names, those that the monitor names, and the organization's. */
  ruleGroup: string | null
  monitorGroups: string[]
  defaultGroup: string | null
  /** Of what follows on an incident's firing: the groups that were told of that. */
  notifiedGroups: string[]
  /** Programs hear of every incident of a story, people of the one that leads it. */
  audience: 'everybody' | 'programs' | 'people'
  /** The incident that leads its story, when it is not this one. */
  partOf: number | null
}

/**
 * Part of a statement that changes incidents. Selects organization, incident, kind, reminder, fire count, time, due
 * time and audience.
 */
export const addToOutbox = (rows: Statement): Statement => sql`
  insert into outbox (organization_id, incident_id, kind, reminder, fire_count, at, due_at, audience)
  ${rows}`

/** Part of a statement that takes up incidents again: what was to be told, and is not yet. The condition follows. */
export const takeBack = (using: Statement): Statement => sql`delete from outbox o using ${using}`

/** `🇩🇪 Frankfurt (eu)`: the letters of a country code make its flag. Nowhere in particular, ZZ, has none. */
const probeName: Statement = sql`
  case when l.country_code ~ '^[A-Z]{2}$' and l.country_code <> 'ZZ' then
    chr(127397 + ascii(left(l.country_code, 1))) || chr(127397 + ascii(right(l.country_code, 1))) || ' '
  else '' end || l.name || ' (' || l.region || ')'`

/** What people alone are told is the end of a whole story, which may be later than that of the incident they know. */
const endedAt: Statement = sql`case when o.audience = 'people' then o.at else coalesce(i.resolved_at, o.at) end`

const alertJson: Statement = sql`
  jsonb_build_object(
    'kind', o.kind, 'at', o.at, 'reminder', o.reminder, 'test', null, 'late', false,
    'organization', jsonb_build_object('id', org.id, 'name', org.name),
    'incident', jsonb_build_object(
      'id', i.id, 'ruleId', i.rule_id, 'monitorNumber', i.monitor_number, 'severity', i.severity, 'message', i.message,
      'fireCount', o.fire_count, 'flapping', i.flapping, 'startedAt', i.started_at,
      'resolvedAt', case when o.kind = 'resolved' then ${endedAt} end, 'url', null
    ),
    'monitor', jsonb_build_object('id', i.monitor_id, 'name', coalesce(m.name, i.monitor_name), 'target',
    i.monitor_target, 'type', i.monitor_type),
    'rule', jsonb_build_object(
      'name', i.rule_name, 'expression', i.rule_expression, 'version', i.rule_version,
      'updatedVersion', case when r.version > i.rule_version then r.version end
    ),
    'rootCause', i.root_cause, 'rootCauseDetail', i.root_cause_detail, 'diagnosis', i.diagnosis, 'expected', i.expected,
    'detectedValue', i.detected_value, 'resolvedValue', case when o.kind = 'resolved' then i.resolved_value end,
    'ending', case when o.kind = 'resolved' then i.resolved_message end,
    'confirmingProbes', probes.names, 'proberLocation', probes.names -> 0,
    'resolveReason', case when o.kind = 'resolved' then i.resolve_reason end,
    'resolvedBy', case when o.kind = 'resolved' then i.resolved_by end
  )`

const taggedSubject: Statement = sql`
  jsonb_build_object('kind', case when i.objective_id is null then 'monitor' else 'objective' end,
    'id', coalesce(i.objective_id, i.monitor_id), 'tags', coalesce(m.tags, '{}'))`

/** Lines of the outbox, called `taken`, with everything that telling them takes. */
const inFull: Statement = sql`
  select o.id, o.organization_id as "organizationId", o.incident_id as "incidentId", o.due_at as "dueAt", o.audience,
    i.part_of as "partOf",
    i.silenced, ${alertJson} as alert,
    ${taggedSubject} as subject,
    r.contact_group_id as "ruleGroup", coalesce(m.config -> 'notificationGroupIds', to_jsonb(ob.contact_group_ids), '[]') as "monitorGroups",
    g.id as "defaultGroup",
    case when o.kind = 'firing' then '{}' else i.told_groups end as "notifiedGroups"
  from taken o
  join incidents i on i.organization_id = o.organization_id and i.id = o.incident_id
  join organizations org on org.id = o.organization_id
  left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
  left join objectives ob on ob.organization_id = i.organization_id and ob.id = i.objective_id
  left join alert_rules r on r.rule_id = i.rule_id
  left join contact_groups g on g.organization_id = o.organization_id and g.is_default
  cross join lateral (
    select coalesce(jsonb_agg(${probeName} order by place.n), '[]') as names
    from unnest(i.confirming_locations) with ordinality as place (number, n)
    join locations l on l.number = place.number
  ) probes
  order by o.id`

/**
 * What is due, the oldest first; whoever asks has it until the transaction ends. Of each incident it is the first line
 * alone: how the next is told depends on what becomes of it, also when that is in the hands of another process.
 */
export async function takePendingAlerts(
  db: Database,
  { limit, now }: { limit: number; now: Date },
): Promise<PendingAlert[]> {
  return db.rows(sql`
    with taken as (
      delete from outbox
      where id = any (array(
        select id
        from outbox
        where id in (select min(id) from outbox where due_at <= ${now} group by incident_id)
        order by due_at, id
        limit ${limit}
        for update skip locked
      ))
      returning *
    )
    ${inFull}`)
}

/**
 * The end of a story is told to people as that of the incident that leads it, and waits while any of its incidents
 * flaps.
 */
const flaps: Statement = sql`(
  i.flapping or o.audience = 'people' and exists (
    select from incidents part where part.organization_id = i.organization_id and part.part_of = i.id and part.flapping
  )
)`

/** Only the end of what flaps waits before it is told. */
export async function pullBackAlerts(db: Database, now: Date): Promise<number> {
  const latest = sql`(
    ${now}::timestamptz + case when o.kind = 'resolved' and ${flaps} then make_interval(secs => ${flappingHoldMs / 1000})
      else interval '0' end
  )`
  return db.run(sql`
    update outbox o
    set due_at = ${latest}
    from incidents i
    where i.organization_id = o.organization_id
      and i.id = o.incident_id
      and o.due_at > ${latest} + ${clockSlack}`)
}

/** Incidents as they are now, to be told again to others. */
export async function currentAlerts(
  db: Database,
  { organizationId, incidentIds }: { organizationId: string; incidentIds: readonly number[] },
  now: Date,
): Promise<PendingAlert[]> {
  return db.rows(sql`
    with taken as (
      select id, organization_id, id as incident_id, 'firing' as kind, false as reminder, fire_count,
        ${now}::timestamptz as at,
        ${now}::timestamptz as due_at, 'everybody' as audience
      from incidents
      where organization_id = ${organizationId} and id = any (${incidentIds}::bigint[])
    )
    ${inFull}`)
}

/** Alerts that maintenance kept back, for incidents that fire still. */
export async function silencedIncidents(
  db: Database,
): Promise<Pick<PendingAlert, 'organizationId' | 'incidentId' | 'subject'>[]> {
  return db.rows(sql`
    select i.organization_id as "organizationId", i.id as "incidentId", ${taggedSubject} as subject
    from incidents i
    left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where i.silenced and i.status = 'firing'`)
}
