import { expect, it } from 'vitest'
import { isAwaitingFirstCheck } from './evaluated.ts'

const rule = { created_at: '2026-03-01T12:00:00Z' }
const checkedAt = (...times: (string | null)[]) => times.map((last_check_at) => ({ last_check_at }))

it.each([
  ['the last check is older than the rule', ['2026-03-01T11:59:00Z', null], true],
  ['every check is older', ['2026-03-01T11:59:00Z', '2026-03-01T11:58:00Z'], true],
  ['a location has checked since', ['2026-03-01T11:59:00Z', '2026-03-01T12:00:01Z'], false],
  ['no check is known', [null], false],
  ['the monitor is not checked from locations', [], false],
])('a rule waits for its first check: %s', (_what, times, isWaiting) =>
  expect(isAwaitingFirstCheck(rule, checkedAt(...times))).toBe(isWaiting),
)
