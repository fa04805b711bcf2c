// The OpenID Connect providers of organizations, and which users their people are.
import type { Role } from '../../domain/caller.ts'
import type { AccessRules, GroupRole } from '../../domain/people/single-sign-on.ts'
import type { Database } from '../database/database.ts'
import { type Statement, json, sql } from '../database/sql.ts'

export interface SingleSignOnDraft extends AccessRules {
  readonly issuer: string
  readonly clientId: string
  /** The client secret, sealed. */
  readonly secrets: Buffer
  readonly required: boolean
  readonly testedAt: Date | null
}

export interface SingleSignOn extends SingleSignOnDraft {
  readonly organizationId: string
  readonly slug: string
  readonly organizationName: string
}

interface SingleSignOnRow extends Omit<SingleSignOn, 'defaultRole' | 'groupRoles'> {
  defaultRole: Role | null
  groupRoles: GroupRole[]
}

const rows = (chosen: Statement): Statement => sql`
  select s.organization_id as "organizationId", o.slug, o.name as "organizationName", s.issuer,
    s.client_id as "clientId", s.secrets, s.domains, s.groups_claim as "groupsClaim",
    s.default_role as "defaultRole", s.group_roles as "groupRoles", s.required, s.tested_at as "testedAt"
  from single_sign_on s
  join organizations o on o.id = s.organization_id
  where ${chosen}`

export async function singleSignOnOf(db: Database, organizationId: string): Promise<SingleSignOn | undefined> {
  return db.row<SingleSignOnRow>(rows(sql`s.organization_id = ${organizationId}`))
}

/** Locks it until the transaction ends. */
export async function lockSingleSignOn(db: Database, organizationId: string): Promise<SingleSignOn | undefined> {
  return db.row<SingleSignOnRow>(sql`${rows(sql`s.organization_id = ${organizationId}`)} for update of s`)
}

export async function singleSignOnOfSlug(db: Database, slug: string): Promise<SingleSignOn | undefined> {
  return db.row<SingleSignOnRow>(rows(sql`o.slug = ${slug}`))
}

/** Those that list the domain. */
export async function singleSignOnsOfDomain(db: Database, domain: string): Promise<SingleSignOn[]> {
  return db.rows<SingleSignOnRow>(sql`${rows(sql`${domain} = any (s.domains)`)} order by o.slug`)
}

/** Whether anyone can sign in with a provider, and the slug of the organization if the installation has only one. */
export async function offeredSingleSignOn(db: Database): Promise<{ any: boolean; only: string | null }> {
  const row = await db.row<{ any: boolean; only: string | null }>(sql`
    select exists (select from single_sign_on) as any,
      (select o.slug
        from organizations o
        join single_sign_on s on s.organization_id = o.id
        where (select count(*) from (select from organizations limit 2) as few) = 1) as only`)
  return row!
}

export async function putSingleSignOn(
  db: Database,
  organizationId: string,
  draft: SingleSignOnDraft,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into single_sign_on (organization_id, issuer, client_id, secrets, domains, groups_claim, default_role,
      group_roles, required, tested_at, created_at, updated_at)
    values (${organizationId}, ${draft.issuer}, ${draft.clientId}, ${draft.secrets}, ${draft.domains},
      ${draft.groupsClaim}, ${draft.defaultRole}, ${json(draft.groupRoles)}, ${draft.required},
      ${draft.testedAt}, ${now}, ${now})
    on conflict (organization_id) do update
    set issuer = excluded.issuer, client_id = excluded.client_id, secrets = excluded.secrets,
      domains = excluded.domains, groups_claim = excluded.groups_claim, default_role = excluded.default_role,
      group_roles = excluded.group_roles, required = excluded.required, tested_at = excluded.tested_at,
      updated_at = excluded.updated_at`)
}

export async function noteTested(db: Database, organizationId: string, now: Date): Promise<void> {
  await db.run(sql`update single_sign_on set tested_at = ${now} where organization_id = ${organizationId}`)
}

/** Deletes the identities too. */
export async function deleteSingleSignOn(db: Database, organizationId: string): Promise<void> {
  await db.run(sql`delete from single_sign_on where organization_id = ${organizationId}`)
}

export interface IdentityKey {
  readonly organizationId: string
  readonly issuer: string
  readonly subject: string
}

export async function userOfIdentity(
  db: Database,
  { organizationId, issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const row = await db.row<{ userId: string }>(sql`
    select user_id as "userId"
    from single_sign_on_identities
    where organization_id = ${organizationId} and issuer = ${issuer} and subject = ${subject}`)
  return row?.userId
}

export async function addIdentity(
  db: Database,
  { organizationId, issuer, subject, userId }: IdentityKey & { userId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into single_sign_on_identities (organization_id, issuer, subject, user_id, created_at)
    values (${organizationId}, ${issuer}, ${subject}, ${userId}, ${now})`)
}

export async function dropIdentities(db: Database, userId: string): Promise<void> {
  await db.run(sql`delete from single_sign_on_identities where user_id = ${userId}`)
}

/** Locks a batch of sealed secrets in a fixed order until the transaction ends. */
export async function lockClientSecrets(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<{ id: string; secrets: Buffer }[]> {
  return db.rows(sql`
    select organization_id as id, secrets
    from single_sign_on
    where organization_id > ${after}
    order by organization_id
    limit ${limit}
    for update`)
}

export async function saveClientSecret(db: Database, { id, secrets }: { id: string; secrets: Buffer }): Promise<void> {
  await db.run(sql`update single_sign_on set secrets = ${secrets} where organization_id = ${id}`)
}
