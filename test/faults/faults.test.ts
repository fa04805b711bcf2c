// The short part of `npm run faults`, which `npm test` has room for.
import { expect, it } from 'vitest'
import { moveTheClock } from './clock.ts'

it('goes on checking and telling, and says so, when the clock is set back by ten minutes and then forward by two hours', async () => {
  const { before, afterSetBack, afterSetForward, saidSo, toldAfterSetBack } = await moveTheClock({
    sites: 3,
    seconds: 8,
  })
  expect([saidSo, toldAfterSetBack]).toEqual([true, true])
  expect(Math.min(before, afterSetBack, afterSetForward)).toBeGreaterThan(0)
})
