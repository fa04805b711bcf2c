// A messenger whose rounds the test takes, with receivers that are there or away as the test says.
import { type ChannelReader, DeliveryFailed, defineChannel } from '../../../src/channels/define.ts'
import type { Alert } from '../../../src/domain/notifying/alert.ts'
import type { Recipient } from '../../../src/domain/notifying/delivery.ts'
import { createVault } from '../../../src/domain/vault.ts'
import { deliver } from '../../../src/engine/notify/attempt.ts'
import { condenseOwed } from '../../../src/engine/notify/condense-owed.ts'
import { recordResults } from '../../../src/engine/notify/record-results.ts'
import { createNet } from '../../../src/net/index.ts'
import { createPolicy } from '../../../src/net/policy.ts'
import { putOrganization } from '../../../src/store/accounts/organizations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { addChannel, newChannelId } from '../../../src/store/notifications/channels.ts'
import { addDeliveries, claimDeliveries } from '../../../src/store/notifications/deliveries.ts'
import { fakeClock } from '../clock.ts'
import { newStore } from '../lapwing/database.ts'
import { quiet } from '../log.ts'

export interface TestReceiver {
  /** How it fails; it needs what it is sent when there is nothing. */
  failure: DeliveryFailed | null
  readonly received: Alert[]
  tries: number
}

export const away = (): DeliveryFailed => new DeliveryFailed('connection refused by 192.0.2.1:443')

export async function startMessenger() {
  const store = await newStore()
  const clock = fakeClock()
  const organization = { name: 'Acme', slug: 'acme', plan: 'enterprise' as const, limits: {} }
  const organizationId = (await putOrganization(store, organization, clock.now())).id
  const receivers = new Map<string, TestReceiver & { readBy: ChannelReader }>()
  const kindOf = (type: string) => {
    const receiver = receivers.get(type)!
    return defineChannel({
      type,
      title: type,
      summary: type,
      readBy: receiver.readBy,
      config: {},
      async send(alert) {
        receiver.tries += 1
        if (receiver.failure) throw receiver.failure
        receiver.received.push(alert)
        return { httpStatus: 200 }
      },
    })
  }
  const parts = {
    // Waiting lets time pass.
    clock: { ...clock, sleep: async (ms: number) => clock.advance(ms) },
    log: quiet,
    vault: createVault(['a key that is long enough for a test']),
    net: createNet({ policy: createPolicy({ allowPrivate: true }), clock }),
    kindOf,
    origin: () => null,
  }
  const channel = async (readBy: ChannelReader = 'people', fallback?: { id: number }) => {
    const id = await newChannelId(store)
    const receiver = { failure: null, received: [], tries: 0, readBy } as TestReceiver & { readBy: ChannelReader }
    receivers.set(`kind-${id}`, receiver)
    const facts = { enabled: true, isDefault: true, severityFilter: ['critical', 'warning'] as const, config: {} }
    const named = {
      id,
      name: `Channel ${id}`,
      type: `kind-${id}`,
      secrets: null,
      fallbackChannelId: fallback?.id ?? null,
    }
    await addChannel(store, organizationId, { channel: { ...facts, ...named }, now: clock.now() })
    return { id, receiver }
  }
  const round = async (): Promise<void> => {
    for (;;) {
      const now = clock.now()
      await condenseOwed({ store, clock, log: quiet, kindOf, origin: () => null })
      const claim = { room: 100, perChannel: 100, busy: new Map<number, number>(), leaseSeconds: 60, now }
      const claimed = (await claimDeliveries(store, claim)).toSorted((one, other) => one.id - other.id)
      if (claimed.length === 0) return
      for (const delivery of claimed) await recordResults(store, [await deliver(parts, delivery)], clock.now())
    }
  }
  return {
    store,
    clock,
    channel,
    round,
    tell: (alert: Alert, channels: readonly { id: number }[], people: readonly Recipient[] = []): Promise<void> =>
      addDeliveries(
        store,
        channels.map(({ id }) => ({ organizationId, channelId: id, alert: { ...alert, at: clock.now() }, people })),
        clock.now(),
      ),
    /** Lets so many seconds pass, and looks every few of them. */
    async pass(seconds: number, stepSeconds = 5): Promise<void> {
      for (let passed = 0; passed < seconds; passed += stepSeconds) {
        clock.advance(stepSeconds * 1000)
        await round()
      }
    },
    log: () => store.rows<any>(sql`select * from notifications order by id`),
    waiting: () => store.rows<any>(sql`select * from deliveries order by id`),
  }
}
