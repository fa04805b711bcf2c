import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { createSessionBudget, sessionPerMinute } from './session-budget.ts'

it('limits the requests of a session without affecting others', () => {
  const clock = fakeClock()
  const take = createSessionBudget(clock)
  for (let n = 0; n < sessionPerMinute; n++) take('one')
  const refused = { code: 'rate_limited', headers: { 'retry-after': '60' } }
  expect(() => take('one')).toThrow(expect.objectContaining(refused))
  expect(() => take('other')).not.toThrow()
  clock.advance(60_000)
  expect(() => take('one')).not.toThrow()
})
