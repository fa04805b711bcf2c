// One queue per channel, each with a few deliveries at a time, so that a channel that hangs delays no other.
import type { Clock } from '../../domain/clock.ts'
import type { Delivery } from '../../store/notifications/deliveries.ts'

export interface SendingWork {
  readonly clock: Clock
  readonly perChannel: number
  /** Returns a function that stores the result; the channel sends the next delivery meanwhile. */
  send(delivery: Delivery): Promise<() => Promise<void>>
  /** Releases deliveries that have not begun, so that other processes can claim them. */
  release(deliveries: readonly Delivery[]): Promise<void>
}

interface Queue {
  readonly waiting: { readonly delivery: Delivery; readonly since: number }[]
  running: number
  taken: number
}

// Claiming a few deliveries at a time costs more than sending them, so quick channels have up to a second of work here.
const aheadMs = 1000
const maxAhead = 504
const maxPaces = 1000
// A delivery that begins later might not end before its lease.
const maxWaitMs = 8000

export class ChannelQueues {
  readonly #work: SendingWork
  readonly #queues = new Map<number, Queue>()
  /** How long the latest delivery of each channel took, even if the channel has none here. */
  readonly #pacesMs = new Map<number, number>()
  readonly #under = new Set<Promise<void>>()
  #size = 0
  #awaited: { left: number; resolve: () => void } | undefined

  constructor(work: SendingWork) {
    this.#work = work
  }

  /** How many deliveries are here, begun or not. */
  get size(): number {
    return this.#size
  }

  /** How many of them are for channels of which more than usual may be claimed. */
  get inQuick(): number {
    return [...this.#queues].reduce((sum, [id, { taken }]) => sum + (this.#aheadOf(id) > 0 ? taken : 0), 0)
  }

  /** How many there are, by channel. */
  get busy(): ReadonlyMap<number, number> {
    return new Map([...this.#queues].map(([channelId, { taken }]) => [channelId, taken]))
  }

  /** How many more than usual may be claimed, by channel. */
  get ahead(): ReadonlyMap<number, number> {
    return new Map([...this.#pacesMs.keys()].map((channelId) => [channelId, this.#aheadOf(channelId)]))
  }

  take(deliveries: readonly Delivery[]): void {
    this.#size += deliveries.length
    const since = this.#work.clock.monotonicMs()
    for (const delivery of deliveries) {
      const queue = this.#queueOf(delivery.channel.id)
      queue.taken += 1
      queue.waiting.push({ delivery, since })
    }
    for (const queue of this.#queues.values()) this.#goOn(queue)
  }

  /** Resolves when this many deliveries have ended. */
  whenDone(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { left: count, resolve }
    })
  }

  /** Begins no more deliveries; resolves when all running ones have ended. */
  async stop(): Promise<void> {
    for (const queue of this.#queues.values()) this.#releaseFirst(queue, queue.waiting.length)
    await Promise.all(this.#under)
  }

  #queueOf(channelId: number): Queue {
    const queue = this.#queues.get(channelId) ?? { waiting: [], running: 0, taken: 0 }
    this.#queues.set(channelId, queue)
    return queue
  }

  #goOn(queue: Queue): void {
    const oldest = this.#work.clock.monotonicMs() - maxWaitMs
    const firstInTime = queue.waiting.findIndex(({ since }) => since >= oldest)
    this.#releaseFirst(queue, firstInTime === -1 ? queue.waiting.length : firstInTime)
    while (queue.running < this.#work.perChannel && queue.waiting.length > 0)
      this.#track(this.#deliver(queue.waiting.shift()!.delivery, queue))
  }

  async #deliver(delivery: Delivery, queue: Queue): Promise<void> {
    const { clock, send } = this.#work
    const begin = clock.monotonicMs()
    queue.running += 1
    const write = await send(delivery)
    queue.running -= 1
    this.#rememberPace(delivery.channel.id, clock.monotonicMs() - begin)
    this.#goOn(queue)
    await write()
    this.#leave(delivery, queue)
  }

  #aheadOf(channelId: number): number {
    const inTime = (this.#work.perChannel * aheadMs) / (this.#pacesMs.get(channelId) ?? Infinity)
    return Math.min(Math.floor(inTime), maxAhead)
  }

  #rememberPace(channelId: number, ms: number): void {
    if (this.#pacesMs.size >= maxPaces) this.#pacesMs.clear()
    this.#pacesMs.set(channelId, ms)
  }

  #releaseFirst(queue: Queue, count: number): void {
    if (count === 0) return
    const deliveries = queue.waiting.splice(0, count).map(({ delivery }) => delivery)
    const giveBack = async (): Promise<void> => {
      await this.#work.release(deliveries)
      for (const delivery of deliveries) this.#leave(delivery, queue)
    }
    this.#track(giveBack())
  }

  #leave({ channel: { id } }: Delivery, queue: Queue): void {
    this.#size -= 1
    queue.taken -= 1
    if (queue.taken === 0) this.#queues.delete(id)
    if (this.#awaited && --this.#awaited.left <= 0) this.#awaited.resolve()
  }

  #track(work: Promise<void>): void {
    this.#under.add(work)
    void work.finally(() => this.#under.delete(work))
  }
}
