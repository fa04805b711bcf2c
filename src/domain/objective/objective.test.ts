import { property, array, assert as hold, constantFrom, double, integer } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetOf, burnRate, verdictOf } from './budget.ts'
import {
  type Burn,
  type Rate,
  burnAfter,
  isRaised,
  objectiveState,
  objectiveWindows,
  ratesOf,
  threshold,
  windowAt,
} from './objective.ts'

const minute = 60_000
const day = 1440 * minute
const now = new Date('2026-03-29T12:00:00Z')
const window = constantFrom(...objectiveWindows)
const target = double({ min: 50, max: 99.999, noNaN: true })

/** Down or up per minute, latest first. */
const minutes = array(integer({ min: 0, max: 1 }), { minLength: 400, maxLength: 400 })
const readingOf = (down: readonly number[]) => (lastMs: number) => ({
  monitoredMs: lastMs,
  downMs: down.slice(0, lastMs / minute).reduce((sum, one) => sum + one, 0) * minute,
})

describe('a budget', () => {
  it('is spent exactly if it burns at 1 for its whole window', () => {
    hold(
      property(target, integer({ min: 1, max: 1e9 }), (target, monitoredMs) => {
        const { totalMs } = budgetOf(target, { monitoredMs, downMs: 0 })
        const { remainingMs, burnRate } = budgetOf(target, { monitoredMs, downMs: totalMs })
        expect(remainingMs).toBeCloseTo(0)
        expect(burnRate).toBeCloseTo(1)
      }),
    )
  })

  it('of 99.9 percent over thirty days is 43.2 minutes', () => {
    expect(budgetOf(99.9, { monitoredMs: 30 * day, downMs: 0 }).totalMs).toBe(43.2 * minute)
  })

  it('is null if nothing was monitored', () => {
    expect(burnRate(99.9, { monitoredMs: 0, downMs: 0 })).toBeNull()
  })
})

describe('a verdict', () => {
  const period = { monitors: 2, periodMs: 30 * day }

  it.each([
    ['too_early', 2 * day - 1, day],
    ['met', 2 * day, 2.88 * minute],
    ['missed', 2 * day, 2.89 * minute],
  ] as const)('is %s after %s ms of two monitors with %s ms of downtime', (verdict, monitoredMs, downMs) => {
    expect(verdictOf(99.9, { monitoredMs, downMs }, period)).toBe(verdict)
  })

  it('needs a tenth of a short period', () => {
    const sums = { monitoredMs: day / 10, downMs: 0 }
    expect(verdictOf(99.9, sums, { monitors: 1, periodMs: day })).toBe('met')
  })

  it.each([
    ['met', null, 'met'],
    ['met', 'slow', 'burning'],
    ['too_early', 'fast', 'burning'],
    ['missed', 'fast', 'missed'],
  ] as const)('of %s while it burns %s is shown as %s', (verdict, burning, state) => {
    expect(objectiveState(verdict, burning)).toBe(state)
  })
})

describe('a window', () => {
  it('of a month is as long as the month is in its zone', () => {
    const { from, lengthMs } = windowAt('month', { now, timezone: 'Europe/Berlin' })
    expect(from.toISOString()).toBe('2026-02-28T23:00:00.000Z')
    expect(lengthMs).toBe(31 * day - 60 * minute)
  })
})

describe('burning', () => {
  const rates = (fast: Partial<Rate>, slow: Partial<Rate> = {}): Record<Burn, Rate> => ({
    fast: { long: 0, short: 0, threshold: 14.4, ...fast },
    slow: { long: 0, short: 0, threshold: 6, ...slow },
  })
  const both: Burn[] = ['fast', 'slow']

  it('over thirty days alerts at the usual rates', () => {
    expect(threshold('fast', 30 * day)).toBeCloseTo(14.4)
    expect(threshold('slow', 30 * day)).toBeCloseTo(6)
  })

  it.each<[string, Burn | null, Record<Burn, Rate>, readonly Burn[], Burn | null]>([
    ['nothing happens', null, rates({}), both, null],
    ['only the hour is bad', null, rates({ long: 20, short: 1 }), both, null],
    ['only the last minutes are bad', null, rates({ long: 1, short: 200 }), both, null],
    ['both are bad', null, rates({ long: 20, short: 20 }), both, 'fast'],
    ['both are bad and nobody asked', null, rates({ long: 20, short: 20 }), ['slow'], null],
    ['it was bad and goes on', 'fast', rates({ long: 1, short: 20 }), both, 'fast'],
    ['it was bad and is over', 'fast', rates({ long: 20, short: 1 }), both, null],
    ['slow becomes fast', 'slow', rates({ long: 20, short: 20 }, { long: 7, short: 7 }), both, 'fast'],
    ['fast becomes slow', 'fast', rates({ long: 20, short: 1 }, { long: 7, short: 7 }), both, 'slow'],
  ])('when %s', (_words, before, seen, watched, after) => {
    expect(burnAfter(before, seen, watched)).toBe(after)
  })

  it('never begins without downtime, begins under constant downtime, and ends within half an hour after it', () => {
    hold(
      property(window, target, minutes, (window, target, down) => {
        const { lengthMs } = windowAt(window, { now, timezone: 'UTC' })
        const after = (before: Burn | null, some: readonly number[]): Burn | null =>
          burnAfter(before, ratesOf(target, lengthMs, readingOf(some)), both)
        expect(after(null, down.fill(0, 0, 30))).toBeNull()
        expect(after('fast', down)).toBeNull()
        const burnsAtMost = burnRate(target, { monitoredMs: 1, downMs: 1 })!
        if (burnsAtMost >= threshold('fast', lengthMs)) expect(after(null, down.fill(1))).toBe('fast')
      }),
      { numRuns: 50 },
    )
  })
})

it('is announced again only when it becomes critical', () => {
  const alerts = { fast: 'critical', slow: 'warning' } as const
  const isAnnounced = (before: Burn | null, after: Burn | null) => isRaised(alerts, before, after)
  expect([isAnnounced('slow', 'fast'), isAnnounced(null, 'fast')]).toEqual([true, true])
  expect([isAnnounced('fast', 'slow'), isAnnounced('fast', 'fast'), isAnnounced(null, 'slow')]).toEqual(
    Array(3).fill(false),
  )
  expect(isRaised({ fast: 'critical', slow: 'critical' }, 'slow', 'fast')).toBe(false)
})
