// Logos of status pages.
import type { LogoView } from '../../domain/status-page/page-view.ts'
import type { Database } from '../database/database.ts'
import { nothing, sql } from '../database/sql.ts'
import { publishPageChange } from './pages.ts'

export async function putLogo(db: Database, pageId: string, logo: LogoView & { png: Buffer }): Promise<void> {
  await db.run(sql`
    insert into status_page_logos (page_id, hash, png, width, height)
    values (${pageId}, ${logo.hash}, ${logo.png}, ${logo.width}, ${logo.height})
    on conflict (page_id) do update
    set hash = excluded.hash, png = excluded.png, width = excluded.width, height = excluded.height`)
  publishPageChange(db, pageId)
}

export async function deleteLogo(db: Database, pageId: string): Promise<void> {
  await db.run(sql`delete from status_page_logos where page_id = ${pageId}`)
  publishPageChange(db, pageId)
}

/** The bytes of the current logo, or of the one with this hash. */
export async function readLogo(db: Database, pageId: string, hash?: string): Promise<Buffer | undefined> {
  const row = await db.row<{ png: Buffer }>(sql`
    select png from status_page_logos
    where page_id = ${pageId} ${hash === undefined ? nothing : sql`and hash = ${hash}`}`)
  return row?.png
}
