import { expect, it } from 'vitest'
import { pagedAtOnce, repeatMinutes } from './reach.ts'

const target = (...pages: string[]) => ({ type: 'user' as const, id: 'someone', name: 'Someone', pages, missed: [] })
const step = (minutes: number, ...targets: ReturnType<typeof target>[]) => ({ after_minutes: minutes, targets })

it('the first step pages now, with further steps at the same time, and each person once', () => {
  expect(
    pagedAtOnce([step(0, target('Ada'), target('Ada', 'Ben')), step(0, target('Cleo')), step(5, target('Dan'))]),
  ).toEqual(['Ada', 'Ben', 'Cleo'])
  expect(pagedAtOnce([step(5, target('Ada')), step(10, target('Ben'))])).toEqual(['Ada'])
  expect(pagedAtOnce([])).toEqual([])
})

it('steps repeat after the longest delay, and no sooner than after five minutes', () => {
  const steps = (...minutes: number[]) => ({ steps: minutes.map((delay_minutes) => ({ delay_minutes, targets: [] })) })
  expect([repeatMinutes(steps(0, 15, 10)), repeatMinutes(steps(0, 2))]).toEqual([15, 5])
})
