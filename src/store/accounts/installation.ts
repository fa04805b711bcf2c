import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Replicas that start together apply the provision file one after another. */
export async function lockInstallation(tx: Database): Promise<void> {
  await tx.run(sql`select from installation for update`)
}

/** The key that seals cursors; made once and shared by every replica. */
export async function cursorKey(db: Database): Promise<Buffer> {
  await db.run(sql`
    insert into installation (id, cursor_key)
    values (1, ${randomBytes(32)})
    on conflict do nothing`)
  const row = await db.row<{ cursor_key: Buffer }>(sql`select cursor_key from installation`)
  return row!.cursor_key
}
