import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  calendarDays,
  dateOf,
  daysInMonth,
  fieldOf,
  instantAt,
  instantOfField,
  isDate,
  mondayOf,
  offsetAt,
  positionOf,
  segmentOf,
} from './zone-days.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo']
const hour = 3_600_000
const day = 24 * hour
const zone = fc.constantFrom(...zones)
const date = fc
  .integer({ min: Date.UTC(2024, 0, 1) / day, max: Date.UTC(2028, 0, 1) / day })
  .map((days) => new Date(days * day).toISOString().slice(0, 10))

describe('the days of a calendar', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Asia/Kathmandu', '2026-03-29', 24],
  ])('in %s, %s has %d hours', (name, first, hours) => expect(calendarDays(first, 1, name)[0]!.hours).toBe(hours))

  it('begin at midnight, or when the clocks skip midnight at the change', () => {
    expect(new Date(calendarDays('2026-11-17', 1, 'Europe/Berlin')[0]!.from).toISOString()).toBe(
      '2026-11-16T23:00:00.000Z',
    )
    const [cairo] = calendarDays('2026-04-24', 1, 'Africa/Cairo')
    expect(fieldOf(cairo!.from, 'Africa/Cairo')).toBe('2026-04-24T01:00')
  })

  it('follow each other without a hole, and each has the date that its instants have', () => {
    fc.assert(
      fc.property(zone, date, fc.integer({ min: 1, max: 31 }), (name, first, count) => {
        const days = calendarDays(first, count, name)
        days.slice(1).forEach(({ from }, index) => expect(from).toBe(days[index]!.to))
        for (const { date: own, from, to } of days)
          expect([dateOf(from, name), dateOf(to - 1, name)]).toEqual([own, own])
      }),
    )
  })
})

describe('a position', () => {
  it('is the share of the day that has passed, also of a long or short day', () => {
    const days = calendarDays('2026-10-24', 3, 'Europe/Berlin')
    const at = (text: string): number => positionOf(Date.parse(text), days)
    expect(at('2026-10-24T10:00:00Z')).toBe(0.5)
    // 25 hours: noon of the clock is after 13 of them.
    expect(at('2026-10-25T11:00:00Z')).toBeCloseTo(1 + 13 / 25)
    expect(at('2026-10-30T00:00:00Z')).toBe(3)
  })

  it('grows with time, and leads back to the instant', () => {
    fc.assert(
      fc.property(
        zone,
        date,
        fc.array(fc.integer({ min: 0, max: 14 * 96 }), { maxLength: 8 }),
        (name, first, quarters) => {
          const days = calendarDays(first, 14, name)
          const instants = quarters
            .map((count) => days[0]!.from + count * (hour / 4))
            .filter((at) => at < days.at(-1)!.to)
          const sorted = instants.toSorted((a, b) => a - b)
          const positions = sorted.map((at) => positionOf(at, days))
          expect(positions).toEqual(positions.toSorted((a, b) => a - b))
          sorted.forEach((at, index) => expect(instantAt(positions[index]!, days, name)).toBe(at))
        },
      ),
    )
  })

  it('of a span is cut to the days that are shown', () => {
    const days = calendarDays('2026-03-28', 2, 'Europe/Berlin')
    const span = (from: string, to: string) => segmentOf({ from: Date.parse(from), to: Date.parse(to) }, days)
    expect(span('2026-03-01T00:00Z', '2026-03-28T11:00Z')).toEqual({ start: 0, end: 0.5 })
    expect(span('2026-03-28T23:00Z', '2026-04-28T11:00Z')).toEqual({ start: 1, end: 2 })
    expect(span('2026-03-01T00:00Z', '2026-03-27T11:00Z')).toBe(null)
  })
})

describe('a date-and-time field', () => {
  it('names the instant that it shows, except in the hour that comes twice', () => {
    fc.assert(
      fc.property(zone, date, fc.integer({ min: 0, max: 1439 }), (name, first, minute) => {
        const at = calendarDays(first, 1, name)[0]!.from + minute * 60_000
        const isRepeated = offsetAt(at - 2 * hour, name) > offsetAt(at, name)
        if (!isRepeated) expect(instantOfField(fieldOf(at, name), name)).toBe(at)
      }),
    )
  })

  it('takes the first of two instants, and the change for a time that is skipped', () => {
    const berlin = (text: string): string => new Date(instantOfField(text, 'Europe/Berlin')).toISOString()
    expect(berlin('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z')
    expect(berlin('2026-03-29T02:30')).toBe('2026-03-29T01:00:00.000Z')
    expect(instantOfField('', 'Europe/Berlin')).toBeNaN()
  })
})

it('months and weeks are counted as people do', () => {
  expect([mondayOf('2026-11-22'), mondayOf('2026-11-16')]).toEqual(['2026-11-16', '2026-11-16'])
  expect([addMonths('2026-12-31', 1), daysInMonth('2028-02-11')]).toEqual(['2027-01-01', 29])
  expect([isDate('2026-02-30'), isDate('2026-02-28'), isDate('soon')]).toEqual([false, true, false])
})
