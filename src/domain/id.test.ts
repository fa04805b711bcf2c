import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newId } from './id.ts'

describe('newId', () => {
  it('returns UUIDs of version 7', () => {
    expect(newId(new Date('2026-03-01T12:00:00Z'))).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
  })

  it('returns a different id each time', () => {
    const now = new Date('2026-03-01T12:00:00Z')
    expect(new Set(Array.from({ length: 1000 }, () => newId(now))).size).toBe(1000)
  })

  it('keeps the order within a millisecond', () => {
    const now = new Date('2026-03-01T12:00:01Z')
    const made = Array.from({ length: 10_000 }, () => newId(now))
    expect(made.toSorted()).toEqual(made)
  })

  it('keeps the order of each of several concurrent requests', () => {
    const moments = Array.from({ length: 20 }, (_, n) => new Date(Date.UTC(2026, 2, 1, 13) + n))
    const made = Array.from({ length: 50 }, () => moments.map((now) => newId(now)))
    for (const n of moments.keys()) {
      const own = made.map((row) => row[n]!)
      expect(own.toSorted()).toEqual(own)
    }
  })

  it('remembers a millisecond for as long as it is in use', () => {
    const inUse = new Date('2026-03-01T14:00:00Z')
    const others = Array.from({ length: 200 }, (_, n) => new Date(Date.UTC(2026, 2, 1, 15) + n))
    const own = others.map((other) => {
      newId(other)
      return newId(inUse)
    })
    expect(own.toSorted()).toEqual(own)
  })

  it('contains the time, so that later ids sort later', () => {
    const moment = fc.integer({ min: 0, max: 4_102_444_800_000 })
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        const [first, second] = [newId(new Date(a)), newId(new Date(b))]
        const carried = Number.parseInt(first.replaceAll('-', '').slice(0, 12), 16)
        expect(carried).toBe(a)
        if (a !== b) expect(first < second).toBe(a < b)
      }),
    )
  })
})
