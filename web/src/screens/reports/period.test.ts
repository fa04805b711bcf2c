import { expect, it } from 'vitest'
import { lettersOf, maintainedDates } from './days.ts'
import { addMonths, monthAt, previousPeriod } from './period.ts'

it('compares a month with the month before, and days with as many days before', () => {
  expect(previousPeriod({ period: 'month', month: '2026-01' }, '2026-01-01')).toEqual({
    period: 'month',
    month: '2025-12',
  })
  expect(previousPeriod({ period: '7d', month: '' }, '2026-03-04')).toEqual({
    period: 'custom',
    from: '2026-02-25',
    to: '2026-03-03',
  })
})

it('knows the month of a time zone', () => {
  const now = new Date('2026-10-31T23:30:00Z')
  expect([monthAt(now, 'Europe/Berlin'), monthAt(now, 'America/New_York')]).toEqual(['2026-11', '2026-10'])
  expect(addMonths('2026-12', 1)).toBe('2027-01')
})

it('shows the worst of a day: downtime, less than a minute of it, maintenance, nothing measured', () => {
  const day = (uptime: number | null, down: number, date = '2026-10-01') => ({
    date,
    uptime_percent: uptime,
    downtime_seconds: down,
  })
  const daily = [day(90, 600), day(99.99, 20), day(100, 0, '2026-10-10'), day(null, 0), day(100, 0)]
  expect(lettersOf(daily, new Set(['2026-10-10']))).toBe('dgmnu')
})

it('takes maintenance on every date that it touches, in the time zone of the report', () => {
  const span = { from: '2026-10-10T20:00:00Z', to: '2026-10-11T22:00:00Z' }
  expect([...maintainedDates([span], 'Europe/Berlin')]).toEqual(['2026-10-10', '2026-10-11'])
})
