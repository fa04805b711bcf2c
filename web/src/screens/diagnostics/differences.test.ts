import { expect, it } from 'vitest'
import { type ComparedResult, differencesBetween } from './differences.ts'

const seen = (
  name: string,
  values: Record<string, unknown>,
  success: boolean | null = true,
  code = 200,
): ComparedResult => ({
  location: { name },
  success,
  data: {
    status_code: code,
    evidence: Object.entries(values).map(([key, value]) => ({ key, label: key, value })),
  },
})

it('names the location that gets another address', () => {
  const results = [
    seen('Frankfurt', { address: '198.51.100.1' }),
    seen('Helsinki', { address: '198.51.100.1' }),
    seen('Singapore', { address: '203.0.113.9' }),
  ]
  expect(differencesBetween(results)).toEqual([
    {
      kind: 'value',
      key: 'address',
      label: 'address',
      locations: ['Singapore'],
      value: '203.0.113.9',
      others: '198.51.100.1',
    },
  ])
})

it('puts failures first, then status codes', () => {
  const results = [seen('Frankfurt', {}), seen('Helsinki', {}), seen('Singapore', {}, false, 503)]
  expect(differencesBetween(results)).toEqual([
    { kind: 'fails', locations: ['Singapore'] },
    { kind: 'status', locations: ['Singapore'], value: '503', others: '200' },
  ])
})

it('compares records in any order, and no times, nested values or long texts', () => {
  const of = (name: string, records: string[], extra: object) => seen(name, { records, ...extra })
  const results = [
    of('Frankfurt', ['a', 'b'], { ttlSeconds: 5, answer: { a: 1 }, text: 'x'.repeat(400) }),
    of('Helsinki', ['b', 'a'], { ttlSeconds: 9, answer: { a: 2 }, text: 'y'.repeat(400) }),
  ]
  expect(differencesBetween(results)).toEqual([])
})

it('says nothing of a single location, and leaves out those that could not look', () => {
  expect(differencesBetween([seen('Frankfurt', { a: 1 }), seen('Helsinki', { a: 2 }, null)])).toEqual([])
})
