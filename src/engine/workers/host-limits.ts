// Limits how many checks of one host run at once. The limit protects the host, not the schedule: a check that has
// waited for as long as its interval runs anyway, and is counted as late.
import type { Clock } from '../../domain/clock.ts'
import type { ReportedOutcome } from '../../domain/outcome.ts'
import type { CheckOrder } from './messages.ts'
import type { Step } from './steps.ts'
import type { RunOrder } from './workers.ts'

interface HostLimitParts {
  readonly clock: Clock
  hostOf(order: CheckOrder): string
  /** A check of this host has waited for as long as it may. */
  onLate(host: string): void
}

interface Host {
  readonly name: string
  /** Checks that the host may be working on. */
  active: number
  /** Active checks, and those without a response for a while. */
  open: number
  /** In the order in which they came. */
  readonly waiting: Set<() => void>
}

const maxActive = 64
// A connection without a response costs the host a socket and little else.
const maxOpen = 1000
const activeMs = 2000
const defaultMaxWaitMs = 10_000
// A waiting check costs only memory. Beyond this none are claimed, so that one host cannot fill it.
const maxWaiting = 10_000

export class HostLimits implements Step {
  readonly #parts: HostLimitParts
  readonly #hosts = new Map<string, Host>()
  #waiting = 0
  #isStopping = false

  constructor(parts: HostLimitParts) {
    this.#parts = parts
  }

  get isFull(): boolean {
    return this.#waiting >= maxWaiting
  }

  async run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    // There are too few browser slots to overload a host.
    if (order.hasSlot || order.forPicture) return next(order)
    const host = this.#hostNamed(this.#parts.hostOf(order))
    if (hasPlace(host)) enter(host)
    else await this.#waitForPlace(host, order.maxWaitMs ?? defaultMaxWaitMs)
    return this.#runInPlace(host, order, next)
  }

  stop(): void {
    this.#isStopping = true
    for (const { waiting } of this.#hosts.values()) for (const admit of waiting) admit()
  }

  #hostNamed(name: string): Host {
    const host = this.#hosts.get(name) ?? { name, active: 0, open: 0, waiting: new Set() }
    this.#hosts.set(name, host)
    return host
  }

  #waitForPlace(host: Host, maxWaitMs: number): Promise<void> {
    const { clock, onLate } = this.#parts
    this.#waiting += 1
    return new Promise((resolve) => {
      const admit = (): void => {
        cancelLimit()
        host.waiting.delete(admit)
        this.#waiting -= 1
        enter(host)
        resolve()
      }
      const cancelLimit = clock.after(maxWaitMs, () => {
        onLate(host.name)
        admit()
      })
      host.waiting.add(admit)
    })
  }

  async #runInPlace(host: Host, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    let isActive = true
    const release = (): void => {
      if (isActive) host.active -= 1
      isActive = false
      this.#admitWaiting(host)
    }
    const cancelRelease = this.#parts.clock.after(activeMs, release)
    try {
      return this.#isStopping ? null : await next(order)
    } finally {
      cancelRelease()
      host.open -= 1
      release()
    }
  }

  #admitWaiting(host: Host): void {
    for (const admit of host.waiting) {
      if (!hasPlace(host)) return
      admit()
    }
    if (host.open === 0) this.#hosts.delete(host.name)
  }
}

const hasPlace = ({ active, open }: Host): boolean => active < maxActive && open < maxOpen

function enter(host: Host): void {
  host.active += 1
  host.open += 1
}
