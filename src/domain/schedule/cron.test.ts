import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { next, problem } from './cron.ts'

const runs = (
  schedule: string,
  { after, timeZone, count }: { after: string; timeZone: string; count: number },
): string[] => {
  const found: string[] = []
  for (let at = new Date(after); found.length < count;) {
    const run = next(schedule, { after: at, timeZone })
    if (run === null) break
    found.push(run.toISOString().replace(/:00\.000Z$/, 'Z'))
    at = run
  }
  return found
}

describe('cron expressions', () => {
  it.each([
    '* * * * *',
    '*/5 * * * *',
    '0 9-17 * * MON-FRI',
    '0,30 8,20 1,15 jan,jul *',
    '15 2 * * 7',
    '0 0 L * *',
    '0 0 15W * *',
    '0 12 * * FRI#2',
    '0 0 29 2 *',
    ' 0\t4  * * * ',
    '10-50/20 * * * *',
    '0 0 ? * SUN',
  ])('accepts %j', (text) => expect(problem(text)).toBeNull())

  it.each([
    ['', 'must have five fields: minute hour day month weekday'],
    ['* * * *', 'must have five fields: minute hour day month weekday'],
    ['* * * * * *', 'must have five fields: minute hour day month weekday'],
    ['@daily', 'must have five fields: minute hour day month weekday'],
    ['2030-01-23T00:00:00', 'must have five fields: minute hour day month weekday'],
    ['60 * * * *', 'the minute 60 cannot be read (0-59)'],
    ['5/15 * * * *', 'the minute 5/15 cannot be read (0-59)'],
    ['*/0 * * * *', 'the minute */0 cannot be read (0-59)'],
    ['30-10 * * * *', 'the minute 30-10 cannot be read (0-59)'],
    ['1,,2 * * * *', 'the minute 1,,2 cannot be read (0-59)'],
    ['0 24 * * *', 'the hour 24 cannot be read (0-23)'],
    ['0 0 0 * *', 'the day 0 cannot be read (1-31)'],
    ['0 0 * 13 *', 'the month 13 cannot be read (1-12 or JAN-DEC)'],
    ['0 0 * * 8', 'the weekday 8 cannot be read (0-7 or SUN-SAT)'],
    ['every day at noon exactly', 'the minute every cannot be read (0-59)'],
    ['0 0 30 2 *', 'names a day that never occurs'],
    ['0 0 31 4,6,9,11 *', 'names a day that never occurs'],
  ])('refuses %j', (text, reason) => expect(problem(text)).toBe(reason))
})

describe('the next run of a cron expression', () => {
  it.each([
    ['*/15 * * * *', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-01T00:15Z', '2026-01-01T00:30Z', '2026-01-01T00:45Z']],
    ['*/15 * * * *', 'UTC', '2026-01-01T00:14:59.999Z', ['2026-01-01T00:15Z']],
    ['30 9 * * MON-FRI', 'America/New_York', '2026-01-02T15:00:00Z', ['2026-01-05T14:30Z', '2026-01-06T14:30Z']],
    ['0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['0 0 L * *', 'Asia/Kolkata', '2026-02-01T00:00:00Z', ['2026-02-27T18:30Z', '2026-03-30T18:30Z']],
    // If both day fields are given, either one is enough,
    [
      '0 0 13 * FRI',
      'UTC',
      '2026-01-01T00:00:00Z',
      ['2026-01-02T00:00Z', '2026-01-09T00:00Z', '2026-01-13T00:00Z', '2026-01-16T00:00Z'],
    ],
    // unless one begins with a star, which requires both: Mondays on odd days.
    ['0 0 */2 * MON', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-05T00:00Z', '2026-01-19T00:00Z', '2026-02-09T00:00Z']],
    ['0 0 1 * +MON', 'UTC', '2026-01-01T00:00:00Z', ['2026-06-01T00:00Z', '2027-02-01T00:00Z']],
  ])('%s in %s after %s', (schedule, timeZone, after, expected) => {
    expect(runs(schedule, { after, timeZone, count: expected.length })).toEqual(expected)
  })

  // In Berlin the clock goes from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October, both at 01:00
  // UTC.
  it.each([
    [
      'a daily job whose time is skipped runs at the change',
      '30 2 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'two skipped runs of a job become one',
      '15,45 2 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:15Z', '2026-03-30T00:45Z'],
    ],
    [
      'a job on the first minute after the gap runs as ever',
      '0 3 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T01:00Z'],
    ],
    [
      'an hourly job goes on by elapsed time',
      '30 * * * *',
      '2026-03-28T23:45:00Z',
      ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T02:30Z'],
    ],
    [
      'every few minutes of a skipped hour are skipped',
      '*/30 2 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-30T00:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'a daily job whose time is repeated runs on its first pass',
      '30 2 * * *',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    ['and not again when asked during the second pass', '30 2 * * *', '2026-10-25T01:10:00Z', ['2026-10-26T01:30Z']],
    [
      'an hourly job runs on both passes',
      '30 * * * *',
      '2026-10-24T23:45:00Z',
      ['2026-10-25T00:30Z', '2026-10-25T01:30Z', '2026-10-25T02:30Z'],
    ],
    [
      'a job every few minutes runs on both passes',
      '*/30 2 * * *',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z', '2026-10-26T01:00Z'],
    ],
  ])('%s', (_, schedule, after, expected) => {
    expect(runs(schedule, { after, timeZone: 'Europe/Berlin', count: expected.length })).toEqual(expected)
  })

  it('throws on an expression that should not have been stored', () => {
    expect(() => next('61 * * * *', { after: new Date(0), timeZone: 'UTC' })).toThrow()
  })
})

const someOf = (min: number, max: number) => fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 })
const written = fc.record({
  minute: fc.option(someOf(0, 59), { nil: null }),
  hour: fc.option(someOf(0, 23), { nil: null }),
  month: fc.option(someOf(1, 12), { nil: null }),
  weekday: fc.option(someOf(0, 6), { nil: null }),
})
const timeZones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
const moments = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) })

describe('any cron expression', () => {
  const expression = ({
    minute,
    hour,
    month,
    weekday,
  }: Record<'minute' | 'hour' | 'month' | 'weekday', number[] | null>) =>
    `${minute ?? '*'} ${hour ?? '*'} * ${month ?? '*'} ${weekday ?? '*'}`

  it('runs strictly later, in order, and skips no run', () => {
    fc.assert(
      fc.property(
        written,
        timeZones,
        moments,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (fields, timeZone, after, part) => {
          const schedule = expression(fields)
          const run = next(schedule, { after: new Date(after), timeZone })?.getTime() ?? 0
          expect(run).toBeGreaterThan(after)
          const between = after + Math.floor((run - 1 - after) * part)
          expect(next(schedule, { after: new Date(between), timeZone })?.getTime()).toBe(run)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('runs when the zone’s clock shows what the expression says', () => {
    fc.assert(
      fc.property(written, timeZones, moments, (fields, timeZone, after) => {
        const run = next(expression(fields), { after: new Date(after), timeZone }) ?? new Date(0)
        const wall = new Date(`${run.toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
        expect(fields.month ?? [wall.getUTCMonth() + 1]).toContain(wall.getUTCMonth() + 1)
        expect(fields.weekday ?? [wall.getUTCDay()]).toContain(wall.getUTCDay())
        expect([wall.getUTCSeconds(), run.getMilliseconds()]).toEqual([0, 0])
        // A fixed time may fall into a gap and run at its end; these zones change their clocks before four in the
        // morning.
        if (wall.getUTCHours() < 4 && fields.minute && fields.hour) return
        expect(fields.minute ?? [wall.getUTCMinutes()]).toContain(wall.getUTCMinutes())
        expect(fields.hour ?? [wall.getUTCHours()]).toContain(wall.getUTCHours())
      }),
      { numRuns: 100 },
    )
  })
})
