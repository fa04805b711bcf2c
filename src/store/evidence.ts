import type { Database } from './database.ts'
import { sql } from './sql.ts'

export async function dropFailureEvidence(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from failure_evidence where at < ${before}`)
}
