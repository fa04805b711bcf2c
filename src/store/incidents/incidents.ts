// Changes to existing incidents: acknowledging, reminding and closing.
import type { IncidentSubject } from '../../domain/alerting/subject.ts'
import type { Severity } from '../../domain/metric.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, assignments, json, sql } from '../database/sql.ts'
import { addToOutbox } from './outbox.ts'
import { addEvents } from './incident-events.ts'
import type { FalsePositive } from './locked-incident.ts'
import { isOfOutage, outageOf } from './outages.ts'
import { subjectOf } from './subject.ts'

/** Data of an incident that was just opened or closed, for messages. */
export interface ChangedIncident {
  organizationId: string
  incidentId: number
  subject: IncidentSubject
  ruleId: number
  ruleName: string
  severity: Severity
  reason: ResolveReason | null
}

export const changedIncident = (changed: Statement): Statement => sql`
  organization_id as "organizationId", id as "incidentId", ${subjectOf(changed)} as subject, rule_id as "ruleId",
  rule_name as "ruleName", severity, resolve_reason as reason`

export interface Recovery {
  ruleId: number
  at: Date
  resolvedValue: string
  /** The message about its end. */
  message: string
  flapping: boolean
  /** The end is announced at this time, unless the incident reopens before. */
  heldUntil: Date | null
}

/** Closes incidents because checks recovered. The end of a flapping incident is announced after a delay. */
export async function closeRecovered(db: Database, ends: readonly Recovery[], now: Date): Promise<ChangedIncident[]> {
  const update = sql`
    update incidents i
    set status = 'resolved', resolved_at = c.at, resolved_value = c.resolved_value,
      resolved_message = c.message, flapping = c.flapping,
      updated_at = ${now}
    from unnest(
      ${ends.map(({ ruleId }) => ruleId)}::bigint[], ${ends.map(({ at }) => at)}::timestamptz[],
      ${ends.map(({ resolvedValue }) => resolvedValue)}::text[], ${ends.map(({ message }) => message)}::text[],
      ${ends.map(({ flapping }) => flapping)}::boolean[],
      ${ends.map(({ heldUntil }) => heldUntil)}::timestamptz[]
    ) as c (rule_id, at, resolved_value, message, flapping, held_until)
    where i.rule_id = c.rule_id and i.status <> 'resolved'
    returning i.*, coalesce(c.held_until, ${now}) as due_at`
  return close(db, update, { actor: sql`null`, facts: sql`jsonb_build_object('resolved_value', resolved_value)` })
}

/** `update` closes incidents and returns them; `actor` and `facts` are of the entry in their timelines. */
async function close(
  db: Database,
  update: Statement,
  { actor, facts }: { actor: Statement; facts: Statement },
): Promise<ChangedIncident[]> {
  const closed = await db.rows<ChangedIncident>(sql`
    with closed as (${update}),
    noted as (
      ${addEvents(sql`select organization_id, id, 'resolved', ${actor}, ${facts}, resolved_at from closed`)}
    ),
    queued as (${addToOutbox(sql`closed`, { kind: 'resolved', at: sql`c.resolved_at`, dueAt: sql`c.due_at` })})
    select ${changedIncident(sql`closed`)} from closed`)
  db.publish({ incidents: closed.map(({ incidentId }) => incidentId) })
  return closed
}

/** Open incidents of these rules or monitors, or by id. */
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

export interface ByHand {
  reason: ResolveReason
  /** The actor's name. */
  by: string | null
  now: Date
}

/** Closes incidents on request, without a recovery. */
export async function closeByHand(db: Database, which: Which, { reason, by, now }: ByHand): Promise<ChangedIncident[]> {
  const update = sql`
    update incidents i
    set status = 'resolved', resolved_at = ${now}, resolve_reason = ${reason},
      resolved_by = coalesce(i.resolve_requested_by, ${by}), updated_at = ${now}
    where i.status <> 'resolved' and ${chosenBy(which)}
    returning i.*, ${now}::timestamptz as due_at`
  const facts = sql`
    jsonb_strip_nulls(jsonb_build_object('reason', resolve_reason, 'through', resolve_requested_through))`
  return close(db, update, { actor: sql`resolved_by`, facts })
}

function chosenBy(which: Which): Statement {
  if ('ruleIds' in which) return sql`i.rule_id = any (${which.ruleIds}::bigint[])`
  if ('incidentIds' in which) return sql`i.id = any (${which.incidentIds}::bigint[])`
  return sql`i.organization_id = ${which.organizationId} and i.monitor_id = any (${which.monitorIds}::uuid[])`
}

/** Sends reminders of open incidents that are not acknowledged. */
export async function remindOf(db: Database, ruleIds: readonly number[], now: Date): Promise<number> {
  return remind(db, sql`i.rule_id = any (${ruleIds}::bigint[])`, now)
}

/** Sends reminders of incidents whose monitor has a reminder interval that has passed. */
export async function remindDue(db: Database, { limit, now, only }: DueSelection): Promise<number> {
  const due = sql`
    select i.organization_id, i.id
    from incidents i
    -- An index has the monitors with reminders.
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
      and m.config ->> 'repeatIntervalSeconds' is not null
    where i.status = 'firing'
      and i.resolve_requested_at is null
      and i.affected_by is null
      and i.last_fired_at + make_interval(secs => (m.config ->> 'repeatIntervalSeconds')::int) <= ${now}
      and ${queueItems.reminders.isReady({ now, only })}
    order by i.last_fired_at
    limit ${limit}
    for update of i skip locked`
  return remind(db, sql`(i.organization_id, i.id) in (${due})`, now)
}

/** Resets reminder times that lie in the future. */
export async function pullBackReminders(db: Database, now: Date): Promise<number> {
  return db.run(sql`
    update incidents
    set last_fired_at = ${now}
    where status = 'firing' and last_fired_at > ${now}::timestamptz + ${clockSlack}`)
}

const rightNow = (now: Date) => ({ at: sql`${now}::timestamptz`, dueAt: sql`${now}::timestamptz` })

async function remind(db: Database, which: Statement, now: Date): Promise<number> {
  return db.run(sql`
    with reminded as (
      update incidents i
      set fire_count = i.fire_count + 1, last_fired_at = ${now}, updated_at = ${now}
      where i.status = 'firing' and i.affected_by is null and ${which}
      returning i.*
    )
    ${addToOutbox(sql`reminded`, { kind: 'firing', reminder: true, ...rightNow(now) })}`)
}

/** Updates the severity of open incidents of a rule; returns their monitors. */
export async function changeOpenSeverity(
  db: Database,
  ruleId: number,
  { severity, now }: { severity: Severity; now: Date },
): Promise<number[]> {
  const open = await db.rows<{ monitorNumber: number }>(sql`
    update incidents
    set severity = ${severity}, updated_at = ${now}
    where rule_id = ${ruleId} and status <> 'resolved'
    returning monitor_number as "monitorNumber"`)
  return open.map(({ monitorNumber }) => monitorNumber)
}

/** Incidents that users asked to close. */
export async function requestedResolves(
  db: Database,
  { limit, now, only }: DueSelection,
): Promise<{ id: number; subject: IncidentSubject }[]> {
  return db.rows(sql`
    select i.id, ${subjectOf(sql`i`)} as subject
    from incidents i
    where i.resolve_requested_at is not null and i.status <> 'resolved' and ${queueItems.resolves.isReady({ now, only })}
    order by i.id
    limit ${limit}`)
}

interface IncidentAction {
  organizationId: string
  id: number
  by: string
  /** The channel of a reply, in a sentence. */
  through?: string | null
  now: Date
}

/**
 * Acknowledges the outage with all of its open incidents: reminders and pages stop, and everyone notified hears of it.
 */
export async function acknowledge(
  db: Database,
  { organizationId, id, by, through = null, now }: IncidentAction,
): Promise<void> {
  const acknowledged = await db.rows<{ id: number }>(sql`
    with outage as (
      select ${outageOf(sql`i`)} as id from incidents i where i.organization_id = ${organizationId} and i.id = ${id}
    ),
    taken as (
      update incidents i
      set status = 'acknowledged', acknowledged_at = ${now}, acknowledged_by = ${by}, updated_at = ${now}
      from outage
      where i.organization_id = ${organizationId} and ${isOfOutage(sql`i`, sql`outage.id`)} and i.status = 'firing'
      returning i.*
    ),
    noted as (
      ${addEvents(sql`
        select organization_id, id, 'acknowledged', ${by}::text,
          jsonb_strip_nulls(jsonb_build_object('through', ${through}::text)), ${now}::timestamptz
        from taken`)}
    ),
    queued as (${addToOutbox(sql`taken`, { kind: 'acknowledged', ...rightNow(now) })})
    select id from taken`)
  db.publish({ incidents: acknowledged.map((one) => one.id) })
}

/** The judge closes the incident. */
export async function requestResolve(
  db: Database,
  { organizationId, id, by, through = null, now }: IncidentAction,
): Promise<void> {
  await db.run(sql`
    update incidents
    set resolve_requested_at = ${now}, resolve_requested_by = ${by}, resolve_requested_through = ${through},
      updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id} and resolve_requested_at is null and status <> 'resolved'`)
  db.publish({ incidents: [id] })
}

type IncidentKey = Omit<IncidentAction, 'by'>

export const markMaintenance = (db: Database, incident: IncidentKey, windowId: string): Promise<void> =>
  change(db, incident, { maintenance_window_id: windowId })

/** Stores a false positive report; null withdraws it. */
export const saveReport = (db: Database, incident: IncidentKey, report: FalsePositive | null): Promise<void> =>
  change(db, incident, { false_positive: report && json(report) })

/** Null assigns it to nobody. */
export const saveAssignee = (db: Database, incident: IncidentKey, userId: string | null): Promise<void> =>
  change(db, incident, { assignee_id: userId })

async function change(db: Database, { organizationId, id, now }: IncidentKey, columns: object): Promise<void> {
  const changes = assignments({ ...columns, updated_at: now })
  await db.run(sql`update incidents set ${changes} where organization_id = ${organizationId} and id = ${id}`)
  db.publish({ incidents: [id] })
}

/** For incidents that opened before their artifacts were stored. */
export async function addArtifactsToIncidents(
  db: Database,
  organizationId: string,
  { monitorNumber, artifacts }: { monitorNumber: number; artifacts: readonly unknown[] },
): Promise<void> {
  const rows = await db.rows<{ id: number }>(sql`
    update incidents
    set evidence = jsonb_set(evidence, '{0,evidence}',
      coalesce(nullif(evidence #> '{0,evidence}', 'null'), '{}') || ${json({ artifacts })}::jsonb)
    where organization_id = ${organizationId} and monitor_number = ${monitorNumber} and status <> 'resolved'
      and jsonb_array_length(evidence) > 0 and evidence #> '{0,evidence,artifacts}' is null
    returning id`)
  db.publish({ incidents: rows.map(({ id }) => id) })
}

export interface NotifiedGroups {
  organizationId: string
  incidentId: number
  groupIds: readonly string[]
}

export async function rememberGroups(db: Database, notified: readonly NotifiedGroups[]): Promise<void> {
  await db.run(sql`
    update incidents i
    set told_groups = array(select distinct id from unnest(i.told_groups || t.group_ids) as id)
    from (
      select n."organizationId" as organization_id, n."incidentId" as incident_id, array_agg(g.id) as group_ids
      from jsonb_to_recordset(${json(notified)}) as n ("organizationId" uuid, "incidentId" bigint,
        "groupIds" uuid[])
      cross join unnest(n."groupIds") as g (id)
      group by 1, 2
    ) t
    where i.organization_id = t.organization_id and i.id = t.incident_id and not i.told_groups @> t.group_ids`)
}

/** Remembers whether the opening of these incidents is withheld from everyone. */
export async function markWithheld(db: Database, incidentIds: readonly number[], isWithheld: boolean): Promise<void> {
  if (incidentIds.length === 0) return
  await db.run(sql`
    update incidents
    set silenced = ${isWithheld}
    where id = any (${incidentIds}::bigint[]) and silenced <> ${isWithheld}`)
}

/** Announces withheld incidents now, as if they had just opened. The caller has locked them. */
export async function announceWithheld(db: Database, incidentIds: readonly number[], now: Date): Promise<void> {
  await db.run(sql`
    with announced as (
      update incidents i
      set last_fired_at = ${now}
      where i.id = any (${incidentIds}::bigint[]) and i.silenced and i.status = 'firing'
        and not exists (select from outbox o where o.incident_id = i.id and o.kind = 'firing')
      returning i.*
    )
    ${addToOutbox(sql`announced`, { kind: 'firing', ...rightNow(now) })}`)
}

/** The index has the start of incidents, which is before their end. */
export const dropIncidents = (
  organizationId: string,
  { before, limit }: { before: Date; limit: number },
): Statement => sql`
  delete from incidents
  where organization_id = ${organizationId}
    and id = any (array(
      select id
      from incidents
      where organization_id = ${organizationId}
        and started_at < ${before}
        and resolved_at < ${before}
        and status = 'resolved'
        -- An outage is kept whole until it is over: those notified of any part are notified of its end.
        and not exists (
          select from incidents open
          where open.organization_id = incidents.organization_id
            and ${isOfOutage(sql`open`, outageOf(sql`incidents`))}
            and open.status <> 'resolved'
        )
      order by started_at
      limit ${limit}
    ))`
