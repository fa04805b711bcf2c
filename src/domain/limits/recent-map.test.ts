import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RecentMap } from './recent-map.ts'

const call = fc.record({
  name: fc.constantFrom('get', 'set', 'delete'),
  key: fc.nat(12),
  weight: fc.integer({ min: 1, max: 12 }),
})

it('never weighs more than its limit, and never returns anything but the last value', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
      const map = new RecentMap<number, { weight: number }>({ maxWeight: 20, weightOf: ({ weight }) => weight })
      const last = new Map<number, { weight: number }>()
      for (const { name, key, weight } of calls) {
        if (name === 'get') expect([last.get(key), undefined]).toContain(map.get(key))
        if (name === 'set') {
          const value = { weight }
          last.set(key, value)
          map.set(key, value)
          expect(map.get(key)).toBe(weight <= 10 ? value : undefined)
        }
        if (name === 'delete') {
          map.delete(key)
          last.delete(key)
          expect(map.get(key)).toBeUndefined()
        }
        expect(map.weight).toBeLessThanOrEqual(20)
      }
      for (const key of last.keys()) map.delete(key)
      expect(map.weight).toBe(0)
    }),
  )
})

it('keeps what is used, and drops what is not', () => {
  const map = new RecentMap<number, string>({ maxWeight: 10 })
  map.set(0, 'used')
  map.set(1, 'unused')
  for (let key = 2; key < 50; key++) {
    map.set(key, 'new')
    expect(map.get(0)).toBe('used')
  }
  expect(map.get(1)).toBeUndefined()
})
