// What someone allowed a program to do. Deleting a grant ends its tokens at once.
import type { KeyScope } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import type { ClientSummary } from '../../domain/oauth/client.ts'
import type { OAuthResource } from '../../domain/oauth/resources.ts'
import type { Database } from '../database/database.ts'
import { every, json, sql } from '../database/sql.ts'

export interface GrantDraft {
  readonly organizationId: string
  /** Null for a service account. */
  readonly userId: string | null
  readonly client: ClientSummary
  readonly scope: KeyScope
  readonly resource: OAuthResource
  /** Whether it may be used while the user is away: the program gets a refresh token. */
  readonly offline: boolean
  /** Null: never. */
  readonly expiresAt: Date | null
}

export interface OAuthGrant extends GrantDraft {
  readonly id: string
  readonly createdAt: Date
}

export async function addGrant(db: Database, draft: GrantDraft, now: Date): Promise<OAuthGrant> {
  const id = newId(now)
  await db.run(sql`
    insert into oauth_grants (id, organization_id, user_id, client_row_id, client, scope, resource, offline, created_at,
      expires_at)
    values (${id}, ${draft.organizationId}, ${draft.userId}, ${draft.client.rowId}, ${json(draft.client)},
      ${draft.scope}, ${draft.resource}, ${draft.offline}, ${now}, ${draft.expiresAt})`)
  return { ...draft, id, createdAt: now }
}

const columns = sql`
  g.id, g.organization_id as "organizationId", g.user_id as "userId", g.client, g.scope, g.resource, g.offline,
  g.created_at as "createdAt", g.expires_at as "expiresAt"`

/** A member who left and came back has to allow a program again. */
const membership = sql`
  m.organization_id = g.organization_id and m.user_id = g.user_id and m.created_at <= g.created_at`

export interface LockedGrant extends OAuthGrant {
  /** Null for a service account. */
  readonly user: { readonly name: string; readonly email: string } | null
}

/** Locked until the transaction ends; undefined if its user is no longer a member. */
export async function lockGrant(db: Database, id: string): Promise<LockedGrant | undefined> {
  return db.row(sql`
    select ${columns},
      case when u.id is not null then jsonb_build_object('name', u.name, 'email', u.email) end as user
    from oauth_grants g
    left join members m on ${membership}
    left join users u on u.id = m.user_id
    where g.id = ${id} and (g.user_id is null or m.id is not null)
    for update of g`)
}

/** The grant of a service account. */
export async function grantOfService(
  db: Database,
  { clientRowId, resource }: { clientRowId: string; resource: OAuthResource },
): Promise<OAuthGrant | undefined> {
  return db.row(sql`
    select ${columns}
    from oauth_grants g
    where g.client_row_id = ${clientRowId} and g.user_id is null and g.resource = ${resource}
    for key share`)
}

export async function extendGrant(db: Database, { id, expiresAt }: { id: string; expiresAt: Date }): Promise<void> {
  await db.run(sql`update oauth_grants set expires_at = greatest(expires_at, ${expiresAt}) where id = ${id}`)
}

export async function noteGrantUse(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.run(sql`update oauth_grants set last_used_at = ${now} where id = ${id}`)
}

export async function deleteGrant(db: Database, id: string): Promise<boolean> {
  return (await db.run(sql`delete from oauth_grants where id = ${id}`)) > 0
}

export interface EndedGrant {
  readonly id: string
  readonly organizationId: string
  readonly client: ClientSummary
  readonly user: { readonly name: string; readonly email: string }
}

/** Ends all that a user allowed programs to do, in all organizations or in one. */
export async function deleteGrantsOfUser(
  db: Database,
  { userId, organizationId }: { userId: string; organizationId?: string | undefined },
): Promise<EndedGrant[]> {
  return db.rows(sql`
    delete from oauth_grants g
    using users u
    where ${every([
      sql`u.id = g.user_id`,
      sql`g.user_id = ${userId}`,
      organizationId !== undefined && sql`g.organization_id = ${organizationId}`,
    ])}
    returning g.id, g.organization_id as "organizationId", g.client,
      jsonb_build_object('name', u.name, 'email', u.email) as user`)
}

export interface ConnectedApp {
  readonly id: string
  readonly client: ClientSummary
  readonly user: { readonly id: string; readonly name: string }
  readonly scope: KeyScope
  readonly resource: OAuthResource
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly expires_at: Date
}

interface ConnectedAppFilter {
  readonly organizationId: string
  /** Of all users if undefined. */
  readonly userId: string | undefined
  readonly now: Date
}

/** Grants of members with a token that has not expired, newest first. */
export async function listConnectedApps(db: Database, filter: ConnectedAppFilter): Promise<ConnectedApp[]> {
  const { organizationId, userId, now } = filter
  return db.rows(sql`
    select g.id, g.client, jsonb_build_object('id', u.id, 'name', u.name) as user, g.scope, g.resource, g.created_at,
      g.last_used_at, g.expires_at
    from oauth_grants g
    join members m on ${membership}
    join users u on u.id = g.user_id
    where ${every([
      sql`g.organization_id = ${organizationId}`,
      sql`g.expires_at > ${now}`,
      sql`exists (select from oauth_tokens t where t.grant_id = g.id)`,
      userId !== undefined && sql`g.user_id = ${userId}`,
    ])}
    order by g.created_at desc, g.id desc`)
}

export async function dropExpiredGrants(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from oauth_grants where expires_at <= ${now}`)
}
