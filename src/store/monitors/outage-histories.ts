// What dependencies are learned from: when the monitors of an organization failed, and which groups were dismissed.
import type { OutageHistory } from '../../domain/alerting/learned-dependencies.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isParentOf, maxLevels } from './dependencies.ts'

/** The newest ones count. */
const maxIncidents = 10_000

interface HistoryRow extends Omit<OutageHistory, 'ancestors' | 'outages'> {
  readonly name: string
  readonly outages: readonly (readonly [from: number, to: number])[]
  readonly ancestorIds: readonly string[]
}

export interface NamedHistory extends OutageHistory {
  readonly name: string
}

/** Outages since a time, without false positives and those that a dependency explained. */
export async function outageHistories(db: Database, organizationId: string, since: Date): Promise<NamedHistory[]> {
  const rows = await db.rows<HistoryRow>(sql`
    with recursive counted as (
      select monitor_id, failing_since, resolved_at
      from incidents
      where organization_id = ${organizationId}
        and started_at >= ${since}
        and severity = 'critical'
        and objective_id is null
        and false_positive is null
        and affected_by is null
      order by id desc
      limit ${maxIncidents}
    ),
    failed as (
      select m.*, history.outages
      from monitors m
      join (
        select monitor_id, json_agg(json_build_array(
          extract(epoch from failing_since) * 1000, extract(epoch from coalesce(resolved_at, failing_since)) * 1000
        )) as outages
        from counted
        group by monitor_id
      ) history on history.monitor_id = m.id
      where m.organization_id = ${organizationId} and not m.shadow
    ),
    up as (
      select f.id as monitor_id, f.organization_id, f.id, f.parent_ids, f.parent_tags, 0 as level
      from failed f
      where f.parent_ids <> '{}' or f.parent_tags <> '{}'
      union
      select up.monitor_id, p.organization_id, p.id, p.parent_ids, p.parent_tags, up.level + 1
      from up
      join monitors p on ${isParentOf(sql`p`, sql`up`)}
      where up.level < ${maxLevels - 1}
    )
    select f.id as "monitorId", f.name, f.interval_seconds as "intervalSeconds", f.outages,
      array(select distinct up.id from up where up.monitor_id = f.id and up.level > 0) as "ancestorIds"
    from failed f`)
  return rows.map(({ outages, ancestorIds, ...row }) => ({
    ...row,
    outages: outages.map(([from, to]) => ({ from, to })),
    ancestors: new Set(ancestorIds),
  }))
}

export async function dismissGroup(
  db: Database,
  organizationId: string,
  { monitorIds, now }: { monitorIds: readonly string[]; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into dismissed_groups (organization_id, monitor_ids, dismissed_at)
    values (${organizationId}, ${monitorIds}::uuid[], ${now})`)
}

/** The monitors of each dismissed group. */
export async function dismissedGroups(db: Database, organizationId: string): Promise<ReadonlySet<string>[]> {
  const rows = await db.rows<{ monitorIds: string[] }>(sql`
    select monitor_ids as "monitorIds" from dismissed_groups where organization_id = ${organizationId}`)
  return rows.map(({ monitorIds }) => new Set(monitorIds))
}
