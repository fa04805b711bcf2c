// Lanes: each channel is served on its own, a few deliveries at a time, so that one that hangs holds up nobody.
import type { Clock } from '../../domain/clock.ts'
import type { Delivery } from '../../store/notifications/deliveries.ts'

export interface Lanes {
  /** How many deliveries are here, begun or not. */
  readonly size: number
  /** How many of those are of channels that answer at once. */
  readonly inQuick: number
  /** How many of each channel, and how many more than usual may be taken of those that are quick. */
  readonly busy: ReadonlyMap<number, number>
  readonly ahead: ReadonlyMap<number, number>
  take(deliveries: readonly Delivery[]): void
  /** Resolves once so many of those that are here are done with. */
  whenDone(count: number): Promise<void>
  /** Begins nothing more; resolves when all that has been begun is done with. */
  stop(): Promise<void>
}

export interface LaneWork {
  readonly clock: Clock
  readonly perChannel: number
  /** Answers how it is written down: the channel takes the next one meanwhile. */
  send(delivery: Delivery): Promise<() => Promise<void>>
  /** Lets somebody else take what was not begun. */
  release(deliveries: readonly Delivery[]): Promise<void>
}

interface Lane {
  readonly waiting: { readonly delivery: Delivery; readonly since: number }[]
  running: number
  taken: number
}

// To take one by one costs the database more than to send them: a channel that answers at once may have some waiting here.
const aheadOfQuick = 120
const quickMs = 250
const mostQuick = 1000
// Begun later, a delivery might not have ended when its lease does.
const longestWaitMs = 8000

export function createLanes({ clock, perChannel, send, release }: LaneWork): Lanes {
  const lanes = new Map<number, Lane>()
  // Those whose latest delivery was taken at once, whether or not they have one here.
  const quick = new Set<number>()
  const under = new Set<Promise<void>>()
  let size = 0
  let awaited: { left: number; resolve: () => void } | undefined

  const track = (work: Promise<void>): void => {
    under.add(work)
    void work.finally(() => under.delete(work))
  }
  const laneOf = (channelId: number): Lane => {
    const lane = lanes.get(channelId) ?? { waiting: [], running: 0, taken: 0 }
    lanes.set(channelId, lane)
    return lane
  }
  const leave = ({ channel: { id } }: Delivery, lane: Lane): void => {
    size -= 1
    lane.taken -= 1
    if (lane.taken === 0) lanes.delete(id)
    if (awaited && --awaited.left <= 0) awaited.resolve()
  }

  const remember = (channelId: number, isQuick: boolean): void => {
    if (!isQuick) return void quick.delete(channelId)
    if (quick.size >= mostQuick) quick.clear()
    quick.add(channelId)
  }

  const deliver = async (delivery: Delivery, lane: Lane): Promise<void> => {
    const begin = clock.monotonicMs()
    lane.running += 1
    const write = await send(delivery)
    lane.running -= 1
    remember(delivery.channel.id, clock.monotonicMs() - begin < quickMs)
    goOn(lane)
    await write()
    leave(delivery, lane)
  }
  const letGo = async (deliveries: readonly Delivery[], lane: Lane): Promise<void> => {
    await release(deliveries)
    for (const delivery of deliveries) leave(delivery, lane)
  }
  const goOn = (lane: Lane): void => {
    const oldest = clock.monotonicMs() - longestWaitMs
    const late = lane.waiting.findIndex(({ since }) => since >= oldest)
    letGoOfFirst(lane, late === -1 ? lane.waiting.length : late)
    while (lane.running < perChannel && lane.waiting.length > 0) track(deliver(lane.waiting.shift()!.delivery, lane))
  }
  const letGoOfFirst = (lane: Lane, count: number): void => {
    if (count > 0)
      track(
        letGo(
          lane.waiting.splice(0, count).map(({ delivery }) => delivery),
          lane,
        ),
      )
  }

  return {
    get size() {
      return size
    },
    get inQuick() {
      return [...lanes].reduce((sum, [channelId, { taken }]) => sum + (quick.has(channelId) ? taken : 0), 0)
    },
    get busy() {
      return new Map([...lanes].map(([channelId, { taken }]) => [channelId, taken]))
    },
    get ahead() {
      return new Map([...quick].map((channelId) => [channelId, aheadOfQuick]))
    },
    take(deliveries) {
      size += deliveries.length
      for (const delivery of deliveries) {
        const lane = laneOf(delivery.channel.id)
        lane.taken += 1
        lane.waiting.push({ delivery, since: clock.monotonicMs() })
      }
      for (const lane of lanes.values()) goOn(lane)
    },
    whenDone: (count) =>
      new Promise((resolve) => {
        awaited = { left: count, resolve }
      }),
    async stop() {
      for (const lane of lanes.values()) letGoOfFirst(lane, lane.waiting.length)
      await Promise.all(under)
    },
  }
}
