// Nothing owed is dropped without a line that says so.
import { describe, expect, it } from 'vitest'
import { createAlertEngine } from '../../../test/kit/alerts/engine.ts'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'
import type { Receivers } from '../../../test/kit/alerts/receivers.ts'
import { waitForLockWait } from '../../../test/kit/lapwing/database.ts'
import { onlyErrors } from '../../../test/kit/log.ts'
import { claimDeliveries } from '../../store/notifications/deliveries.ts'

it('a digest is kept when other recipients of its channel get one', async () => {
  const { group, channel, service, observe, pass, refuse, received } = await alertWorld()
  const [some, others] = [
    await group({ addresses: ['ada@example.com'] }),
    await group({ addresses: ['ben@example.com'] }),
  ]
  const mail = await channel('email', { groupIds: [some, others] })
  const [shop, blog] = [await service({ groupIds: [some] }), await service({ name: 'Blog', groupIds: [others] })]
  refuse(mail, () => true)
  for (const monitor of [shop, blog]) {
    await observe(monitor, 'refused')
    await observe(monitor, 'up')
    await pass(400, 20)
  }
  refuse(mail, () => false)
  await pass(1000, 20)
  expect(received(mail).toSorted()).toEqual(['missed Blog', 'missed Shop'])
})

it('who is on call gets the digest of her group, although she was to be paged', async () => {
  const { person, policy, group, channel, service, observe, acknowledge, incidents, pass, refuse, receivers } =
    await alertWorld()
  const ada = await person('Ada', [])
  const groupId = await group({ addresses: [ada.email, 'ben@example.com'], policyId: await policy([page([ada])]) })
  const mail = await channel('email', { isDefault: false, groupIds: [groupId] })
  const [shop, blog] = [await service({ groupIds: [groupId] }), await service({ name: 'Blog', groupIds: [groupId] })]
  refuse(mail, () => true)
  await observe(shop, 'refused')
  await observe(blog, 'refused')
  expect(await acknowledge((await incidents(blog))[0]!.id)).toBeNull()
  await observe(shop, 'up')
  refuse(mail, () => false)
  await pass(1000, 20)
  await observe(blog, 'up')
  const emailsTo = (address: string): string[] =>
    receivers.attempts
      .filter(({ isAccepted, addresses }) => isAccepted && addresses.includes(address))
      .map(({ alert }) => `${alert.missed ? 'missed' : alert.kind} ${alert.monitor!.name}`)
      .toSorted()
  expect(emailsTo(ada.email)).toEqual(['firing Blog', 'missed Shop', 'resolved Blog'])
  expect(emailsTo('ben@example.com')).toEqual(emailsTo(ada.email))
})

it('gets the end of an outage that her group was notified of, although a page of hers never arrived', async () => {
  const { person, policy, group, channel, service, observe, pass, refuse, receivers } = await alertWorld()
  const ada = await person('Ada', [])
  const policyId = await policy([page([ada], 5)])
  const groupId = await group({ addresses: [ada.email, 'ben@example.com'], policyId })
  const mail = await channel('email', { isDefault: false, groupIds: [groupId] })
  const shop = await service({ groupIds: [groupId] })
  await observe(shop, 'refused')
  refuse(mail, () => true)
  await pass(360, 20)
  await observe(shop, 'up')
  refuse(mail, () => false)
  await pass(1000, 20)
  const sent = receivers.attempts.filter(({ isAccepted, addresses }) => isAccepted && addresses.includes(ada.email))
  expect(sent.map(({ alert }) => alert.kind)).toEqual(['firing', 'resolved'])
})

it('a message that waited names what fails by now', async () => {
  const { person, policy, group, channel, service, observe, acknowledge, pass, refuse, received, receivers } =
    await alertWorld()
  const ada = await person('Ada')
  const [phone] = ada.devices
  const groupId = await group({ addresses: ['ben@example.com'], policyId: await policy([page([ada])]) })
  const mail = await channel('email', { isDefault: false, groupIds: [groupId] })
  const shop = await service({ groupIds: [groupId] })
  for (const id of [mail, phone!]) refuse(id, () => true)
  await observe(shop, 'refused')
  await observe(shop, '503')
  for (const id of [mail, phone!]) refuse(id, () => false)
  await pass(600, 30)
  expect(received(mail)).toEqual(['firing Shop 503'])
  expect(received(phone!)).toEqual(['firing Shop 503'])
  const paged = receivers.attempts.findLast(({ channelId }) => channelId === phone)!
  expect(await acknowledge(paged.alert.incident.id)).toBeNull()
})

it('the end of an outage is not sent to a person whose page never arrived', async () => {
  const { engine, person, policy, group, service, check, clock, pass, refuse, received } = await alertWorld()
  const ada = await person('Ada')
  const [phone] = ada.devices
  const shop = await service({ groupIds: [await group({ policyId: await policy([page([ada])]) })] })
  refuse(phone!, () => true)
  await check(shop, 'refused')
  await engine.queueAll()
  // The end is queued while the page is being sent.
  clock.advance(1000)
  await check(shop, 'up')
  await engine.queueAll()
  await pass(30)
  refuse(phone!, () => false)
  await pass(600, 30)
  expect(received(phone!)).toEqual([])
})

describe('a page that may have arrived is followed by the end', () => {
  /** A person with a device, and a monitor whose outage pages her. */
  async function pagedWorld() {
    const world = await alertWorld()
    const ada = await world.person('Ada')
    const [phone] = ada.devices
    const policyId = await world.policy([page([ada])])
    const shop = await world.service({ groupIds: [await world.group({ policyId })] })
    return { ...world, phone: phone!, shop }
  }

  it.each<[string, ReturnType<Parameters<Receivers['receive']>[1]>[]]>([
    ['if no response arrived', ['answers too late']],
    ['if only the first of two tries had no response', ['answers too late', 'refuses']],
  ])('%s', async (_what, receptions) => {
    const { phone, shop, receivers, observe, pass, received } = await pagedWorld()
    let tries = 0
    receivers.receive(phone, () => receptions[Math.min(tries++, receptions.length - 1)]!)
    await observe(shop, 'refused')
    await observe(shop, 'up')
    receivers.receive(phone, () => 'accepts')
    await pass(600, 30)
    expect(received(phone).at(-1)).toBe('resolved Shop refused')
  })

  it('if somebody acknowledged before the next try', async () => {
    const { phone, shop, receivers, observe, acknowledge, incidents, pass, received, log } = await pagedWorld()
    receivers.receive(phone, () => 'answers too late')
    await observe(shop, 'refused')
    expect(await acknowledge((await incidents(shop))[0]!.id)).toBeNull()
    receivers.receive(phone, () => 'accepts')
    await pass(600, 30)
    await observe(shop, 'up')
    expect(received(phone)).toEqual(['firing Shop refused', 'firing Shop refused', 'resolved Shop refused'])
    expect(await log(phone)).toEqual(['firing failed', 'firing silenced', 'resolved sent'])
  })

  it('if its process ended while it was sent', async () => {
    const { store, engine, clock, phone, shop, check, refuse, observe, pass, received } = await pagedWorld()
    await check(shop, 'refused')
    await engine.queueAll()
    const claim = { room: 10, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60, now: clock.now() }
    expect(await claimDeliveries(store, claim)).toHaveLength(1)
    refuse(phone, () => true)
    await pass(60, 30)
    await observe(shop, 'up')
    refuse(phone, () => false)
    await pass(600, 30)
    expect(received(phone)).toEqual(['resolved Shop refused'])
  })
})

it('a page that a dead process had claimed is not sent after somebody acknowledged', async () => {
  const { store, clock, person, policy, group, service, ...world } = await alertWorld()
  const ada = await person('Ada')
  const [phone] = ada.devices
  const shop = await service({ groupIds: [await group({ policyId: await policy([page([ada])]) })] })
  await world.check(shop, 'refused')
  await world.engine.queueAll()
  const claim = { room: 10, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60, now: clock.now() }
  expect(await claimDeliveries(store, claim)).toHaveLength(1)
  expect(await world.acknowledge((await world.incidents(shop))[0]!.id)).toBeNull()
  await world.pass(120, 30)
  expect(world.received(phone!)).toEqual([])
  expect(await world.log(phone!)).toEqual(['firing silenced'])
})

it('the end of an outage is not sent to a person whose page is dropped while the end is routed', async () => {
  const { store, receivers, person, policy, group, service, check, clock, pass, refuse, ...world } = await alertWorld()
  const ada = await person('Ada')
  const [phone] = ada.devices
  const shop = await service({ groupIds: [await group({ policyId: await policy([page([ada])]) })] })
  refuse(phone!, () => true)
  await check(shop, 'refused')
  await world.engine.round()
  clock.advance(20_000)
  await check(shop, 'up')
  const [routed, committing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const transaction: typeof store.transaction = (work, limits) =>
    store.transaction(async (tx) => {
      const result = await work(tx)
      routed.resolve()
      await committing.promise
      return result
    }, limits)
  const router = createAlertEngine({ store: { ...store, transaction }, clock, receivers, log: onlyErrors })
  const routing = router.route()
  await routed.promise
  refuse(phone!, () => false)
  const sending = world.engine.send()
  await Promise.race([sending, waitForLockWait(store)])
  committing.resolve()
  await Promise.all([routing, sending])
  await pass(600, 30)
  expect(world.received(phone!)).toEqual([])
})

it('a page that is not sent because somebody acknowledged has a line that says so', async () => {
  const { person, policy, group, service, observe, acknowledge, incidents, pass, refuse, log } = await alertWorld()
  const ada = await person('Ada')
  const [phone] = ada.devices
  const shop = await service({ groupIds: [await group({ policyId: await policy([page([ada])]) })] })
  refuse(phone!, () => true)
  await observe(shop, 'refused')
  expect(await acknowledge((await incidents(shop))[0]!.id)).toBeNull()
  refuse(phone!, () => false)
  await pass(600, 30)
  expect(await log(phone!)).toEqual(['firing failed', 'firing silenced'])
})
