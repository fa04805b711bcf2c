// Status pages for tests that look at them from outside.
import { newId } from '../../../src/domain/id.ts'
import type { Component, StatusPage } from '../../../src/domain/status-page/page.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { putComponents } from '../../../src/store/status-pages/components.ts'
import { addPage, changePage, deletePage, publishPageChange } from '../../../src/store/status-pages/pages.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { componentRow, pageRow } from './status-pages.ts'
import { waitUntil } from '../wait-until.ts'

export interface StoredPageDraft extends Partial<Omit<StatusPage, 'id'>> {
  /** By name, or with whatever else they have. */
  readonly components?: readonly (string | Partial<Component>)[]
  /** Its hash. */
  readonly password?: string
}

export interface StoredPage extends StatusPage {
  readonly componentIds: readonly string[]
  change(fields: Partial<StatusPage>): Promise<void>
  setPassword(hash: string): Promise<void>
  addHost(host: string): Promise<void>
  remove(): Promise<void>
}

/** In the organization of the usual key, and known to the server when this has been answered. */
export async function storedPage(
  { origin, store, clock }: TestLapwing,
  draft: StoredPageDraft = {},
): Promise<StoredPage> {
  const { components = [], password, ...fields } = draft
  const now = clock.now()
  const page = pageRow(now, { slug: `page-${newId(now).slice(-12)}`, ...fields })
  const organization = await store.row<{ id: string }>(sql`select id from organizations where name = 'Acme'`)
  const rows = components.map((one, position) =>
    componentRow(now, { position, ...(typeof one === 'string' ? { name: one } : one) }),
  )
  const setPassword = async (hash: string): Promise<void> => {
    await store.run(sql`update status_pages set password_hash = ${hash} where id = ${page.id}`)
    publishPageChange(store, page.id)
  }
  const answers = async (status: number): Promise<boolean> =>
    (await fetch(`${origin}/status/${page.slug}`)).status === status
  await addPage(store, organization!.id, { ...page, isPublic: true })
  await putComponents(store, page.id, rows)
  await waitUntil(() => answers(200))
  if (password !== undefined) await setPassword(password)
  if (!page.isPublic) await changePage(store, page)
  if (password !== undefined || !page.isPublic) await waitUntil(() => answers(404))
  return {
    ...page,
    componentIds: rows.map(({ id }) => id),
    change: (more) => changePage(store, { ...page, ...more }),
    setPassword,
    async addHost(host) {
      await store.run(sql`
        insert into status_page_hosts (host, page_id, proof, verified_at, created_at)
        values (${host}, ${page.id}, 'proof', ${now}, ${now})`)
      publishPageChange(store, page.id)
    },
    remove: () => deletePage(store, page.id),
  }
}
