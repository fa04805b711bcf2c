// Reads outages. An outage has no row: its incidents name the first one of them in `part_of`.
import type { Outage } from '../../domain/notifying/outage.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { subjectKind } from './subject.ts'

/** SQL: the outage of a row of incidents. */
export const outageOf = (incident: Statement): Statement => sql`coalesce(${incident}.part_of, ${incident}.id)`

/** SQL: whether a row of incidents belongs to an outage. */
export const isOfOutage = (incident: Statement, outage: Statement): Statement =>
  sql`(${incident}.id = ${outage} or ${incident}.part_of = ${outage})`

/** SQL: the subject of an incident with its monitor, which is missing if it was deleted. */
export const outageSubject = (incident: Statement, monitor: Statement): Statement => sql`
  jsonb_build_object('kind', ${subjectKind(incident)}, 'id', coalesce(${incident}.objective_id, ${incident}.monitor_id), 'tags', coalesce(${monitor}.tags, '{}'),
    'shadow', coalesce(${monitor}.shadow, false))`

interface OutageKey {
  readonly organizationId: string
  readonly outageId: number
}

/** Locks the first incidents of these outages until the transaction ends, so that their alerts are routed in order. */
export async function lockOutages(db: Database, outages: readonly OutageKey[]): Promise<ReadonlyMap<number, Outage>> {
  await lockFirstIncidents(db, sql`${outages.map(({ outageId }) => outageId)}::bigint[]`)
  return outagesOf(db, outages)
}

/** Locks outages, given as an array of their ids. */
export async function lockFirstIncidents(db: Database, outageIds: Statement): Promise<void> {
  await db.run(sql`
    select
    from incidents
    where id = any (${outageIds})
    order by id
    for no key update`)
}

/** Locks the outage of an incident, so that nothing of it is routed meanwhile. */
export async function lockOutageOf(
  db: Database,
  incidentId: number,
): Promise<{ id: number; message: string; isOver: boolean } | undefined> {
  const outage = sql`(select ${outageOf(sql`i`)} from incidents i where i.id = ${incidentId})`
  await lockFirstIncidents(db, sql`array${outage}`)
  // A statement that waited for the lock would still see the incidents as they were before.
  return db.row(sql`
    select o.id, o.message, not exists (
      select from incidents i where ${isOfOutage(sql`i`, sql`o.id`)} and i.status <> 'resolved'
    ) as "isOver"
    from incidents o
    where o.id = ${outage}`)
}

export async function outagesOf(db: Database, outages: readonly OutageKey[]): Promise<ReadonlyMap<number, Outage>> {
  if (outages.length === 0) return new Map()
  const rows = await db.rows<Outage>(sql`
    select o.organization_id as "organizationId", o.id, l.message, ${outageSubject(sql`l`, sql`m`)} as subject,
      l.started_at as "startedAt", l.silenced as "isWithheld", l.told_groups as "notifiedGroups",
      parts.incidents, parts.acknowledged as "isAcknowledged",
      (
        select max(b.due_at) from outbox b where coalesce(b.outage_id, b.incident_id) = o.id
      ) as "alertsWaitUntil"
    from (
      select distinct organization_id, id
      from unnest(
        ${outages.map(({ organizationId }) => organizationId)}::uuid[],
        ${outages.map(({ outageId }) => outageId)}::bigint[]
      ) as given (organization_id, id)
    ) o
    cross join lateral (
      select min(p.id) as first_id, bool_or(p.acknowledged_at is not null) as acknowledged,
        jsonb_agg(jsonb_build_object(
          'id', p.id, 'status', p.status, 'isClosing', p.resolve_requested_at is not null,
          'isFlapping', p.flapping, 'affectedBy', p.affected_by
        ) order by p.id) as incidents
      from (
        select * from incidents where organization_id = o.organization_id and id = o.id
        union all
        select * from incidents where organization_id = o.organization_id and part_of = o.id
      ) p
    ) parts
    join incidents l on l.organization_id = o.organization_id and l.id = parts.first_id
    left join monitors m on m.organization_id = l.organization_id and m.id = l.monitor_id`)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface IncidentOfOutage {
  readonly incidentId: number
  readonly outageId: number
}

/** The outage of each incident, with all of its incidents. */
export async function outagesOfIncidents(
  db: Database,
  organizationId: string,
  incidentIds: readonly number[],
): Promise<ReadonlyMap<number, Outage>> {
  const known = await db.rows<IncidentOfOutage>(sql`
    select i.id as "incidentId", ${outageOf(sql`i`)} as "outageId"
    from incidents i
    where i.organization_id = ${organizationId} and i.id = any (${incidentIds}::bigint[])`)
  const outages = await outagesOf(
    db,
    known.map(({ outageId }) => ({ organizationId, outageId })),
  )
  return new Map(
    known.flatMap(({ incidentId, outageId }) => {
      const outage = outages.get(outageId)
      return outage ? [[incidentId, outage]] : []
    }),
  )
}
