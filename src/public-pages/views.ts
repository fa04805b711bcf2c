// The cached data of each status page, read again after a change and every minute.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { PageView } from '../domain/status-page/page-view.ts'
import { waitAtMost } from '../domain/limits/time-limit.ts'
import type { Store } from '../store/database/database.ts'
import type { PageAccess } from '../store/status-pages/page-access.ts'
import { readPageView } from '../store/status-pages/page-view.ts'
import type { Copies } from './copies.ts'

export interface CurrentView {
  readonly view: PageView
  /** Whether a newer view could not be read. */
  readonly stale: boolean
  /** Documents rendered from this view, by variant and name. */
  readonly documents: Map<string, Map<string, unknown>>
}

interface CachedView extends CurrentView {
  readonly readAtMs: number
  readonly monitors: ReadonlySet<number | string>
  outdated: boolean
}

/** What was announced while a page was being read; whether it is in the result is unknown. */
interface Reading {
  readonly pageId: string
  readonly changed: Set<number | string>
  isOutdated: boolean
}

const maxAgeMs = 60_000
export const ageCheckMs = 5000
/** Visitors wait no longer than this for a newer view. */
const maxWaitMs = 2000
const retryAfterMs = 1000
const maxCachedViews = 2000

interface ViewServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly copies: Copies
}

export class PageViews {
  readonly #services: ViewServices
  readonly #cached = new Map<string, CachedView>()
  readonly #stale = new Map<string, CurrentView>()
  readonly #reads = new Map<string, Promise<CachedView | undefined>>()
  readonly #readings = new Set<Reading>()
  readonly #copiedAtMs = new Map<string, number>()
  #failedAtMs = Number.NEGATIVE_INFINITY

  constructor(services: ViewServices) {
    this.#services = services
  }

  /** Undefined for a page that was never read while the database is unreachable. */
  get(page: PageAccess): CurrentView | Promise<CurrentView | undefined> {
    const cached = this.#cached.get(page.id)
    return cached && !cached.outdated ? cached : this.#refresh(page)
  }

  /** Marks these pages, and those that show one of these monitors, as outdated. */
  invalidate(pages: readonly string[], monitors: readonly (number | string)[]): void {
    for (const id of pages) {
      const cached = this.#cached.get(id)
      if (cached) cached.outdated = true
    }
    for (const reading of this.#readings) {
      reading.isOutdated ||= pages.includes(reading.pageId)
      for (const monitor of monitors) reading.changed.add(monitor)
    }
    if (monitors.length === 0) return
    for (const cached of this.#cached.values())
      if (monitors.some((monitor) => cached.monitors.has(monitor))) cached.outdated = true
  }

  invalidateAll(): void {
    for (const cached of this.#cached.values()) cached.outdated = true
    for (const reading of this.#readings) reading.isOutdated = true
  }

  /** Runs every few seconds, because a look at the clock would slow down every visit. */
  invalidateOld(): void {
    const oldMs = this.#nowMs() - maxAgeMs + ageCheckMs
    for (const cached of this.#cached.values()) if (cached.readAtMs <= oldMs) cached.outdated = true
  }

  forget(id: string): void {
    this.#cached.delete(id)
    this.#stale.delete(id)
    this.#copiedAtMs.delete(id)
  }

  #nowMs(): number {
    return this.#services.clock.now().getTime()
  }

  async #refresh(page: PageAccess): Promise<CurrentView | undefined> {
    if (this.#nowMs() - this.#failedAtMs < retryAfterMs) return this.#lastKnown(page)
    const late = async () => (await this.#lastKnown(page)) ?? this.#readOnce(page)
    try {
      return await waitAtMost({ clock: this.#services.clock, ms: maxWaitMs, late }, this.#readOnce(page))
    } catch (error) {
      this.#failedAtMs = this.#nowMs()
      const message = 'a status page could not be read; its last known state is shown'
      this.#services.log.warn(message, { error: String(error) })
      return this.#lastKnown(page)
    }
  }

  #readOnce(page: PageAccess): Promise<CachedView | undefined> {
    const current = this.#reads.get(page.id)
    // It may have begun before a change that this visitor must see.
    if (current) return current.then((view) => (view?.outdated ? this.#readOnce(page) : view))
    const read = this.#read(page).finally(() => this.#reads.delete(page.id))
    this.#reads.set(page.id, read)
    return read
  }

  async #read(page: PageAccess): Promise<CachedView | undefined> {
    const now = this.#services.clock.now()
    const reading: Reading = { pageId: page.id, changed: new Set(), isOutdated: false }
    this.#readings.add(reading)
    const found = await this.#services.store
      .read((db) => readPageView(db, { slug: page.slug }, now))
      .finally(() => this.#readings.delete(reading))
    if (!found || found.view.id !== page.id) return undefined
    const monitors = new Set(found.monitors.flatMap(({ id, monitorNumber }) => [id, monitorNumber]))
    const cached: CachedView = {
      view: found.view,
      stale: false,
      documents: new Map(),
      readAtMs: now.getTime(),
      monitors,
      outdated: reading.isOutdated || [...reading.changed].some((one) => monitors.has(one)),
    }
    this.#cached.delete(page.id)
    this.#cached.set(page.id, cached)
    if (this.#cached.size > maxCachedViews) this.#cached.delete(this.#cached.keys().next().value!)
    this.#stale.delete(page.id)
    this.#copy(page, cached)
    return cached
  }

  /** Copies in the background; a full disk is only logged. */
  #copy(access: PageAccess, { view, readAtMs }: CachedView): void {
    if (readAtMs - (this.#copiedAtMs.get(access.id) ?? Number.NEGATIVE_INFINITY) < maxAgeMs) return
    this.#copiedAtMs.set(access.id, readAtMs)
    this.#services.copies
      .save({ access, view })
      .catch((error: Error) =>
        this.#services.log.warn('a status page could not be copied to the data folder', { error: error.message }),
      )
  }

  async #lastKnown({ id }: PageAccess): Promise<CurrentView | undefined> {
    const stale = this.#stale.get(id)
    if (stale) return stale
    const view = this.#cached.get(id)?.view ?? (await this.#services.copies.read(id))
    if (!view) return undefined
    const current: CurrentView = { view, stale: true, documents: new Map() }
    this.#stale.set(id, current)
    return current
  }
}
