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
  /** Checks that the host may be working on, in the order in which they began. */
  readonly active: Set<Place>
  /** Active checks, and those without a response for a while. */
  open: number
  /** In the order in which they came. */
  readonly waiting: Set<() => void>
  cancelWatch?: () => void
}

interface Place {
  readonly host: Host
  readonly activeUntilMs: number
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

  run(order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    // There are too few browser slots to overload a host.
    if (order.hasSlot || order.forPicture) return next(order)
    const host = this.#hostNamed(this.#parts.hostOf(order))
    if (this.#hasPlace(host)) return this.#runIn(this.#enter(host), order, next)
    return this.#waitForPlace(host, order.maxWaitMs ?? defaultMaxWaitMs).then((place) =>
      this.#runIn(place, order, next),
    )
  }

  stop(): void {
    this.#isStopping = true
    for (const { waiting, cancelWatch } of this.#hosts.values()) {
      for (const admit of waiting) admit()
      cancelWatch?.()
    }
  }

  #hostNamed(name: string): Host {
    const known = this.#hosts.get(name)
    if (known) return known
    const host: Host = { name, active: new Set(), open: 0, waiting: new Set() }
    this.#hosts.set(name, host)
    return host
  }

  #hasPlace({ active, open }: Host): boolean {
    const now = this.#parts.clock.monotonicMs()
    for (const place of active) {
      if (place.activeUntilMs > now) break
      active.delete(place)
    }
    return active.size < maxActive && open < maxOpen
  }

  #enter(host: Host): Place {
    const place = { host, activeUntilMs: this.#parts.clock.monotonicMs() + activeMs }
    host.active.add(place)
    host.open += 1
    return place
  }

  #waitForPlace(host: Host, maxWaitMs: number): Promise<Place> {
    const { clock, onLate } = this.#parts
    this.#waiting += 1
    return new Promise((resolve) => {
      const admit = (): void => {
        cancelLimit()
        host.waiting.delete(admit)
        this.#waiting -= 1
        resolve(this.#enter(host))
      }
      const cancelLimit = clock.after(maxWaitMs, () => {
        onLate(host.name)
        admit()
      })
      host.waiting.add(admit)
      this.#watch(host)
    })
  }

  /** While checks wait, looks when the first active one has had no response for a while. Usually nobody waits. */
  #watch(host: Host): void {
    const [first] = host.active
    if (host.cancelWatch || !first || host.waiting.size === 0) return
    const { clock } = this.#parts
    host.cancelWatch = clock.after(Math.max(first.activeUntilMs - clock.monotonicMs(), 0), () => {
      host.cancelWatch = undefined
      this.#admitWaiting(host)
    })
  }

  async #runIn(place: Place, order: CheckOrder, next: RunOrder): Promise<ReportedOutcome | null> {
    const { host } = place
    try {
      return this.#isStopping ? null : await next(order)
    } finally {
      host.active.delete(place)
      host.open -= 1
      this.#admitWaiting(host)
    }
  }

  #admitWaiting(host: Host): void {
    for (const admit of host.waiting) {
      if (!this.#hasPlace(host)) break
      admit()
    }
    this.#watch(host)
    if (host.open > 0) return
    host.cancelWatch?.()
    this.#hosts.delete(host.name)
  }
}
