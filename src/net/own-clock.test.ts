import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { createOwnClock } from './own-clock.ts'

const known = ['synchronized', 'unsynchronized']

it('says what the kernel knows of its clock', async () => {
  // Debian has what is needed to ask; a busy machine may need more than the second that there is for it.
  const states = process.platform === 'linux' ? known : ['unknown']
  await expect.poll(() => createOwnClock(fakeClock())()).toBeOneOf(states)
})

it('asks once a minute at most', async () => {
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
