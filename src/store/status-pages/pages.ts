// Status pages: name, visibility and appearance.
import type { Component, StatusPage } from '../../domain/status-page/page.ts'
import type { LogoView } from '../../domain/status-page/page-view.ts'
import type { Database } from '../database/database.ts'
import { json, sql } from '../database/sql.ts'

export interface StoredPage extends StatusPage {
  readonly organizationId: string
  readonly passwordHash: string | null
  readonly logo: LogoView | null
  readonly componentCount: number
  /** Confirmed and reachable. */
  readonly subscriberCount: number
}

const columns = sql`
  p.organization_id as "organizationId", p.id, p.slug, p.name, p.description, p.is_public as "isPublic",
  p.password_hash as "passwordHash", p.password_hash is not null as "passwordProtected",
  p.auto_publish_incidents as "autoPublishIncidents", p.dim_untracked_days as "dimUntrackedDays", p.theme, p.language,
  p.days_shown as "daysShown", p.footer, p.support_url as "supportUrl", p.created_at as "createdAt",
  p.updated_at as "updatedAt",
  (
    select json_build_object(
      'hash', l.hash, 'width', l.width, 'height', l.height, 'fits', l.fits,
      'dark', case when l.dark_hash is not null then json_build_object(
        'hash', l.dark_hash, 'width', l.dark_width, 'height', l.dark_height
      ) end
    )
    from status_page_logos l
    where l.page_id = p.id
  ) as logo,
  (select count(*) from status_page_components c where c.page_id = p.id) as "componentCount",
  (
    select count(*)
    from status_page_subscribers s
    where s.page_id = p.id and s.confirmed_at is not null and s.retired_at is null
  ) as "subscriberCount"`

/** Oldest first. */
export async function listPages(db: Database, organizationId: string): Promise<StoredPage[]> {
  return db.rows(sql`
    select ${columns}
    from status_pages p
    where p.organization_id = ${organizationId}
    order by p.created_at, p.id`)
}

export async function findPage(db: Database, organizationId: string, id: string): Promise<StoredPage | undefined> {
  return db.row(sql`
    select ${columns} from status_pages p where p.organization_id = ${organizationId} and p.id = ${id}`)
}

/** Locks a page until the transaction ends. */
export async function lockPage(db: Database, organizationId: string, id: string): Promise<StoredPage | undefined> {
  return db.row(sql`
    select ${columns}
    from status_pages p
    where p.organization_id = ${organizationId} and p.id = ${id}
    for update of p`)
}

/** How visitors address a page. */
export type PageAddress = { readonly slug: string } | { readonly host: string }

/** Callers must check access by `isPublic` and the password. */
export async function findPageAt(db: Database, address: PageAddress): Promise<StoredPage | undefined> {
  const at =
    'slug' in address
      ? sql`p.slug = ${address.slug}`
      : sql`p.id = (
          select h.page_id
          from status_page_hosts h
          where h.host = ${address.host.toLowerCase()} and h.verified_at is not null
        )`
  return db.row(sql`select ${columns} from status_pages p where ${at}`)
}

type PageDraft = Omit<StatusPage, 'passwordProtected'>

export async function addPage(db: Database, organizationId: string, page: PageDraft): Promise<void> {
  await db.run(sql`
    insert into status_pages (
      organization_id, id, slug, name, description, is_public, auto_publish_incidents, dim_untracked_days, theme,
      language, days_shown, footer, support_url, created_at, updated_at
    )
    values (
      ${organizationId}, ${page.id}, ${page.slug}, ${page.name}, ${page.description}, ${page.isPublic},
      ${page.autoPublishIncidents}, ${page.dimUntrackedDays}, ${page.theme}, ${page.language}, ${page.daysShown},
      ${page.footer}, ${page.supportUrl}, ${page.createdAt}, ${page.updatedAt}
    )`)
  publishPageChange(db, page.id)
}

/** Whether the slug is free; it stays reserved until the transaction ends. */
export async function takeSlug(db: Database, slug: string): Promise<boolean> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`status page ${slug}`}, 0))`)
  return (await db.row(sql`select from status_pages where slug = ${slug}`)) === undefined
}

/** Updates everything but password, logo and draft. */
export async function changePage(db: Database, page: PageDraft): Promise<void> {
  await db.run(sql`
    update status_pages
    set slug = ${page.slug}, name = ${page.name}, description = ${page.description}, is_public = ${page.isPublic},
      auto_publish_incidents = ${page.autoPublishIncidents}, dim_untracked_days = ${page.dimUntrackedDays},
      theme = ${page.theme}, language = ${page.language}, days_shown = ${page.daysShown}, footer = ${page.footer},
      support_url = ${page.supportUrl}, updated_at = ${page.updatedAt}
    where id = ${page.id}`)
  publishPageChange(db, page.id)
}

export async function deletePage(db: Database, id: string): Promise<void> {
  await db.run(sql`delete from status_pages where id = ${id}`)
  publishPageChange(db, id)
}

/** Makes processes that cache the page read it again. */
export function publishPageChange(db: Database, id: string): void {
  db.publish({ pages: [id] })
}

export type PageAppearance = Partial<
  Pick<
    StatusPage,
    'name' | 'description' | 'footer' | 'supportUrl' | 'theme' | 'language' | 'dimUntrackedDays' | 'daysShown'
  >
>

/** Unpublished changes. */
export interface PageDraftKept {
  readonly components: readonly Component[]
  readonly look: PageAppearance
}

export async function draftOf(db: Database, id: string): Promise<PageDraftKept | null> {
  const row = await db.row<{ draft: PageDraftKept | null }>(sql`select draft from status_pages where id = ${id}`)
  return row?.draft ?? null
}

/** Null deletes it. */
export async function putDraft(db: Database, id: string, draft: PageDraftKept | null): Promise<void> {
  await db.run(sql`update status_pages set draft = ${draft && json(draft)} where id = ${id}`)
}

/** Null removes the password. */
export async function putPagePassword(db: Database, id: string, hash: string | null, now: Date): Promise<void> {
  await db.run(sql`update status_pages set password_hash = ${hash}, updated_at = ${now} where id = ${id}`)
  publishPageChange(db, id)
}

export async function countPasswordPages(db: Database, organizationId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) from status_pages where organization_id = ${organizationId} and password_hash is not null`)
  return row!.count
}

export interface ImportedPageRow {
  readonly key: string
  readonly id: string
}

/** Those that were imported from one tool, whose keys all begin with its name. */
export function importedPages(db: Database, organizationId: string, source: string): Promise<ImportedPageRow[]> {
  return db.rows(sql`
    select import_key as key, id
    from status_pages
    where organization_id = ${organizationId} and starts_with(import_key, ${`${source}-`})`)
}

export async function setImportKeyOfPage(
  db: Database,
  organizationId: string,
  { id, key }: ImportedPageRow,
): Promise<void> {
  await db.run(sql`
    update status_pages set import_key = ${key} where organization_id = ${organizationId} and id = ${id}`)
}
