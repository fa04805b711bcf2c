import { expect, it } from 'vitest'
import { channelTest, critical } from '../../../test/kit/resources/alerts.ts'
import { newStore, waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import type { Alert } from '../../domain/notifying/alert.ts'
import {
  type Delivery,
  type DeliveryClaim,
  type DeliveryResult,
  addDeliveries,
  claimDeliveries,
  finishDeliveries,
  releaseDeliveries,
} from './deliveries.ts'
import { ownFigures } from '../checking/self-monitoring.ts'
import { addChannel, newChannelId } from './channels.ts'
import { putOrganization } from '../accounts/organizations.ts'
import { sql } from '../database/sql.ts'

const now = new Date('2026-03-01T12:00:00Z')
const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

async function ready(channels: number) {
  const store = await newStore()
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} },
    now,
  )
  const ids: number[] = []
  for (let n = 0; n < channels; n++) {
    const id = await newChannelId(store)
    const kind = {
      name: `Hook ${id}`,
      type: 'webhook',
      enabled: true,
      isDefault: true,
      severityFilter: ['critical'] as const,
      config: {},
      secrets: null,
    }
    await addChannel(store, organizationId, { channel: { ...kind, id, fallbackChannelId: null }, now })
    ids.push(id)
  }
  let incidents = 0
  const fresh = (): Alert => ({ ...critical, incident: { ...critical.incident, id: ++incidents } })
  const deliver = (channelId: number, alerts: Alert[]): Promise<void> =>
    addDeliveries(
      store,
      alerts.map((alert) => ({ organizationId, channelId, alert, people: [] })),
      now,
    )
  /** The number of claimed deliveries per channel, in the order of the channels. */
  const claim = async (requested: Partial<DeliveryClaim> = {}): Promise<number[]> => {
    const claimed = await claimDeliveries(store, {
      room: 100,
      perChannel: 8,
      busy: new Map(),
      leaseSeconds: 60,
      now,
      ...requested,
    })
    return ids.map((id) => claimed.filter(({ channel }) => channel.id === id).length)
  }
  const some = (count: number): Alert[] => Array.from({ length: count }, fresh)
  return { store, ids, organizationId, deliver, claim, some }
}

it('still claims others while a channel is being deleted', async () => {
  const { store, ids, organizationId, claim, some } = await ready(2)
  let adding: Promise<void> | undefined
  await store.transaction(async (tx) => {
    await tx.run(sql`delete from notification_channels where id = ${ids[0]!}`)
    const drafts = some(3).flatMap((alert) =>
      ids.map((channelId) => ({ organizationId, channelId, alert, people: [] })),
    )
    adding = addDeliveries(store, drafts, now)
    await waitForLockWait(store)
  })
  await adding
  expect(await claim()).toEqual([0, 3])
})

it('gives each channel its share', async () => {
  const {
    ids: [one, other],
    deliver,
    claim,
    some,
  } = await ready(2)
  await deliver(one!, some(20))
  await deliver(other!, some(3))
  expect(await claim()).toEqual([8, 3])
  expect(await claim({ busy: new Map([[one!, 8]]) })).toEqual([0, 0])
  expect(await claim({ busy: new Map([[one!, 6]]) })).toEqual([2, 0])
  expect(await claim({ busy: new Map([[one!, 8]]), ahead: new Map([[one!, 4]]) })).toEqual([4, 0])
})

it('shares the available room, also among channels with a higher limit', async () => {
  const { ids, deliver, claim, some } = await ready(4)
  for (const id of ids) await deliver(id, some(60))
  const ahead = new Map(ids.map((id) => [id, 100]))
  expect(await claim({ room: 40, ahead })).toEqual([10, 10, 10, 10])
})

it('prefers channels with the fewest claimed deliveries', async () => {
  const { ids, deliver, claim, some } = await ready(4)
  for (const id of ids) await deliver(id, some(20))
  const busy = new Map([
    [ids[0]!, 5],
    [ids[1]!, 5],
    [ids[3]!, 1],
  ])
  expect(await claim({ room: 2, busy })).toEqual([0, 0, 1, 1])
})

it('claims the second delivery of an incident only after the first is finished, and tests at any time', async () => {
  const {
    store,
    ids: [id],
    deliver,
    claim,
  } = await ready(1)
  await deliver(id!, [critical, { ...critical, kind: 'resolved' }, channelTest, channelTest])
  expect(await claim()).toEqual([3])
  expect(await claim({ now: later(30) })).toEqual([0])
  await store.run(sql`delete from deliveries where alert ->> 'kind' = 'firing' and incident_id <> 0`)
  expect(await claim({ now: later(30) })).toEqual([1])
})

it('ignores a release by a process whose lease expired', async () => {
  const {
    store,
    ids: [id],
    deliver,
    claim,
    some,
  } = await ready(1)
  await deliver(id!, some(1))
  const [late] = await claimDeliveries(store, { room: 1, perChannel: 8, busy: new Map(), leaseSeconds: 60, now })
  // The first claim finds that it is owed, because it may have become obsolete.
  expect(await claim({ now: later(61) })).toEqual([0])
  expect(await claim({ now: later(61) })).toEqual([1])
  await releaseDeliveries(store, [late!])
  expect(await claim({ now: later(62) })).toEqual([0])
})

it('hands out released deliveries again, as if never claimed', async () => {
  const {
    store,
    ids: [id],
    deliver,
    claim,
    some,
  } = await ready(1)
  await deliver(id!, some(2))
  const [first] = await claimDeliveries(store, { room: 1, perChannel: 8, busy: new Map(), leaseSeconds: 60, now })
  expect(await claim()).toEqual([1])
  await releaseDeliveries(store, [first!])
  const again = await claimDeliveries(store, { room: 5, perChannel: 8, busy: new Map(), leaseSeconds: 60, now })
  expect(again.map((delivery) => [delivery.id, delivery.claims])).toEqual([[first!.id, 1]])
})

it('claims a delivery as it was queued, with the messages that announced its incident', async () => {
  const {
    store,
    ids: [id],
    organizationId,
  } = await ready(1)
  const draft = { organizationId, channelId: id!, people: [], oncallPage: true }
  const people = [{ name: 'Ada', email: 'ada@example.com', phone: null }]
  await addDeliveries(
    store,
    [
      { ...draft, alert: critical, people, failedChannels: [7, 8] },
      { ...draft, alert: { ...critical, kind: 'resolved' } },
    ],
    now,
  )
  const claim = { room: 1, perChannel: 8, busy: new Map(), leaseSeconds: 60, now }
  const [first] = await claimDeliveries(store, claim)
  expect(first).toMatchObject({ people, failedChannels: [7, 8], earlierMessages: [], oncallPage: true, claims: 1 })
  const result = resultOf(first!, 'sent')
  await finishDeliveries(store, [{ ...result, entries: [{ ...result.entries[0]!, messageId: 'm1' }] }], now)
  const [second] = await claimDeliveries(store, claim)
  expect(second).toMatchObject({ people: [], failedChannels: [], earlierMessages: ['m1'], owedSince: null })
})

const resultOf = (delivery: Delivery, status: 'sent' | 'failed'): DeliveryResult => ({
  id: delivery.id,
  channelId: delivery.channel.id,
  entries: [
    {
      organizationId: delivery.organizationId,
      status,
      alert: delivery.alert,
      channel: delivery.channel,
      oncallPage: false,
      people: [],
      attempt: 1,
      error: status === 'failed' ? 'answered 500' : null,
      httpStatus: status === 'failed' ? 500 : 200,
      latencyMs: 1,
      recipient: null,
      silence: null,
      at: now,
    },
  ],
  owed: null,
  fallback: null,
})

it('keeps the log entry of its first failure with each delivery that is owed', async () => {
  const {
    store,
    ids: [id],
    deliver,
    some,
  } = await ready(1)
  await deliver(id!, some(5))
  const claimed = await claimDeliveries(store, { room: 5, perChannel: 8, busy: new Map(), leaseSeconds: 60, now })
  const owed = { since: now, dueAt: later(60) }
  // The first of two incidents of a message stands for both.
  const [, , third] = claimed.map((delivery) => resultOf(delivery, 'failed'))
  const results = [
    resultOf(claimed[0]!, 'sent'),
    resultOf(claimed[1]!, 'failed'),
    { ...third!, entries: [...third!.entries, ...third!.entries], owed },
    resultOf(claimed[3]!, 'sent'),
    { ...resultOf(claimed[4]!, 'failed'), owed },
  ]
  await finishDeliveries(store, results, now)
  const waiting = await store.rows(sql`
    select d.id, n.incident_id as incident, n.status
    from deliveries d
    join notifications n on n.id = d.first_entry_id
    order by d.id`)
  expect(waiting).toEqual([
    { id: claimed[2]!.id, incident: claimed[2]!.alert.incident.id, status: 'failed' },
    { id: claimed[4]!.id, incident: claimed[4]!.alert.incident.id, status: 'failed' },
  ])
})

it('counts deliveries that nobody sends, and not those that wait for a slow receiver', async () => {
  const { store, ids, organizationId, deliver, claim, some } = await ready(1)
  const stuckAt = async (seconds: number): Promise<number> => (await ownFigures(store, later(seconds))).stuckAlerts
  await deliver(ids[0]!, some(20))
  expect(await stuckAt(59)).toBe(0)
  expect(await stuckAt(60)).toBe(1)
  const [first] = await claimDeliveries(store, {
    room: 1,
    perChannel: 1,
    busy: new Map(),
    leaseSeconds: 60,
    now: later(60),
  })
  expect(await stuckAt(90)).toBe(0)

  // Between its end and the next claim, the log says that the channel is being sent to.
  await finishDeliveries(store, [sentAt(first!, organizationId, later(95))], later(95))
  expect(await stuckAt(96)).toBe(0)
  expect(await stuckAt(155)).toBe(1)
  expect(await claim({ now: later(155) })).toEqual([8])
  expect(await stuckAt(156)).toBe(0)
})

function sentAt({ id, alert, channel }: Delivery, organizationId: string, at: Date): DeliveryResult {
  const { oncallPage, people, attempt } = { oncallPage: false, people: [], attempt: 1 }
  const facts = { error: null, httpStatus: 200, latencyMs: 35_000, recipient: null, silence: null }
  const entry = { organizationId, status: 'sent' as const, alert, channel, oncallPage, people, attempt, ...facts, at }
  return { id, channelId: channel.id, entries: [entry], owed: null, fallback: null }
}
