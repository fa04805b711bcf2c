import { describe, expect, it } from 'vitest'
import { allows, limitNames, limitsOf, planNames, titleOf } from './plan.ts'

describe('plans', () => {
  it.each([
    ['min_interval_seconds', [300, 60, 30, 10, 5]],
    ['api_requests_per_minute', [0, 60, 300, 1000, -1]],
  ] as const)('have the documented %s', (name, values) => {
    expect(planNames.map((plan) => limitsOf(plan)[name])).toEqual(values)
  })

  it('have every limit, as a whole number from -1 up', () => {
    for (const plan of planNames) {
      const limits = limitsOf(plan)
      expect(Object.keys(limits)).toEqual(limitNames)
      for (const name of limitNames) {
        expect(Number.isInteger(limits[name]), name).toBe(true)
        expect(limits[name], name).toBeGreaterThanOrEqual(-1)
      }
    }
  })

  it('have higher limits the higher they are', () => {
    const worth = (limit: number): number => (limit === -1 ? Infinity : limit)
    for (const name of limitNames) {
      const values = planNames.map((plan) => worth(limitsOf(plan)[name]))
      const better = name === 'min_interval_seconds' ? values.toReversed() : values
      expect(better, name).toEqual(better.toSorted((a, b) => a - b))
    }
  })

  it('limit only the shortest interval on enterprise', () => {
    const { min_interval_seconds: _, ...others } = limitsOf('enterprise')
    expect(new Set(Object.values(others))).toEqual(new Set([-1]))
  })

  it('are overridden limit by limit, zero included', () => {
    expect(limitsOf('pro', { monitors: 0, contacts: -1 })).toEqual({ ...limitsOf('pro'), monitors: 0, contacts: -1 })
  })

  it('are named with a capital', () => {
    expect(planNames.map(titleOf)).toEqual(['Free', 'Starter', 'Pro', 'Business', 'Enterprise'])
  })
})

describe('a limit', () => {
  it.each([
    [-1, 1_000_000, true],
    [0, 0, false],
    [3, 2, true],
    [3, 3, false],
    [3, 4, false],
  ])('of %i with %i used leaves room: %s', (limit, used, room) => {
    expect(allows(limit, used)).toBe(room)
  })
})
