// Access to status pages. It is small enough to be cached in memory, so that response times do not reveal which pages
// exist.
import type { Database } from '../database/database.ts'
import { nothing, sql } from '../database/sql.ts'

export interface PageAccess {
  readonly id: string
  readonly slug: string
  /** Verified hostnames. */
  readonly hosts: readonly string[]
  readonly isPublic: boolean
  readonly passwordHash: string | null
}

/** All pages, or the existing ones among these ids. */
export async function readPageAccess(db: Database, ids: readonly string[] | null = null): Promise<PageAccess[]> {
  return db.rows(sql`
    select p.id, p.slug, p.is_public as "isPublic", p.password_hash as "passwordHash",
      array(
        select h.host
        from status_page_hosts h
        where h.page_id = p.id and h.verified_at is not null
      ) as hosts
    from status_pages p
    ${ids === null ? nothing : sql`where p.id = any (${ids}::uuid[])`}`)
}
