// Checks that drive a browser have a process of their own, which is started with the first of them, and so many places. Who finds none
// waits; ordinary checks pass by.
import type { Found, Place } from '../../browsers/find.ts'
import { findCheck } from '../../checks/index.ts'
import type { Clock } from '../../domain/clock.ts'
import type { Done, Work } from './messages.ts'
import type { Workers } from './workers.ts'

export interface BrowserPlaces {
  /** How many more checks can drive a browser now; null where nobody can: such checks are told so, and wait for nothing. */
  readonly freeBrowsers: number | null
  /** Why nobody can; undefined while that is being found out. */
  readonly browserMissing: string | null | undefined
}

export interface BrowserLaneParts {
  readonly workers: Workers
  /** Looks for a browser. */
  readonly find: () => Promise<Found>
  readonly startBrowsers: (place: Place) => Workers
  readonly places: number
  readonly clock: Clock
}

const lookAgainMs = 10_000
const turnedOff = 'this location has no browser: LAPWING_BROWSERS is 0 there'

/** A folder that may not be read is no reason to end. */
const notLookedFor = (error: unknown): Found => ({
  place: null,
  missing: `this location has no browser: it could not be looked for (${String(error)})`,
})

export function createBrowserLane({
  workers,
  find,
  startBrowsers,
  places,
  clock,
}: BrowserLaneParts): Workers & BrowserPlaces {
  const stopping = new AbortController()
  const waiting: (() => void)[] = []
  let found: Found | undefined = places === 0 ? { place: null, missing: turnedOff } : undefined
  let browsers: Workers | undefined
  let taken = 0

  const look = async (): Promise<void> => {
    while (!found?.place && !stopping.signal.aborted) {
      found = await find().catch(notLookedFor)
      if (!found.place) await clock.sleep(lookAgainMs, stopping.signal).catch(() => undefined)
    }
  }
  const enter = async (): Promise<void> => {
    if (taken === places) return new Promise((resolve) => waiting.push(resolve))
    taken += 1
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }
  const drive = async (work: Omit<Work, 'id'>, place: Place): Promise<Done | null> => {
    await enter()
    try {
      if (stopping.signal.aborted) return null
      browsers ??= startBrowsers(place)
      return await browsers.run(work)
    } finally {
      leave()
    }
  }
  const looking = places === 0 ? undefined : look()

  return {
    get freeBrowsers() {
      if (!found) return 0
      return found.place ? Math.max(places - taken - waiting.length, 0) : null
    },
    get browserMissing() {
      return found?.missing
    },
    get busy() {
      return workers.busy
    },
    get isReady() {
      return workers.isReady
    },
    get hasStalled() {
      return workers.hasStalled
    },
    async run(work) {
      if (!work.forPicture && !findCheck(work.type)?.needsBrowser(work.config)) return workers.run(work)
      if (!found?.place)
        return workers.run({ ...work, browserMissing: found?.missing ?? 'browsers are being looked for' })
      return drive(work, found.place)
    },
    async stop() {
      stopping.abort()
      await looking
      for (const go of waiting.splice(0)) go()
      await Promise.all([workers.stop(), browsers?.stop()])
    },
  }
}
