// Access and refresh tokens, as hashes. Nothing about them is cached, so a revoked token stops working at once.
import type { Caller, KeyScope, Role } from '../../domain/caller.ts'
import type { ClientSummary } from '../../domain/oauth/client.ts'
import type { OAuthResource } from '../../domain/oauth/resources.ts'
import { credentialIdOf } from '../../domain/oauth/secrets.ts'
import { type OrganizationRow, toOrganization } from '../accounts/organizations.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface TokenDraft {
  readonly hash: Buffer
  readonly grantId: string
  readonly kind: 'access' | 'refresh'
  readonly scope: KeyScope
  readonly expiresAt: Date
}

export interface OAuthToken extends TokenDraft {
  readonly createdAt: Date
  readonly replacedAt: Date | null
}

/** Keeps a token that is there already. */
export async function addToken(db: Database, draft: TokenDraft, now: Date): Promise<void> {
  await db.run(sql`
    insert into oauth_tokens (hash, grant_id, kind, scope, created_at, expires_at)
    values (${draft.hash}, ${draft.grantId}, ${draft.kind}, ${draft.scope}, ${now}, ${draft.expiresAt})
    on conflict (hash) do nothing`)
}

export async function findToken(db: Database, hash: Buffer): Promise<OAuthToken | undefined> {
  return db.row(sql`
    select hash, grant_id as "grantId", kind, scope, created_at as "createdAt", expires_at as "expiresAt",
      replaced_at as "replacedAt"
    from oauth_tokens
    where hash = ${hash}`)
}

export async function noteReplaced(db: Database, hash: Buffer, now: Date): Promise<void> {
  await db.run(sql`update oauth_tokens set replaced_at = ${now} where hash = ${hash} and replaced_at is null`)
}

export async function deleteToken(db: Database, hash: Buffer): Promise<void> {
  await db.run(sql`delete from oauth_tokens where hash = ${hash}`)
}

export async function dropExpiredTokens(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from oauth_tokens where expires_at <= ${now}`)
}

interface TokenCallerRow {
  scope: KeyScope
  expires_at: Date
  grant_id: string
  resource: OAuthResource
  client: ClientSummary
  created_at: Date
  last_used_at: Date | null
  user: { id: string; name: string; email: string } | null
  role: Role | null
  has_organization: boolean
  organization: Omit<OrganizationRow, 'created_at'> & { created_at: string }
}

export interface TokenCaller {
  readonly grantId: string
  readonly clientRowId: string | null
  readonly resource: OAuthResource
  /** Null if the user left the organization. */
  readonly caller: Caller | null
  /** Whether the user is a member of any organization. */
  readonly hasOrganization: boolean
}

/** The caller with the access token of this hash; undefined if it is unknown, revoked or expired. */
export async function callerOfToken(
  db: Database,
  { hash, prefix, now }: { hash: Buffer; prefix: string; now: Date },
): Promise<TokenCaller | undefined> {
  const row = await db.row<TokenCallerRow>(sql`
    select t.scope, t.expires_at, g.id as grant_id, g.resource, g.client, g.created_at, g.last_used_at,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name, 'email', u.email) end as user,
      m.role, exists (select from members where user_id = u.id) as has_organization, to_jsonb(o) as organization
    from oauth_tokens t
    join oauth_grants g on g.id = t.grant_id
    join organizations o on o.id = g.organization_id
    left join users u on u.id = g.user_id
    left join members m on m.organization_id = o.id and m.user_id = u.id and m.created_at <= g.created_at
    where t.hash = ${hash}
      and t.kind = 'access'
      and t.expires_at > ${now}`)
  if (!row) return undefined
  const { grant_id: grantId, resource, client, has_organization: hasOrganization } = row
  const caller = row.user && !row.role ? null : toCaller(row, prefix)
  return { grantId, clientRowId: client.rowId, resource, caller, hasOrganization }
}

function toCaller(row: TokenCallerRow, prefix: string): Caller {
  const { client, organization, user, role } = row
  return {
    credential: {
      type: 'oauth',
      id: credentialIdOf([client.id, user?.id ?? null, organization.id]),
      name: client.name,
      prefix,
      scope: role === 'viewer' ? 'read' : row.scope,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      clientId: client.id,
    },
    user: user && { ...user, role: role! },
    organization: toOrganization({ ...organization, created_at: new Date(organization.created_at) }),
  }
}
