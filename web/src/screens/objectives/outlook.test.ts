import { expect, it } from 'vitest'
import { budgetOutlook, spentInLastDay } from './outlook.ts'

const now = new Date('2026-11-17T12:00:00Z')
const outlook = (remainingSeconds: number, lastDaySeconds: number) =>
  budgetOutlook({ remainingSeconds, lastDaySeconds, now })

it('runs out when the rest divided by the last day is over', () => {
  expect(outlook(700, 100)).toEqual({ kind: 'runs-out', at: new Date('2026-11-24T12:00:00Z') })
})

it('lasts if it would take more than a year', () => {
  expect(outlook(1_000_000, 1)).toEqual({ kind: 'lasts' })
})

it('is steady without downtime, and used up if nothing is left', () => {
  expect([outlook(700, 0), outlook(0, 0), outlook(-5, 10)].map(({ kind }) => kind)).toEqual([
    'steady',
    'used-up',
    'used-up',
  ])
})

it('reads the last day from the points, also if the window is younger than that', () => {
  const point = (at: string, consumed: number) => ({ at, consumed_seconds: consumed })
  const points = [
    point('2026-11-15T12:00:00Z', 10),
    point('2026-11-16T11:00:00Z', 40),
    point('2026-11-17T12:00:00Z', 100),
  ]
  expect(spentInLastDay(points)).toBe(60)
  expect(spentInLastDay(points.slice(-2))).toBe(60)
  expect(spentInLastDay([])).toBe(0)
})
