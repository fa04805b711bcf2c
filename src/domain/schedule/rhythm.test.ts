import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isActive, nextClosing, nextOpening } from './active-hours.ts'
import { type CheckInRhythm, slotAfter, slotAfterCheckIn } from './rhythm.ts'

const at = (text: string): number => Date.parse(text)
const shown = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().replace('.000Z', 'Z')
const office = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:30' }
const night = { days: [5], from: '22:00', to: '06:00' }

const every = (seconds: number, more: Partial<CheckInRhythm> = {}): CheckInRhythm => {
  return { schedule: { type: 'simple', periodMs: seconds * 1000 }, timeZone: 'UTC', activeHours: null, ...more }
}
const cron = (expression: string, more: Partial<CheckInRhythm> = {}): CheckInRhythm => {
  return { schedule: { type: 'cron', expression }, timeZone: 'UTC', activeHours: null, ...more }
}

describe('active hours', () => {
  it.each([
    // 2026-03-06 is a Friday.
    ['2026-03-06T08:59:59Z', office, 'UTC', false],
    ['2026-03-06T09:00:00Z', office, 'UTC', true],
    ['2026-03-06T17:29:59Z', office, 'UTC', true],
    ['2026-03-06T17:30:00Z', office, 'UTC', false],
    ['2026-03-07T12:00:00Z', office, 'UTC', false],
    ['2026-03-06T08:30:00Z', office, 'Europe/Berlin', true],
    ['2026-03-06T21:59:00Z', night, 'UTC', false],
    ['2026-03-06T22:00:00Z', night, 'UTC', true],
    ['2026-03-07T05:59:00Z', night, 'UTC', true],
    ['2026-03-07T06:00:00Z', night, 'UTC', false],
    ['2026-03-06T05:00:00Z', night, 'UTC', false],
    ['2026-03-06T23:59:59Z', { days: [5], from: '00:00', to: '24:00' }, 'UTC', true],
    ['2026-03-07T00:00:00Z', { days: [5], from: '00:00', to: '24:00' }, 'UTC', false],
  ])('%s inside %j of %s: %s', (instant, hours, zone, inside) => {
    expect(isActive(at(instant), hours, zone)).toBe(inside)
  })

  it.each([
    ['2026-03-06T17:30:00Z', office, 'UTC', '2026-03-09T09:00:00Z', '2026-03-09T17:30:00Z'],
    ['2026-03-06T12:00:00Z', office, 'UTC', '2026-03-09T09:00:00Z', '2026-03-06T17:30:00Z'],
    ['2026-03-06T12:00:00Z', night, 'UTC', '2026-03-06T22:00:00Z', '2026-03-07T06:00:00Z'],
    [
      '2026-03-06T12:00:00Z',
      { days: [5], from: '08:00', to: '24:00' },
      'UTC',
      '2026-03-13T08:00:00Z',
      '2026-03-07T00:00:00Z',
    ],
    // Clocks in Berlin go forward on 29 March and back on 25 October.
    [
      '2026-03-28T12:00:00Z',
      { days: [0], from: '02:30', to: '09:00' },
      'Europe/Berlin',
      '2026-03-29T01:00:00Z',
      '2026-03-29T07:00:00Z',
    ],
    [
      '2026-10-24T12:00:00Z',
      { days: [0], from: '02:30', to: '09:00' },
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-25T08:00:00Z',
    ],
  ])('after %s, %j in %s opens and closes', (after, hours, zone, opens, closes) => {
    expect(shown(nextOpening(at(after), hours, zone))).toBe(opens)
    expect(shown(nextClosing(at(after), hours, zone))).toBe(closes)
  })
})

describe('slots', () => {
  it.each([
    [
      'a period counts from the last check-in',
      every(3600),
      '2026-03-06T10:10:00Z',
      '2026-03-06T10:00:00Z',
      '2026-03-06T11:00:00Z',
    ],
    [
      'a period goes on in its own beat',
      every(3600),
      '2026-03-06T13:10:00Z',
      '2026-03-06T10:00:00Z',
      '2026-03-06T14:00:00Z',
    ],
    ['a slot is strictly later', every(3600), '2026-03-06T11:00:00Z', '2026-03-06T10:00:00Z', '2026-03-06T12:00:00Z'],
    [
      'a weekend is stepped over',
      every(86_400, { activeHours: office }),
      '2026-03-06T10:00:00Z',
      '2026-03-06T10:00:00Z',
      '2026-03-09T10:00:00Z',
    ],
    [
      'a night is stepped over',
      every(900, { activeHours: office }),
      '2026-03-05T17:25:00Z',
      '2026-03-05T17:25:00Z',
      '2026-03-06T09:10:00Z',
    ],
    [
      'a beat outside the hours is owed by their end',
      every(86_400, { activeHours: office }),
      '2026-03-05T20:00:00Z',
      '2026-03-05T20:00:00Z',
      '2026-03-09T17:30:00Z',
    ],
    ['cron', cron('0 4 * * *'), '2026-03-06T04:00:00Z', '2026-03-06T04:00:00Z', '2026-03-07T04:00:00Z'],
    [
      'cron inside hours',
      cron('*/15 * * * *', { activeHours: office }),
      '2026-03-06T17:20:00Z',
      '2026-03-06T17:20:00Z',
      '2026-03-09T09:00:00Z',
    ],
    [
      'cron that never meets the hours',
      cron('0 4 * * *', { activeHours: office }),
      '2026-03-06T04:00:00Z',
      '2026-03-06T04:00:00Z',
      null,
    ],
    [
      'cron over the lost hour',
      cron('30 2 * * *', { timeZone: 'Europe/Berlin' }),
      '2026-03-28T12:00:00Z',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
  ])('%s', (_title, rhythm, after, anchor, expected) => {
    expect(shown(slotAfter(rhythm, { after: at(after), anchor: at(anchor) }))).toBe(expected)
  })

  it.each([
    ['on time', '0 4 * * *', 60, '2026-03-06T04:00:05Z', '2026-03-07T04:00:00Z'],
    ['a little early', '0 4 * * *', 60, '2026-03-06T03:59:30Z', '2026-03-07T04:00:00Z'],
    ['exactly as early as it may', '0 4 * * *', 60, '2026-03-06T03:59:00Z', '2026-03-07T04:00:00Z'],
    ['too early', '0 4 * * *', 60, '2026-03-06T03:58:59Z', '2026-03-06T04:00:00Z'],
    ['without tolerance', '0 4 * * *', 0, '2026-03-06T03:59:59Z', '2026-03-06T04:00:00Z'],
    ['nearer to the slot before', '* * * * *', 60, '2026-03-06T04:00:10Z', '2026-03-06T04:01:00Z'],
    ['nearer to the slot after', '* * * * *', 60, '2026-03-06T04:00:40Z', '2026-03-06T04:02:00Z'],
  ])('a check-in %s is followed by the right slot', (_title, expression, tolerance, checkedInAt, expected) => {
    expect(shown(slotAfterCheckIn(cron(expression), at(checkedInAt), tolerance * 1000))).toBe(expected)
  })

  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`)
  const hours = fc
    .record({ days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), from: time, to: time })
    .filter(({ from, to }) => from !== to)
  const instant = fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') })

  it('hours are active from their start, and no longer at their end', () => {
    fc.assert(
      fc.property(instant, hours, zone, (moment, active, timeZone) => {
        const opens = nextOpening(moment, active, timeZone)
        expect(opens).toBeGreaterThan(moment)
        if (!isChangeDay(opens, timeZone)) expect(isActive(opens, active, timeZone)).toBe(true)
        const closes = nextClosing(opens, active, timeZone)
        if (!isChangeDay(opens, timeZone) && !isChangeDay(closes, timeZone))
          expect(isActive(closes - 1, active, timeZone)).toBe(true)
      }),
    )
  })

  it('the slots of a period lie inside the hours or at their end, strictly later, and soon', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: 30, max: 900_000 }),
        fc.option(hours),
        zone,
        (moment, seconds, activeHours, timeZone) => {
          const rhythm = every(seconds, { activeHours, timeZone })
          const slot = slotAfter(rhythm, { after: moment, anchor: moment })!
          expect(slot).toBeGreaterThan(moment)
          if (activeHours && !isChangeDay(slot, timeZone))
            expect(isActive(slot, activeHours, timeZone) || isActive(slot - 1, activeHours, timeZone)).toBe(true)
          expect(slot - moment).toBeLessThan(seconds * 1000 + 15 * 86_400_000)
        },
      ),
    )
  })
})

/** If a clock change skips or repeats an opening, wall time and elapsed time differ for a day. */
function isChangeDay(instant: number, timeZone: string): boolean {
  const offset = (moment: number): string =>
    new Date(moment).toLocaleString('en', { timeZone, timeZoneName: 'longOffset' }).split(' ').at(-1)!
  return offset(instant - 86_400_000) !== offset(instant + 86_400_000)
}
