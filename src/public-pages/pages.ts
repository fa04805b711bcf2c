// The pages that visitors see, kept in memory by what any process tells of them, and looked at again every minute.
import { type Clock, repeat } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import type { ChangeNotice } from '../domain/change-notice.ts'
import type { Store } from '../store/database/database.ts'
import { readLogo } from '../store/status-pages/logos.ts'
import { type PageAccess, readPageAccess } from '../store/status-pages/page-access.ts'
import { createCopies } from './copies.ts'
import { createDirectory } from './directory.ts'
import { type CurrentView, ageEveryMs, createViews } from './views.ts'

export interface PublicPages {
  /** Also of pages that may not be shown: whoever asks sees to it. */
  pageAccessOf(slug: string): PageAccess | undefined | Promise<PageAccess | undefined>
  /** The slug of the page that a host name leads to. */
  slugAt(host: string): string | undefined
  shown(door: PageAccess): CurrentView | Promise<CurrentView | undefined>
  /** Its picture, always one that was written here. */
  logo(door: PageAccess): Promise<Buffer | undefined>
  stop(): Promise<void>
}

export interface PagesParts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  /** Where the last that was read of each page is kept. */
  readonly folder: string
}

const everyMs = 60_000

export async function startPublicPages({ store, clock, log, folder }: PagesParts): Promise<PublicPages> {
  const copies = createCopies(folder)
  const directory = createDirectory()
  const views = createViews({ store, clock, log, copies })
  const stopping = new AbortController()
  let waiting = new Set<string>()
  let looking: Promise<void> | undefined

  const inspectAll = async (): Promise<void> => {
    const doors = await readPageAccess(store)
    const before = [...directory.all()]
    directory.replace(doors)
    await forgetHidden(before, doors)
  }
  const lookAtSome = async (ids: readonly string[]): Promise<void> => {
    const doors = await readPageAccess(store, ids)
    const before = [...directory.all()].filter(({ id }) => ids.includes(id))
    directory.update(ids, doors)
    views.changed(ids, [])
    await forgetHidden(before, doors)
  }
  /** What is no longer to be seen, or not by everybody who saw it, leaves no copy. */
  const forgetHidden = async (before: readonly PageAccess[], now: readonly PageAccess[]): Promise<void> => {
    const shown = new Map(now.filter(({ isPublic }) => isPublic).map(({ id, passwordHash }) => [id, passwordHash]))
    for (const { id, passwordHash } of before)
      if (shown.get(id) !== passwordHash) {
        views.forget(id)
        await copies.forget(id)
      }
  }
  const orLater = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) =>
      log.warn('the addresses of status pages could not be read; trying again', { error: String(error) }),
    )
  const lookAtWaiting = async (): Promise<void> => {
    while (waiting.size > 0) {
      const some = [...waiting]
      waiting = new Set()
      await lookAtSome(some)
    }
  }
  const lookAt = (ids: readonly string[]): void => {
    for (const id of ids) waiting.add(id)
    looking ??= orLater(lookAtWaiting()).finally(() => (looking = undefined))
  }
  const heard = ({ changed = [], deleted = [], pages = [] }: ChangeNotice): void => {
    views.changed(pages, [...changed, ...deleted.map(({ monitorId }) => monitorId)])
    if (pages.length > 0) lookAt(pages)
  }
  const missed = (): void => {
    views.allChanged()
    void orLater(inspectAll())
  }
  // What this process changed itself is seen by whoever asks it next.
  const unsubscribe = store.told(heard)
  const listening = store.listen({
    clock,
    log,
    hear: (announcement) => (announcement.lost ? missed() : heard(announcement)),
    missed,
  })
  const every = (everyMs: number, work: () => Promise<void> | void): Promise<void> =>
    repeat(work, { clock, everyMs, signal: stopping.signal })
  const copied = await copies.doors()
  const doors = await pageAccessAtStart(store, copied)
  directory.replace(doors)
  await forgetHidden(copied, doors)
  const done = Promise.all([every(everyMs, () => orLater(inspectAll())), every(ageEveryMs, views.age)])

  return {
    pageAccessOf: (slug) => (looking ? looking.then(() => directory.bySlug(slug)) : directory.bySlug(slug)),
    slugAt: (host) => directory.byHost(host)?.slug,
    shown: views.of,
    logo: ({ id }) => readLogo(store, id),
    async stop() {
      stopping.abort()
      unsubscribe()
      await listening.stop()
      await done
      await looking
    },
  }
}

/** Those that were copied, while the database is away. */
async function pageAccessAtStart(store: Store, copied: PageAccess[]): Promise<PageAccess[]> {
  return readPageAccess(store).catch(() => copied)
}
