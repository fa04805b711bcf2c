import { expect, it } from 'vitest'
import { refusalByLimit } from './assistant-change.ts'

const now = new Date('2026-03-01T12:00:00Z')
const before = (minutes: number, counted: number) => ({ counted, at: new Date(now.getTime() - minutes * 60_000) })
const refusal = (counted: number, ...earlier: ReturnType<typeof before>[]) =>
  refusalByLimit({ counted, limit: 5, earlier, now })

it('allows as many as the limit within an hour', () => {
  expect(refusal(5)).toBeNull()
  expect(refusal(3, before(30, 2))).toBeNull()
  expect(refusal(5, before(60, 5))).toBeNull()
  expect(refusal(0, before(30, 9))).toBeNull()
})

it('refuses more in one call, for which waiting does not help', () => {
  expect(refusal(6)).toMatchObject({ message: expect.stringContaining('6 objects'), retryAfterSeconds: null })
})

it('refuses more within an hour until enough of the earlier ones are older', () => {
  expect(refusal(2, before(50, 1), before(20, 3))).toMatchObject({ retryAfterSeconds: 10 * 60 })
  expect(refusal(3, before(50, 1), before(20, 3))).toMatchObject({ retryAfterSeconds: 40 * 60 })
  expect(refusal(1, before(59, 5))?.message).toContain('1 object, but this credential has already done that to 5')
})
