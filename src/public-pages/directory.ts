// Which pages there are and who may see them, in memory: a page that is hidden and one that never was are found equally
// fast.
import type { PageAccess } from '../store/status-pages/page-access.ts'

export interface Directory {
  bySlug(slug: string): PageAccess | undefined
  byHost(host: string): PageAccess | undefined
  all(): Iterable<PageAccess>
  /** These are all there are. */
  replace(doors: readonly PageAccess[]): void
  /** Of these ids, only these are left. */
  update(ids: readonly string[], doors: readonly PageAccess[]): void
}

export function createDirectory(): Directory {
  const byId = new Map<string, PageAccess>()
  const bySlug = new Map<string, PageAccess>()
  const byHost = new Map<string, PageAccess>()

  const remove = (id: string): void => {
    const door = byId.get(id)
    if (!door) return
    byId.delete(id)
    // The slug may be another page's by now.
    if (bySlug.get(door.slug)?.id === id) bySlug.delete(door.slug)
    for (const host of door.hosts) if (byHost.get(host)?.id === id) byHost.delete(host)
  }
  const add = (door: PageAccess): void => {
    byId.set(door.id, door)
    bySlug.set(door.slug, door)
    for (const host of door.hosts) byHost.set(host, door)
  }
  return {
    bySlug: (slug) => bySlug.get(slug),
    byHost: (host) => byHost.get(host),
    all: () => byId.values(),
    replace(doors) {
      for (const index of [byId, bySlug, byHost]) index.clear()
      for (const door of doors) add(door)
    },
    update(ids, doors) {
      for (const id of ids) remove(id)
      for (const door of doors) add(door)
    },
  }
}
