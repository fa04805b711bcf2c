import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EvenSample } from './sample.ts'

/** A reproducible random generator. */
function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

function sampleOf(length: number, size: number, seed: number): number[] {
  const sample = new EvenSample<number>(size, chance(seed))
  for (let item = 0; item < length; item++) sample.add(() => item)
  expect(sample.count).toBe(length)
  return sample.items()
}

it('contains all of a short list', () => {
  expect(sampleOf(10, 10, 1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(sampleOf(3, 10, 1)).toEqual([0, 1, 2])
  expect(sampleOf(0, 10, 1)).toEqual([])
  expect(sampleOf(100, 0, 1)).toEqual([])
})

it('is spread over a list of any length, in order, without duplicates', () => {
  const lengths = fc.integer({ min: 1, max: 5000 })
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 100 }), fc.nat(), (length, size, seed) => {
      const items = sampleOf(length, size, seed)
      expect(items).toHaveLength(Math.min(size, length))
      expect(items.every((item, index) => index === 0 || item > items[index - 1]!)).toBe(true)
      // No gap is longer than three shares of the list.
      const gaps = [...items, length].map((item, index) => item - (items[index - 1] ?? 0))
      expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(length / items.length) * 3 + 1)
    }),
    { numRuns: 200 },
  )
})

it('differs each time, and can contain every item', () => {
  const counts = new Map<number, number>()
  for (let seed = 0; seed < 2000; seed++)
    for (const item of sampleOf(100, 10, seed * 7919)) counts.set(item, (counts.get(item) ?? 0) + 1)
  expect(counts.size).toBe(100)
  expect(Math.min(...counts.values())).toBeGreaterThan(80)
  expect(Math.max(...counts.values())).toBeLessThan(400)
})
