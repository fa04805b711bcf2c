import { expect, it } from 'vitest'
import { minute, readyToEscalate } from '../../../test/kit/people/escalations.ts'
import { quiet } from '../../../test/kit/log.ts'
import { away } from '../../../test/kit/resources/messenger.ts'
import { defineChannel } from '../../channels/define.ts'
import { createVault } from '../../domain/vault.ts'
import { createNet } from '../../net/index.ts'
import { createPolicy } from '../../net/policy.ts'
import { claimDeliveries } from '../../store/notifications/deliveries.ts'
import { deliver } from './attempt.ts'
import { condenseOwed } from './condense-owed.ts'
import { recordResults } from './record-results.ts'

/** People whose channels are there or away as the test says. */
async function ready() {
  const setting = await readyToEscalate()
  const { app, store } = setting
  const isAway = new Set<number>()
  const paged: number[] = []
  const kindOf = (id: number) =>
    defineChannel({
      type: 'test',
      title: 'Test',
      summary: 'For a test',
      config: {},
      async send() {
        if (isAway.has(id)) throw away()
        paged.push(id)
        return { httpStatus: 200 }
      },
    })
  const send = async (): Promise<void> => {
    const now = app.clock.now()
    const clock = { ...app.clock, sleep: async () => undefined }
    const net = createNet({ policy: createPolicy({ allowPrivate: true }), clock })
    const vault = createVault(['a key that is long enough for a test'])
    await condenseOwed({ store, clock, log: quiet, kindOf: () => kindOf(0), origin: () => null })
    const claim = { room: 100, perChannel: 100, busy: new Map<number, number>(), leaseSeconds: 60, now }
    for (const delivery of await claimDeliveries(store, claim)) {
      const parts = { clock, log: quiet, vault, net, kindOf: () => kindOf(delivery.channel.id), origin: () => null }
      await recordResults(store, [await deliver(parts, delivery)], now)
    }
  }
  return { ...setting, isAway, paged, send }
}

const user = ({ id }: { id: string }) => ({ type: 'user', id })

it('a page that cannot be delivered is missed, and the next person is paged immediately', async () => {
  const { ada, ben, phone, alarm, send, settle, isAway, paged, timeline } = await ready()
  const [first, second] = [await phone(ada), await phone(ben)]
  isAway.add(first)
  const { id } = await alarm([
    { delayMinutes: 0, targets: [user(ada)] },
    { delayMinutes: 30, targets: [user(ben)] },
  ])
  await send()
  await settle()
  await send()
  expect(paged).toEqual([second])
  expect((await timeline(id)).map(({ data }) => [data.paged.map(({ name }: any) => name), data.missed])).toEqual([
    [[], ['Ada was not paged: connection refused by 192.0.2.1:443']],
    [['Ben'], []],
  ])
})

it('a person who was reached through another channel was paged, and the next step waits', async () => {
  const { ada, ben, phone, alarm, send, settle, isAway, paged, timeline, rest } = await ready()
  const [first, other] = [await phone(ada), await phone(ada)]
  await phone(ben)
  isAway.add(first)
  const { id } = await alarm([
    { delayMinutes: 0, targets: [user(ada)] },
    { delayMinutes: 30, targets: [user(ben)] },
  ])
  await send()
  await settle()
  expect([paged, await rest()]).toEqual([[other], 1])
  expect((await timeline(id))[0].data).toMatchObject({ paged: [{ name: 'Ada' }], missed: [] })
})

it('a page is not delivered late if the incident is acknowledged', async () => {
  const { app, ada, phone, alarm, send, settle, isAway, paged, pages } = await ready()
  const own = await phone(ada)
  isAway.add(own)
  const { id } = await alarm([{ delayMinutes: 0, targets: [user(ada)] }])
  await send()
  expect(await pages()).toHaveLength(1)
  await app.post(`/incidents/${id}/acknowledge`)
  await settle()
  isAway.clear()
  app.clock.advance(2 * minute)
  await send()
  expect([paged, await pages()]).toEqual([[], []])
})
