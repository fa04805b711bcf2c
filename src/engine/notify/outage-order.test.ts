// Per incident and receiver, nothing is sent before what was queued before it.
import { expect, it } from 'vitest'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'
import { claimDeliveries } from '../../store/notifications/deliveries.ts'

it('a program hears of the beginning before the end, even if the alert waited for a parent', async () => {
  const { service, observe, pass, channel, received } = await alertWorld()
  const hook = await channel('webhook')
  const gateway = await service({ name: 'Gateway' })
  const shop = await service({ parentId: gateway })
  await observe(shop, 'refused')
  await observe(shop, 'up')
  await pass(120)
  expect(received(hook)).toEqual(['firing Shop refused', 'resolved Shop refused'])
})

it('a pager is not left open by an outage that ended while its alert waited for a parent', async () => {
  const { service, observe, pass, channel, received } = await alertWorld()
  const pager = await channel('pagerduty')
  const gateway = await service({ name: 'Gateway' })
  const shop = await service({ parentId: gateway })
  await observe(shop, 'refused')
  await observe(shop, 'up')
  await pass(120)
  expect(received(pager)).toEqual([])
})

it('the end of an incident is sent to a webhook that refused its beginning', async () => {
  const { service, observe, pass, channel, received, tried, refuse } = await alertWorld()
  const hook = await channel('webhook')
  refuse(hook, ({ kind }) => kind === 'firing')
  const shop = await service()
  await observe(shop, 'refused')
  expect(tried(hook)).toEqual(['firing Shop refused', 'firing Shop refused'])
  await observe(shop, 'up')
  expect(received(hook)).toEqual(['resolved Shop refused'])
  const before = tried(hook).length
  await pass(1200, 30)
  expect(tried(hook)).toHaveLength(before)
})

it('a fallback that refuses the beginning is not sent it after the end', async () => {
  const { service, observe, pass, channel, received, tried, refuse } = await alertWorld()
  const fallbackChannelId = await channel('webhook', { isDefault: false })
  const hook = await channel('webhook', { fallbackChannelId })
  refuse(hook, () => true)
  refuse(fallbackChannelId, ({ kind }) => kind === 'firing')
  const shop = await service()
  await observe(shop, 'refused')
  await observe(shop, 'up')
  expect(received(fallbackChannelId)).toEqual(['resolved Shop refused'])
  await pass(1200, 30)
  expect(tried(fallbackChannelId).at(-1)).toBe('resolved Shop refused')
})

it('a program that stands in for people gets each incident in order, and as its own', async () => {
  const { receivers, service, observe, pass, channel, received, refuse } = await alertWorld()
  const fallbackChannelId = await channel('webhook', { isDefault: false })
  const chat = await channel('slack', { fallbackChannelId })
  refuse(chat, ({ isUpdate = false }) => isUpdate)
  receivers.receive(fallbackChannelId, ({ kind }) => (kind === 'firing' ? 'answers too late' : 'accepts'))
  const shop = await service()
  await observe(shop, 'slow')
  await observe(shop, 'slow 503')
  await observe(shop, 'up')
  await pass(1200, 30)
  expect([...new Set(received(fallbackChannelId))]).toEqual(['firing Shop 503', 'resolved Shop 503'])
  expect(received(fallbackChannelId).at(-1)).toBe('resolved Shop 503')
  const theirs = receivers.attempts.filter(({ channelId }) => channelId === fallbackChannelId)
  expect(theirs.filter(({ alert }) => alert.outageId !== undefined || alert.isUpdate)).toEqual([])
})

it('the log has the end of an incident for a webhook that always fails', async () => {
  const { service, observe, channel, log, refuse } = await alertWorld()
  const hook = await channel('webhook')
  refuse(hook, () => true)
  const shop = await service()
  await observe(shop, 'refused')
  await observe(shop, 'up')
  expect(await log(hook)).toContain('resolved failed')
})

it('a refused beginning is not tried again while the end that overtook it is being sent', async () => {
  const { store, engine, clock, channel, service, check, refuse } = await alertWorld()
  const hook = await channel('webhook')
  const shop = await service()
  refuse(hook, ({ kind }) => kind === 'firing')
  const claim = async (): Promise<string[]> => {
    const limits = { room: 10, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60 }
    return (await claimDeliveries(store, { ...limits, now: clock.now() })).map(({ alert }) => alert.kind)
  }
  await check(shop, 'refused')
  await engine.round()
  clock.advance(1000)
  await check(shop, 'up')
  await engine.queueAll()
  expect(await claim()).toEqual(['resolved'])
  clock.advance(30_000)
  expect(await claim()).toEqual([])
})

it('an end waits while its beginning is being tried, also for a process whose clock is late', async () => {
  const { store, engine, clock, channel, service, check, refuse } = await alertWorld()
  const hook = await channel('webhook')
  const shop = await service()
  refuse(hook, ({ kind }) => kind === 'firing')
  const claim = async (lateMs: number): Promise<string[]> => {
    const limits = { room: 10, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60 }
    const now = new Date(clock.now().getTime() - lateMs)
    return (await claimDeliveries(store, { ...limits, now })).map(({ alert }) => alert.kind)
  }
  await check(shop, 'refused')
  await engine.round()
  clock.advance(13_500)
  await check(shop, 'up')
  await engine.queueAll()
  clock.advance(1500)
  expect(await claim(0)).toEqual(['firing'])
  expect(await claim(1000)).toEqual([])
})

it('the end for a person who was paged by email waits for what her group gets before', async () => {
  const { store, engine, clock, person, policy, group, channel, service, check, observe } = await alertWorld()
  const ada = await person('Ada', [])
  const groupId = await group({ addresses: [ada.email, 'ben@example.com'], policyId: await policy([page([ada])]) })
  await channel('email', { isDefault: false, groupIds: [groupId] })
  const shop = await service({ groupIds: [groupId] })
  await observe(shop, 'slow')
  clock.advance(1000)
  await check(shop, 'slow 503')
  await engine.queueAll()
  clock.advance(1000)
  await check(shop, 'up')
  await engine.queueAll()
  const limits = { room: 10, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60 }
  const claimed = await claimDeliveries(store, { ...limits, now: clock.now() })
  expect(claimed.map(({ alert }) => (alert.isUpdate ? 'update' : alert.kind))).toEqual(['update'])
})
