import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { createOwnClock } from './own-clock.ts'

it('says what the kernel knows of its clock', async () => {
  const known = await createOwnClock(fakeClock())()
  expect(['synchronized', 'unsynchronized', 'unknown']).toContain(known)
  // Debian has what is needed to ask.
  if (process.platform === 'linux') expect(known).not.toBe('unknown')
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
  expect(await second).toBe(await first)
})
