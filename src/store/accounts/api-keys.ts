import type { Caller, KeyScope } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import type { ApiKey } from '../../domain/secret.ts'
import type { Database } from '../database/database.ts'
import { type OrganizationRow, toOrganization } from './organizations.ts'
import { sql } from '../database/sql.ts'

interface CallerRow {
  id: string
  name: string
  prefix: string
  scope: KeyScope
  created_at: Date
  last_used_at: Date | null
  expires_at: Date | null
  organization: Omit<OrganizationRow, 'created_at'> & { created_at: string }
}

/** The caller with the key of this hash; undefined if it is unknown, revoked or expired. */
export async function callerOfKey(
  db: Database,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<Caller | undefined> {
  const row = await db.row<CallerRow>(sql`
    select k.id, k.name, k.prefix, k.scope, k.created_at, k.last_used_at, k.expires_at, to_jsonb(o) as organization
    from api_keys k
    join organizations o on o.id = k.organization_id
    where k.hash = ${hash}
      and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now})`)
  if (!row) return undefined
  return {
    credential: {
      type: 'api_key',
      id: row.id,
      name: row.name,
      prefix: row.prefix,
      scope: row.scope,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      clientId: null,
    },
    user: null,
    organization: toOrganization({ ...row.organization, created_at: new Date(row.organization.created_at) }),
  }
}

export async function noteKeyUse(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.run(sql`update api_keys set last_used_at = ${now} where id = ${id}`)
}

export interface KeyDraft {
  organizationId: string
  name: string
  scope: KeyScope
  key: ApiKey
  expiresAt?: Date | null
}

export interface KeyShown {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scope: KeyScope
  readonly provisioned: boolean
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly expires_at: Date | null
}

const shown = sql`id, name, prefix, scope, provisioned, created_at, last_used_at, expires_at`

export async function addKey(db: Database, draft: KeyDraft, now: Date): Promise<KeyShown> {
  const added = await db.row<KeyShown>(sql`
    insert into api_keys (id, organization_id, name, prefix, hash, scope, created_at, expires_at)
    values (${newId(now)}, ${draft.organizationId}, ${draft.name}, ${draft.key.prefix}, ${draft.key.hash},
      ${draft.scope}, ${now}, ${draft.expiresAt ?? null})
    returning ${shown}`)
  return added!
}

/** Keys that are not revoked, newest first; expired ones stay until they are deleted. */
export async function listKeys(db: Database, organizationId: string): Promise<KeyShown[]> {
  return db.rows(sql`
    select ${shown}
    from api_keys
    where organization_id = ${organizationId} and revoked_at is null
    order by created_at desc, id desc`)
}

export async function lockKey(
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<KeyShown | undefined> {
  return db.row(sql`
    select ${shown}
    from api_keys
    where organization_id = ${organizationId} and id = ${id} and revoked_at is null
    for update`)
}

export async function revokeKey(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.run(sql`update api_keys set revoked_at = ${now} where id = ${id}`)
}

/** Creates or updates a provisioned key; returns undefined if another organization has the same key. */
export async function putProvisionedKey(
  db: Database,
  draft: KeyDraft,
  now: Date,
): Promise<{ id: string; changed: boolean } | undefined> {
  const changed = await db.row<{ id: string }>(sql`
    insert into api_keys as k (id, organization_id, name, prefix, hash, scope, provisioned, created_at)
    values (${newId(now)}, ${draft.organizationId}, ${draft.name}, ${draft.key.prefix}, ${draft.key.hash},
      ${draft.scope}, true, ${now})
    on conflict (hash) do update
    set name = excluded.name, scope = excluded.scope, provisioned = true, revoked_at = null
    where k.organization_id = excluded.organization_id
      and (k.name, k.scope, k.provisioned, k.revoked_at) is distinct from (excluded.name, excluded.scope, true, null)
    returning id`)
  if (changed) return { id: changed.id, changed: true }
  const known = await db.row<{ id: string }>(sql`
    select id from api_keys where hash = ${draft.key.hash} and organization_id = ${draft.organizationId}`)
  return known && { id: known.id, changed: false }
}

/** Revokes the provisioned keys of an organization that the provision file no longer lists. */
export async function revokeOtherProvisionedKeys(
  db: Database,
  { organizationId, keep, now }: { organizationId: string; keep: string[]; now: Date },
): Promise<number> {
  return db.run(sql`
    update api_keys
    set revoked_at = ${now}
    where organization_id = ${organizationId}
      and provisioned
      and revoked_at is null
      and id <> all (${keep}::uuid[])`)
}
