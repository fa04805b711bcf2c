import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { createMinutes, emptyMinute, take } from './rate-window.ts'

const start = Date.parse('2026-03-01T12:00:00Z')
const at = (seconds: number): Date => new Date(start + seconds * 1000)

/** Steps in milliseconds: mostly short, sometimes longer than a minute, sometimes backwards. */
const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 130_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -5000, max: 0 }) },
  ),
  { maxLength: 200 },
)
const forwards = steps.map((list) => list.map(Math.abs))
const budgets = fc.integer({ min: 1, max: 12 })

function run(budget: number, list: number[]) {
  const minute = emptyMinute()
  let now = start
  return list.map((step) => {
    now += step
    return { second: Math.floor(now / 1000), ...take(minute, { budget, now: new Date(now) }) }
  })
}

describe('a sliding minute', () => {
  it('allows exactly the budget', () => {
    const minute = emptyMinute()
    const taken = [1, 2, 3].map(() => take(minute, { budget: 2, now: at(0) }))
    expect(taken).toEqual([
      { taken: true, used: 1, freesIn: 60 },
      { taken: true, used: 2, freesIn: 60 },
      { taken: false, used: 2, freesIn: 60 },
    ])
  })

  it('returns when the oldest event leaves', () => {
    const minute = emptyMinute()
    take(minute, { budget: 2, now: at(0) })
    take(minute, { budget: 2, now: at(20) })
    expect(take(minute, { budget: 2, now: at(45) })).toEqual({ taken: false, used: 2, freesIn: 15 })
    expect(take(minute, { budget: 2, now: at(60) })).toEqual({ taken: true, used: 2, freesIn: 20 })
  })

  it('is empty after a minute, a day and a year', () => {
    for (const seconds of [60, 86_400, 31_536_000]) {
      const minute = emptyMinute()
      take(minute, { budget: 1, now: at(0) })
      expect(take(minute, { budget: 1, now: at(seconds) })).toEqual({ taken: true, used: 1, freesIn: 60 })
    }
  })

  it('never allows more than the budget in any sixty seconds', () => {
    fc.assert(
      fc.property(budgets, forwards, (budget, list) => {
        const taken = run(budget, list).filter((event) => event.taken)
        const within = (second: number) => taken.filter((other) => other.second > second - 60 && other.second <= second)
        expect(taken.filter(({ second }) => within(second).length > budget)).toEqual([])
      }),
    )
  })

  it('refuses only when the budget was used in the last sixty seconds', () => {
    fc.assert(
      fc.property(budgets, forwards, (budget, list) => {
        const events = run(budget, list)
        const expected = events.map(({ second }, index) => {
          const before = events.slice(0, index).filter((other) => other.taken && other.second > second - 60)
          return before.length < budget
        })
        expect(events.map(({ taken }) => taken)).toEqual(expected)
      }),
    )
  })

  it('has room again at the announced time', () => {
    fc.assert(
      fc.property(budgets, forwards, (budget, list) => {
        const minute = emptyMinute()
        let now = start
        for (const step of list) take(minute, { budget, now: new Date((now += step)) })
        const { taken, freesIn } = take(minute, { budget, now: new Date(now) })
        expect(taken || take(minute, { budget, now: new Date(now + freesIn * 1000) }).taken).toBe(true)
      }),
    )
  })

  it('continues to count when the clock is set back', () => {
    fc.assert(
      fc.property(budgets, steps, (budget, list) => {
        const events = run(budget, list)
        const isFit = ({ used, freesIn }: (typeof events)[number]): boolean =>
          used >= 1 && used <= budget && freesIn >= 1 && freesIn <= 60
        expect(events.filter((event) => !isFit(event))).toEqual([])
      }),
    )
  })
})

it('expires the minute of each key even if the clock was set back', () => {
  const clock = fakeClock()
  const takeFrom = createMinutes(clock, { budget: 1, most: 10 })
  expect([takeFrom('one').taken, takeFrom('one').taken, takeFrom('other').taken]).toEqual([true, false, true])
  clock.set(-3_600_000)
  clock.advance(60_000)
  expect(takeFrom('one').taken).toBe(true)
})
