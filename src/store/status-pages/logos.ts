// Logos of status pages.
import type { LogoPicture, LogoView } from '../../domain/status-page/page-view.ts'
import type { Database } from '../database/database.ts'
import { nothing, sql } from '../database/sql.ts'
import { publishPageChange } from './pages.ts'

export type LogoTheme = 'light' | 'dark'
type StoredPicture = LogoPicture & { readonly png: Buffer }

/** The logo of both themes, unless there is another one for the dark theme. */
export async function putLogo(
  db: Database,
  pageId: string,
  logo: StoredPicture & Pick<LogoView, 'fits'>,
): Promise<void> {
  await db.run(sql`
    insert into status_page_logos (page_id, hash, png, width, height, fits)
    values (${pageId}, ${logo.hash}, ${logo.png}, ${logo.width}, ${logo.height}, ${logo.fits})
    on conflict (page_id) do update
    set hash = excluded.hash, png = excluded.png, width = excluded.width, height = excluded.height,
      fits = excluded.fits`)
  publishPageChange(db, pageId)
}

/** For the dark theme of a page with a logo; null removes it. */
export async function putDarkLogo(db: Database, pageId: string, logo: StoredPicture | null): Promise<void> {
  await db.run(sql`
    update status_page_logos
    set dark_hash = ${logo?.hash ?? null}, dark_png = ${logo?.png ?? null}, dark_width = ${logo?.width ?? null},
      dark_height = ${logo?.height ?? null}
    where page_id = ${pageId}`)
  publishPageChange(db, pageId)
}

export async function deleteLogo(db: Database, pageId: string): Promise<void> {
  await db.run(sql`delete from status_page_logos where page_id = ${pageId}`)
  publishPageChange(db, pageId)
}

/** The bytes of the current logo, or of the one with this hash. */
export async function readLogo(
  db: Database,
  pageId: string,
  { theme = 'light', hash }: { theme?: LogoTheme; hash?: string } = {},
): Promise<Buffer | undefined> {
  const [png, stored] = theme === 'dark' ? [sql`dark_png`, sql`dark_hash`] : [sql`png`, sql`hash`]
  const row = await db.row<{ png: Buffer | null }>(sql`
    select ${png} as png from status_page_logos
    where page_id = ${pageId} ${hash === undefined ? nothing : sql`and ${stored} = ${hash}`}`)
  return row?.png ?? undefined
}
