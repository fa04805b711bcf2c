// Names that lead to status pages.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { publishPageChange } from './pages.ts'

export interface PageHost {
  readonly host: string
  /** What the owner of the name shows in its zone. */
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

/** False when it leads to a page already. A claim that nobody could prove does not keep others from theirs. */
export async function addHost(
  db: Database,
  pageId: string,
  { host, proof, verifiedAt, createdAt }: PageHost,
): Promise<boolean> {
  await db.run(sql`delete from status_page_hosts where host = ${host} and verified_at is null and page_id <> ${pageId}`)
  const added = await db.run(sql`
    insert into status_page_hosts (host, page_id, proof, verified_at, created_at)
    values (${host}, ${pageId}, ${proof}, ${verifiedAt}, ${createdAt})
    on conflict do nothing`)
  if (added > 0) publishPageChange(db, pageId)
  return added > 0
}

export async function verifyHost(db: Database, pageId: string, host: string, now: Date): Promise<void> {
  await db.run(sql`
    update status_page_hosts
    set verified_at = ${now}
    where page_id = ${pageId} and host = ${host}`)
  publishPageChange(db, pageId)
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
