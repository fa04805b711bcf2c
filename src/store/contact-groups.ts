import type { Database } from './database.ts'
import { sql } from './sql.ts'

/** Which of these ids are no contact groups of the organization. */
export async function unknownGroups(db: Database, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from contact_groups g where g.organization_id = ${organizationId} and g.id = asked.id)`)
  return rows.map(({ id }) => id)
}
