// Only a violation confirms.
import { expect, it } from 'vitest'
import { symptomRules } from '../../../test/kit/alerts/symptoms.ts'
import { alertWorld } from '../../../test/kit/alerts/world.ts'

it('a successful check opens no incident', async () => {
  const { service, check, clock, incidents } = await alertWorld()
  const rules = [{ ...symptomRules.refused, durationWindow: 60 }]
  const shop = await service({ strategy: 'parallel', rules })
  await check(shop, 'refused')
  clock.advance(61_000)
  await check(shop, 'up')
  expect(await incidents(shop)).toEqual([])
})

it('checks that could not run do not confirm a monitor whose parent has recovered', async () => {
  const { service, observe, channel, pass, received } = await alertWorld()
  const chat = await channel('slack')
  const gateway = await service({ name: 'Gateway' })
  const shop = await service({ parentId: gateway })
  await observe(gateway, 'refused')
  await observe(shop, 'refused')
  await observe(gateway, 'up')
  for (let n = 0; n < 3; n++) await observe(shop, 'unknown')
  await pass(60)
  expect(received(chat)).toEqual(['firing Gateway refused', 'resolved Gateway refused'])
  await observe(shop, 'refused')
  expect(received(chat).at(-1)).toBe('firing Shop refused')
})

it('a check of the parent that could not run does not decide whose fault it is', async () => {
  const { service, observe, channel, pass, received } = await alertWorld()
  const chat = await channel('slack')
  const gateway = await service({ name: 'Gateway' })
  const shop = await service({ parentId: gateway })
  await observe(shop, 'refused')
  await observe(gateway, 'unknown')
  await pass(20)
  await observe(gateway, 'refused')
  await pass(60)
  expect(received(chat)).toEqual(['firing Gateway refused'])
})
