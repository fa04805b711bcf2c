// How visitors reach pages: few enough to be kept in memory, so that nobody learns from an answer's time what there is.
import type { Database } from '../database/database.ts'
import { nothing, sql } from '../database/sql.ts'

export interface PageAccess {
  readonly id: string
  readonly slug: string
  /** Those that were proven to be the page's own. */
  readonly hosts: readonly string[]
  readonly isPublic: boolean
  readonly passwordHash: string | null
}

/** All of them, or those of these ids that are still there. */
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
