import { describe, expect, it } from 'vitest'
import { lengthOf } from '../span.ts'
import { addDays, daysOf, lastDays, monthOf, startOfDay } from './period.ts'

const hour = 3_600_000

describe('a period', () => {
  it('has days of 23 and 25 hours at clock changes', () => {
    const lengths = (month: string): number[] =>
      daysOf(monthOf(month, 'Europe/Berlin')).map((day) => lengthOf([day]) / hour)
    expect(lengths('2026-03').filter((hours) => hours !== 24)).toEqual([23])
    expect(lengths('2026-10').filter((hours) => hours !== 24)).toEqual([25])
    expect(lengths('2026-10')).toHaveLength(31)
  })

  it('begins at the change if the clocks skip midnight', () => {
    expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })

  it('of the last days ends now and has that many days', () => {
    const now = new Date('2026-11-02T00:30:00+01:00')
    const period = lastDays(7, { now, timezone: 'Europe/Berlin' })
    expect(daysOf(period).map(({ date }) => date)).toEqual(
      Array.from({ length: 7 }, (_, n) => addDays('2026-10-27', n)),
    )
    expect(period.to).toEqual(now)
  })
})
