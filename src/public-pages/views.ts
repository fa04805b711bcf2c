// What visitors see of each page, in memory: read again when something of it has changed, and every minute.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { PageView } from '../domain/status-page/page-view.ts'
import { waitAtMost } from '../domain/time/time-limit.ts'
import type { Store } from '../store/database/database.ts'
import type { PageAccess } from '../store/status-pages/page-access.ts'
import { readPageView } from '../store/status-pages/page-view.ts'
import type { Copies } from './copies.ts'

export interface CurrentView {
  readonly view: PageView
  /** Whether something newer could not be read. */
  readonly stale: boolean
  /** The documents made of it, by the way it is looked at and its name; gone when something newer is read. */
  readonly documents: Map<string, Map<string, unknown>>
}

interface CachedView extends CurrentView {
  readonly readAtMs: number
  readonly monitors: ReadonlySet<number | string>
  dirty: boolean
}

export interface Views {
  /** Undefined for a page that was never read, while none can be. */
  of(door: PageAccess): CurrentView | Promise<CurrentView | undefined>
  /** These pages, and those that show one of these monitors, no longer look as they did. */
  changed(pages: readonly string[], monitors: readonly (number | string)[]): void
  /**
   * Called every so often: what would be a minute old before the next time is read again. Asking the time costs every
   * visit.
   */
  age(): void
  allChanged(): void
  forget(id: string): void
}

const freshMs = 60_000
export const ageEveryMs = 5000
/** A visitor waits no longer than this for something newer. */
const patienceMs = 2000
const againMs = 1000
const maxCachedViews = 2000

interface ViewServices {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly copies: Copies
}

export function createViews({ store, clock, log, copies }: ViewServices): Views {
  const kept = new Map<string, CachedView>()
  const reading = new Map<string, Promise<CachedView | undefined>>()
  const copiedAt = new Map<string, number>()
  const staleOnes = new Map<string, CurrentView>()
  let failedAtMs = Number.NEGATIVE_INFINITY

  const nowMs = (): number => clock.now().getTime()

  const read = async (door: PageAccess): Promise<CachedView | undefined> => {
    const now = clock.now()
    const found = await readPageView(store, { slug: door.slug }, now)
    if (!found || found.view.id !== door.id) return undefined
    const monitors = new Set(found.monitors.flatMap(({ id, monitorNumber }) => [id, monitorNumber]))
    const one: CachedView = {
      view: found.view,
      stale: false,
      documents: new Map(),
      readAtMs: now.getTime(),
      monitors,
      dirty: false,
    }
    kept.delete(door.id)
    kept.set(door.id, one)
    if (kept.size > maxCachedViews) kept.delete(kept.keys().next().value!)
    staleOnes.delete(door.id)
    copyOf(door, one)
    return one
  }

  /** Nobody waits for the disk, and a disk that is full ends nothing. */
  const copyOf = (door: PageAccess, { view, readAtMs }: CachedView): void => {
    if (readAtMs - (copiedAt.get(door.id) ?? Number.NEGATIVE_INFINITY) < freshMs) return
    copiedAt.set(door.id, readAtMs)
    copies
      .keep({ door, view })
      .catch((error: Error) =>
        log.warn('a status page could not be copied to the data folder', { error: error.message }),
      )
  }

  const readOnce = (door: PageAccess): Promise<CachedView | undefined> => {
    const underway = reading.get(door.id)
    if (underway) return underway
    const begun = read(door).finally(() => reading.delete(door.id))
    reading.set(door.id, begun)
    return begun
  }

  const lastKnown = async (door: PageAccess): Promise<CurrentView | undefined> => {
    const made = staleOnes.get(door.id)
    if (made) return made
    const view = kept.get(door.id)?.view ?? (await copies.read(door.id))
    if (!view) return undefined
    const shown: CurrentView = { view, stale: true, documents: new Map() }
    staleOnes.set(door.id, shown)
    return shown
  }

  const newer = async (door: PageAccess): Promise<CurrentView | undefined> => {
    if (nowMs() - failedAtMs < againMs) return lastKnown(door)
    const late = async () => (await lastKnown(door)) ?? readOnce(door)
    try {
      return await waitAtMost({ clock, ms: patienceMs, late }, readOnce(door))
    } catch (error) {
      failedAtMs = nowMs()
      log.warn('a status page could not be read; the last that is known of it is shown', { error: String(error) })
      return lastKnown(door)
    }
  }

  return {
    of(door) {
      const one = kept.get(door.id)
      return one && !one.dirty ? one : newer(door)
    },
    changed(pages, monitors) {
      for (const id of pages) {
        const one = kept.get(id)
        if (one) one.dirty = true
      }
      if (monitors.length === 0) return
      for (const one of kept.values()) if (monitors.some((monitor) => one.monitors.has(monitor))) one.dirty = true
    },
    age() {
      const oldMs = nowMs() - freshMs + ageEveryMs
      for (const one of kept.values()) if (one.readAtMs <= oldMs) one.dirty = true
    },
    allChanged() {
      for (const one of kept.values()) one.dirty = true
    },
    forget(id) {
      kept.delete(id)
      staleOnes.delete(id)
      copiedAt.delete(id)
    },
  }
}
