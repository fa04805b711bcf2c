import { newId } from '../../domain/id.ts'
import type { EscalationPolicy, EscalationTarget } from '../../domain/on-call/escalation.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { json, sql } from '../database/sql.ts'

export interface KeptPolicy extends EscalationPolicy {
  readonly id: string
  readonly name: string
  readonly created_at: Date
  readonly updated_at: Date
}

export type PolicyDraft = Pick<KeptPolicy, 'name' | 'repeatCount' | 'steps'>

const columns = sql`id, name, repeat_count as "repeatCount", steps, created_at, updated_at`

/** Newest first. */
export async function listPolicies(db: Database, organizationId: string, page: NewestPage): Promise<KeptPolicy[]> {
  return db.rows(sql`
    select ${columns}
    from escalation_policies
    ${newestFirst(sql`escalation_policies`, page, [sql`organization_id = ${organizationId}`])}`)
}

export async function findPolicy(db: Database, organizationId: string, id: string): Promise<KeptPolicy | undefined> {
  return db.row(
    sql`select ${columns} from escalation_policies where organization_id = ${organizationId} and id = ${id}`,
  )
}

/** Locks a policy until the transaction ends. */
export async function lockPolicy(db: Database, organizationId: string, id: string): Promise<KeptPolicy | undefined> {
  return db.row(sql`
    select ${columns} from escalation_policies where organization_id = ${organizationId} and id = ${id} for update`)
}

export async function addPolicy(
  db: Database,
  organizationId: string,
  draft: PolicyDraft,
  now: Date,
): Promise<KeptPolicy> {
  const row = await db.row<KeptPolicy>(sql`
    insert into escalation_policies (organization_id, id, name, repeat_count, steps, created_at, updated_at)
    values (${organizationId}, ${newId(now)}, ${draft.name}, ${draft.repeatCount}, ${json(draft.steps)},
      ${now}, ${now})
    returning ${columns}`)
  return row!
}

export async function changePolicy(
  db: Database,
  organizationId: string,
  { id, draft, now }: { id: string; draft: PolicyDraft; now: Date },
): Promise<KeptPolicy> {
  const row = await db.row<KeptPolicy>(sql`
    update escalation_policies
    set name = ${draft.name}, repeat_count = ${draft.repeatCount}, steps = ${json(draft.steps)},
      updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}
    returning ${columns}`)
  return row!
}

export async function deletePolicy(db: Database, organizationId: string, id: string): Promise<void> {
  await db.run(sql`delete from escalation_policies where organization_id = ${organizationId} and id = ${id}`)
}

/** The groups whose alerts it escalates, by name. */
export async function groupsOfPolicy(
  db: Database,
  organizationId: string,
  policyId: string,
): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`
    select id, name from contact_groups where organization_id = ${organizationId} and escalation_policy_id = ${policyId}
      order by lower(name)`)
}

/** The names of the policies that page a target. */
export async function policiesPaging(
  db: Database,
  organizationId: string,
  { type, id }: EscalationTarget,
): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    select name
    from escalation_policies
    where organization_id = ${organizationId} and steps @> ${json([{ targets: [{ type, id }] }])}::jsonb
    order by lower(name)`)
  return rows.map(({ name }) => name)
}

/** The names of existing targets, by `targetKey`. */
export async function targetNames(
  db: Database,
  organizationId: string,
  targets: readonly EscalationTarget[],
): Promise<ReadonlyMap<string, string>> {
  const idsOf = (type: EscalationTarget['type']): (string | number)[] =>
    targets.filter((target) => target.type === type).map(({ id }) => id)
  const rows = await db.rows<{ key: string; name: string }>(sql`
    select 'schedule ' || id as key, name
    from on_call_schedules
    where organization_id = ${organizationId} and id = any (${idsOf('schedule')}::bigint[])
    union all
    select 'channel ' || id, name
    from notification_channels
    where organization_id = ${organizationId} and user_id is null and id = any (${idsOf('channel')}::bigint[])
    union all
    select 'user ' || u.id, u.name
    from members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.user_id = any (${idsOf('user')}::uuid[])
    union all
    select 'contact_group ' || id, name
    from contact_groups
    where organization_id = ${organizationId} and id = any (${idsOf('contact_group')}::uuid[])`)
  return new Map(rows.map(({ key, name }) => [key, name]))
}
