// Checks that drive a browser run in processes of their own, which start with the first of them, and need one of a
// fixed number of slots. They wait for a free slot; ordinary checks pass them.
import type { BrowserInstallation, FoundBrowser } from '../../browsers/find.ts'
import { type Clock, rest } from '../../domain/clock.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from '../workers/messages.ts'
import type { Step } from '../workers/steps.ts'
import type { RunOrder, Workers } from '../workers/workers.ts'
import { SlotQueue } from './browser-slots.ts'

interface BrowserLaneParts {
  /** Looks for a browser. */
  readonly find: () => Promise<FoundBrowser>
  readonly needsBrowser: (order: CheckOrder) => boolean
  readonly startBrowsers: (installation: BrowserInstallation) => Workers
  readonly slots: number
  readonly clock: Clock
}

const lookAgainMs = 10_000
const turnedOff = 'this location has no browser: LAPWING_BROWSERS is 0 there'

/** A folder that cannot be read must not end the process. */
const searchFailed = (error: unknown): FoundBrowser => ({
  installation: null,
  missing: `this location has no browser: it could not be looked for (${String(error)})`,
})

export class BrowserLane implements Step {
  readonly slots: SlotQueue
  readonly #parts: BrowserLaneParts
  readonly #stopping = new AbortController()
  readonly #looking: Promise<void> | undefined
  #found: FoundBrowser | undefined
  #browsers: Workers | undefined

  constructor(parts: BrowserLaneParts) {
    this.#parts = parts
    this.slots = new SlotQueue(
      () => parts.slots,
      () => this.#found,
    )
    if (parts.slots === 0) this.#found = { installation: null, missing: turnedOff }
    else this.#looking = this.#look()
  }

  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    return this.#parts.needsBrowser(order) ? this.#runInBrowser(order, next) : next(order)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking
    this.slots.admitAll()
    await this.#browsers?.stop()
  }

  async #runInBrowser({ hasSlot, ...order }: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const { installation, missing } = this.#found ?? {}
    if (!installation) return next({ ...order, browserMissing: missing ?? 'browsers are being looked for' })
    if (hasSlot) return this.#drive(order, installation)
    const { organizationId = '' } = order
    await this.slots.enter(organizationId)
    return this.#drive(order, installation).finally(() => this.slots.release(organizationId))
  }

  async #look(): Promise<void> {
    const { find, clock } = this.#parts
    const { signal } = this.#stopping
    while (!this.#found?.installation && !signal.aborted) {
      this.#found = await find().catch(searchFailed)
      if (!this.#found.installation) await rest(clock, lookAgainMs, signal)
    }
  }

  async #drive(order: CheckOrder, installation: BrowserInstallation): Promise<ReportedOutcome | null> {
    if (this.#stopping.signal.aborted) return null
    this.#browsers ??= this.#parts.startBrowsers(installation)
    return this.#browsers.run(order)
  }
}
