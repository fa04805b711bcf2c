import { expect, it } from 'vitest'
import { withUnits } from './use-format.ts'

it.each([
  ['1 min 11 s', '1\u00a0min 11\u00a0s'],
  ['5 days 23 h', '5\u00a0days 23\u00a0h'],
  ['every 30 s', 'every 30\u00a0s'],
  ['—', '—'],
])('%s does not break before a unit', (text, kept) => {
  expect(withUnits(text)).toBe(kept)
})
