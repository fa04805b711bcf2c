// Checks that drive a browser have processes of their own, which are started with the first of them, and a number of
// slots. Checks that find no free slot wait; ordinary checks pass them.
import type { FoundBrowser, BrowserInstallation } from '../../browsers/find.ts'
import { findCheck } from '../../checks/index.ts'
import { type Clock, rest } from '../../domain/clock.ts'
import type { WaitingWork } from '../../store/checking/browser-queue.ts'
import { type BrowserTurn, createBrowserShares } from './browser-shares.ts'
import type { CheckReport, CheckOrder } from '../workers/messages.ts'
import type { Workers } from '../workers/workers.ts'

export interface BrowserSlots {
  /**
   * How many more checks can drive a browser now; null where nobody can: such checks are told so, and wait for nothing.
   */
  readonly freeBrowsers: number | null
  /** Why nobody can; undefined while that is being found out. */
  readonly browserMissing: string | null | undefined
  /** Whether scheduled checks wait for ordinary checks to be on time again. */
  areChecksHeld: boolean
  /** Reserves the free slots while the caller looks for checks that need them. */
  hold(): ReservedSlots
  /** A check of this organization is over, and its slot is free. */
  release(organizationId: string): void
}

export interface ReservedSlots {
  readonly count: number
  /** Decides which waiting check gets the next browser. */
  next(waiting: readonly WaitingWork[], maxCount?: number): BrowserTurn[]
  /** These were begun, and have their slots until they are released. All other slots are free again. */
  use(begun: readonly BrowserTurn[]): void
}

export interface BrowserLaneParts {
  readonly workers: Workers
  /** Looks for a browser. */
  readonly find: () => Promise<FoundBrowser>
  readonly startBrowsers: (installation: BrowserInstallation) => Workers
  readonly slots: number
  readonly clock: Clock
}

const lookAgainMs = 10_000
const turnedOff = 'this location has no browser: LAPWING_BROWSERS is 0 there'

/** A folder that may not be read is no reason to end. */
const notLookedFor = (error: unknown): FoundBrowser => ({
  installation: null,
  missing: `this location has no browser: it could not be looked for (${String(error)})`,
})

export function createBrowserLane({
  workers,
  find,
  startBrowsers,
  slots,
  clock,
}: BrowserLaneParts): Workers & BrowserSlots {
  const stopping = new AbortController()
  const waiting: (() => void)[] = []
  let found: FoundBrowser | undefined = slots === 0 ? { installation: null, missing: turnedOff } : undefined
  let browsers: Workers | undefined
  let taken = 0
  let held = 0
  const shares = createBrowserShares()

  const look = async (): Promise<void> => {
    while (!found?.installation && !stopping.signal.aborted) {
      found = await find().catch(notLookedFor)
      if (!found.installation) await rest(clock, lookAgainMs, stopping.signal)
    }
  }
  const letIn = (): void => {
    while (waiting.length > 0 && taken + held < slots) {
      taken += 1
      waiting.shift()!()
    }
  }
  const enter = (): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      letIn()
    })
  const leave = (organizationId: string): void => {
    taken -= 1
    shares.end(organizationId)
    letIn()
  }
  const drive = async (work: CheckOrder, installation: BrowserInstallation): Promise<CheckReport | null> => {
    if (stopping.signal.aborted) return null
    browsers ??= startBrowsers(installation)
    return browsers.run(work)
  }
  const waitAndDrive = async (work: CheckOrder, installation: BrowserInstallation): Promise<CheckReport | null> => {
    const { organizationId = '' } = work
    await enter()
    shares.begin({ organizationId, kind: 'check', count: 1 })
    return drive(work, installation).finally(() => leave(organizationId))
  }
  const freeBrowsers = (): number | null => {
    if (!found) return 0
    return found.installation ? Math.max(slots - taken - waiting.length, 0) : null
  }
  const looking = slots === 0 ? undefined : look()

  return {
    get freeBrowsers() {
      return freeBrowsers()
    },
    get browserMissing() {
      return found?.missing
    },
    hold() {
      const count = Math.max((freeBrowsers() ?? 0) - held, 0)
      held += count
      return {
        count,
        next: (waiting, maxCount = count) => shares.next(waiting, Math.min(count, maxCount)),
        use(begun) {
          held -= count
          for (const turn of begun) {
            taken += turn.count
            shares.begin(turn)
          }
          letIn()
        },
      }
    },
    areChecksHeld: false,
    release: leave,
    get busy() {
      return workers.busy
    },
    get free() {
      return workers.free
    },
    get isReady() {
      return workers.isReady
    },
    stalledMs: (withinMs) => workers.stalledMs(withinMs),
    async run({ hasSlot, ...work }) {
      if (!work.forPicture && !findCheck(work.type)?.needsBrowser(work.config)) return workers.run(work)
      if (!found?.installation)
        return workers.run({ ...work, browserMissing: found?.missing ?? 'browsers are being looked for' })
      return hasSlot ? drive(work, found.installation) : waitAndDrive(work, found.installation)
    },
    async stop() {
      stopping.abort()
      await looking
      for (const go of waiting.splice(0)) go()
      await Promise.all([workers.stop(), browsers?.stop()])
    },
  }
}
