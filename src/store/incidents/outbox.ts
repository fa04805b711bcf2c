// The outbox of alerts, each read with all data needed to send it.
import { flappingHoldMs } from '../../domain/alerting/rule-state.ts'
import type { OutageSubject } from '../../domain/notifying/outage.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import type { RoutingGroups } from '../../domain/notifying/routing.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, iso, json, sql } from '../database/sql.ts'
import { deploymentBefore } from '../monitors/deployments.ts'
import { outageOf, outageSubject } from './outages.ts'

/** `notifiedGroups` is empty for the first alert of an incident. */
export interface PendingAlert extends RoutingGroups {
  id: number
  organizationId: string
  incidentId: number
  outageId: number
  /** When it should have been sent. */
  dueAt: Date
  /** Whether it was postponed until a parent had been checked. */
  waited: boolean
  /** Whether the opening was silenced. */
  isWithheld: boolean
  alert: Alert
  subject: OutageSubject
  /** The incident of a parent that explains it. */
  affectedBy: number | null
  isFiring: boolean
  openedAt: Date
}

interface OutboxAlert {
  readonly kind: Alert['kind']
  readonly reminder?: boolean
  readonly at: Statement
  readonly dueAt: Statement
}

/**
 * Part of a statement that updates incidents: adds an alert for each of the updated rows, which are called `c`. Of
 * incidents that end together, the latest one tells people.
 */
export const addToOutbox = (updated: Statement, { kind, reminder = false, at, dueAt }: OutboxAlert): Statement => sql`
  insert into outbox (organization_id, incident_id, outage_id, kind, reminder, fire_count, at, due_at)
  select c.organization_id, c.id, ${outageOf(sql`c`)}, ${kind}, ${reminder}, c.fire_count, ${at}, ${dueAt}
  from ${updated} c
  order by c.id`

/** Part of a statement that reopens incidents: deletes alerts that were not sent yet. The condition follows. */
export const takeBack = (using: Statement): Statement => sql`delete from outbox o using ${using}`

/** `🇩🇪 Frankfurt (eu)`: the letters of a country code form its flag. ZZ, an unknown place, has none. */
const probeName: Statement = sql`
  case when l.country_code ~ '^[A-Z]{2}$' and l.country_code <> 'ZZ' then
    chr(127397 + ascii(left(l.country_code, 1))) || chr(127397 + ascii(right(l.country_code, 1))) || ' '
  else '' end || l.name || ' (' || l.region || ')'`

const alertJson: Statement = sql`
  jsonb_build_object(
    'kind', o.kind, 'at', o.at, 'reminder', o.reminder, 'test', null, 'late', false,
    'organization', jsonb_build_object(
      'id', org.id, 'name', org.name, 'timezone', org.timezone, 'language', org.language
    ),
    'incident', jsonb_build_object(
      'id', i.id, 'ruleId', i.rule_id, 'monitorNumber', i.monitor_number, 'severity', i.severity, 'message', i.message,
      'fireCount', o.fire_count, 'flapping', i.flapping, 'failingSince', ${iso(sql`i.failing_since`)},
      'startedAt', i.started_at,
      'resolvedAt', case when o.kind = 'resolved' then coalesce(i.resolved_at, o.at) end, 'url', null
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
    'deployment', ${deploymentBefore},
    'confirmingProbes', probes.names, 'proberLocation', probes.names -> 0,
    'resolveReason', case when o.kind = 'resolved' then i.resolve_reason end,
    'resolvedBy', case when o.kind = 'resolved' then i.resolved_by end,
    'acknowledgedBy', case when o.kind = 'acknowledged' then i.acknowledged_by end
  )`

/** Joins outbox rows, called `taken`, with all data needed to send them. */
const inFull: Statement = sql`
  select o.id, o.organization_id as "organizationId", o.incident_id as "incidentId", ${outageOf(sql`i`)} as "outageId",
    o.due_at as "dueAt", o.waited, i.affected_by as "affectedBy", i.status = 'firing' as "isFiring",
    i.started_at as "openedAt", i.silenced as "isWithheld", ${alertJson} as alert,
    ${outageSubject(sql`i`, sql`m`)} as subject,
    r.contact_group_id as "ruleGroup",
    coalesce(m.config -> 'notificationGroupIds', to_jsonb(ob.contact_group_ids), '[]') as "monitorGroups",
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
 * Locks due alerts until the transaction ends, oldest first. Alerts of an outage are taken in order, one at a time,
 * because the next one depends on its result, even if another process has it. Only an end that is held back lets alerts
 * of other incidents pass.
 */
export async function takePendingAlerts(db: Database, { limit, now, only }: DueSelection): Promise<PendingAlert[]> {
  return db.rows(sql`
    with taken as (
      delete from outbox
      where id = any (array(
        select o.id
        from outbox o
        where o.due_at <= ${now}
          and ${queueItems.alerts.isReady({ now, only })}
          and not exists (
            select
            from outbox earlier
            where coalesce(earlier.outage_id, earlier.incident_id) = coalesce(o.outage_id, o.incident_id)
              and earlier.id < o.id
              and (
                earlier.kind <> 'resolved'
                or earlier.incident_id = o.incident_id
                or earlier.due_at <= ${now}
                  and exists (select from outbox o where o.id = earlier.id and ${queueItems.alerts.isReady({ now })})
              )
          )
        order by o.due_at, o.id
        limit ${limit}
        for update skip locked
      ))
      returning *
    )
    ${inFull}`)
}

/** Puts alerts back that were taken in this transaction. */
export async function postponeAlerts(db: Database, alerts: readonly PendingAlert[], dueAt: Date): Promise<void> {
  if (alerts.length === 0) return
  await db.run(sql`
    insert into outbox (id, organization_id, incident_id, outage_id, kind, reminder, fire_count, at, due_at, waited)
    overriding system value
    select "id", "organizationId", "incidentId", "outageId", kind, reminder, "fireCount", at, ${dueAt}::timestamptz, true
    from jsonb_to_recordset(${json(alerts.map(outboxRow))}) as p ("id" bigint, "organizationId" uuid,
      "incidentId" bigint, "outageId" bigint, kind text, reminder boolean, "fireCount" int, at timestamptz)`)
}

const outboxRow = ({ id, organizationId, incidentId, outageId, alert }: PendingAlert) => ({
  id,
  organizationId,
  incidentId,
  outageId,
  kind: alert.kind,
  reminder: alert.reminder,
  fireCount: alert.incident.fireCount,
  at: alert.at,
})

/** Only the end of a flapping incident is delayed. */
export async function pullBackAlerts(db: Database, now: Date): Promise<number> {
  const latest = sql`(
    ${now}::timestamptz + case when o.kind = 'resolved' and i.flapping
      then make_interval(secs => ${flappingHoldMs / 1000})
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

/** The current state of incidents, to be sent to further channels. */
export async function currentAlerts(
  db: Database,
  { organizationId, incidentIds }: { organizationId: string; incidentIds: readonly number[] },
  now: Date,
): Promise<PendingAlert[]> {
  return db.rows(sql`
    with taken as (
      select id, organization_id, id as incident_id, 'firing' as kind, false as reminder, fire_count,
        ${now}::timestamptz as at, ${now}::timestamptz as due_at, false as waited
      from incidents
      where organization_id = ${organizationId} and id = any (${incidentIds}::bigint[])
    )
    ${inFull}`)
}

/** Locks incidents whose opening was silenced and that still fire; another process has those that it has locked. */
export async function lockWithheld(
  db: Database,
  { now, only }: DueSelection,
): Promise<Pick<PendingAlert, 'organizationId' | 'incidentId' | 'subject'>[]> {
  return db.rows(sql`
    select i.organization_id as "organizationId", i.id as "incidentId", ${outageSubject(sql`i`, sql`m`)} as subject
    from incidents i
    left join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    where i.silenced and i.status = 'firing' and i.affected_by is null and ${queueItems.silenced.isReady({ now, only })}
    for no key update of i skip locked`)
}
