// Takes back what people did to incidents: an acknowledgement, or a resolve.
import type { Database } from '../database/database.ts'
import { type Statement, json, sql } from '../database/sql.ts'
import { addEvents } from './incident-events.ts'
import { isOfOutage, outageOf } from './outages.ts'
import { addToOutbox, takeBack } from './outbox.ts'

interface Reopening {
  readonly organizationId: string
  readonly id: number
  readonly by: string
  readonly now: Date
}

const reopenableMs = 3_600_000

/** The outage fires again: everyone notified is reminded of it. */
export async function withdrawAcknowledgement(db: Database, { organizationId, id, by, now }: Reopening): Promise<void> {
  await db.run(sql`
    with outage as (
      select ${outageOf(sql`i`)} as id from incidents i where i.organization_id = ${organizationId} and i.id = ${id}
    ),
    taken as (
      update incidents i
      set status = case i.status when 'acknowledged' then 'firing' else i.status end, acknowledged_at = null,
        acknowledged_by = null, fire_count = i.fire_count + 1, last_fired_at = ${now}, updated_at = ${now}
      from outage
      where i.organization_id = ${organizationId} and ${isOfOutage(sql`i`, sql`outage.id`)}
        and i.acknowledged_at is not null
      returning i.*
    ),
    ${announced(sql`taken`, { type: 'unacknowledged', by, now })}
    select`)
  db.publish({ incidents: [id] })
}

export async function withdrawResolve(db: Database, { organizationId, id, by, now }: Reopening): Promise<void> {
  await db.run(sql`
    with reopened as (
      update incidents
      set resolve_requested_at = null, resolve_requested_by = null, resolve_requested_through = null,
        updated_at = ${now}
      where organization_id = ${organizationId} and id = ${id}
      returning organization_id, id
    )
    ${addEvents(sql`select organization_id, id, 'reopened', ${by}::text, ${json({})}::jsonb, ${now}::timestamptz from reopened`)}`)
  db.publish({ incidents: [id] })
}

export interface ReopenedIncident {
  readonly ruleId: number
  readonly monitorNumber: number
}

/**
 * Reopens an incident that a person closed recently, if its rule still counts. Later incidents of the rule, and reports
 * that end it for good, win. The caller has locked the monitor.
 */
export async function reopenResolved(
  db: Database,
  { organizationId, id, by, now }: Reopening,
): Promise<ReopenedIncident | undefined> {
  const reopened = await db.row<ReopenedIncident>(sql`
    with reopened as (
      update incidents i
      set status = case when acknowledged_at is null then 'firing' else 'acknowledged' end, resolved_at = null,
        resolve_reason = null, resolved_by = null, resolved_value = null, resolved_message = null,
        resolve_requested_at = null, resolve_requested_by = null, resolve_requested_through = null,
        fire_count = i.fire_count + 1, last_fired_at = ${now}, updated_at = ${now}
      where i.organization_id = ${organizationId}
        and i.id = ${id}
        and i.status = 'resolved'
        and i.resolve_reason = 'resolved manually'
        and i.resolved_at > ${new Date(now.getTime() - reopenableMs)}
        and i.false_positive is null
        and i.maintenance_window_id is null
        and exists (
          select
          from alert_rules r
          join monitors m on m.organization_id = r.organization_id and m.id = r.monitor_id
          where r.organization_id = i.organization_id and r.rule_id = i.rule_id and r.enabled and m.id = i.monitor_id
            and m.state <> 'paused'
        )
        and not exists (select from incidents later where later.rule_id = i.rule_id and later.status <> 'resolved')
        and (i.part_of is null or exists (
          select from incidents l where l.organization_id = i.organization_id and l.id = i.part_of
            and l.status <> 'resolved'
        ))
      returning i.*
    ),
    withdrawn as (
      ${takeBack(sql`reopened r`)}
      where o.organization_id = r.organization_id and o.incident_id = r.id and o.kind = 'resolved'
    ),
    ${announced(sql`reopened`, { type: 'reopened', by, now })}
    select rule_id as "ruleId", monitor_number as "monitorNumber" from reopened`)
  if (reopened) db.publish({ incidents: [id] })
  return reopened
}

interface ReopeningEvent {
  readonly type: 'reopened' | 'unacknowledged'
  readonly by: string
  readonly now: Date
}

/** Parts of a statement: the line of the timeline, and a reminder if the incident fires. */
const announced = (updated: Statement, { type, by, now }: ReopeningEvent): Statement => sql`
  noted as (
    ${addEvents(sql`
      select organization_id, id, ${type}, ${by}::text, '{}'::jsonb, ${now}::timestamptz
      from ${updated}
      where status <> 'resolved'`)}
  ),
  queued as (
    ${addToOutbox(sql`(select * from ${updated} where status = 'firing')`, {
      kind: 'firing',
      reminder: true,
      at: sql`${now}::timestamptz`,
      dueAt: sql`${now}::timestamptz`,
    })}
  )`
