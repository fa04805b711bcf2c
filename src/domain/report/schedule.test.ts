import { describe, expect, it } from 'vitest'
import { type ReportTiming, latestDue, nextDue, reportedPeriod } from './schedule.ts'

const timezone = 'Europe/Berlin'
const at = (text: string): Date => new Date(`${text}Z`)
const daily: ReportTiming = { cadence: 'daily', day: null, timezone }
const weekly: ReportTiming = { cadence: 'weekly', day: 1, timezone }
const monthly: ReportTiming = { cadence: 'monthly', day: 1, timezone }

describe('a schedule', () => {
  it.each<[string, ReportTiming, string, string]>([
    ['every morning', daily, '2026-03-01T06:00', '2026-03-02T06:00'],
    ['by the clocks, also when they change', daily, '2026-03-28T06:00', '2026-03-29T05:00'],
    ['on its day of the week', weekly, '2026-03-01T12:00', '2026-03-02T06:00'],
    ['on its day of the month', monthly, '2026-03-01T12:00', '2026-04-01T05:00'],
  ])('is due %s', (_words, timing, after, due) => {
    expect(nextDue(timing, at(after))).toEqual(at(due))
  })

  it('that missed several reports sends only the latest', () => {
    const requested = { due: at('2026-03-02T06:00'), now: at('2026-03-10T20:00') }
    expect(latestDue(daily, requested)).toEqual(at('2026-03-10T06:00'))
    expect(latestDue(weekly, requested)).toEqual(at('2026-03-09T06:00'))
    expect(latestDue(monthly, requested)).toEqual(at('2026-03-02T06:00'))
  })

  it.each<[ReportTiming, string, string]>([
    [daily, '2026-03-28T23:00', '2026-03-29T22:00'],
    [weekly, '2026-03-22T23:00', '2026-03-29T22:00'],
    [monthly, '2026-01-31T23:00', '2026-02-28T23:00'],
  ])('of $cadence reports covers the period that ended before', (timing, from, to) => {
    expect(reportedPeriod(timing, at('2026-03-30T05:00'))).toMatchObject({ from: at(from), to: at(to) })
  })
})
