// Hostnames of status pages.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { publishPageChange } from './pages.ts'

export interface PageHost {
  readonly host: string
  /** The proof in the DNS zone of the name. */
  readonly proof: string
  readonly verifiedAt: Date | null
  readonly createdAt: Date
}

const columns = sql`host, proof, verified_at as "verifiedAt", created_at as "createdAt"`

/** In the order in which they were added. */
export async function hostsOf(db: Database, pageId: string): Promise<PageHost[]> {
  return db.rows(sql`
    select ${columns}
    from status_page_hosts
    where page_id = ${pageId}
    order by created_at, host`)
}

/** The page that a name leads to. */
export interface HostOwner {
  readonly pageId: string
  readonly pageName: string
  readonly organizationId: string
  readonly proof: string
}

/** Locks the page that a name leads to, so that no other page gets the name before the transaction ends. */
export async function lockHost(db: Database, host: string): Promise<HostOwner | undefined> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`host of a status page ${host}`}, 0))`)
  return db.row(sql`
    select h.page_id as "pageId", p.name as "pageName", p.organization_id as "organizationId", h.proof
    from status_page_hosts h
    join status_pages p on p.id = h.page_id
    where h.host = ${host} and h.verified_at is not null`)
}

/** Returns false if the page already has the name, or if a verified name belongs to another page. */
export async function addHost(
  db: Database,
  pageId: string,
  { host, proof, verifiedAt, createdAt }: PageHost,
): Promise<boolean> {
  const added = await db.run(sql`
    insert into status_page_hosts (host, page_id, proof, verified_at, created_at)
    values (${host}, ${pageId}, ${proof}, ${verifiedAt}, ${createdAt})
    on conflict do nothing`)
  if (added > 0) publishPageChange(db, pageId)
  return added > 0
}

/** Makes a name lead to this page only: the page that had it must prove it again. */
export async function verifyHost(db: Database, pageId: string, host: string, now: Date): Promise<void> {
  const lost = await db.rows<{ id: string }>(sql`
    update status_page_hosts
    set verified_at = null
    where host = ${host} and page_id <> ${pageId} and verified_at is not null
    returning page_id as id`)
  await db.run(sql`
    update status_page_hosts
    set verified_at = ${now}
    where page_id = ${pageId} and host = ${host}`)
  for (const id of [...lost.map((page) => page.id), pageId]) publishPageChange(db, id)
}

export async function deleteHost(db: Database, pageId: string, host: string): Promise<boolean> {
  const gone = await db.run(sql`delete from status_page_hosts where page_id = ${pageId} and host = ${host}`)
  if (gone > 0) publishPageChange(db, pageId)
  return gone > 0
}

export async function countHosts(db: Database, organizationId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)
    from status_page_hosts h
    join status_pages p on p.id = h.page_id
    where p.organization_id = ${organizationId}`)
  return row!.count
}
