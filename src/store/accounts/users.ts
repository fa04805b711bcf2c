import type { Role } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import type { PagingPreferences } from '../../domain/on-call/quiet-hours.ts'
import type { ReaderLanguage } from '../../domain/text/language.ts'
import type { Database } from '../database/database.ts'
import type { Position } from '../database/position.ts'
import { type Statement, every, json, sql } from '../database/sql.ts'

/** Creates the user or updates the name. The operator provides the address, so it counts as verified. */
export async function putUser(
  db: Database,
  { name, email }: { name: string; email: string },
  now: Date,
): Promise<{ id: string; changed: boolean; emailVerified: boolean }> {
  const address = email.toLowerCase()
  const changed = await db.row<{ id: string; emailVerified: boolean }>(sql`
    insert into users as u (id, name, email, email_verified, created_at, updated_at)
    values (${newId(now)}, ${name}, ${address}, true, ${now}, ${now})
    on conflict (email) do update
    set name = excluded.name, updated_at = excluded.updated_at
    where u.name <> excluded.name
    returning id, email_verified as "emailVerified"`)
  if (changed) return { ...changed, changed: true }
  const known = await db.row<{ id: string; emailVerified: boolean }>(sql`
    select id, email_verified as "emailVerified" from users where email = ${address}`)
  return { ...known!, changed: false }
}

/** Returns the id of the new user; undefined if the address exists. */
export async function addUser(
  db: Database,
  { name, email, emailVerified }: { name: string; email: string; emailVerified: boolean },
  now: Date,
): Promise<string | undefined> {
  const added = await db.row<{ id: string }>(sql`
    insert into users (id, name, email, email_verified, created_at, updated_at)
    values (${newId(now)}, ${name}, ${email.toLowerCase()}, ${emailVerified}, ${now}, ${now})
    on conflict (email) do nothing
    returning id`)
  return added?.id
}

export async function passwordOf(db: Database, userId: string): Promise<string | undefined> {
  const account = await db.row<{ password: string }>(sql`
    select password from accounts where user_id = ${userId} and provider_id = 'credential'`)
  return account?.password
}

export async function putPassword(
  db: Database,
  { userId, password }: { userId: string; password: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into accounts (id, user_id, account_id, provider_id, password, created_at, updated_at)
    values (${newId(now)}, ${userId}, ${userId}, 'credential', ${password}, ${now}, ${now})
    on conflict (user_id, provider_id, account_id) do update
    set password = excluded.password, updated_at = excluded.updated_at`)
}

export async function putMember(
  db: Database,
  { organizationId, userId, role }: { organizationId: string; userId: string; role: Role },
  now: Date,
): Promise<boolean> {
  const touched = await db.run(sql`
    insert into members as m (id, organization_id, user_id, role, created_at)
    values (${newId(now)}, ${organizationId}, ${userId}, ${role}, ${now})
    on conflict (organization_id, user_id) do update
    set role = excluded.role
    where m.role <> excluded.role`)
  return touched > 0
}

export interface UserAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Whether the user proved that the address is theirs. */
  readonly emailVerified: boolean
  readonly password: string | null
}

const accounts = (chosen: Statement): Statement => sql`
  select u.id, u.name, u.email, u.email_verified as "emailVerified", a.password
  from users u
  left join accounts a on a.user_id = u.id and a.provider_id = 'credential'
  where ${chosen}`

export async function accountOf(db: Database, email: string): Promise<UserAccount | undefined> {
  return db.row(accounts(sql`u.email = ${email.toLowerCase()}`))
}

export async function accountOfId(db: Database, id: string): Promise<UserAccount | undefined> {
  return db.row(accounts(sql`u.id = ${id}`))
}

/** Locks sign-in methods and sessions of a user until the transaction ends. */
export async function lockAccount(db: Database, id: string): Promise<UserAccount | undefined> {
  // Read the password after the lock: the locking statement has an older snapshot.
  const locked = await db.run(sql`select from users where id = ${id} for update`)
  return locked > 0 ? accountOfId(db, id) : undefined
}

export async function dropPassword(db: Database, userId: string): Promise<void> {
  await db.run(sql`delete from accounts where user_id = ${userId} and provider_id = 'credential'`)
}

export async function setEmailVerified(
  db: Database,
  { userId, isVerified, now }: { userId: string; isVerified: boolean; now: Date },
): Promise<void> {
  await db.run(sql`
    update users
    set email_verified = ${isVerified}, updated_at = ${now}
    where id = ${userId} and email_verified <> ${isVerified}`)
}

export async function renameUser(
  db: Database,
  { id, name, now }: { id: string; name: string; now: Date },
): Promise<void> {
  await db.run(sql`update users set name = ${name}, updated_at = ${now} where id = ${id}`)
}

export interface Membership {
  /** Of the organization. */
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly role: Role
}

/** Whether a membership `m` counts without single sign-on. Owners can always get in, even if their provider is down. */
export const isLocal = sql`
  (m.role = 'owner' or not exists (
    select from single_sign_on r where r.organization_id = m.organization_id and r.required))`

const memberships = (chosen: Statement): Statement => sql`
  select o.id, o.name, o.slug, m.role
  from members m
  join organizations o on o.id = m.organization_id
  where ${chosen}
  order by lower(o.name), o.id`

export async function membershipsOf(db: Database, userId: string): Promise<Membership[]> {
  return db.rows(memberships(sql`m.user_id = ${userId}`))
}

/** Without organizations that require single sign-on. */
export async function localMembershipsOf(db: Database, userId: string): Promise<Membership[]> {
  return db.rows(memberships(sql`m.user_id = ${userId} and ${isLocal}`))
}

export async function preferencesOf(db: Database, userId: string): Promise<object> {
  const row = await db.row<{ preferences: object }>(sql`select preferences from users where id = ${userId}`)
  return row!.preferences
}

/** Returns all preferences. */
export async function putPreferences(db: Database, userId: string, changed: object, now: Date): Promise<object> {
  const row = await db.row<{ preferences: object }>(sql`
    update users
    set preferences = preferences || ${json(changed)}::jsonb, updated_at = ${now}
    where id = ${userId}
    returning preferences`)
  return row!.preferences
}

/** How these users want to be paged; those who never said are left out. */
export async function pagingPreferencesOf(
  db: Database,
  userIds: readonly string[],
): Promise<Map<string, PagingPreferences>> {
  const rows = await db.rows<{ id: string; paging: PagingPreferences }>(sql`
    select id, preferences -> 'paging' as paging
    from users
    where id = any (${userIds}::uuid[]) and preferences ? 'paging'`)
  return new Map(rows.map(({ id, paging }) => [id, paging]))
}

/** Until when the user has read the organization's inbox. Notices from before they joined count as read. */
export async function noticesReadAt(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<Date> {
  const row = await db.row<{ at: Date }>(sql`
    select coalesce(notices_read_at, created_at) as at
    from members
    where organization_id = ${organizationId} and user_id = ${userId}`)
  return row!.at
}

/** Never moves backwards. */
export async function noteNoticesRead(
  db: Database,
  { organizationId, userId, until }: { organizationId: string; userId: string; until: Date },
): Promise<void> {
  await db.run(sql`
    update members
    set notices_read_at = greatest(notices_read_at, ${until})
    where organization_id = ${organizationId} and user_id = ${userId}`)
}

export async function noteSeen(db: Database, userId: string, now: Date): Promise<void> {
  await db.run(sql`update users set last_seen_at = ${now} where id = ${userId}`)
}

export async function anyUser(db: Database): Promise<boolean> {
  const found = await db.row<{ found: boolean }>(sql`select exists (select from users) as found`)
  return found!.found
}

export interface Member {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

const memberColumns = sql`u.id, u.name, u.email, m.role`

export interface ZonedMember extends Member {
  /** Null for the organization's. */
  readonly timezone: string | null
  /** The same. */
  readonly language: ReaderLanguage | null
}

export async function membersOfOrganization(db: Database, organizationId: string): Promise<ZonedMember[]> {
  return db.rows(sql`
    select ${memberColumns}, u.preferences ->> 'timezone' as timezone,
      u.preferences ->> 'language' as language
    from members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
    order by m.created_at, u.id`)
}

export async function memberOfEmail(db: Database, organizationId: string, email: string): Promise<Member | undefined> {
  return db.row(member(organizationId, sql`u.email = ${email.toLowerCase()}`))
}

export async function memberOfId(db: Database, organizationId: string, id: string): Promise<Member | undefined> {
  return db.row(member(organizationId, sql`u.id = ${id}`))
}

const member = (organizationId: string, chosen: Statement): Statement => sql`
  select ${memberColumns}
  from members m
  join users u on u.id = m.user_id
  where m.organization_id = ${organizationId} and ${chosen}`

/** Newest first. */
export async function listMembers(
  db: Database,
  organizationId: string,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<(Member & { created_at: Date })[]> {
  return db.rows(sql`
    select ${memberColumns}, m.created_at
    from members m
    join users u on u.id = m.user_id
    where ${every([
      sql`m.organization_id = ${organizationId}`,
      after !== undefined && sql`(m.created_at, u.id) < (${after.createdAt}, ${after.id})`,
    ])}
    order by m.created_at desc, u.id desc
    limit ${limit}`)
}

/** The ids that are not members of the organization; the others are locked until the transaction ends. */
export async function unknownMembers(db: Database, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select user_id as id from members where organization_id = ${organizationId}
      and user_id = any (${ids}::uuid[]) for key share`)
  const known = new Set(rows.map(({ id }) => id))
  return [...new Set(ids)].filter((id) => !known.has(id))
}

const secondFactor = (id: Statement): Statement => sql`
  (exists (select from two_factors t where t.user_id = ${id} and t.confirmed_at is not null)
    or exists (select from passkeys p where p.user_id = ${id}))`

/** Whether the user signs in with an authenticator or a passkey. */
export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  const row = await db.row<{ has: boolean }>(sql`select ${secondFactor(sql`${userId}::uuid`)} as has`)
  return row!.has
}

export interface MemberShown extends Member {
  readonly email_verified: boolean
  readonly two_factor: boolean
  readonly last_seen_at: Date | null
  readonly created_at: Date
}

/** By name. */
export async function listMembersShown(db: Database, organizationId: string): Promise<MemberShown[]> {
  return db.rows(sql`
    select ${memberColumns}, u.email_verified, u.last_seen_at, m.created_at,
      ${secondFactor(sql`u.id`)} as two_factor
    from members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
    order by lower(u.name), u.id`)
}

/** Locks the members of the organization until the transaction ends. */
export async function lockMembers(db: Database, organizationId: string): Promise<Member[]> {
  return db.rows(sql`
    select ${memberColumns}
    from members m
    join users u on u.id = m.user_id
    where m.organization_id = ${organizationId}
    order by m.user_id
    for update of m`)
}

export async function deleteMember(
  db: Database,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  await db.run(sql`delete from members where organization_id = ${organizationId} and user_id = ${userId}`)
  db.publish({ people: [userId] })
}
