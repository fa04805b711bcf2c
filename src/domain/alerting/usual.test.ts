import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type UnusualTerms,
  type UsualRange,
  bandOf,
  directions,
  isUnusual,
  readUnusual,
  sensitivities,
} from '../checking/unusual.ts'
import { type HourFigures, hoursLike, usualRange } from './usual.ts'

const hour = 3_600_000
const week = 168 * hour
const now = Date.parse('2026-03-10T14:00:00Z')
const flat = (value: number, checks = 60): HourFigures => ({ checks, mean: value, min: value / 2, max: value * 2 })

/** What is usual at `now` if this is stored of each hour. */
const rangeOf = (stored: (hour: number) => HourFigures | undefined, timeZone = 'UTC'): UsualRange | null =>
  usualRange(hoursLike(now, timeZone), stored)

describe('the value of a rule on unusual values', () => {
  it.each([
    ['above', { direction: 'above', sensitivity: 'normal', floor: 100 }],
    ['below sensitivity=low', { direction: 'below', sensitivity: 'low', floor: 100 }],
    ['either floor=2.5', { direction: 'either', sensitivity: 'normal', floor: 2.5 }],
    ['above sensitivity=high floor=0', { direction: 'above', sensitivity: 'high', floor: 0 }],
  ])('reads %s', (value, terms) => expect(readUnusual(value)).toEqual(terms))

  it.each([
    '',
    'over',
    'above ',
    'above  floor=1',
    'above floor=-1',
    'above floor=1 sensitivity=low',
    'above\n',
    '300',
  ])('refuses %j', (value) => expect(readUnusual(value)).toBeNull())
})

describe('what is usual', () => {
  it('comes from the same hour and its neighbours in each of four weeks', () => {
    const like = hoursLike(now, 'UTC').flat()
    expect(new Set(like).size).toBe(12)
    for (const one of like) expect(Math.abs(((now - one + 2 * hour) % week) - 2 * hour)).toBeLessThanOrEqual(hour)
    expect(Math.max(...like)).toBeLessThan(now)
  })

  it('follows the wall clock across a clock change', () => {
    const monday = Date.parse('2026-03-30T07:00:00Z')
    const hours = hoursLike(monday, 'Europe/Berlin').map(([, same]) => new Date(same!).toISOString())
    expect(hours).toEqual([
      '2026-03-23T08:00:00.000Z',
      '2026-03-16T08:00:00.000Z',
      '2026-03-09T08:00:00.000Z',
      '2026-03-02T08:00:00.000Z',
    ])
  })

  it('is unknown until two weeks have such an hour', () => {
    expect(rangeOf(() => undefined)).toBeNull()
    expect(rangeOf((at) => (at > now - 1.5 * week ? flat(200) : undefined))).toBeNull()
    expect(rangeOf((at) => (at > now - 2.5 * week ? flat(200) : undefined))).toEqual({
      low: 100,
      middle: 200,
      high: 400,
    })
  })

  it('reaches further if an hour has few checks, whose slowest says little', () => {
    const highs = [720, 60, 12, 4, 1].map((checks) => rangeOf(() => flat(200, checks))!.high)
    expect(highs[0]).toBe(400)
    expect(highs).toEqual(highs.toSorted((one, other) => one - other))
    expect(highs[2]).toBeGreaterThan(450)
  })

  it('does not move because of one bad week of four', () => {
    for (const bad of [1, 2, 3, 4]) {
      const isBad = (at: number): boolean => Math.abs(now - bad * week - at) <= hour
      expect(rangeOf((at) => flat(isBad(at) ? 9000 : 200))).toEqual({ low: 100, middle: 200, high: 400 })
      expect(rangeOf((at) => flat(isBad(at) ? 1 : 200))).toEqual({ low: 100, middle: 200, high: 400 })
    }
  })
})

const someHours = fc.array(
  fc.record({ mean: fc.integer({ min: 0, max: 5000 }), up: fc.nat({ max: 5000 }), down: fc.nat({ max: 5000 }) }),
  { minLength: 12, maxLength: 12 },
)
const someTerms = fc.record({
  direction: fc.constantFrom(...directions),
  sensitivity: fc.constantFrom(...sensitivities),
  floor: fc.integer({ min: 0, max: 500 }),
})

function rangeFrom(hours: readonly { mean: number; up: number; down: number }[], shift = 0, scale = 1): UsualRange {
  const moved = (value: number): number => (value + shift) * scale
  const like = hoursLike(now, 'UTC')
  const places = like.flat()
  return usualRange(like, (at) => {
    const { mean, up, down } = hours[places.indexOf(at)]!
    return { checks: 60, mean: moved(mean), min: moved(mean - down), max: moved(mean + up) }
  })!
}

describe('any band', () => {
  const withTerms = (terms: UnusualTerms, more: Partial<UnusualTerms>): UnusualTerms => ({ ...terms, ...more })

  it('is narrower with a higher sensitivity, and wider with a higher floor', () => {
    fc.assert(
      fc.property(someHours, someTerms, fc.nat({ max: 500 }), (hours, terms, more) => {
        const range = rangeFrom(hours)
        const [low, normal, high] = sensitivities.map((sensitivity) => bandOf(range, withTerms(terms, { sensitivity })))
        for (const [wide, narrow] of [
          [low!, normal!],
          [normal!, high!],
          [bandOf(range, withTerms(terms, { floor: terms.floor + more })), bandOf(range, terms)],
        ] as const) {
          expect(wide.low).toBeLessThanOrEqual(narrow.low)
          expect(wide.high).toBeGreaterThanOrEqual(narrow.high)
        }
      }),
    )
  })

  it('moves and grows with the values', () => {
    fc.assert(
      fc.property(
        someHours,
        someTerms,
        fc.nat({ max: 1000 }),
        fc.integer({ min: 1, max: 8 }),
        (hours, terms, by, times) => {
          const high = { ...terms, direction: 'above' } as const
          const band = bandOf(rangeFrom(hours), high)
          expect(bandOf(rangeFrom(hours, by), high).high).toBeCloseTo(band.high + by, 6)
          const scaled = bandOf(rangeFrom(hours, 0, times), { ...high, floor: terms.floor * times })
          expect(scaled.high).toBeCloseTo(band.high * times, 6)
        },
      ),
    )
  })

  it('holds the middle, and no value inside is unusual', () => {
    fc.assert(
      fc.property(someHours, someTerms, fc.double({ min: 0, max: 1, noNaN: true }), (hours, terms, part) => {
        const range = rangeFrom(hours)
        const { low, high } = bandOf(range, terms)
        expect(high).toBeGreaterThanOrEqual(range.middle)
        const inside = Math.min(high, Math.max(low, low + part * (high - low)))
        expect(isUnusual(inside, range, terms)).toBe(false)
        expect(isUnusual(high + 1, range, terms)).toBe(terms.direction !== 'below')
        if (low > 0) expect(isUnusual(low - Math.min(1, low), range, terms)).toBe(terms.direction !== 'above')
      }),
    )
  })
})
