// Uptime is computed with integers, so that no share is rounded down twice.
import { expect, it } from 'vitest'
import { uptimeOf } from './figures.ts'
import { uptimePercent } from '../../domain/report/counted-time.ts'

/** Rounded down to four decimals without fractions on the way. */
const expected = (good: number, all: number): number => Number((BigInt(good) * 1_000_000n) / BigInt(all)) / 10_000

const shares: [checks: number, failures: number][] = []
for (let checks = 1; checks <= 200; checks++)
  for (let failures = 0; failures <= checks; failures++) shares.push([checks, failures])

it('80 checks with 39 failures are 51.25 %', () => {
  expect([uptimeOf({ checks: 80, failures: 39 }), uptimePercent(80, 39)]).toEqual([51.25, 51.25])
})

it('every share is exact to four decimals', () => {
  const wrong = shares.filter(([checks, failures]) => {
    const exact = expected(checks - failures, checks)
    return uptimeOf({ checks, failures }) !== exact || uptimePercent(checks, failures) !== exact
  })
  expect(wrong).toEqual([])
})
