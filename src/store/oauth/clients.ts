// Programs that registered themselves, and those an owner created.
import type { KeyScope } from '../../domain/caller.ts'
import { newId } from '../../domain/id.ts'
import type { GrantType, OAuthClient } from '../../domain/oauth/client.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export type ClientRowKind = 'registered' | 'app' | 'service'

export interface ClientDraft {
  readonly clientId: string
  readonly kind: ClientRowKind
  /** Null if it registered itself. */
  readonly organizationId: string | null
  readonly name: string
  readonly uri: string | null
  readonly redirectUris: readonly string[]
  readonly grantTypes: readonly GrantType[]
  readonly scope: KeyScope
  readonly secretHash: Buffer | null
}

export interface ClientShown {
  readonly id: string
  readonly client_id: string
  readonly name: string
  readonly kind: 'app' | 'service'
  readonly redirect_uris: readonly string[]
  readonly scope: KeyScope
  readonly created_at: Date
  readonly last_used_at: Date | null
}

const shown = sql`id, client_id, name, kind, redirect_uris, scope, created_at, last_used_at`

export async function addClient(db: Database, draft: ClientDraft, now: Date): Promise<ClientShown> {
  const added = await db.row<ClientShown>(sql`
    insert into oauth_clients (id, client_id, kind, organization_id, name, uri, redirect_uris, grant_types, scope,
      secret_hash, created_at)
    values (${newId(now)}, ${draft.clientId}, ${draft.kind}, ${draft.organizationId}, ${draft.name}, ${draft.uri},
      ${draft.redirectUris}::text[], ${draft.grantTypes}::text[], ${draft.scope}, ${draft.secretHash}, ${now})
    returning ${shown}`)
  return added!
}

export async function findClientRow(db: Database, clientId: string): Promise<OAuthClient | undefined> {
  return db.row(sql`
    select client_id as id, name, uri, case kind when 'registered' then kind else 'organization' end as kind,
      id as "rowId", organization_id as "organizationId", redirect_uris as "redirectUris", grant_types as "grantTypes",
      scope, secret_hash as "secretHash"
    from oauth_clients
    where client_id = ${clientId}`)
}

/** Whether a client exists; it cannot be deleted until the transaction ends. */
export async function lockClient(db: Database, id: string): Promise<boolean> {
  return (await db.row(sql`select from oauth_clients where id = ${id} for key share`)) !== undefined
}

/** Newest first. */
export async function listClients(db: Database, organizationId: string): Promise<ClientShown[]> {
  return db.rows(sql`
    select ${shown}
    from oauth_clients
    where organization_id = ${organizationId}
    order by created_at desc, id desc`)
}

/** Its grants and tokens end at once. */
export async function deleteClient(
  db: Database,
  { organizationId, id }: { organizationId: string; id: string },
): Promise<ClientShown | undefined> {
  return db.row(sql`
    delete from oauth_clients where organization_id = ${organizationId} and id = ${id} returning ${shown}`)
}

export async function noteClientUse(db: Database, { id, now }: { id: string; now: Date }): Promise<void> {
  await db.run(sql`update oauth_clients set last_used_at = ${now} where id = ${id}`)
}

/** Programs that registered themselves and that nobody allows anything. */
export async function dropUnusedClients(db: Database, before: Date): Promise<void> {
  await db.run(sql`
    delete from oauth_clients c
    where kind = 'registered'
      and coalesce(last_used_at, created_at) < ${before}
      and not exists (select from oauth_grants g where g.client_row_id = c.id)`)
}
