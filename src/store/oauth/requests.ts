// Requests for access that wait for someone's consent in a browser.
import { randomUUID } from 'node:crypto'
import type { ClientSummary } from '../../domain/oauth/client.ts'
import type { OAuthResource } from '../../domain/oauth/resources.ts'
import type { OAuthScope } from '../../domain/oauth/scopes.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

/** What a program asks for. */
export interface AccessRequest {
  readonly client: ClientSummary
  readonly scopes: readonly OAuthScope[]
  readonly resource: OAuthResource
}

export interface ConsentRequestDraft extends AccessRequest {
  readonly redirectUri: string
  readonly loopbackOnly: boolean
  readonly state: string | null
  readonly codeChallenge: string
  readonly expiresAt: Date
}

export interface ConsentRequest extends ConsentRequestDraft {
  readonly id: string
}

/** Returns an id that cannot be guessed. */
export async function addConsentRequest(db: Database, draft: ConsentRequestDraft, now: Date): Promise<string> {
  const id = randomUUID()
  await db.run(sql`
    insert into oauth_requests (id, client, redirect_uri, loopback_only, state, code_challenge, scopes, resource,
      created_at, expires_at)
    values (${id}, ${json(draft.client)}, ${draft.redirectUri}, ${draft.loopbackOnly}, ${draft.state},
      ${draft.codeChallenge}, ${draft.scopes}::text[], ${draft.resource}, ${now}, ${draft.expiresAt})`)
  return id
}

const columns = sql`
  id, client, redirect_uri as "redirectUri", loopback_only as "loopbackOnly", state, code_challenge as "codeChallenge",
  scopes, resource, expires_at as "expiresAt"`

export async function findConsentRequest(db: Database, id: string, now: Date): Promise<ConsentRequest | undefined> {
  return db.row(sql`select ${columns} from oauth_requests where id = ${id} and expires_at > ${now}`)
}

/** Only one decision can take a request. */
export async function takeConsentRequest(db: Database, id: string, now: Date): Promise<ConsentRequest | undefined> {
  return db.row(sql`delete from oauth_requests where id = ${id} and expires_at > ${now} returning ${columns}`)
}

export async function dropExpiredConsentRequests(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from oauth_requests where expires_at <= ${now}`)
}
