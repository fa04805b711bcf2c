import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { critical } from '../../../test/kit/resources/alerts.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { type Receiver, startReceiver } from '../../../test/kit/resources/receiver.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { DeliveryFailed, defineChannel } from '../../channels/define.ts'
import { channelKind } from '../../channels/index.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import { systemClock } from '../../domain/clock.ts'
import { createVault } from '../../domain/vault.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import type { Store } from '../../store/database/database.ts'
import { addDeliveries } from '../../store/notifications/deliveries.ts'
import { addChannel, newChannelId } from '../../store/notifications/channels.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { render, sql } from '../../store/database/sql.ts'
import type { WatchedQueue } from '../due-board.ts'
import { type SendingServices, startSending } from './send.ts'

const vault = createVault(['a key that is long enough for a test'])
const now = new Date('2026-03-01T12:00:00Z')

async function ready() {
  const store = await newStore()
  const organizationId = (
    await putOrganization(store, { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} }, now)
  ).id
  const channel = async (
    url: string,
    more: { type?: string; enabled?: boolean; fallbackChannelId?: number } = {},
  ): Promise<number> => {
    const id = await newChannelId(store)
    await addChannel(store, organizationId, {
      channel: {
        id,
        name: `Channel ${id}`,
        type: more.type ?? 'webhook',
        enabled: more.enabled ?? true,
        isDefault: true,
        severityFilter: ['critical', 'warning'],
        config: { url },
        secrets: null,
        fallbackChannelId: more.fallbackChannelId ?? null,
      },
      now,
    })
    return id
  }
  const deliver = (channelIds: number[], alerts: Alert[] = [critical]): Promise<void> =>
    addDeliveries(
      store,
      alerts.flatMap((alert) => channelIds.map((channelId) => ({ organizationId, channelId, alert, people: [] }))),
      new Date(0),
    )
  const log = () => store.rows<any>(sql`select * from notifications order by id`)
  const rest = async (): Promise<number> =>
    (await store.row<{ count: number }>(sql`select count(*) from deliveries where first_entry_id is null`))!.count
  return { store, organizationId, channel, deliver, log, rest }
}

function sending(store: Store, more: Partial<SendingServices> = {}) {
  const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock: systemClock })
  const sender = startSending({
    store,
    clock: systemClock,
    log: quiet,
    vault,
    net,
    kindOf: channelKind,
    origin: () => null,
    ...more,
  })
  onTestFinished(() => sender.stop())
  return sender
}

const eventsAt = ({ requests }: Receiver): string[] =>
  requests.map((request) => `${request.json().event} ${request.json().incident.id}`)
const incident = (id: number, more: Partial<Alert> = {}): Alert => ({
  ...critical,
  ...more,
  incident: { ...critical.incident, id },
})

it('sends a delivery, and logs the response', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const receiver = await startReceiver({ status: 202 })
  await deliver([await channel(receiver.origin)])
  sending(store)
  await waitUntil(async () => (await rest()) === 0)
  expect(await log()).toMatchObject([
    { status: 'sent', event: 'firing', http_status: 202, attempt: 1, error: null, severity: 'critical', alert: null },
  ])
  expect(eventsAt(receiver)).toEqual(['incident.firing 4711'])
})

it('tries twice, and then logs the failure', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const receiver = await startReceiver({ status: 500, body: 'broken' })
  await deliver([await channel(receiver.origin)])
  sending(store)
  await waitUntil(async () => (await rest()) === 0)
  expect(receiver.requests).toHaveLength(2)
  expect(await log()).toMatchObject([
    { status: 'failed', http_status: 500, attempt: 2, error: 'answered 500: broken', alert: { kind: 'firing' } },
  ])
})

it('notifies the fallback of a failed channel, each once', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const [bad, good] = [await startReceiver({ status: 500 }), await startReceiver()]
  const second = await channel(good.origin)
  const first = await channel(bad.origin, { fallbackChannelId: second })
  await store.run(sql`update notification_channels set fallback_channel_id = ${first} where id = ${second}`)
  await deliver([first])
  sending(store)
  await waitUntil(async () => (await rest()) === 0 && good.requests.length > 0)
  expect((await log()).map(({ status, channel_id }) => [status, channel_id])).toEqual([
    ['failed', first],
    ['sent', second],
  ])
  good.answer({ status: 500 })
  await deliver([first], [incident(4712)])
  await waitUntil(async () => (await log()).length >= 4 && (await rest()) === 0)
})

it('sends nothing to a disabled channel, even if it is a fallback', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const [bad, off] = [await startReceiver({ status: 500 }), await startReceiver()]
  const second = await channel(off.origin, { enabled: false })
  const first = await channel(bad.origin, { fallbackChannelId: second })
  await deliver([first])
  sending(store)
  await waitUntil(async () => (await log()).length === 2 && (await rest()) === 0)
  expect((await log()).map(({ status, channel_id, silenced_reason }) => [status, channel_id, silenced_reason])).toEqual(
    [
      ['failed', first, null],
      ['silenced', second, 'disabled'],
    ],
  )
  expect(off.requests).toEqual([])
})

it('sends the alerts of one incident to a channel in order', async () => {
  const { store, channel, deliver, rest } = await ready()
  const receiver = await startReceiver()
  const id = await channel(receiver.origin)
  await deliver(
    [id],
    [1, 2, 3, 4, 5].flatMap((number) => [incident(number), incident(number, { kind: 'resolved' })]),
  )
  sending(store)
  await waitUntil(async () => (await rest()) === 0)
  for (const number of [1, 2, 3, 4, 5])
    expect(eventsAt(receiver).filter((event) => event.endsWith(` ${number}`))).toEqual([
      `incident.firing ${number}`,
      `incident.resolved ${number}`,
    ])
})

it('does not let a hanging receiver delay others', async () => {
  const { store, channel, deliver } = await ready()
  const hanging = await startReceiver(() => undefined)
  const fine = await startReceiver()
  const ids = [await channel(hanging.origin), await channel(hanging.origin), await channel(fine.origin)]
  await deliver(
    ids,
    Array.from({ length: 30 }, (_, number) => incident(number + 1)),
  )
  // Nobody is given up, however long the others take.
  sending(store, { clock: { ...systemClock, after: () => () => undefined } })
  await waitUntil(async () => fine.requests.length === 30)
  // Eight of each of the two that hang are under way, and no more.
  expect(hanging.requests.length).toBeLessThanOrEqual(16)
})

it('shares deliveries between senders and loses none', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const receiver = await startReceiver()
  const ids = [await channel(receiver.origin), await channel(receiver.origin)]
  await deliver(
    ids,
    Array.from({ length: 100 }, (_, number) => incident(number + 1)),
  )
  for (let n = 0; n < 3; n++) sending(store)
  await waitUntil(async () => (await rest()) === 0)
  expect(receiver.requests).toHaveLength(200)
  expect(await log()).toHaveLength(200)
})

it('uses connections again, but only of the same channel as it is configured now', async () => {
  const { store, channel, deliver, rest } = await ready()
  const connections = new Set<Socket>()
  const server = createServer((request, response) => {
    connections.add(request.socket)
    request.resume().on('end', () => response.end())
  })
  const origin = `http://127.0.0.1:${await listening(server)}`
  const [first, second] = [await channel(origin), await channel(origin)]
  sending(store)
  const deliverNext = async (channelId: number, id: number): Promise<number> => {
    await deliver([channelId], [incident(id)])
    await waitUntil(async () => (await rest()) === 0)
    return connections.size
  }
  expect(await deliverNext(first, 1)).toBe(1)
  const again = await deliverNext(first, 2)
  expect(await deliverNext(second, 3)).toBe(again + 1)
  await store.run(sql`update notification_channels set config = ${{ url: `${origin}/new` }} where id = ${first}`)
  expect(await deliverNext(first, 4)).toBe(again + 2)
  await deliver(
    [second],
    [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((id) => incident(id)),
  )
  await waitUntil(async () => (await rest()) === 0)
  expect(connections.size).toBeLessThan(20)
})

it('closes its connections when it stops', async () => {
  const { store, channel, deliver, rest } = await ready()
  const connections: Socket[] = []
  const server = createServer((request, response) => {
    connections.push(request.socket)
    request.resume().on('end', () => response.end())
  })
  await deliver([await channel(`http://127.0.0.1:${await listening(server)}`)])
  // Idle connections end by this clock, too, on which long times never pass.
  const { after } = fakeClock()
  const endless = (ms: number, work: () => void) => (ms < 1000 ? systemClock : { after }).after(ms, work)
  const sender = sending(store, { clock: { ...systemClock, after: endless } })
  await waitUntil(async () => (await rest()) === 0)
  expect(connections[0]!.destroyed).toBe(false)
  await sender.stop()
  await waitUntil(() => connections[0]!.destroyed)
})

it('takes over the deliveries of a dead sender', async () => {
  const { store, channel, deliver, rest } = await ready()
  const receiver = await startReceiver()
  await deliver([await channel(receiver.origin)])
  await store.run(sql`update deliveries set claims = 1, leased_until = ${new Date(Date.now() - 1000)}`)
  sending(store)
  await waitUntil(async () => (await rest()) === 0)
  expect(receiver.requests).toHaveLength(1)
})

it('gives up a delivery that never ends', async () => {
  const { store, channel, deliver, log, rest } = await ready()
  const receiver = await startReceiver()
  await deliver([await channel(receiver.origin)])
  await store.run(sql`update deliveries set claims = 5`)
  sending(store)
  await waitUntil(async () => (await rest()) === 0)
  expect(receiver.requests).toEqual([])
  expect(await log()).toMatchObject([
    { status: 'failed', error: 'set aside after 5 tries that did not come to an end' },
  ])
})

it('gives up a receiver that is gone, and waits as long as a receiver asks', async () => {
  const clock = fakeClock()
  const { store, channel, deliver, log, rest } = await ready()
  const tries: number[] = []
  const kind = (failure: DeliveryFailed) =>
    defineChannel({
      type: 'test',
      title: 'Test',
      summary: 'For a test',
      config: {},
      async send() {
        tries.push(clock.now().getTime())
        throw failure
      },
    })
  const id = await channel('http://127.0.0.1', { type: 'test' })
  const sendWith = async (failure: DeliveryFailed, tried: number): Promise<number[]> => {
    await deliver([id])
    const sender = sending(store, { clock, kindOf: () => kind(failure) })
    await waitUntil(async () => {
      clock.advance(250)
      return (await rest()) === 0
    })
    await sender.stop()
    expect(tries).toHaveLength(tried)
    return tries.splice(0)
  }
  await sendWith(new DeliveryFailed('gone', { permanent: true, httpStatus: 404 }), 1)
  const [first, second] = await sendWith(new DeliveryFailed('later', { retryAfterMs: 4000 }), 2)
  expect(second! - first!).toBeGreaterThanOrEqual(4000)
  expect((await log()).map(({ attempt, error }) => [attempt, error])).toEqual([
    [1, 'gone'],
    [2, 'later'],
  ])
})

it('asks the database whether anything is due only when it has nothing to send', async () => {
  const { store, channel, deliver } = await ready()
  let queue: WatchedQueue | undefined
  const rests: Promise<void>[] = []
  const stopped = Promise.withResolvers<void>()
  const board: SendingServices['board'] = {
    add(added) {
      queue = added
      return (_restMs, signal) => {
        signal.addEventListener('abort', () => stopped.resolve())
        rests.push(stopped.promise)
        return stopped.promise
      }
    },
  }
  const sent = Promise.withResolvers<{ httpStatus: number }>()
  const kind = defineChannel({ type: 'slow', title: 'Slow', summary: 'Waits.', config: {}, send: () => sent.promise })
  await deliver([await channel('http://localhost/', { type: 'slow' })])
  const clock = fakeClock(now)
  const sender = sending(store, { clock, board, kindOf: () => kind })
  const asks = async (): Promise<boolean> => render(await queue!.dueAt(now)).text.includes('from deliveries')
  await waitUntil(async () => !(await asks()))
  expect(rests).toHaveLength(0)
  sent.resolve({ httpStatus: 200 })
  await waitUntil(() => {
    clock.advance(100)
    return rests.length > 0
  })
  expect(await asks()).toBe(true)
  await sender.stop()
})
