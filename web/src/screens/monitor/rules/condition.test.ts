import { expect, it } from 'vitest'
import { storedValue, writtenValue } from './condition.ts'

it.each([
  ['not_in_groups', '["2xx","3xx"]', '2xx, 3xx'],
  ['in_groups', '["404"]', '404'],
  ['>', '1200', '1200'],
  ['==', 'false', 'false'],
])('%s %s is written “%s”, and stored again as it was', (operator, stored, written) => {
  expect(writtenValue(operator, stored)).toBe(written)
  expect(storedValue(operator, written)).toBe(stored)
})
