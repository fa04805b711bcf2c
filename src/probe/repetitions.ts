// The checks that a probe goes on with while its server is away: the last order of each monitor, at its interval. They
// are in memory only, because orders contain secrets, and are forgotten when they are not renewed.
import { maxRepetitionMs, maxOrderAge } from '../domain/probing/late-outcome.ts'
import type { WireOrder } from '../domain/probing/protocol.ts'

interface RepeatedOrder {
  readonly order: WireOrder
  readonly everyMs: number
  readonly receivedMs: number
  nextMs: number
  isRunning: boolean
}

// A claim waits for up to ten seconds; a probe without a response for twice as long has lost its server.
const awayAfterMs = 20_000

export class Repetitions {
  readonly #orders = new Map<string, RepeatedOrder>()
  #contactMs: number

  constructor(nowMs: number) {
    this.#contactMs = nowMs
  }

  /** The server has responded. */
  noteContact(nowMs: number): void {
    this.#contactMs = nowMs
    for (const [id, { everyMs, receivedMs }] of this.#orders)
      if (nowMs - receivedMs > maxOrderAge(everyMs)) this.#orders.delete(id)
  }

  noteOrder(order: WireOrder, nowMs: number): void {
    const { monitor_id: id, repeat_every_ms: everyMs } = order
    if (everyMs !== undefined)
      this.#orders.set(id, { order, everyMs, receivedMs: nowMs, nextMs: nowMs + everyMs, isRunning: false })
  }

  /** At most `max` orders whose time has come, while the server is away. Each is given out again once it has ended. */
  take(nowMs: number, max: number): { order: WireOrder; end: () => void }[] {
    const awayMs = nowMs - this.#contactMs
    if (awayMs > maxRepetitionMs) this.#orders.clear()
    if (awayMs < awayAfterMs) return []
    const due = [...this.#orders.values()].filter(({ nextMs, isRunning }) => nextMs <= nowMs && !isRunning)
    return due.slice(0, Math.max(max, 0)).map((one) => {
      one.isRunning = true
      one.nextMs += one.everyMs * (Math.floor((nowMs - one.nextMs) / one.everyMs) + 1)
      return { order: one.order, end: () => void (one.isRunning = false) }
    })
  }
}
