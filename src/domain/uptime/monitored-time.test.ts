import { property, array, assert as hold, integer, record } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Span, lengthOf } from '../span.ts'
import { daysBetween, daysOf } from '../report/period.ts'
import {
  addUp,
  confirmedDowntime,
  monitoredTime,
  percentLeft,
  uptimeByDay,
  uptimeIn,
  uptimePercent,
} from './monitored-time.ts'
import { shownUptime, uptimeText } from './uptime-text.ts'

const minute = 60_000
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

describe('monitored time', () => {
  it('assigns each minute to exactly one reason', () => {
    hold(
      property(spans, spans, spans, spans, (down, maintenance, falseAlarms, unwatched) => {
        const time = monitoredTime({ lifetime, down, maintenance, falseAlarms, unwatched })
        const leftOut = time.maintenanceMs + time.falseAlarmMs + time.unwatchedMs
        expect(lengthOf(time.monitored) + leftOut).toBe(lengthOf([lifetime]))
        expect(lengthOf(time.down)).toBeLessThanOrEqual(lengthOf(time.monitored))
      }),
    )
  })

  it('agrees with a minute-by-minute model', () => {
    const covers = (some: readonly Span[], n: number): boolean =>
      some.some(({ from, to }) => from <= at(n) && at(n) < to)
    hold(
      property(spans, spans, spans, (down, maintenance, unwatched) => {
        const time = monitoredTime({ lifetime, down, maintenance, falseAlarms: [], unwatched })
        const minutes = Array.from({ length: 1440 }, (_, n) => n).filter(
          (n) => !covers([...maintenance, ...unwatched], n),
        )
        expect(lengthOf(time.monitored) / minute).toBe(minutes.length)
        expect(lengthOf(time.down) / minute).toBe(minutes.filter((n) => covers(down, n)).length)
      }),
      { numRuns: 30 },
    )
  })

  it('has the same total by day as for the whole period', () => {
    const days = daysOf(daysBetween('2026-02-27', '2026-03-04', 'Europe/Berlin'))
    hold(
      property(spans, (some) => {
        const time = monitoredTime({ lifetime, down: some, maintenance: [], falseAlarms: [], unwatched: [] })
        expect(addUp(uptimeByDay([time], days))).toEqual(uptimeIn([time], lifetime))
      }),
    )
  })

  it.each([
    [0, 0, null],
    [100, 0, 100],
    [3_000_000, 1, 99.9999],
    [100, 100, 0],
  ])('of %s ms with %s down is up %s percent, never rounded up', (monitoredMs, downMs, percent) => {
    expect(uptimePercent({ monitoredMs, downMs })).toBe(percent)
  })

  it('is divided exactly, down to four decimals', () => {
    for (let whole = 1; whole <= 200; whole++)
      for (let lost = 0; lost <= whole; lost++)
        expect(percentLeft(whole, lost)).toBe(Number((BigInt(whole - lost) * 1_000_000n) / BigInt(whole)) / 10_000)
  })
})

it.each([
  [null, '–'],
  [0, '0.00 %'],
  [0.0312, '0.03 %'],
  [99.96, '99.96 %'],
  [99.9899, '99.98 %'],
  [99.99, '99.990 %'],
  [99.9999, '99.999 %'],
  [100, '100 %'],
])('an uptime of %s is shown as %s', (percent, text) => expect(uptimeText(percent)).toBe(text))

it('shows no uptime above what it is', () => {
  hold(
    property(integer({ min: 0, max: 1_000_000 }), (units) => {
      const { percent, decimals } = shownUptime(units / 10_000)
      expect(percent).toBeLessThanOrEqual(units / 10_000)
      expect(units / 10_000 - percent).toBeLessThan(1.0001 / 10 ** decimals)
    }),
  )
})
