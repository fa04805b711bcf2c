import { expect, it } from 'vitest'
import { refuseUnstorable } from './storable.ts'

it.each([null, 7, true, '🐦', { a: [{ b: 'text' }, null, 1] }])('stores %j', (value) => {
  expect(() => refuseUnstorable(value)).not.toThrow()
})

it.each([
  ['a text', '\0', 'body: must be valid Unicode text'],
  ['a text inside', { list: [1, { name: 'half \ud83d of a pair' }] }, 'list[1].name: must be valid Unicode text'],
  ['the name of a field', { labels: { 'a\0': 1 } }, 'labels: must be valid Unicode text'],
])('refuses %s that PostgreSQL cannot store', (_where, value, message) => {
  expect(() => refuseUnstorable(value)).toThrow(message)
})

it('refuses what is nested deeper than the limit', () => {
  const nested = (levels: number): unknown => (levels === 0 ? 1 : { deep: nested(levels - 1) })
  expect(() => refuseUnstorable(nested(32))).not.toThrow()
  expect(() => refuseUnstorable(nested(33))).toThrow('deep: nested deeper than 32 levels')
})
