import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Sends a statement, because PostgreSQL ends transactions that wait for 10 s for a program that computes. */
export async function stayInTransaction(db: Database): Promise<void> {
  await db.run(sql`select`)
}
