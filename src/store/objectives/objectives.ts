// Objectives, and the result of their last evaluation.
import type { Burn, BurnAlerts, ObjectiveWindow } from '../../domain/objective/objective.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface Objective {
  id: string
  ruleId: number
  name: string
  monitorIds: string[]
  monitorTags: string[]
  target: number
  window: ObjectiveWindow
  alerts: BurnAlerts
  contactGroupIds: string[]
  version: number
  burning: Burn | null
  created_at: Date
  updatedAt: Date
}

export type ObjectiveDraft = Omit<Objective, 'ruleId' | 'version' | 'burning'>

const columns: Statement = sql`
  o.id, o.rule_id as "ruleId", o.name, o.monitor_ids as "monitorIds", o.monitor_tags as "monitorTags", o.target,
  o.time_window as "window", json_build_object('fast', o.fast_burn, 'slow', o.slow_burn) as alerts,
  o.contact_group_ids as "contactGroupIds", o.version, o.burning, o.created_at, o.updated_at as "updatedAt"`

export async function addObjective(db: Database, organizationId: string, draft: ObjectiveDraft): Promise<Objective> {
  const added = await db.row<Objective>(sql`
    insert into objectives as o (
      organization_id, id, rule_id, name, monitor_ids, monitor_tags, target, time_window, fast_burn, slow_burn,
      contact_group_ids, look_at, created_at, updated_at
    )
    values (
      ${organizationId}, ${draft.id}, nextval(pg_get_serial_sequence('alert_rules', 'rule_id')), ${draft.name},
      ${draft.monitorIds}, ${draft.monitorTags}, ${draft.target}, ${draft.window}, ${draft.alerts.fast},
      ${draft.alerts.slow}, ${draft.contactGroupIds}, ${draft.created_at}, ${draft.created_at}, ${draft.updatedAt}
    )
    returning ${columns}`)
  return added!
}

/** Also makes it due for evaluation. */
export async function changeObjective(db: Database, organizationId: string, draft: ObjectiveDraft): Promise<Objective> {
  const changed = await db.row<Objective>(sql`
    update objectives o
    set name = ${draft.name}, monitor_ids = ${draft.monitorIds}, monitor_tags = ${draft.monitorTags},
      target = ${draft.target}, time_window = ${draft.window}, fast_burn = ${draft.alerts.fast},
      slow_burn = ${draft.alerts.slow}, contact_group_ids = ${draft.contactGroupIds}, version = o.version + 1,
      look_at = ${draft.updatedAt}, updated_at = ${draft.updatedAt}
    where o.organization_id = ${organizationId} and o.id = ${draft.id}
    returning ${columns}`)
  return changed!
}

export async function deleteObjective(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run(sql`delete from objectives where organization_id = ${organizationId} and id = ${id}`)
}

const found = (organizationId: string, id: string): Statement => sql`
  select ${columns} from objectives o where o.organization_id = ${organizationId} and o.id = ${id}`

export async function findObjective(db: Database, organizationId: string, id: string): Promise<Objective | undefined> {
  return db.row(found(organizationId, id))
}

/** Locks an objective until the transaction ends. */
export async function lockObjective(db: Database, organizationId: string, id: string): Promise<Objective | undefined> {
  return db.row(sql`${found(organizationId, id)} for no key update`)
}

/** Newest first. */
export async function listObjectives(db: Database, organizationId: string, page: NewestPage): Promise<Objective[]> {
  return db.rows(sql`
    select ${columns}
    from objectives o
    ${newestFirst(sql`o`, page, [sql`o.organization_id = ${organizationId}`])}`)
}

export async function countObjectives(db: Database, organizationId: string): Promise<number> {
  const row = await db.row<{ count: number }>(
    sql`select count(*) as count from objectives where organization_id = ${organizationId}`,
  )
  return row!.count
}

export interface DueObjective extends Objective {
  organizationId: string
  timezone: string
}

/** Locks due objectives until the transaction ends, and schedules their next evaluation. */
export async function takeDueObjectives(
  db: Database,
  { limit, now, only }: DueSelection,
  againAt: Date,
): Promise<DueObjective[]> {
  return db.rows(sql`
    update objectives o
    set look_at = ${againAt}
    from organizations org
    where org.id = o.organization_id
      and (o.organization_id, o.id) in (
        select organization_id, id
        from objectives o
        where look_at <= ${now} and ${queueItems.objectives.isReady({ now, only })}
        order by look_at
        limit ${limit}
        for update skip locked
      )
    returning o.organization_id as "organizationId", org.timezone, ${columns}`)
}

export async function saveBurning(
  db: Database,
  { organizationId, id }: Pick<DueObjective, 'organizationId' | 'id'>,
  burning: Burn | null,
): Promise<void> {
  await db.run(sql`update objectives set burning = ${burning} where organization_id = ${organizationId} and id = ${id}`)
}
