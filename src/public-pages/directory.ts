// The index of status pages in memory, so that a lookup takes equally long for hidden and missing pages.
import type { PageAccess } from '../store/status-pages/page-access.ts'

export class PageDirectory {
  readonly #byId = new Map<string, PageAccess>()
  readonly #bySlug = new Map<string, PageAccess>()
  readonly #byHost = new Map<string, PageAccess>()

  bySlug(slug: string): PageAccess | undefined {
    return this.#bySlug.get(slug)
  }

  byHost(host: string): PageAccess | undefined {
    return this.#byHost.get(host)
  }

  all(): Iterable<PageAccess> {
    return this.#byId.values()
  }

  replace(pages: readonly PageAccess[]): void {
    for (const index of [this.#byId, this.#bySlug, this.#byHost]) index.clear()
    for (const page of pages) this.#add(page)
  }

  /** Replaces the pages with these ids; those that are missing in `pages` were deleted. */
  update(ids: readonly string[], pages: readonly PageAccess[]): void {
    for (const id of ids) this.#remove(id)
    for (const page of pages) this.#add(page)
  }

  #add(page: PageAccess): void {
    this.#byId.set(page.id, page)
    this.#bySlug.set(page.slug, page)
    for (const host of page.hosts) this.#byHost.set(host, page)
  }

  #remove(id: string): void {
    const page = this.#byId.get(id)
    if (!page) return
    this.#byId.delete(id)
    // Another page may have the slug or host by now.
    if (this.#bySlug.get(page.slug)?.id === id) this.#bySlug.delete(page.slug)
    for (const host of page.hosts) if (this.#byHost.get(host)?.id === id) this.#byHost.delete(host)
  }
}
