// When the reason for silence ends and a subject still fails, everybody who would have been
// notified of its beginning is notified now.
import { expect, it } from 'vitest'
import { createAlertEngine } from '../../../test/kit/alerts/engine.ts'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'
import { waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import { onlyErrors } from '../../../test/kit/log.ts'
import type { Store } from '../../store/database/database.ts'

async function watched() {
  const world = await alertWorld()
  const ada = await world.person('Ada')
  const groupIds = [await world.group({ policyId: await world.policy([page([ada])]) })]
  const [hook, chat, pager] = [
    await world.channel('webhook'),
    await world.channel('slack'),
    await world.channel('pagerduty'),
  ]
  return { ...world, groupIds, hook, chat, pager, phone: ada.devices[0]! }
}

it('people and pagers hear of an outage after maintenance, even if its symptom changed meanwhile', async () => {
  const { service, observe, pass, window, groupIds, received, hook, chat, pager, phone } = await watched()
  const shop = await service({ groupIds })
  await window(shop, 10)
  await observe(shop, 'refused')
  await observe(shop, '503')
  await pass(300, 30)
  expect([hook, chat, pager, phone].flatMap(received)).toEqual([])
  await pass(400, 30)
  const symptom = ['firing Shop 503']
  expect([pager, chat, phone].map(received)).toEqual([symptom, symptom, symptom])
  await observe(shop, 'up')
  for (const channel of [pager, chat, phone]) expect(received(channel).slice(1)).toEqual(['resolved Shop 503'])
})

it('people and pagers hear of an outage that outlives that of its parent, even if its symptom changed', async () => {
  const { service, observe, pass, groupIds, received, chat, pager, phone } = await watched()
  const gateway = await service({ name: 'Gateway' })
  const shop = await service({ parentId: gateway, groupIds })
  await observe(gateway, 'refused')
  await observe(shop, 'refused')
  await observe(shop, '503')
  await observe(gateway, 'up')
  await observe(shop, '503')
  await pass(60)
  for (const channel of [pager, chat, phone])
    expect(received(channel).filter((one) => one.includes('Shop'))).toEqual(['firing Shop 503'])
  await observe(shop, 'up')
  for (const channel of [pager, chat, phone]) expect(received(channel).at(-1)).toBe('resolved Shop 503')
})

it('shadow mode stops an escalation that runs', async () => {
  const { service, observe, pass, person, policy, group, setShadow, received } = await alertWorld()
  const [ada, ben] = [await person('Ada'), await person('Ben')]
  const groupIds = [await group({ policyId: await policy([page([ada]), page([ben], 10)]) })]
  const shop = await service({ groupIds })
  await observe(shop, 'refused')
  expect(received(ada.devices[0]!)).toEqual(['firing Shop refused'])
  await setShadow(shop, true)
  await pass(1200, 60)
  expect(received(ben.devices[0]!)).toEqual([])
})

it('two processes that find a silence over at the same time announce the outage once', async () => {
  const { store, clock, engine, receivers, service, observe, setShadow, groupIds, received, chat, pager } =
    await watched()
  const shop = await service({ groupIds })
  await setShadow(shop, true)
  await observe(shop, 'refused')
  await setShadow(shop, false)
  const [announced, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let begun = 0
  const transaction: Store['transaction'] = (work, limits) =>
    store.transaction(async (tx) => {
      const result = await work(tx)
      // The second one announces; the first looks for incidents of parents.
      if (++begun === 2) {
        announced.resolve()
        await committing.promise
      }
      return result
    }, limits)
  const other = createAlertEngine({ store: { ...store, transaction }, clock, receivers, log: onlyErrors })
  const lifting = other.liftSilences()
  await announced.promise
  const liftingToo = engine.liftSilences()
  await Promise.race([liftingToo, waitForLockWait(store)])
  committing.resolve()
  await Promise.all([lifting, liftingToo])
  await engine.round()
  await observe(shop, 'up')
  for (const channel of [chat, pager])
    expect(received(channel)).toEqual(['firing Shop refused', 'resolved Shop refused'])
})
