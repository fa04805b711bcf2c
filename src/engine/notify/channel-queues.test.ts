import { expect, it } from 'vitest'
import { critical } from '../../../test/kit/resources/alerts.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import type { Delivery } from '../../store/notifications/deliveries.ts'
import { ChannelQueues } from './channel-queues.ts'

const delivery = (id: number, channelId = 1): Delivery => ({
  id,
  organizationId: 'o',
  alert: critical,
  people: [],
  oncallPage: false,
  failedChannels: [],
  reached: [],
  claims: 1,
  owedSince: null,
  firstEntryId: null,
  earlierMessages: [],
  channel: {
    id: channelId,
    type: 'webhook',
    name: 'Hook',
    enabled: true,
    config: {},
    secrets: null,
    fallbackId: null,
    fallbackType: null,
  },
})
const some = (from: number, to: number, channelId = 1): Delivery[] =>
  Array.from({ length: to - from + 1 }, (_, n) => delivery(from + n, channelId))

/** Queues whose deliveries end, and are written down, when the test says so. */
function ready() {
  const clock = fakeClock()
  const begun: number[] = []
  const released: number[] = []
  const ends = new Map<number, { sent: () => void; written: () => void }>()
  const queues = new ChannelQueues({
    clock,
    perChannel: 2,
    send: ({ id }) => {
      begun.push(id)
      const writing = Promise.withResolvers<void>()
      return new Promise((resolve) =>
        ends.set(id, { sent: () => resolve(() => writing.promise), written: writing.resolve }),
      )
    },
    release: async (deliveries) => void released.push(...deliveries.map(({ id }) => id)),
  })
  return {
    clock,
    begun,
    released,
    queues,
    sent: (id: number) => ends.get(id)!.sent(),
    written: (id: number) => ends.get(id)!.written(),
  }
}

it('limits the deliveries of each channel that run at once', async () => {
  const { queues, begun, sent } = ready()
  queues.take([...some(1, 4), ...some(11, 14, 2)])
  expect(begun).toEqual([1, 2, 11, 12])
  sent(12)
  await waitUntil(() => begun.includes(13))
  expect(begun).toEqual([1, 2, 11, 12, 13])
})

it('sends the next delivery while a result is stored, and counts it until then', async () => {
  const { queues, begun, sent, written } = ready()
  queues.take(some(1, 3))
  sent(1)
  await waitUntil(() => begun.includes(3))
  expect([queues.size, queues.busy.get(1)]).toEqual([3, 3])
  const done = queues.whenDone(1)
  written(1)
  await done
  expect([queues.size, queues.busy.get(1)]).toEqual([2, 2])
})

it('queues as many deliveries of a channel as it accepts in a second', async () => {
  const { queues, clock, sent, begun } = ready()
  queues.take(some(1, 5))
  expect(queues.ahead.get(1)).toBeUndefined()
  for (const [passed, ahead, inQuick] of [
    [0, 504, 5],
    [100, 20, 5],
    [2500, 0, 0],
  ]) {
    clock.advance(passed!)
    const next = begun.length + 1
    sent(begun.at(-1)!)
    await waitUntil(() => begun.includes(next))
    expect([queues.ahead.get(1), queues.inQuick]).toEqual([ahead, inQuick])
  }
})

it('releases deliveries that have waited too long for their leases', async () => {
  const { queues, clock, sent, begun, released } = ready()
  queues.take(some(1, 4))
  clock.advance(8001)
  queues.take(some(5, 5))
  sent(1)
  await waitUntil(() => begun.includes(5))
  expect([begun, released]).toEqual([
    [1, 2, 5],
    [3, 4],
  ])
})

it('releases waiting deliveries when it stops, and waits for running ones', async () => {
  const { queues, sent, written, released } = ready()
  queues.take(some(1, 3))
  let stopped = false
  const stopping = queues.stop().then(() => (stopped = true))
  for (const id of [1, 2]) sent(id)
  written(1)
  await waitUntil(() => released.length > 0)
  expect([released, stopped]).toEqual([[3], false])
  written(2)
  await stopping
  expect(queues.size).toBe(0)
})
