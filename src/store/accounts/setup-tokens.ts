import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export async function addSetupToken(
  db: Database,
  { hash, organizationId }: { hash: Buffer; organizationId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into setup_tokens (hash, organization_id, created_at)
    values (${hash}, ${organizationId}, ${now})`)
}
