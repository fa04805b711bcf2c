// People who look at the status page of the organization, as a process of its own shows it.
import type { PageView } from '../../../src/domain/status-page/page-view.ts'
import type { Copies } from '../../../src/public-pages/copies.ts'
import { startPublicPages } from '../../../src/public-pages/pages.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { readPageView } from '../../../src/store/status-pages/page-view.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { quiet } from '../../kit/log.ts'
import { type Random, randomFrom } from '../random.ts'
import type { WorldShape } from '../shape.ts'
import { createAnnouncements } from './announcements.ts'
import type { Servers } from './servers.ts'

/** What a visitor saw while nothing was on its way to the process that shows the page. */
export interface Visit {
  readonly at: number
  /** When the page was read. */
  readonly readAt: number
  readonly seen: string
  readonly stored: string
}

export interface Visitors {
  readonly visits: readonly Visit[]
  /** Somebody opens the page while other things happen. */
  act(): Promise<void>
  /** Somebody opens the page when they have happened. */
  look(): Promise<void>
  calm(): void
  leave(): Promise<void>
}

interface VisitorParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly servers: Servers
  readonly slug: string
}

const noCopies: Copies = {
  save: async () => undefined,
  delete: async () => undefined,
  read: async () => undefined,
  pages: async () => [],
}

export async function createVisitors({ store, clock, shape, servers, slug }: VisitorParts): Promise<Visitors> {
  const random: Random = randomFrom(shape.seed, 'visitors')
  const { reader } = servers
  const visits: Visit[] = []
  const announcements = createAnnouncements({ clock, shape, sources: servers.sources })
  const own = { ...reader.store, listen: announcements.listen, onPublish: () => () => undefined }
  const pages = await settled(startPublicPages({ store: own, clock, log: quiet, copies: noCopies }))
  const open = async () => {
    const page = await pages.find(slug)
    return page && pages.view(page)
  }

  /** Statements run only while the processes are allowed to go on. */
  async function settled<Result>(work: Promise<Result>): Promise<Result> {
    await servers.settle()
    return work
  }

  return {
    visits,
    async act() {
      if (random.chance(0.2)) await reader.run(open)
    },
    async look() {
      announcements.deliver()
      if (!announcements.isQuiet || !random.chance(0.3)) return
      let current: Awaited<ReturnType<typeof open>>
      await reader.run(async () => (current = await open()))
      await servers.settle()
      // The process pauses, or the database is away, and the page says so.
      if (!current || current.stale) return
      const stored = await readPageView(store, { slug }, clock.now())
      const { view } = current
      visits.push({
        at: clock.now().getTime(),
        readAt: view.asOf.getTime(),
        seen: statesOf(view),
        stored: statesOf(stored!.view),
      })
    },
    calm: () => announcements.calm(),
    async leave() {
      announcements.stop()
      await settled(pages.stop())
    },
  }
}

const statesOf = ({ components, overallStatus }: PageView): string =>
  [
    overallStatus,
    ...components.flatMap(({ monitors }) => monitors.map(({ name, status }) => `${name} ${status}`)),
  ].join(', ')
