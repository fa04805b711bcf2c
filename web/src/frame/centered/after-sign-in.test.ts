import { expect, it } from 'vitest'
import { safeNext } from './after-sign-in.ts'

it.each([
  [undefined, '/'],
  ['/incidents/12?location=fra', '/incidents/12?location=fra'],
  ['https://elsewhere.example', '/'],
  ['//elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
])('after signing in, %s leads to %s', (next, to) => {
  expect(safeNext(next)).toBe(to)
})
