import { expect, it } from 'vitest'
import { keptDays } from './retention.ts'

it.each([
  ['as long as the plan keeps it, where nothing was chosen', 90, null, 90],
  ['for ever, where neither says otherwise', -1, null, null],
  ['for a shorter time that was chosen', 90, 30, 30],
  ['no longer than the plan keeps it, also when that has become less than was chosen', 30, 90, 30],
  ['as long as was chosen, where the plan keeps it for ever', -1, 400, 400],
])('things are kept %s', (_what, limit, chosen, days) => {
  expect(keptDays(limit, chosen)).toBe(days)
})
