import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/lapwing/database.ts'
import { quiet } from '../../../test/kit/log.ts'
import { critical } from '../../../test/kit/resources/alerts.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { sql } from '../../store/database/sql.ts'
import { addChannel, newChannelId } from '../../store/notifications/channels.ts'
import {
  type Delivery,
  type DeliveryResult,
  addDeliveries,
  claimDeliveries,
} from '../../store/notifications/deliveries.ts'
import { deliveryLeaseSeconds } from '../../store/notifications/owed-deliveries.ts'
import { startResultWriter } from './result-writer.ts'

type Entry = DeliveryResult['entries'][number]

/** Three claimed deliveries of one channel, and a writer of their results. */
async function claimed() {
  const store = await newStore()
  const clock = fakeClock()
  const now = clock.now()
  const { id } = await putOrganization(store, { name: 'Acme', slug: 'acme', plan: 'enterprise', limits: {} }, now)
  const channelId = await newChannelId(store)
  const channel = {
    id: channelId,
    name: 'Desk',
    type: 'webhook',
    enabled: true,
    isDefault: true,
    severityFilter: ['critical'] as const,
    config: {},
    secrets: null,
    fallbackChannelId: null,
  }
  await addChannel(store, id, { channel, now })
  const alertOf = (incident: number) => ({ ...critical, incident: { ...critical.incident, id: incident } })
  const drafts = [1, 2, 3].map((incident) => ({ organizationId: id, channelId, alert: alertOf(incident), people: [] }))
  await addDeliveries(store, drafts, now)
  const claim = () => {
    const room = { room: 10, perChannel: 10, busy: new Map<number, number>() }
    return claimDeliveries(store, { ...room, leaseSeconds: deliveryLeaseSeconds, now: clock.now() })
  }
  const deliveries = (await claim()).toSorted((one, other) => one.id - other.id)
  const writer = startResultWriter({ store, clock, log: quiet }, AbortSignal.abort())
  onTestFinished(() => writer.stop())
  return { store, clock, claim, deliveries, writer }
}

function sent({ id, organizationId, alert, channel }: Delivery, more: Partial<Entry> = {}): DeliveryResult {
  const entry: Entry = {
    organizationId,
    status: 'sent',
    alert,
    channel,
    oncallPage: false,
    people: [],
    attempt: 1,
    error: null,
    httpStatus: 200,
    latencyMs: 5,
    recipient: null,
    messageId: undefined,
    silence: null,
    retryOf: null,
    at: alert.at,
    ...more,
  }
  return { id, channelId: channel.id, entries: [entry], owed: null, fallback: null }
}

const gone = '00000000-0000-4000-8000-000000000000'

it.each<[string, Partial<Entry>]>([
  ['whose organization is gone', { organizationId: gone }],
  ['that violates a constraint', { status: 'lost' as 'sent' }],
  ['with a number that its column cannot hold', { httpStatus: 70_000 }],
])('a result %s is dropped, holds up no other, and its alert is not sent again', async (_, poison) => {
  const { store, clock, claim, deliveries, writer } = await claimed()
  const [bad, ...good] = deliveries as [Delivery, Delivery, Delivery]
  await Promise.all([writer.write(sent(bad, poison)), ...good.map((one) => writer.write(sent(one)))])
  const logged = await store.rows<{ incident: number }>(
    sql`select incident_id as incident from notifications order by 1`,
  )
  expect(logged.map(({ incident }) => incident)).toEqual([2, 3])
  clock.advance(2 * deliveryLeaseSeconds * 1000)
  expect(await claim()).toEqual([])
})

it('a failed delivery whose result cannot be stored is retried as if it were', async () => {
  const { clock, claim, deliveries, writer } = await claimed()
  const dueAt = new Date(clock.now().getTime() + 30_000)
  const result = sent(deliveries[0]!, { status: 'failed', error: 'refused', httpStatus: 70_000 })
  await writer.write({ ...result, owed: { since: clock.now(), dueAt } })
  expect(await claim()).toEqual([])
  clock.advance(30_000)
  expect(await claim()).toMatchObject([{ id: deliveries[0]!.id, owedSince: expect.any(Date) }])
})

it('stores what a receiver says even if PostgreSQL cannot', async () => {
  const { store, deliveries, writer } = await claimed()
  const poison = { status: 'failed', error: 'NUL \0, half \ud83d', recipient: 'a\0', messageId: '\ude00' } as const
  await writer.write(sent(deliveries[0]!, poison))
  expect(await store.row(sql`select error, recipient, message_id from notifications`)).toEqual({
    error: 'NUL \ufffd, half \ufffd',
    recipient: 'a\ufffd',
    message_id: '\ufffd',
  })
})
