// Authorization codes. A used code is kept as long as its grant, so that a second use is noticed.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface AuthorizationCode {
  readonly hash: Buffer
  readonly grantId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: Date
}

export async function addCode(db: Database, code: AuthorizationCode): Promise<void> {
  await db.run(sql`
    insert into oauth_codes (hash, grant_id, redirect_uri, code_challenge, expires_at)
    values (${code.hash}, ${code.grantId}, ${code.redirectUri}, ${code.codeChallenge}, ${code.expiresAt})`)
}

/** Locked until the transaction ends. */
export async function lockCode(
  db: Database,
  hash: Buffer,
): Promise<(AuthorizationCode & { readonly usedAt: Date | null }) | undefined> {
  return db.row(sql`
    select hash, grant_id as "grantId", redirect_uri as "redirectUri", code_challenge as "codeChallenge",
      expires_at as "expiresAt", used_at as "usedAt"
    from oauth_codes
    where hash = ${hash}
    for update`)
}

export async function noteCodeUse(db: Database, hash: Buffer, now: Date): Promise<void> {
  await db.run(sql`update oauth_codes set used_at = ${now} where hash = ${hash}`)
}
