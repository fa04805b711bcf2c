import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export async function dropFailureEvidence(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from failure_evidence where at < ${before}`)
}
