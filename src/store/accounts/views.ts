// Saved views of a list, private to their user.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface View {
  id: string
  name: string
  query: string
  created_at: Date
}

interface ViewOwner {
  readonly organizationId: string
  readonly userId: string
}

export async function listViews(db: Database, { organizationId, userId }: ViewOwner): Promise<View[]> {
  return db.rows(sql`
    select id, name, query, created_at
    from views
    where organization_id = ${organizationId} and user_id = ${userId}
    order by lower(name), id`)
}

export async function addView(db: Database, { organizationId, userId }: ViewOwner, view: View): Promise<void> {
  await db.run(sql`
    insert into views (organization_id, user_id, id, name, query, created_at)
    values (${organizationId}, ${userId}, ${view.id}, ${view.name}, ${view.query}, ${view.created_at})`)
}

/** Omitted fields stay; returns undefined if the view does not exist. */
export async function changeView(
  db: Database,
  { organizationId, userId }: ViewOwner,
  { id, name = null, query = null }: { id: string; name?: string | null; query?: string | null },
): Promise<View | undefined> {
  return db.row(sql`
    update views
    set name = coalesce(${name}::text, name), query = coalesce(${query}::text, query)
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}
    returning id, name, query, created_at`)
}

export async function deleteView(db: Database, { organizationId, userId }: ViewOwner, id: string): Promise<boolean> {
  const gone = await db.run(sql`
    delete from views
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`)
  return gone > 0
}
