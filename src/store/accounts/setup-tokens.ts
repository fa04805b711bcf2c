import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export async function addSetupToken(
  db: Database,
  { hash, organizationId }: { hash: Buffer; organizationId: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into setup_tokens (hash, organization_id, created_at)
    values (${hash}, ${organizationId}, ${now})
    on conflict (hash) do nothing`)
}

/** The organization of a set-up token. */
export async function organizationOfSetupToken(db: Database, hash: Buffer): Promise<string | undefined> {
  const token = await db.row<{ id: string }>(sql`select organization_id as id from setup_tokens where hash = ${hash}`)
  return token?.id
}

export async function firstSetupToken(db: Database): Promise<{ organizationId: string; createdAt: Date } | undefined> {
  return db.row(sql`
    select organization_id as "organizationId", created_at as "createdAt"
    from setup_tokens
    order by created_at
    limit 1`)
}

export async function dropSetupTokens(db: Database): Promise<void> {
  await db.run(sql`delete from setup_tokens`)
}
