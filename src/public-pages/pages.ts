// The status pages for visitors, in memory: updated by the changes that any process announces, and every minute.
import { type Clock, repeat } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import type { Store } from '../store/database/database.ts'
import { type LogoTheme, readLogo } from '../store/status-pages/logos.ts'
import { type PageAccess, readPageAccess } from '../store/status-pages/page-access.ts'
import type { Copies } from './copies.ts'
import { PageDirectory } from './directory.ts'
import { type CurrentView, PageViews, ageCheckMs } from './views.ts'

interface PublicPageServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly copies: Copies
}

const refreshMs = 60_000

export async function startPublicPages(services: PublicPageServices): Promise<PublicPages> {
  const pages = new PublicPages(services)
  await pages.load()
  return pages
}

export class PublicPages {
  readonly #services: PublicPageServices
  readonly #copies: Copies
  readonly #directory = new PageDirectory()
  readonly #views: PageViews
  readonly #stopping = new AbortController()
  readonly #listening: { stop(): Promise<void> }
  readonly #unsubscribe: () => void
  #refreshing: Promise<unknown> = Promise.resolve()
  #changedIds = new Set<string>()
  #updating: Promise<void> | undefined

  constructor(services: PublicPageServices) {
    const { store, clock, log, copies } = services
    this.#services = services
    this.#copies = copies
    this.#views = new PageViews({ store, clock, log, copies: this.#copies })
    const receive = (change: ChangeNotice): void => this.#receive(change)
    const reload = (): void => this.#reload()
    // Changes of this process apply to the very next request.
    this.#unsubscribe = store.onPublish(receive)
    const hear = (change: ChangeNotice & { lost: boolean }): void => (change.lost ? reload() : receive(change))
    this.#listening = store.listen({ clock, log, hear, missed: reload })
  }

  /** Uses the copies if the database is unreachable. */
  async load(): Promise<void> {
    const copied = await this.#copies.pages()
    const pages = await readPageAccess(this.#services.store).catch(() => copied)
    this.#directory.replace(pages)
    await this.#forgetHidden(copied, pages)
    const { clock } = this.#services
    const { signal } = this.#stopping
    this.#refreshing = Promise.all([
      repeat(() => this.#orLater(this.#readAll()), { clock, everyMs: refreshMs, signal }),
      repeat(() => this.#views.invalidateOld(), { clock, everyMs: ageCheckMs, signal }),
    ])
  }

  /** Includes pages that the visitor may not see; the caller checks that. */
  find(slug: string): PageAccess | undefined | Promise<PageAccess | undefined> {
    return this.#updating ? this.#updating.then(() => this.#directory.bySlug(slug)) : this.#directory.bySlug(slug)
  }

  readonly slugAt = (host: string): string | undefined => this.#directory.byHost(host)?.slug

  view(page: PageAccess): CurrentView | Promise<CurrentView | undefined> {
    return this.#views.get(page)
  }

  logo({ id }: PageAccess, theme: LogoTheme): Promise<Buffer | undefined> {
    return readLogo(this.#services.store, id, { theme })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#unsubscribe()
    await this.#listening.stop()
    await this.#refreshing
    await this.#updating
  }

  #receive({ changed = [], deleted = [], pages = [] }: ChangeNotice): void {
    this.#views.invalidate(pages, [...changed, ...deleted.map(({ monitorId }) => monitorId)])
    if (pages.length === 0) return
    for (const id of pages) this.#changedIds.add(id)
    this.#updating ??= this.#orLater(this.#readChanged()).finally(() => (this.#updating = undefined))
  }

  #reload(): void {
    this.#views.invalidateAll()
    void this.#orLater(this.#readAll())
  }

  async #orLater(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) =>
      this.#services.log.warn('the list of status pages could not be read; trying again', { error: String(error) }),
    )
  }

  async #readAll(): Promise<void> {
    const pages = await readPageAccess(this.#services.store)
    const before = [...this.#directory.all()]
    this.#directory.replace(pages)
    await this.#forgetHidden(before, pages)
  }

  async #readChanged(): Promise<void> {
    while (this.#changedIds.size > 0) {
      const ids = [...this.#changedIds]
      this.#changedIds = new Set()
      const pages = await readPageAccess(this.#services.store, ids)
      const before = [...this.#directory.all()].filter(({ id }) => ids.includes(id))
      this.#directory.update(ids, pages)
      this.#views.invalidate(ids, [])
      await this.#forgetHidden(before, pages)
    }
  }

  /** Deletes the copies of pages that are no longer public, or have another password. */
  async #forgetHidden(before: readonly PageAccess[], now: readonly PageAccess[]): Promise<void> {
    const open = new Map(now.filter(({ isPublic }) => isPublic).map(({ id, passwordHash }) => [id, passwordHash]))
    for (const { id, passwordHash } of before)
      if (open.get(id) !== passwordHash) {
        this.#views.forget(id)
        await this.#copies.delete(id)
      }
  }
}
