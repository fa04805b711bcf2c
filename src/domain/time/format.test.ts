import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationText, goDuration, utcText, withZonedTimes } from './format.ts'

it('formats times in UTC', () => {
  const at = new Date('2026-03-01T12:34:56.789Z')
  expect([utcText(at), utcText(at.getTime(), 'minutes')]).toEqual(['2026-03-01 12:34:56 UTC', '2026-03-01 12:34 UTC'])
})

it('puts the times of a text on the clocks of a zone', () => {
  expect(withZonedTimes('one was due at 2026-11-18 02:00:00 UTC', 'Europe/Berlin')).toBe(
    'one was due on Wed 18 Nov, 03:00 (Europe/Berlin), 02:00 UTC',
  )
  expect(withZonedTimes('none since 2026-11-18 02:00 UTC', 'UTC')).toBe('none since Wed 18 Nov, 02:00 UTC')
})

describe('a duration', () => {
  it.each([
    [0, '0 s'],
    [350, '350 ms'],
    [45_000, '45 s'],
    [59_700, '1 min'],
    [270_000, '4 min 30 s'],
    [7_200_000, '2 h'],
    [7_259_000, '2 h'],
    [273_600_000, '3 d 4 h'],
    [-270_000, '−4 min 30 s'],
  ])('of %i ms is %s', (ms, expected) => {
    expect(durationText(ms)).toBe(expected)
  })

  it.each([
    [0, '0s'],
    [1, '1ms'],
    [350, '350ms'],
    [999, '999ms'],
    [1000, '1s'],
    [1500, '1.5s'],
    [59_999, '59.999s'],
    [60_000, '1m0s'],
    [270_000, '4m30s'],
    [3_600_000, '1h0m0s'],
    [3_605_000, '1h0m5s'],
    [90_061_001, '25h1m1.001s'],
    [-1500, '-1.5s'],
  ])('of %i ms is printed as Go does: %s', (ms, expected) => {
    expect(goDuration(ms)).toBe(expected)
  })

  it('can be read back', () => {
    const factors: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
    const read = (text: string): number =>
      [...text.matchAll(/([\d.]+)(ms|[hms])/g)].reduce(
        (sum, [, count, unit]) => sum + Number(count) * factors[unit!]!,
        0,
      )
    fc.assert(fc.property(fc.nat(2_000_000_000), (ms) => void expect(read(goDuration(ms))).toBeCloseTo(ms, 3)))
  })
})
