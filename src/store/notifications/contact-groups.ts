import type { Recipient } from '../../domain/notifying/delivery.ts'
import { newId } from '../../domain/id.ts'
import type { EscalationPolicy } from '../../domain/on-call/escalation.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { sql } from '../database/sql.ts'
import { takeGroupFromRules } from '../monitors/alert-rules.ts'
import { monitorsNaming, takeGroupFromMonitors } from '../monitors/monitors.ts'
import { channelsNaming, takeGroupFromChannels } from './channels.ts'

export interface ContactGroup {
  id: string
  name: string
  description: string | null
  is_default: boolean
  all_members: boolean
  member_count: number
  escalation_policy: { id: string; name: string } | null
  created_at: Date
  updated_at: Date
}

export interface ContactGroupInFull extends ContactGroup {
  members: { id: string; name: string; email: string }[]
  users: { id: string; name: string; email: string }[]
}

export type GroupDraft = Pick<ContactGroup, 'name' | 'description'> & { all_members?: boolean }

const contacts = sql`
  contact_group_members m
  join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id`

/** SQL: the members of the organization who belong to the group. */
const users = sql`
  members o
  join users u on u.id = o.user_id
  where o.organization_id = g.organization_id
    and (g.all_members and o.role <> 'viewer' or exists (
      select from contact_group_users x where x.contact_group_id = g.id and x.user_id = o.user_id
    ))`

const columns = sql`
  g.id, g.name, g.description, g.is_default, g.all_members, g.created_at, g.updated_at,
  (
    select count(*)
    from (
      select lower(c.email)
      from ${contacts}
      where m.organization_id = g.organization_id and m.contact_group_id = g.id
      union
      select u.email from ${users}
    ) addresses
  ) as member_count,
  (
    select json_build_object('id', p.id, 'name', p.name)
    from escalation_policies p
    where p.organization_id = g.organization_id and p.id = g.escalation_policy_id
  ) as escalation_policy`

const members = sql`
  coalesce(
    (
      select json_agg(json_build_object('id', c.id, 'name', c.name, 'email', c.email) order by lower(c.name), c.id)
      from ${contacts}
      where m.organization_id = g.organization_id and m.contact_group_id = g.id
    ),
    '[]'
  ) as members,
  coalesce(
    (
      select json_agg(json_build_object('id', u.id, 'name', u.name, 'email', u.email) order by lower(u.name), u.id)
      from ${users}
    ),
    '[]'
  ) as users`

export async function listGroups(db: Database, organizationId: string, page: NewestPage): Promise<ContactGroup[]> {
  return db.rows(sql`
    select ${columns}
    from contact_groups g
    ${newestFirst(sql`g`, page, [sql`g.organization_id = ${organizationId}`])}`)
}

/** All groups of an organization with their members, oldest first. */
export async function groupsInFull(db: Database, organizationId: string): Promise<ContactGroupInFull[]> {
  return db.rows(sql`
    select ${columns}, ${members}
    from contact_groups g
    where g.organization_id = ${organizationId}
    order by g.created_at, g.id`)
}

export function findGroup(db: Database, organizationId: string, id: string): Promise<ContactGroupInFull | undefined> {
  return db.row(sql`
    select ${columns}, ${members} from contact_groups g where g.organization_id = ${organizationId} and g.id = ${id}`)
}

/** The group with this name, ignoring case. */
export async function groupOfName(
  db: Database,
  organizationId: string,
  name: string,
): Promise<ContactGroupInFull | undefined> {
  return db.row(sql`
    select ${columns}, ${members}
    from contact_groups g
    where g.organization_id = ${organizationId} and lower(g.name) = lower(${name})`)
}

export async function addGroup(db: Database, organizationId: string, draft: GroupDraft, now: Date): Promise<string> {
  const id = newId(now)
  await db.run(sql`
    insert into contact_groups (organization_id, id, name, description, all_members, created_at, updated_at)
    values (${organizationId}, ${id}, ${draft.name}, ${draft.description}, ${draft.all_members ?? false}, ${now}, ${now})`)
  return id
}

export async function changeGroup(
  db: Database,
  organizationId: string,
  { id, draft, now }: { id: string; draft: GroupDraft; now: Date },
): Promise<void> {
  await db.run(sql`
    update contact_groups
    set name = ${draft.name}, description = ${draft.description}, all_members = ${draft.all_members ?? false},
      updated_at = ${now}
    where organization_id = ${organizationId} and id = ${id}`)
}

/** The members who belong to the group by name. */
export async function usersOfGroup(db: Database, organizationId: string, groupId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select user_id as id from contact_group_users
    where organization_id = ${organizationId} and contact_group_id = ${groupId}
    order by user_id`)
  return rows.map(({ id }) => id)
}

export async function setUsersOfGroup(
  db: Database,
  organizationId: string,
  groupId: string,
  userIds: readonly string[],
): Promise<void> {
  await db.run(sql`
    delete from contact_group_users
    where organization_id = ${organizationId} and contact_group_id = ${groupId}
      and user_id <> all (${userIds}::uuid[])`)
  await db.run(sql`
    insert into contact_group_users (organization_id, contact_group_id, user_id)
    select distinct ${organizationId}::uuid, ${groupId}::uuid, id from unnest(${userIds}::uuid[]) as id
    on conflict do nothing`)
}

export async function setPolicyOfGroup(
  db: Database,
  organizationId: string,
  { id, policyId }: { id: string; policyId: string | null },
): Promise<void> {
  await db.run(sql`
    update contact_groups set escalation_policy_id = ${policyId} where organization_id = ${organizationId}
      and id = ${id}`)
}

export interface ImportedGroupRow {
  key: string
  id: string
  name: string
}

/** Groups that were imported from a tool, by the key of their channel there, which begins with the tool's name. */
export function importedGroups(db: Database, organizationId: string, source: string): Promise<ImportedGroupRow[]> {
  return db.rows(sql`
    select import_key as key, id, name
    from contact_groups
    where organization_id = ${organizationId} and starts_with(import_key, ${`${source}-`})`)
}

export async function setImportKeyOfGroup(
  db: Database,
  organizationId: string,
  { id, key }: { id: string; key: string },
): Promise<void> {
  await db.run(sql`
    update contact_groups set import_key = ${key} where organization_id = ${organizationId} and id = ${id}`)
}

/** Creates the group that monitors notify by default, with all members of the organization. */
export async function addDefaultGroup(db: Database, organizationId: string, now: Date): Promise<void> {
  await db.run(sql`
    insert into contact_groups (organization_id, id, name, is_default, all_members, created_at, updated_at)
    select ${organizationId}, ${newId(now)}, 'Everyone', true, true, ${now}, ${now}
    where not exists (select from contact_groups where organization_id = ${organizationId} and is_default)`)
}

/** The number of references to a group. */
export interface GroupUse {
  alertRules: number
  monitors: number
  channels: number
}

export async function useOfGroup(db: Database, organizationId: string, groupId: string): Promise<GroupUse> {
  const use = await db.row<GroupUse>(sql`
    select
      (
        select count(*)
        from alert_rules
        where organization_id = ${organizationId} and contact_group_id = ${groupId}
      ) as "alertRules",
      (select count(*) from monitors where ${monitorsNaming(organizationId, groupId)}) as monitors,
      (select count(*) from notification_channels where ${channelsNaming(organizationId, groupId)}) as channels`)
  return use!
}

interface OneGroup {
  organizationId: string
  id: string
  now: Date
}

/**
 * Locks the group until the transaction ends. Changes to a monitor or channel lock it before its groups, so this locks
 * the monitors and channels that refer to the group first.
 */
export async function lockGroup(db: Database, { organizationId, id }: Omit<OneGroup, 'now'>): Promise<void> {
  await db.run(sql`select from monitors where ${monitorsNaming(organizationId, id)} order by id for update`)
  await db.run(
    sql`select from notification_channels where ${channelsNaming(organizationId, id)} order by id for update`,
  )
  await db.run(sql`select from contact_groups where organization_id = ${organizationId} and id = ${id} for update`)
}

/**
 * Removes the locked group from everything that refers to it, and deletes it. Its rules then use the groups of their
 * monitors.
 */
export async function deleteGroup(db: Database, { organizationId, id, now }: OneGroup): Promise<void> {
  const group = { organizationId, groupId: id, now }
  await takeGroupFromRules(db, group)
  await takeGroupFromMonitors(db, group)
  await takeGroupFromChannels(db, group)
  await db.run(sql`delete from contact_groups where organization_id = ${organizationId} and id = ${id}`)
}

/** The ids that are not contact groups of the organization; the others are locked until the transaction ends. */
export async function unknownGroups(db: Database, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id from contact_groups where organization_id = ${organizationId}
      and id = any (${ids}::uuid[]) for key share`)
  const known = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id.toLowerCase()))
}

/** Returns whether another group was the default before. */
export async function makeDefault(db: Database, { organizationId, id, now }: OneGroup): Promise<boolean> {
  const others = await db.run(sql`
    update contact_groups
    set is_default = false, updated_at = ${now}
    where organization_id = ${organizationId} and is_default and id <> ${id}`)
  if (others === 0) return false
  await db.run(sql`
    update contact_groups set is_default = true, updated_at = ${now} where organization_id = ${organizationId}
      and id = ${id}`)
  return true
}

/** The members of each group. */
export async function membersOf(db: Database, groupIds: readonly string[]): Promise<Map<string, Recipient[]>> {
  const rows = await db.rows<{ groupId: string; members: Recipient[] }>(sql`
    select g.id as "groupId",
      json_agg(json_build_object('name', r.name, 'email', r.email, 'phone', r.phone, 'language', r.language)
        -- The last one of an address is used: the one with a number.
        order by r.phone is not null, r.name, r.id) as members
    from contact_groups g
    cross join lateral (
      select u.id, u.name, u.email, null as phone, u.preferences ->> 'language' as language from ${users}
      union all
      select c.id, c.name, c.email, c.phone, null
      from ${contacts}
      where m.organization_id = g.organization_id and m.contact_group_id = g.id
    ) r
    where g.id = any (${groupIds}::uuid[])
    group by g.id`)
  return new Map(rows.map(({ groupId, members }) => [groupId, members]))
}

export interface GroupWithPolicy {
  id: string
  name: string
  /** The policy that pages people until its incidents are acknowledged. */
  policy: (EscalationPolicy & { id: string; name: string }) | null
}

/** The ids that are groups of the organization, by name. */
export async function groupsWithPolicies(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<GroupWithPolicy[]> {
  return db.rows(sql`
    select g.id, g.name, case when p.id is not null
      then json_build_object('id', p.id, 'name', p.name, 'repeatCount', p.repeat_count, 'steps', p.steps) end as policy
    from contact_groups g
    left join escalation_policies p on p.organization_id = g.organization_id and p.id = g.escalation_policy_id
    where g.organization_id = ${organizationId} and g.id = any (${ids}::uuid[])
    order by lower(g.name)`)
}
