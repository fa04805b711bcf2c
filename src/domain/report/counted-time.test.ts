import { property, array, assert as hold, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Span, lengthOf } from '../span.ts'
import { countedTime, confirmedDowntime, spread, uptimePercent } from './counted-time.ts'
import { addDays, daysBetween, daysOf, lastDays, monthOf, startOfDay } from './period.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.parse('2026-03-01T00:00:00Z')
const at = (minutes: number): Date => new Date(start + minutes * minute)
const spanned = (from: number, length: number): Span => ({ from: at(from), to: at(from + length) })
const spans = array(
  record({ from: integer({ min: -200, max: 2000 }), length: integer({ min: 0, max: 400 }) }).map(({ from, length }) =>
    spanned(from, length),
  ),
  { maxLength: 8 },
)
const lifetime = spanned(0, 1440)

describe('confirmed downtime', () => {
  const incident = { monitorId: 'shop', severity: 'critical', failingSince: at(10), resolvedAt: at(30) } as const

  it.each([
    ['what began and ended inside of the span', incident, [spanned(10, 20)]],
    ['what had begun before', { ...incident, failingSince: at(-60) }, [spanned(0, 30)]],
    ['what is open still', { ...incident, resolvedAt: null }, [spanned(10, 1430)]],
    ['what ended after it', { ...incident, resolvedAt: at(2000) }, [spanned(10, 1430)]],
    ['no warning', { ...incident, severity: 'warning' } as const, []],
  ])('is %s', (_what, one, down) => {
    expect(confirmedDowntime([one], lifetime)).toEqual(down.map((span) => ({ monitorId: 'shop', ...span })))
  })
})

describe('counted time', () => {
  it('assigns each minute to exactly one reason', () => {
    hold(
      property(spans, spans, spans, spans, (down, maintenance, falseAlarms, unwatched) => {
        const time = countedTime({ lifetime, down, maintenance, falseAlarms, unwatched })
        const leftOut = time.maintenanceMs + time.falseAlarmMs + time.unwatchedMs
        expect(lengthOf(time.counted) + leftOut).toBe(lengthOf([lifetime]))
        expect(lengthOf(time.down)).toBeLessThanOrEqual(lengthOf(time.counted))
      }),
    )
  })

  it('agrees with a minute-by-minute model', () => {
    const covers = (some: readonly Span[], n: number): boolean =>
      some.some(({ from, to }) => from <= at(n) && at(n) < to)
    hold(
      property(spans, spans, spans, (down, maintenance, unwatched) => {
        const time = countedTime({ lifetime, down, maintenance, falseAlarms: [], unwatched })
        const minutes = Array.from({ length: 1440 }, (_, n) => n).filter(
          (n) => !covers([...maintenance, ...unwatched], n),
        )
        expect(lengthOf(time.counted) / minute).toBe(minutes.length)
        expect(lengthOf(time.down) / minute).toBe(minutes.filter((n) => covers(down, n)).length)
      }),
      { numRuns: 30 },
    )
  })

  it('has the same total by day as for the whole period', () => {
    const days = daysOf(daysBetween('2026-02-27', '2026-03-04', 'Europe/Berlin'))
    hold(
      property(spans, (some) => {
        const { down } = countedTime({ lifetime, down: some, maintenance: [], falseAlarms: [], unwatched: [] })
        expect(spread(down, days).reduce((sum, ms) => sum + ms, 0)).toBe(lengthOf(down))
      }),
    )
  })

  it.each([
    [0, 0, null],
    [100, 0, 100],
    [3_000_000, 1, 99.9999],
    [100, 100, 0],
  ])('of %s ms with %s down is up %s percent, never rounded up', (counted, down, percent) => {
    expect(uptimePercent(counted, down)).toBe(percent)
  })
})

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
