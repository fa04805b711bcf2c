// A page that failed moves on the escalation that it belongs to, and no other.
import { expect, it } from 'vitest'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'

/** Two policies for one monitor, with the delays of their steps in minutes. */
async function withTwoPolicies({ ada: adaMinutes = 0, ben: benMinutes = 30, cleo: cleoMinutes = 0 }) {
  const world = await alertWorld()
  const [ada, ben, cleo] = [await world.person('Ada'), await world.person('Ben'), await world.person('Cleo')]
  const one = await world.policy([page([ada], adaMinutes), page([ben], benMinutes)])
  const other = await world.policy([page([cleo], cleoMinutes)])
  const groupIds = [await world.group({ policyId: one }), await world.group({ policyId: other })]
  const shop = await world.service({ groupIds })
  const [phone] = ada.devices
  return { ...world, shop, ada: phone!, ben: ben.devices[0]!, cleo: cleo.devices[0]! }
}

it('moves on at once even if another policy reached somebody', async () => {
  const { observe, refuse, received, shop, ada, ben, cleo } = await withTwoPolicies({})
  refuse(ada, () => true)
  await observe(shop, 'refused')
  expect([received(cleo), received(ben)]).toEqual([['firing Shop refused'], ['reminder Shop refused']])
})

it('does not speed up the other policy', async () => {
  const { observe, pass, refuse, received, shop, ada, ben, cleo } = await withTwoPolicies({ cleo: 20 })
  refuse(ada, () => true)
  await observe(shop, 'refused')
  expect([received(ben), received(cleo)]).toEqual([['reminder Shop refused'], []])
  await pass(1230, 30)
  expect(received(cleo)).toEqual(['reminder Shop refused'])
})

it('a page that is passed on does not speed up the other policy', async () => {
  const { engine, observe, receivers, reply, received, shop, ada, ben, cleo } = await withTwoPolicies({ cleo: 20 })
  await observe(shop, 'refused')
  const paged = receivers.attempts.find(({ channelId }) => channelId === ada)!
  expect(await reply('pass-on', paged)).toBe('done')
  await engine.round()
  expect([received(ben), received(cleo)]).toEqual([['reminder Shop refused'], []])
})

it('tells people of the same name apart', async () => {
  const { person, policy, group, service, observe, refuse, received, missed } = await alertWorld()
  const [first, second] = [await person('Kim'), await person('Kim')]
  const groupIds = [await group({ policyId: await policy([page([first, second])]) })]
  refuse(first.devices[0]!, () => true)
  await observe(await service({ groupIds }), 'refused')
  expect(received(second.devices[0]!)).toEqual(['firing Shop refused'])
  expect(await missed()).toEqual(['Kim was not paged: answered 500'])
})
