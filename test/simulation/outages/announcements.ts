// How changes that processes announce reach another process: late, and not at all while its connection is lost.
import type { ChangeNotice } from '../../../src/domain/change-notice.ts'
import type { ChangeMessage } from '../../../src/store/database/change-publisher.ts'
import type { Store } from '../../../src/store/database/database.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { randomFrom } from '../random.ts'
import type { WorldShape } from '../shape.ts'

export interface Announcements {
  readonly listen: Store['listen']
  /** Whether nothing is on its way, and the connection works. */
  readonly isQuiet: boolean
  /** Tells what has arrived by now. */
  deliver(): void
  /** From now on nothing is lost or late. */
  calm(): void
  stop(): void
}

interface AnnouncementParts {
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly sources: readonly Store[]
}

const second = 1000
const lossesPerChange = 0.005
const lateness = 0.2

const nothing: ChangeMessage = {
  checked: [],
  changed: [],
  deleted: [],
  incidents: [],
  pages: [],
  people: [],
  events: [],
  lost: false,
}

export function createAnnouncements({ clock, shape, sources }: AnnouncementParts): Announcements {
  const random = randomFrom(shape.seed, 'announcements')
  let isReliable = shape.without.includes('lost announcements')
  let subscriber: Parameters<Store['listen']>[0] | undefined
  /** In the order in which they were announced, as PostgreSQL delivers them. */
  let onTheirWay: { readonly at: number; readonly change: ChangeNotice }[] = []
  /** When a lost connection is replaced. */
  let connectedAt: number | null = null
  const now = (): number => clock.now().getTime()

  function announce(change: ChangeNotice): void {
    if (connectedAt !== null) return
    if (!isReliable && random.chance(lossesPerChange)) {
      onTheirWay = []
      connectedAt = now() + random.integer(1, 60) * second
      return
    }
    const delayMs = !isReliable && random.chance(lateness) ? random.integer(1, 20) * second : 0
    onTheirWay.push({ at: Math.max(now() + delayMs, onTheirWay.at(-1)?.at ?? 0), change })
    deliver()
  }

  function deliver(): void {
    if (connectedAt !== null && connectedAt <= now()) {
      connectedAt = null
      subscriber?.missed()
    }
    while (onTheirWay.length > 0 && onTheirWay[0]!.at <= now())
      subscriber?.hear({ ...nothing, ...onTheirWay.shift()!.change })
  }

  const unsubscribe = sources.map((source) => source.onPublish(announce))
  return {
    listen(listening) {
      subscriber = listening
      queueMicrotask(listening.missed)
      return { stop: async () => undefined }
    },
    get isQuiet() {
      return connectedAt === null && onTheirWay.length === 0
    },
    deliver,
    calm() {
      isReliable = true
    },
    stop() {
      for (const leave of unsubscribe) leave()
    },
  }
}
