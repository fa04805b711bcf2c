// Which pages there are and who may see them, in memory: a page that is hidden and one that never was are found equally fast.
import type { PageDoor } from '../../store/status-pages/page-doors.ts'

export interface Directory {
  bySlug(slug: string): PageDoor | undefined
  byHost(host: string): PageDoor | undefined
  all(): Iterable<PageDoor>
  /** These are all there are. */
  replace(doors: readonly PageDoor[]): void
  /** Of these ids, only these are left. */
  update(ids: readonly string[], doors: readonly PageDoor[]): void
}

export function createDirectory(): Directory {
  const byId = new Map<string, PageDoor>()
  const bySlug = new Map<string, PageDoor>()
  const byHost = new Map<string, PageDoor>()

  const remove = (id: string): void => {
    const door = byId.get(id)
    if (!door) return
    byId.delete(id)
    // The slug may be another page's by now.
    if (bySlug.get(door.slug)?.id === id) bySlug.delete(door.slug)
    for (const host of door.hosts) if (byHost.get(host)?.id === id) byHost.delete(host)
  }
  const add = (door: PageDoor): void => {
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
