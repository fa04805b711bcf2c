import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface KeyedRequest {
  credentialId: string
  key: string
  fingerprint: Buffer
}

export interface StoredResponse {
  status: number
  body: string | null
}

export type IdempotencyClaim = 'first' | 'busy' | 'other request' | StoredResponse

/**
 * Claims the key for the rest of this transaction with an advisory lock. A request that fails, or whose process dies,
 * releases it by rolling back; one that commits stores its response.
 */
export async function claimKey(db: Database, request: KeyedRequest, keptSince: Date): Promise<IdempotencyClaim> {
  const { credentialId, key, fingerprint } = request
  const lock = await db.row<{ free: boolean }>(sql`
    select pg_try_advisory_xact_lock(hashtextextended(${`${credentialId} ${key}`}, 0)) as free`)
  if (!lock?.free) return 'busy'
  const kept = await db.row<StoredResponse & { fingerprint: Buffer }>(sql`
    select fingerprint, status, body
    from idempotency_keys
    where credential_id = ${credentialId}
      and key = ${key}
      and created_at > ${keptSince}`)
  if (!kept) return 'first'
  if (!kept.fingerprint.equals(fingerprint)) return 'other request'
  return { status: kept.status, body: kept.body }
}

export async function isKeyUsed(
  db: Database,
  { credentialId, key }: Pick<KeyedRequest, 'credentialId' | 'key'>,
  keptSince: Date,
): Promise<boolean> {
  const kept = await db.row(sql`
    select
    from idempotency_keys
    where credential_id = ${credentialId}
      and key = ${key}
      and created_at > ${keptSince}`)
  return kept !== undefined
}

export async function saveResponse(
  db: Database,
  request: KeyedRequest,
  answer: StoredResponse,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into idempotency_keys (credential_id, key, fingerprint, status, body, created_at)
    values (${request.credentialId}, ${request.key}, ${request.fingerprint}, ${answer.status}, ${answer.body}, ${now})
    on conflict (credential_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
      created_at = excluded.created_at`)
}

export async function dropStoredResponses(db: Database, before: Date): Promise<number> {
  return db.run(sql`delete from idempotency_keys where created_at <= ${before}`)
}
