// Replies that were carried out, so that none of them works twice.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Returns false if it was used before. Waits for a transaction that is just using it. */
export async function markReplyUsed(db: Database, key: Buffer, expiresAt: Date): Promise<boolean> {
  const added = await db.run(sql`
    insert into used_replies (key, expires_at)
    values (${key}, ${expiresAt})
    on conflict do nothing`)
  return added > 0
}

export async function isReplyUsed(db: Database, key: Buffer): Promise<boolean> {
  const found = await db.row<{ used: boolean }>(sql`
    select exists (select from used_replies where key = ${key}) as used`)
  return found!.used
}

export async function dropExpiredReplies(db: Database, now: Date): Promise<void> {
  await db.run(sql`delete from used_replies where expires_at < ${now}`)
}
