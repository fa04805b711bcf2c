import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ComparedCheck,
  type ComparedChecks,
  chanceOf,
  compareChecks,
  isBack,
  isWorse,
  nextComparison,
  weekEarlier,
} from './comparison.ts'

/** Numbers from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const normalFrom = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

interface SeriesShape {
  /** The median at rest, in milliseconds. */
  readonly base: number
  readonly noise: number
  /** How much a deviation lasts from one check to the next. */
  readonly memory: number
  readonly failureRate: number
  readonly rise?: number
}

/** Checks of two locations with lasting deviations, a few spikes and a few failures. */
function series(random: () => number, count: number, shape: SeriesShape): ComparedCheck[] {
  let drift = normalFrom(random)
  return Array.from({ length: count }, (_, n) => {
    drift = shape.memory * drift + Math.sqrt(1 - shape.memory ** 2) * normalFrom(random)
    const spike = random() < 0.03 ? 5 : 1
    const location = (n % 2) + 1
    const durationMs = shape.base * location * (shape.rise ?? 1) * spike * Math.exp(shape.noise * drift)
    return { location, durationMs: Math.round(durationMs), success: random() >= shape.failureRate }
  })
}

const flat = (durationMs: number, count: number, failed = 0): ComparedCheck[] =>
  Array.from({ length: count }, (_, n) => ({ location: 1, durationMs: durationMs + (n % 7), success: n >= failed }))

const noWeek = { weekBefore: [], weekAfter: [] }

function shareOfAlarms(runs: number, shapeOf: (random: () => number) => [before: SeriesShape, after: SeriesShape]) {
  let alarms = 0
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = randomFrom(seed)
    const [before, after] = shapeOf(random)
    const old = series(random, 60, before)
    const young = series(random, 60, after)
    const week = { weekBefore: series(random, 60, before), weekAfter: series(random, 60, before) }
    // As after ten, thirty and sixty minutes.
    const isAlarmed = [10, 30, 60].some((count) =>
      isWorse(compareChecks({ before: old, after: young.slice(0, count), ...week })),
    )
    if (isAlarmed) alarms += 1
  }
  return alarms / runs
}

describe('simulated deployments', () => {
  const shape = (random: () => number): SeriesShape => ({
    base: 40 + 600 * random() ** 2,
    noise: 0.1 + 0.4 * random(),
    memory: 0.5 * random(),
    failureRate: 0.02 * random(),
  })

  it('alarm after fewer than 1 in 500 that change nothing', () => {
    const share = shareOfAlarms(1500, (random) => {
      const same = shape(random)
      return [same, same]
    })
    expect(share).toBeLessThan(1 / 500)
  })

  it('alarm after nearly all that double the response time', () => {
    const share = shareOfAlarms(300, (random) => {
      const before = { ...shape(random), base: 100, noise: 0.25 }
      return [before, { ...before, rise: 2 }]
    })
    expect(share).toBeGreaterThan(0.97)
  })

  it('alarm after most that make a third of the checks fail', () => {
    const share = shareOfAlarms(300, (random) => {
      const before = { ...shape(random), failureRate: 0.01 }
      return [before, { ...before, failureRate: 1 / 3 }]
    })
    expect(share).toBeGreaterThan(0.9)
  })
})

describe('response times', () => {
  const worse = { before: flat(180, 60), after: flat(420, 30) }

  it('are worse with the figures', () => {
    expect(compareChecks({ ...worse, ...noWeek }).responseTime).toEqual({
      before: 183,
      after: 423,
      checksBefore: 60,
      checksAfter: 30,
      weekRise: null,
      worse: true,
    })
  })

  it('are not worse if the week before rose as much at that hour', () => {
    const week = { weekBefore: flat(170, 60), weekAfter: flat(400, 30) }
    expect(isWorse(compareChecks({ ...worse, ...week }))).toBe(false)
    expect(isWorse(compareChecks({ ...worse, weekBefore: flat(170, 60), weekAfter: flat(175, 30) }))).toBe(true)
  })

  it('are compared with the week before from ten checks on', () => {
    const rose = { weekBefore: flat(170, 10), weekAfter: flat(400, 10) }
    expect(isWorse(compareChecks({ ...worse, ...rose }))).toBe(false)
    expect(isWorse(compareChecks({ ...worse, ...rose, weekAfter: flat(400, 9) }))).toBe(true)
  })

  it.each([
    ['a rise of less than 50 ms', flat(40, 60), flat(85, 30)],
    ['a rise of less than a quarter', flat(1000, 60), flat(1200, 30)],
    ['fewer than ten checks', flat(180, 60), flat(420, 9)],
    ['a location that is far away and new', flat(180, 60), flat(420, 30).map((check) => ({ ...check, location: 2 }))],
    ['a few spikes', flat(180, 60), [...flat(180, 20), ...flat(9000, 10)]],
  ])('are not worse with %s', (_case, before, after) => {
    expect(isWorse(compareChecks({ before, after, ...noWeek }))).toBe(false)
  })

  it('are back once half of the rise that matters is gone', () => {
    expect(isBack(compareChecks({ before: flat(180, 60), after: flat(200, 15), ...noWeek }))).toBe(true)
    expect(isBack(compareChecks({ before: flat(180, 60), after: flat(230, 15), ...noWeek }))).toBe(false)
    expect(isBack(compareChecks({ before: flat(180, 60), after: flat(180, 9), ...noWeek }))).toBe(false)
  })

  it('are not back while half of a rise that matters is left, of times or of failures', () => {
    const since = (after: ComparedCheck[]) => isBack(compareChecks({ before: flat(180, 70), after, ...noWeek }))
    expect([204, 205].map((ms) => since(flat(ms, 21)))).toEqual([true, false])
    expect([21, 20].map((count) => since(flat(180, count, 1)))).toEqual([true, false])
  })
})

describe('failures', () => {
  it.each([
    ['none before, a quarter after', 0, 15, true],
    ['none before, two after', 0, 2, false],
    ['as many before', 15, 15, false],
    ['all after', 0, 60, true],
  ])('with %s', (_case, before, after, expected) => {
    const checks = { before: flat(100, 60, before), after: flat(100, 60, after), ...noWeek }
    expect(compareChecks(checks).failures!.worse).toBe(expected)
    const week = { weekBefore: flat(100, 60), weekAfter: flat(100, 60, 15) }
    expect(compareChecks({ ...checks, ...week }).failures!.worse).toBe(expected && after > 20)
  })

  it('have the chance of the hypergeometric distribution', () => {
    expect(chanceOf({ failed: 1, total: 10 }, { failed: 5, total: 8 })).toBeCloseTo(0.0319, 3)
    expect(chanceOf({ failed: 0, total: 500 }, { failed: 0, total: 500 })).toBe(1)
  })
})

describe('any two samples', () => {
  const check = fc.record({
    location: fc.integer({ min: 1, max: 3 }),
    durationMs: fc.integer({ min: 0, max: 60_000 }),
    success: fc.boolean(),
  })
  const checks: fc.Arbitrary<ComparedChecks> = fc.record({
    before: fc.array(check, { maxLength: 60 }),
    after: fc.array(check, { maxLength: 60 }),
    weekBefore: fc.array(check, { maxLength: 30 }),
    weekAfter: fc.array(check, { maxLength: 30 }),
  })

  it('are not worse in both directions, nor worse and back at once', () => {
    fc.assert(
      fc.property(checks, (some) => {
        const there = compareChecks({ ...some, ...noWeek })
        const back = compareChecks({ before: some.after, after: some.before, ...noWeek })
        expect(there.responseTime?.worse === true && back.responseTime?.worse === true).toBe(false)
        expect(there.failures?.worse === true && back.failures?.worse === true).toBe(false)
        expect(isWorse(compareChecks(some)) && isBack(compareChecks(some))).toBe(false)
      }),
    )
  })

  it('give the same whatever their order, and finite figures', () => {
    fc.assert(
      fc.property(checks, (some) => {
        const one = compareChecks(some)
        expect(compareChecks({ ...some, after: some.after.toReversed(), before: some.before.toReversed() })).toEqual(
          one,
        )
        const { before = 0, after = 0, weekRise } = one.responseTime ?? {}
        expect([before, after, weekRise ?? 0].every(Number.isFinite)).toBe(true)
      }),
    )
  })
})

it('compares after ten, thirty and sixty minutes', () => {
  const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minutes))
  expect([null, at(10), at(15), at(30), at(59), at(60), at(500)].map((last) => nextComparison(at(0), last))).toEqual([
    at(10),
    at(30),
    at(30),
    at(60),
    at(60),
    null,
    null,
  ])
})

it('compares with the same hours of the week before', () => {
  const [from, to] = [new Date('2026-03-08T10:00:00Z'), new Date('2026-03-08T11:00:00Z')]
  const before = { from: new Date('2026-03-01T10:00:00Z'), to: new Date('2026-03-01T11:00:00Z') }
  expect(weekEarlier({ from, to })).toEqual(before)
})
