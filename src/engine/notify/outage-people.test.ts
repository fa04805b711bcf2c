// While a subject fails, is not acknowledged and not silent, somebody is being paged, and an acknowledgement stops it.
import { describe, expect, it } from 'vitest'
import { dedupKeyOf } from '../../domain/notifying/reply.ts'
import { alertWorld, page } from '../../../test/kit/alerts/world.ts'

const minutes = 60

/** Shop pages Ada at once and Ben ten minutes later, and reminds its chat every half hour. */
async function watched() {
  const world = await alertWorld()
  const [ada, ben] = [await world.person('Ada'), await world.person('Ben')]
  const groupIds = [await world.group({ policyId: await world.policy([page([ada]), page([ben], 10)]) })]
  const chat = await world.channel('slack')
  const shop = await world.service({ groupIds, repeatIntervalSeconds: 1800 })
  return { ...world, ada: ada.devices[0]!, ben: ben.devices[0]!, chat, shop }
}

describe('an outage whose first incident ended', () => {
  it('is repeated to people as long as the monitor fails', async () => {
    const { observe, pass, received, chat, shop } = await watched()
    await observe(shop, 'refused')
    await observe(shop, '503')
    await pass(65 * minutes, 60)
    expect(received(chat).filter((one) => one.startsWith('reminder'))).toEqual([
      'reminder Shop 503',
      'reminder Shop 503',
    ])
  })

  it('pages with what fails now, and the page can be acknowledged', async () => {
    const { observe, pass, acknowledge, receivers, incidents, received, ada, ben, shop } = await watched()
    await observe(shop, 'refused')
    await observe(shop, '503')
    expect(received(ada)).toEqual(['firing Shop refused'])
    await pass(11 * minutes, 60)
    expect(received(ben)).toEqual(['reminder Shop 503'])
    const { alert } = receivers.attempts.findLast(({ channelId }) => channelId === ben)!
    expect(await acknowledge(alert.incident.id)).toBeNull()
    expect((await incidents(shop)).map(({ status }) => status)).toEqual(['resolved', 'acknowledged'])
  })

  it('is acknowledged by the button of its first page, and nobody is paged any more', async () => {
    const { receivers, observe, pass, reply, received, ada, ben, chat, shop } = await watched()
    await observe(shop, 'refused')
    const paged = receivers.attempts.find(({ channelId }) => channelId === ada)!
    await observe(shop, '503')
    expect(await reply('acknowledge', paged)).toBe('done')
    await pass(65 * minutes, 60)
    expect(received(ben)).toEqual([])
    expect(received(chat).filter((one) => one.startsWith('reminder'))).toEqual([])
  })
})

it('acknowledging a later incident stops pages and reminders while the first still fires', async () => {
  const { observe, pass, acknowledge, incidents, received, ben, chat, shop } = await watched()
  await observe(shop, '503')
  await observe(shop, 'slow 503')
  const [, later] = await incidents(shop)
  expect(await acknowledge(later!.id)).toBeNull()
  await pass(65 * minutes, 60)
  expect(received(ben)).toEqual([])
  expect(received(chat).filter((one) => one.startsWith('reminder'))).toEqual([])
})

it('a person who was paged through an email channel of the organization hears of the end', async () => {
  const { person, policy, group, channel, service, observe, received } = await alertWorld()
  const ada = await person('Ada', [])
  const mail = await channel('email', { isDefault: false })
  const shop = await service({ groupIds: [await group({ policyId: await policy([page([ada])]) })] })
  await observe(shop, 'refused')
  await observe(shop, 'up')
  expect(received(mail)).toEqual(['firing Shop refused', 'resolved Shop refused'])
})

it('people of a group hear of an outage once if it ended before they could, although others were paged', async () => {
  const { person, policy, group, channel, service, observe, pass, refuse, received } = await alertWorld()
  const policyId = await policy([page([await person('Ben', [])])])
  const some = await group({ addresses: ['ada@example.com'], policyId })
  const mail = await channel('email', { isDefault: false, groupIds: [some] })
  const shop = await service({ groupIds: [some] })
  refuse(mail, () => true)
  await observe(shop, 'refused')
  await observe(shop, 'up')
  await pass(30)
  refuse(mail, () => false)
  await pass(600, 30)
  expect(received(mail)).toEqual(['missed Shop'])
})

it.each(['pagerduty', 'slack', 'webhook'])(
  'a fallback (%s) hears the end of what it received the beginning of',
  async (type) => {
    const { engine, channel, service, check, clock, observe, pass, refuse, received } = await alertWorld()
    const fallbackChannelId = await channel(type, { isDefault: false })
    const hook = await channel('webhook', { fallbackChannelId })
    const shop = await service()
    refuse(hook, ({ kind }) => kind === 'firing')
    await observe(shop, 'refused')
    await observe(shop, 'up')
    expect(received(fallbackChannelId)).toEqual(['firing Shop refused', 'resolved Shop refused'])
    // The end is queued before the beginning has failed.
    await check(shop, '503')
    await engine.queueAll()
    clock.advance(1000)
    await check(shop, 'up')
    await engine.queueAll()
    await pass(60)
    expect(received(fallbackChannelId).slice(2)).toEqual(['firing Shop 503', 'resolved Shop 503'])
  },
)

it('a fallback is not reminded of what it knows to be over', async () => {
  const { engine, channel, service, check, clock, observe, refuse, received } = await alertWorld()
  const fallbackChannelId = await channel('webhook', { isDefault: false })
  const hook = await channel('webhook', { fallbackChannelId })
  const shop = await service({ repeatIntervalSeconds: 600 })
  refuse(hook, () => true)
  await observe(shop, 'refused')
  clock.advance(601_000)
  await engine.queueAll()
  await check(shop, 'up')
  await engine.round()
  expect(received(fallbackChannelId)).toEqual(['firing Shop refused', 'resolved Shop refused'])
})

it('a fallback of a program hears the end of an outage that was silent for people', async () => {
  const { engine, receivers, channel, service, check, observe, refuse, received, setShadow } = await alertWorld()
  const fallbackChannelId = await channel('pagerduty', { isDefault: false })
  const hook = await channel('webhook', { fallbackChannelId })
  const shop = await service()
  refuse(hook, ({ kind }) => kind === 'firing')
  await setShadow(shop, true)
  await observe(shop, 'refused')
  await setShadow(shop, false)
  await check(shop, 'slow 503')
  await engine.route()
  await setShadow(shop, true)
  await engine.round()
  await observe(shop, 'up')
  expect(received(fallbackChannelId)).toEqual(['firing Shop 503', 'resolved Shop slow'])
  // A pager ends what it knows by this key.
  const theirs = receivers.attempts.filter(({ channelId }) => channelId === fallbackChannelId)
  expect(new Set(theirs.map(({ alert }) => dedupKeyOf(alert))).size).toBe(1)
})

it('retention keeps the first incident of an outage, so that people hear of the end', async () => {
  const { clock, channel, service, observe, received, applyRetention } = await alertWorld()
  const chat = await channel('slack')
  const shop = await service()
  await observe(shop, 'refused')
  await observe(shop, '503')
  clock.advance(100 * 86_400_000)
  await applyRetention()
  await observe(shop, '503')
  await observe(shop, 'up')
  expect(received(chat).at(-1)).toMatch(/^resolved Shop/)
})

it('retention keeps all incidents of an outage until it is over', async () => {
  const { clock, service, observe, incidents, applyRetention } = await alertWorld()
  const shop = await service()
  await observe(shop, 'refused')
  await observe(shop, '503')
  await observe(shop, 'slow')
  clock.advance(100 * 86_400_000)
  await applyRetention()
  expect((await incidents(shop)).map(({ rule }) => rule)).toEqual(['refused', '503', 'slow'])
  await observe(shop, 'up')
  clock.advance(100 * 86_400_000)
  await applyRetention()
  expect(await incidents(shop)).toEqual([])
})

it('an outage that outlives the retention of its first incident keeps it, and gets further incidents', async () => {
  const { clock, service, observe, incidents, applyRetention } = await alertWorld()
  const shop = await service()
  await observe(shop, 'refused')
  await observe(shop, '503')
  clock.advance(100 * 86_400_000)
  await applyRetention()
  await observe(shop, 'slow 503')
  expect((await incidents(shop)).map(({ rule }) => rule)).toEqual(['refused', '503', 'slow'])
})
