// An incident group: critical incidents of one monitor that are open at the same time. Programs are notified of each,
// people of the first.
import { type Statement, sql } from '../database/sql.ts'
import { addToOutbox } from './outbox.ts'

/** The leading incident of a monitor that is already down; null for an incident that starts a group. */
export const incidentGroupOf = (draft: Statement): Statement => sql`
  case when ${draft}.severity = 'critical' and ${draft}."objectiveId" is null then (
    select coalesce(o.part_of, o.id)
    from incidents o
    where o.organization_id = ${draft}."organizationId"
      and o.monitor_id = ${draft}."monitorId"
      and o.status <> 'resolved'
      and o.severity = 'critical'
    order by o.id
    limit 1
  ) end`

/** The audience of an incident of this table: people are notified of the one that leads its group. */
export const audienceOf = (incident: Statement): Statement => sql`
  case when ${incident}.part_of is null then 'everybody' else 'programs' end`

/**
 * Part of a statement that closes incidents, after `closed`, which has all their columns and the time of the
 * notification. A group ends with its last incident; only then are people notified, with the end of the leading
 * incident.
 */
export const queueEnds = (at: Statement): Statement => sql`
  stories as (
    select distinct c.organization_id, coalesce(c.part_of, c.id) as leader_id, not exists (
      select
      from incidents o
      where o.organization_id = c.organization_id
        and coalesce(c.part_of, c.id) in (o.id, o.part_of)
        and o.status <> 'resolved'
        and o.id not in (select id from closed)
    ) as is_over
    from closed c
  ),
  told as (
    ${addToOutbox(sql`
      select c.organization_id, c.id, 'resolved', false, c.fire_count, ${at}, c.due_at,
        case when s.is_over and c.part_of is null then 'everybody' else 'programs' end
      from closed c
      join stories s on s.organization_id = c.organization_id and s.leader_id = coalesce(c.part_of, c.id)`)}
  ),
  told_people as (
    ${addToOutbox(sql`
      select l.organization_id, l.id, 'resolved', false, l.fire_count, max(${at}), greatest(max(c.due_at), (
        select max(o.due_at)
        from outbox o
        where o.organization_id = l.organization_id and o.incident_id = l.id and o.kind = 'resolved'
      )), 'people'
      from stories s
      join closed c on c.organization_id = s.organization_id and c.part_of = s.leader_id
      join incidents l on l.organization_id = s.organization_id and l.id = s.leader_id
      where s.is_over and l.id not in (select id from closed)
      group by l.organization_id, l.id`)}
  )`
