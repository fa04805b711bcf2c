// Status pages from their copies alone, while the start waits for the database.
import { createCopies } from './copies.ts'
import { PageDirectory } from './directory.ts'
import type { PublicPages } from './pages.ts'
import type { CurrentView } from './views.ts'

export type CopiedPages = Pick<PublicPages, 'find' | 'slugAt' | 'view'>

/** Undefined if there are no copies. */
export async function readCopiedPages(folder: string): Promise<CopiedPages | undefined> {
  const copies = createCopies(folder)
  const pages = await copies.pages()
  if (pages.length === 0) return undefined
  const directory = new PageDirectory()
  directory.replace(pages)
  const views = new Map<string, CurrentView>()
  return {
    find: (slug) => directory.bySlug(slug),
    slugAt: (host) => directory.byHost(host)?.slug,
    async view({ id }) {
      const view = views.has(id) ? undefined : await copies.read(id)
      if (view) views.set(id, { view, stale: true, documents: new Map() })
      return views.get(id)
    },
  }
}
