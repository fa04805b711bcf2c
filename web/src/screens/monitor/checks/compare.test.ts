import { expect, it } from 'vitest'
import { compare } from './compare.ts'

const capital = (key: string): string => `${key[0]!.toUpperCase()}${key.slice(1)}`

it('names what is other, what is new and what is gone, by the way to it', () => {
  const before = { status: 200, headers: { server: 'a', etag: '1' }, addresses: ['10.0.0.1', '10.0.0.2'] }
  const now = { status: 503, headers: { server: 'a', 'retry-after': '30' }, addresses: ['10.0.0.1'] }
  expect(compare(before, now, capital)).toEqual({
    changed: [
      { name: 'Status', before: '200', now: '503' },
      { name: 'Headers › retry-after', before: null, now: '30' },
      { name: 'Addresses', before: '10.0.0.1, 10.0.0.2', now: '10.0.0.1' },
      { name: 'Headers › etag', before: '1', now: null },
    ],
    same: [{ name: 'Headers › server', before: 'a', now: 'a' }],
  })
})

it('has nothing to say of what is equal or was never seen', () => {
  expect(compare({ a: { b: [1] } }, { a: { b: [1] } }, capital).changed).toEqual([])
  expect(compare(null, undefined, capital)).toEqual({ changed: [], same: [] })
})
