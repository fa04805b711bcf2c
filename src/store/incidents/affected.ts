// Incidents and the monitors that theirs depend on.
import type { ParentStanding, Reconfirmation } from '../../domain/alerting/dependency.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { isParentOf, maxLevels } from '../monitors/dependencies.ts'

/** SQL: the incident that leads the open critical incidents of a monitor, or null. */
const leadingIncident = (monitor: Statement): Statement => sql`(
  select coalesce(i.part_of, i.id)
  from incidents i
  where i.organization_id = ${monitor}.organization_id
    and i.monitor_id = ${monitor}.id
    and i.status <> 'resolved'
    and i.severity = 'critical'
    and i.objective_id is null
  order by i.id
  limit 1
)`

/** Older results may be packed; no confirmation takes that long. */
const unpackedSince = (now: Date): Statement => sql`${now}::timestamptz - interval '12 hours'`

export interface FailingChild {
  readonly incidentId: number
  readonly organizationId: string
  readonly monitorId: string
}

export interface StandingOfParent extends ParentStanding {
  /** The incident of the child. */
  readonly childId: number
  readonly monitorNumber: number
  /** The incident that explains the parent's own. */
  readonly explainedBy: number | null
}

/**
 * The parents of monitors with these incidents and the parents of those, nearest first. Paused parents and those in
 * shadow mode explain nothing, because nobody hears of them.
 */
export async function standingsOfParents(
  db: Database,
  children: readonly FailingChild[],
  now: Date,
): Promise<StandingOfParent[]> {
  return db.rows(sql`
    with recursive child as (
      select i.id as child_id, i.failing_since, m.organization_id, m.id, m.parent_ids, m.parent_tags
      from unnest(
        ${children.map(({ incidentId }) => incidentId)}::bigint[],
        ${children.map(({ organizationId }) => organizationId)}::uuid[],
        ${children.map(({ monitorId }) => monitorId)}::uuid[]
      ) as given (incident_id, organization_id, monitor_id)
      join incidents i on i.organization_id = given.organization_id and i.id = given.incident_id
      join monitors m on m.organization_id = given.organization_id and m.id = given.monitor_id
      where m.parent_ids <> '{}' or m.parent_tags <> '{}'
    ),
    up as (
      select child_id, failing_since, organization_id, id, parent_ids, parent_tags, 0 as level
      from child
      union
      select up.child_id, up.failing_since, p.organization_id, p.id, p.parent_ids, p.parent_tags, up.level + 1
      from up
      join monitors p on ${isParentOf(sql`p`, sql`up`)}
      where up.level < ${maxLevels - 1} and p.state <> 'paused' and not p.shadow
    )
    select up.child_id as "childId", p.monitor_number as "monitorNumber", standing.incident_id as "incidentId",
      (select i.affected_by from incidents i where i.organization_id = p.organization_id and i.id = standing.incident_id)
        as "explainedBy",
      exists (select from sightings s where s.monitor_number = p.monitor_number and not s.success) as "isFailing",
      p.deadline_seconds is null or exists (
        select from results r
        where r.monitor_number = p.monitor_number and r.at >= greatest(up.failing_since, ${unpackedSince(now)})
          and not r.infrastructure
      ) as "isChecked"
    from up
    join monitors p on p.organization_id = up.organization_id and p.id = up.id
    cross join lateral (select ${leadingIncident(sql`p`)} as incident_id) standing
    where up.level > 0
    order by up.child_id, up.level, p.monitor_number`)
}

/** SQL: the monitors that depend on those of a table with incidents, directly or not; `incident_id` is the parent's. */
const dependentsOf = (incidents: Statement): Statement => sql`
  recursive down as (
    select i.id as incident_id, m.organization_id, m.id, m.tags, 0 as level
    from ${incidents} i
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    union
    select down.incident_id, c.organization_id, c.id, c.tags, down.level + 1
    from down
    join monitors c on ${isParentOf(sql`down`, sql`c`)}
    where down.level < ${maxLevels - 1} and (c.parent_ids <> '{}' or c.parent_tags <> '{}')
  )`

const chosenIncidents = (ids: readonly number[]): Statement =>
  sql`(select * from incidents where id = any (${ids}::bigint[]))`

export interface FoldedIncident {
  /** The incident of the parent. */
  readonly parentId: number
  readonly incidentId: number
}

/** Open incidents of dependent monitors that opened a short time before those of the parents, or after them. */
export async function incidentsToFold(
  db: Database,
  parentIds: readonly number[],
  maxBeforeMs: number,
): Promise<FoldedIncident[]> {
  return db.rows(sql`
    with ${dependentsOf(chosenIncidents(parentIds))}
    select distinct on (i.id) p.id as "parentId", i.id as "incidentId"
    from down
    join incidents p on p.id = down.incident_id
    join incidents i on i.organization_id = down.organization_id and i.monitor_id = down.id
    where down.level > 0
      and p.status <> 'resolved'
      and i.status <> 'resolved'
      and i.affected_by is null
      and i.id <> p.id
      and i.started_at >= p.started_at - make_interval(secs => ${maxBeforeMs / 1000})
    order by i.id, down.level, p.id`)
}

export interface DependentCounts {
  readonly incidentId: number
  /** How many monitors depend on it, directly or not. */
  readonly total: number
  /** How many of them failed because of it. */
  readonly affected: number
}

/** Only of incidents whose monitors others depend on. */
export async function dependentCounts(db: Database, incidentIds: readonly number[]): Promise<DependentCounts[]> {
  return db.rows(sql`
    with ${dependentsOf(chosenIncidents(incidentIds))}
    select down.incident_id as "incidentId", count(distinct down.id)::int as total, (
      select count(distinct i.monitor_id)::int from incidents i where i.affected_by = down.incident_id
    ) as affected
    from down
    join monitors c on c.organization_id = down.organization_id and c.id = down.id
    where down.level > 0 and c.state <> 'paused'
    group by down.incident_id`)
}

export interface FreedIncident extends FailingChild, Reconfirmation {
  readonly openedAt: Date
}

/** Open incidents whose explanation is over. */
export async function freedIncidents(db: Database, { now, only }: DueSelection): Promise<FreedIncident[]> {
  return db.rows(sql`
    select i.id as "incidentId", i.organization_id as "organizationId", i.monitor_id as "monitorId",
      i.started_at as "openedAt", ended.at as since,
      case when m.deadline_seconds is not null then (
        select count(*)::int from results c where c.monitor_number = i.monitor_number
          and c.at > greatest(ended.at, ${unpackedSince(now)}) and not c.infrastructure
      ) end as checks,
      r.failure_threshold as "failureThreshold", r.duration_window_seconds as "durationWindowSeconds",
      m.interval_seconds as "intervalSeconds"
    from incidents i
    left join incidents p on p.organization_id = i.organization_id and p.id = i.affected_by
    join monitors m on m.organization_id = i.organization_id and m.id = i.monitor_id
    join alert_rules r on r.rule_id = i.rule_id
    cross join lateral (select coalesce(p.resolved_at, i.started_at) as at) ended
    where i.affected_by is not null
      and i.status <> 'resolved'
      and (p.id is null or p.status = 'resolved')
      and ${queueItems.explained.isReady({ now, only })}`)
}
