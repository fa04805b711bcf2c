import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { createBrowserClaims } from './browser-claims.ts'
import type { BrowserSlots } from './browser-lane.ts'

function claims(free = 2) {
  const clock = fakeClock()
  const used: number[] = []
  const slots: BrowserSlots = {
    freeBrowsers: free,
    browserMissing: null,
    hold: () => ({ count: free, use: (count) => void used.push(count) }),
    release: () => undefined,
  }
  const started = createBrowserClaims(slots, clock)
  const limits: number[] = []
  return {
    clock,
    used,
    /** Ordinary checks, so many of them a second late. */
    take: (count: number, late: number) =>
      started.noteTaken(
        Array.from({ length: count }, (_, n) => new Date(clock.now().getTime() - (n < late ? 1000 : 100))),
      ),
    claimed: async (): Promise<number | undefined> => {
      limits.length = 0
      await started.claim(async (limit) => limits.push(limit))
      return limits[0]
    },
  }
}

it('claims for every free browser while ordinary checks are on time, a few aside', async () => {
  const { take, claimed, used } = claims()
  expect(await claimed()).toBe(2)
  take(1000, 10)
  expect(await claimed()).toBe(2)
  expect(used).toEqual([1, 1])
})

it('claims nothing while ordinary checks are late, and goes on when they are on time again', async () => {
  const { take, claimed, clock } = claims()
  take(1000, 11)
  expect(await claimed()).toBeUndefined()
  clock.advance(5001)
  expect(await claimed()).toBe(2)
})

it('claims one a minute where ordinary checks are always late', async () => {
  const { take, claimed, clock } = claims()
  const claimedAt: number[] = []
  for (let second = 0; second <= 150; second++) {
    take(100, 50)
    if ((await claimed()) === 1) claimedAt.push(second)
    clock.advance(1000)
  }
  expect(claimedAt).toEqual([60, 120])
})

it('asks nobody while every browser is busy', async () => {
  expect(await claims(0).claimed()).toBeUndefined()
})

it('gives its slots back when checks could not be claimed', async () => {
  const used: number[] = []
  const held = { count: 2, use: (count: number) => void used.push(count) }
  const slots = { freeBrowsers: 2, browserMissing: null, hold: () => held, release: () => undefined }
  const failing = createBrowserClaims(slots, fakeClock()).claim(async () => {
    throw new Error('the database is away')
  })
  await expect(failing).rejects.toThrow('away')
  expect(used).toEqual([0])
})
