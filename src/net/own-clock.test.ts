import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { createOwnClock } from './own-clock.ts'

const knownStates = ['synchronized', 'unsynchronized']

it("reports the state of the kernel's clock", async () => {
  // Debian ships what is needed; a busy machine may exceed the one-second limit.
  const states = process.platform === 'linux' ? knownStates : ['unknown']
  await expect.poll(() => createOwnClock(fakeClock())()).toBeOneOf(states)
})

it('queries the kernel once a minute at most', async () => {
  const clock = fakeClock()
  const ownClock = createOwnClock(clock)
  const first = ownClock()
  clock.advance(59_000)
  expect(ownClock()).toBe(first)
  clock.advance(1000)
  const second = ownClock()
  expect(second).not.toBe(first)
  await Promise.all([first, second])
})
