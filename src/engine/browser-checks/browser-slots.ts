// The browser slots of a probe: how many checks can drive a browser at once, and which check gets the next slot.
import type { WaitingWork } from '../../store/checking/browser-queue.ts'
import { type BrowserTurn, createBrowserShares } from './browser-shares.ts'

/** Whether there is a browser, or why not. */
export interface BrowserSearchResult {
  readonly installation: object | null
  readonly missing: string | null
}

export interface ReservedSlots {
  readonly count: number
  /** Decides which waiting check gets the next browser. */
  next(waiting: readonly WaitingWork[], maxCount?: number): BrowserTurn[]
  /** These checks have begun and keep their slots until they are released. All other slots are free again. */
  use(begun: readonly BrowserTurn[]): void
}

export interface BrowserSlots {
  /** How many more checks can drive a browser now; null if there is no browser, so that waiting would not help. */
  readonly freeBrowsers: number | null
  /** Why there is no browser; undefined while it is being looked for. */
  readonly browserMissing: string | null | undefined
  /** Whether scheduled checks wait until ordinary checks are on time again. */
  areChecksHeld: boolean
  /** Reserves the free slots while the caller looks for checks that need them. */
  reserve(): ReservedSlots
  /** A check of this organization has ended, and its slot is free. */
  release(organizationId: string): void
}

export class SlotQueue implements BrowserSlots {
  areChecksHeld = false
  readonly #count: () => number
  readonly #found: () => BrowserSearchResult | undefined
  readonly #shares = createBrowserShares()
  readonly #waiting: (() => void)[] = []
  #taken = 0
  #reserved = 0

  constructor(count: () => number, found: () => BrowserSearchResult | undefined) {
    this.#count = count
    this.#found = found
  }

  get freeBrowsers(): number | null {
    const found = this.#found()
    if (!found) return 0
    return found.installation ? Math.max(this.#count() - this.#taken - this.#waiting.length, 0) : null
  }

  get browserMissing(): string | null | undefined {
    return this.#found()?.missing
  }

  reserve(): ReservedSlots {
    const count = Math.max((this.freeBrowsers ?? 0) - this.#reserved, 0)
    this.#reserved += count
    return {
      count,
      next: (waiting, maxCount = count) => this.#shares.next(waiting, Math.min(count, maxCount)),
      use: (begun) => {
        this.#reserved -= count
        for (const turn of begun) {
          this.#taken += turn.count
          this.#shares.begin(turn)
        }
        this.#admit()
      },
    }
  }

  /** Waits for a slot and takes it. */
  async enter(organizationId: string): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve)
      this.#admit()
    })
    this.#shares.begin({ organizationId, kind: 'check', count: 1 })
  }

  release(organizationId: string): void {
    this.#taken -= 1
    this.#shares.end(organizationId)
    this.#admit()
  }

  /** Lets all waiting checks go on, whether there are slots or not. */
  admitAll(): void {
    for (const admit of this.#waiting.splice(0)) {
      this.#taken += 1
      admit()
    }
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#taken + this.#reserved < this.#count()) {
      this.#taken += 1
      this.#waiting.shift()!()
    }
  }
}
