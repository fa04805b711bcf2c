import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { next, problem } from './on-calendar.ts'

interface Question {
  after: string
  timeZone?: string
  count: number
}

const runs = (schedule: string, { after, timeZone = 'UTC', count }: Question): string[] => {
  const found: string[] = []
  for (let at = new Date(after); found.length < count;) {
    const run = next(schedule, { after: at, timeZone })
    if (run === null) break
    found.push(run.toISOString().replace(/\.000Z$/, 'Z'))
    at = run
  }
  return found
}

describe('OnCalendar expressions', () => {
  it.each([
    'daily',
    'DAILY Europe/Berlin',
    'Mon',
    'Mon,Wed,',
    'Mon-Fri 09:00',
    'monday..FRIDAY 09:00',
    'Sat,Thu,Mon..Wed,Sat..Sun',
    '*-*-*',
    '12-24',
    '*~1',
    '*-*~*',
    '*-*~28/27',
    '26-1-1',
    '*:*',
    '*:*:*',
    '05:40:23.42/3.17',
    '1,3,5..7:00',
    '0005:00',
    '10..10:00',
    '1..2/5:00',
    '  weekly   UTC ',
    '@1395716396',
    'Mon,Sun 12-*-* 2,1:23',
    'Wed *-1',
    'Wed..Wed,Wed *-1',
    '2003-02..04-05',
    'Thu,Fri 2012-*-1,5 11:12:13',
  ])('accepts %j', (text) => expect(problem(text)).toBeNull())

  it.each([
    ['', 'must not be empty'],
    ['UTC', 'UTC is neither a weekday nor a known shorthand'],
    ['secondly', 'secondly is neither a weekday nor a known shorthand'],
    ['Mo 10:00', 'Mo is neither a weekday nor a known shorthand'],
    ['Sat..Mon', 'the weekday range Sat..Mon runs backwards (the week begins on Monday)'],
    ['Mon..Wed..Fri', 'the weekday range Mon..Wed..Fri cannot be read'],
    ['Mon...Tue', /neither a weekday/],
    ['Mon, Wed', 'the date Wed is not year-month-day or month-day'],
    ['2026', 'the date 2026 is not year-month-day or month-day'],
    ['1~5-3', 'the date 1~5-3 is not year-month-day or month-day'],
    ['2026-1-1-1', /is not year-month-day/],
    ['*-*-* 10', 'the time 10 is not hour:minute or hour:minute:second'],
    ['1:2:3:4', /is not hour:minute/],
    ['10:00 Mon', 'Mon comes after the time and is not a time zone'],
    ['daily Mars/Olympus', 'Mars/Olympus comes after the time and is not a time zone'],
    ['constructor', 'constructor is neither a weekday nor a known shorthand'],
    ['10:00 10:00', /comes after the time/],
    ['24:00', 'the hour 24 is outside 0 to 23'],
    ['*:60', 'the minute 60 is outside 0 to 59'],
    ['*:*:60', 'the second 60 is outside 0 to 59'],
    ['*:*:59.9999', 'the second 59.9999 is outside 0 to 59'],
    ['*-13-1', 'the month 13 is outside 1 to 12'],
    ['*-*-0', 'the day 0 is outside 1 to 31'],
    ['*-*~29', 'the day from the month end 29 is outside 1 to 28'],
    ['2200-1-1', 'the year 2200 is outside 1970 to 2199'],
    ['*/2:00', 'the hour */2 cannot be read'],
    ['*,1:00', 'the hour * cannot be read'],
    ['1,:00', 'the hour list 1, has an empty place'],
    ['+5:00', 'the hour +5 cannot be read'],
    ['1.5:00', 'the hour 1.5 cannot be read'],
    ['*:0/0', 'the minute step in 0/0 must be at least 1'],
    ['*:*:0/0.5', 'the second step in 0/0.5 must be at least 1'],
    ['*:0/60', 'the minute step in 0/60 leads past the last one'],
    ['*:30/40', 'the minute step in 30/40 leads past the last one'],
    ['*-*~28/28', /step in 28\/28 leads past the last one/],
    ['9..5:00', 'the hour range 9..5 runs backwards'],
    ['*-*~4..1', /range 4\.\.1 runs backwards/],
    ['@soon', 'the timestamp @soon is not in whole seconds since 1970'],
    ['@9999999999', 'the timestamp @9999999999 is not in whole seconds since 1970'],
    ['*-02-30', 'names a day that never occurs'],
    ['Mon 2026-01-01', 'names a day that never occurs'],
  ])('refuses %j', (text, reason) => {
    expect(problem(text)).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason))
  })
})

// The expected values are the output of `systemd-analyze calendar` of systemd 252.
describe('the next run of an OnCalendar expression', () => {
  it.each([
    ['minutely', '2026-01-01T00:00:00Z', ['2026-01-01T00:01:00Z', '2026-01-01T00:02:00Z']],
    ['hourly', '2026-01-01T00:00:00Z', ['2026-01-01T01:00:00Z', '2026-01-01T02:00:00Z']],
    ['daily', '2026-01-01T00:00:00Z', ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']],
    [
      'daily Europe/Berlin',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', '2026-03-30T22:00:00Z'],
    ],
    ['weekly', '2026-01-01T00:00:00Z', ['2026-01-05T00:00:00Z', '2026-01-12T00:00:00Z']],
    ['monthly', '2026-01-01T00:00:00Z', ['2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z']],
    [
      'quarterly',
      '2026-01-01T00:00:00Z',
      ['2026-04-01T00:00:00Z', '2026-07-01T00:00:00Z', '2026-10-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ],
    ['semiannually', '2026-01-01T00:00:00Z', ['2026-07-01T00:00:00Z', '2027-01-01T00:00:00Z']],
    ['bi-annually', '2026-01-01T00:00:00Z', ['2026-07-01T00:00:00Z']],
    ['yearly', '2026-01-01T00:00:00Z', ['2027-01-01T00:00:00Z', '2028-01-01T00:00:00Z']],
    ['annually', '2026-01-01T00:00:00Z', ['2027-01-01T00:00:00Z']],
    ['Mon..Fri 09:00 America/New_York', '2026-01-02T15:00:00Z', ['2026-01-05T14:00:00Z', '2026-01-06T14:00:00Z']],
    ['Mon *-05~07/1', '2026-01-01T00:00:00Z', ['2026-05-25T00:00:00Z', '2027-05-31T00:00:00Z']],
    ['*-*~1', '2026-01-31T00:00:00Z', ['2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z', '2026-04-30T00:00:00Z']],
    ['*-02~03', '2026-03-28T00:00:00Z', ['2027-02-26T00:00:00Z', '2028-02-27T00:00:00Z', '2029-02-26T00:00:00Z']],
    [
      '*-*~1..3',
      '2026-03-28T00:00:00Z',
      ['2026-03-29T00:00:00Z', '2026-03-30T00:00:00Z', '2026-03-31T00:00:00Z', '2026-04-28T00:00:00Z'],
    ],
    ['*-*~1..4/2', '2026-01-01T00:00:00Z', ['2026-01-29T00:00:00Z', '2026-01-31T00:00:00Z', '2026-02-26T00:00:00Z']],
    ['*-*-31 00:00', '2026-01-31T00:00:00Z', ['2026-03-31T00:00:00Z', '2026-05-31T00:00:00Z']],
    ['*-2-29', '2026-01-01T00:00:00Z', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    ['2026..2028/2-1-1', '2026-01-01T00:00:00Z', ['2028-01-01T00:00:00Z']],
    ['*:0/59', '2026-01-01T00:00:00Z', ['2026-01-01T00:59:00Z', '2026-01-01T01:00:00Z']],
    [
      '01/2,04:00',
      '2026-01-01T00:00:00Z',
      ['2026-01-01T01:00:00Z', '2026-01-01T03:00:00Z', '2026-01-01T04:00:00Z', '2026-01-01T05:00:00Z'],
    ],
    ['09:00:00/20', '2026-01-01T09:00:30Z', ['2026-01-01T09:00:40Z', '2026-01-02T09:00:00Z']],
    ['1:2:3.45', '2026-01-01T00:00:00Z', ['2026-01-01T01:02:03.450Z', '2026-01-02T01:02:03.450Z']],
    [
      '*:*:1.5..3',
      '2026-01-01T00:00:00Z',
      ['2026-01-01T00:00:01.500Z', '2026-01-01T00:00:02.500Z', '2026-01-01T00:01:01.500Z'],
    ],
    ['@1900000000', '2026-01-01T00:00:00Z', ['2030-03-17T17:46:40Z']],
    ['2026-01-01', '2026-01-01T00:00:00Z', []],
  ])('%s after %s', (schedule, after, expected) => {
    expect(runs(schedule, { after, count: expected.length || 1 })).toEqual(expected)
  })

  it('uses the zone it is given unless it names its own', () => {
    const after = '2026-01-01T00:00:00Z'
    expect(runs('12:00', { after, timeZone: 'Asia/Tokyo', count: 1 })).toEqual(['2026-01-01T03:00:00Z'])
    expect(runs('12:00 UTC', { after, timeZone: 'Asia/Tokyo', count: 1 })).toEqual(['2026-01-01T12:00:00Z'])
    expect(runs('@1900000000', { after, timeZone: 'Asia/Tokyo', count: 1 })).toEqual(['2030-03-17T17:46:40Z'])
  })

  // In Berlin the clock goes from 02:00 to 03:00 on 29 March 2026 and from 03:00 to 02:00 on 25 October, both at 01:00
  // UTC.
  it.each([
    [
      'a time that is skipped does not come that day',
      '02:30',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z'],
    ],
    [
      'an hourly timer goes on by elapsed time',
      '*:30',
      '2026-03-28T23:45:00Z',
      ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-03-29T02:30:00Z'],
    ],
    [
      'a time that is repeated comes on its first pass',
      '02:30',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30:00Z', '2026-10-26T01:30:00Z'],
    ],
    [
      'an hourly timer rests during the second pass',
      '*:30',
      '2026-10-24T23:45:00Z',
      ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z'],
    ],
  ])('%s', (_, schedule, after, expected) => {
    expect(runs(schedule, { after, timeZone: 'Europe/Berlin', count: expected.length })).toEqual(expected)
  })

  // systemd-analyze prints 01:30 here, but a timer that ran on the first pass does not run again.
  it('does not run during the second pass, even if it starts in the middle of it', () => {
    expect(runs('*:30', { after: '2026-10-25T01:10:00Z', timeZone: 'Europe/Berlin', count: 1 })).toEqual([
      '2026-10-25T02:30:00Z',
    ])
  })

  it('throws on an expression that should not have been stored', () => {
    expect(() => next('25:00', { after: new Date(0), timeZone: 'UTC' })).toThrow('the hour 25 is outside 0 to 23')
  })
})

interface Part {
  text: string
  holds(value: number): boolean
}

const part = (min: number, max: number): fc.Arbitrary<Part> => {
  const value = fc.integer({ min, max })
  const step = fc.integer({ min: 1, max: 5 })
  const span = fc.tuple(value, value, step).map(([a, b, by]) => ({ from: Math.min(a, b), to: Math.max(a, b), by }))
  return fc.oneof(
    fc.constant({ text: '*', holds: () => true }),
    fc
      .uniqueArray(value, { minLength: 1 })
      .map((all) => ({ text: all.join(','), holds: (v: number) => all.includes(v) })),
    span.map(({ from, to }) => ({ text: `${from}..${to}`, holds: (v: number) => v >= from && v <= to })),
    span.map(({ from, to, by }) => ({
      text: `${from}..${to}/${by}`,
      holds: (v: number) => v >= from && v <= to && (v - from) % by === 0,
    })),
    fc.record({ from: fc.integer({ min, max: max - 5 }), by: step }).map(({ from, by }) => ({
      text: `${from}/${by}`,
      holds: (v: number) => v >= from && (v - from) % by === 0,
    })),
  )
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const weekdays = fc.option(fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }), { nil: null })
const schedules = fc.record({
  weekdays,
  month: part(1, 12),
  day: part(1, 28),
  fromEnd: fc.boolean(),
  hour: part(0, 23),
  minute: part(0, 59),
  second: part(0, 59),
})
const timeZones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
const shares = fc.double({ min: 0, max: 1, noNaN: true })
const moments = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2029, 0) })
type Schedule = typeof schedules extends fc.Arbitrary<infer T> ? T : never

// From the end of a month a step runs towards it, so only plain lists and ranges mean the same on both sides.
const simple = (day: Part) => !day.text.includes('/')
const write = ({ weekdays: on, month, day, hour, minute, second, fromEnd }: Schedule) => {
  const weekday = on ? `${on.map((n) => days[n]).join(',')} ` : ''
  const date = `*-${month.text}${fromEnd && simple(day) ? '~' : '-'}${day.text}`
  return `${weekday}${date} ${hour.text}:${minute.text}:${second.text}`
}

function shows({ weekdays: on, month, day, hour, minute, second, fromEnd }: Schedule, wall: Date): boolean {
  const length = new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate()
  const date = wall.getUTCDate()
  return (
    (on?.includes(wall.getUTCDay()) ?? true) &&
    month.holds(wall.getUTCMonth() + 1) &&
    day.holds(fromEnd && simple(day) ? length + 1 - date : date) &&
    hour.holds(wall.getUTCHours()) &&
    minute.holds(wall.getUTCMinutes()) &&
    second.holds(wall.getUTCSeconds())
  )
}

const readIn = (timeZone: string, instant: number): Date =>
  new Date(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)

const setBack = (timeZone: string, from: number, to: number): boolean =>
  readIn(timeZone, to).getTime() - readIn(timeZone, from).getTime() < Math.floor((to - from) / 1000) * 1000

describe('any OnCalendar expression', () => {
  it('runs strictly later, in order, and skips no run', () => {
    fc.assert(
      fc.property(schedules, timeZones, moments, shares, (schedule, timeZone, after, share) => {
        const run = next(write(schedule), { after: new Date(after), timeZone })?.getTime()
        if (run === undefined) return
        expect(run).toBeGreaterThan(after)
        const between = after + Math.floor((run - 1 - after) * share)
        expect(next(write(schedule), { after: new Date(between), timeZone })?.getTime()).toBe(run)
      }),
      { numRuns: 50 },
    )
  })

  it('runs when the zone’s clock matches the expression, and no second earlier', () => {
    fc.assert(
      fc.property(schedules, timeZones, moments, (schedule, timeZone, after) => {
        const run = next(write(schedule), { after: new Date(after), timeZone })?.getTime()
        if (run === undefined) return
        expect(shows(schedule, readIn(timeZone, run))).toBe(true)
        const first = Math.ceil((after + 1) / 1000) * 1000
        if (run - first > 3_600_000 || setBack(timeZone, after - 7_200_000, run)) return
        for (let at = first; at < run; at += 1000) expect(shows(schedule, readIn(timeZone, at))).toBe(false)
      }),
      { numRuns: 40 },
    )
  })
})
