// The pages that visitors see when nothing but their copies can be read.
import { createCopies } from './copies.ts'
import { createDirectory } from './directory.ts'
import type { PublicPages } from './pages.ts'
import type { CurrentView } from './views.ts'

export type CopiedPages = Pick<PublicPages, 'pageAccessOf' | 'slugAt' | 'shown'>

/** Undefined when there is no copy. */
export async function readCopiedPages(folder: string): Promise<CopiedPages | undefined> {
  const copies = createCopies(folder)
  const doors = await copies.doors()
  if (doors.length === 0) return undefined
  const directory = createDirectory()
  directory.replace(doors)
  const shown = new Map<string, CurrentView>()
  return {
    pageAccessOf: directory.bySlug,
    slugAt: (host) => directory.byHost(host)?.slug,
    async shown({ id }) {
      const view = shown.has(id) ? undefined : await copies.read(id)
      if (view) shown.set(id, { view, stale: true, documents: new Map() })
      return shown.get(id)
    },
  }
}
