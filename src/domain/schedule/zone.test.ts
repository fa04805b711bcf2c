import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { isTimeZone, nextInstant, offsetAt, timeZoneProblem } from './zone.ts'

const minute = 60_000
const hour = 60 * minute

describe('time zones', () => {
  it.each(['UTC', 'utc', 'Europe/Berlin', 'america/new_york', 'Etc/GMT+5', 'EST', 'US/Pacific'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
    expect(timeZoneProblem(name)).toBeNull()
  })

  it.each(['', 'Mars/Olympus', 'BST', 'PST', 'CEST', '+01:00', 'Z', 'Europe/Berlin ', 'Mon'])('refuses %j', (name) => {
    expect(timeZoneProblem(name)).toBe('must be a time zone such as UTC or Europe/Berlin')
  })

  it.each([
    ['2026-01-15T12:00:00Z', 'Europe/Berlin', 1],
    ['2026-07-15T12:00:00Z', 'Europe/Berlin', 2],
    ['2026-07-15T12:00:00.999Z', 'Asia/Kolkata', 5.5],
    ['2026-07-15T00:00:00Z', 'America/St_Johns', -2.5],
    ['2026-01-01T00:00:00Z', 'Pacific/Kiritimati', 14],
    ['2026-01-01T00:00:00Z', 'UTC', 0],
  ])('reads the offset at %s in %s', (instant, timeZone, hours) => {
    expect(offsetAt(Date.parse(instant), timeZone)).toBe(hours * hour)
  })

  it('have the offset that their clocks show, in every zone and also around a change', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const seconds = fc.integer({ min: 0, max: Date.UTC(2045, 0) / 1000 })
    fc.assert(
      fc.property(zone, seconds, (timeZone, second) => {
        const instant = second * 1000
        const shown = new Date(instant).toLocaleString('sv-SE', { timeZone })
        expect(instant + offsetAt(instant, timeZone)).toBe(Date.parse(`${shown.replace(' ', 'T')}Z`))
      }),
    )
  })

  it('are read from the formatter some times a week, however many times a schedule has', () => {
    const readings = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const start = Date.parse('2031-03-24T00:00:00Z')
    for (let minutes = 0; minutes < 20_000; minutes++) offsetAt(start + minutes * minute, 'Europe/Berlin')
    expect(readings.mock.calls.length).toBeLessThan(100)
    readings.mockRestore()
  })
})

// Two days around a change each: an hour forward and back, and Lord Howe's half hours.
const changes = [
  ['Europe/Berlin', '2026-03-28T12:00:00Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z'],
  ['America/New_York', '2026-03-07T18:00:00Z'],
  ['America/New_York', '2026-10-31T18:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T00:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T00:00:00Z'],
] as const

interface Moment {
  instant: number
  wall: number
  again: boolean
}

/** Every minute of two days on the zone's clock, computed independently of the tested code. */
function clockFace(timeZone: string, start: number): Moment[] {
  const seen = new Set<number>()
  return Array.from({ length: 2 * 24 * 60 }, (_, index) => {
    const instant = start + index * minute
    const wall = Date.parse(`${new Date(instant).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`)
    const again = seen.has(wall)
    seen.add(wall)
    return { instant, wall, again }
  })
}

const slotEvery = (period: number, shift: number) => (wall: number) =>
  (Math.floor((wall - shift) / period) + 1) * period + shift

describe.each(changes)('slots across the clock change in %s after %s', (timeZone, from) => {
  const start = Date.parse(from)
  const face = clockFace(timeZone, start)
  const schedule = fc.record({
    period: fc.constantFrom(minute, 5 * minute, 15 * minute, 45 * minute, hour, 3 * hour, 24 * hour),
    shift: fc.integer({ min: 0, max: 1439 }).map((minutes) => minutes * minute),
    after: fc.integer({ min: 0, max: 24 * 60 * 60_000 }).map((ms) => start + ms),
  })
  const holds = ({ wall }: Moment, { period, shift }: { period: number; shift: number }) =>
    (wall - shift) % period === 0

  it('runs at each wall-clock time if repeated ones count twice', () => {
    fc.assert(
      fc.property(schedule, ({ after, ...slots }) => {
        const expected = face.find((moment) => moment.instant > after && holds(moment, slots))
        const nextSlot = slotEvery(slots.period, slots.shift)
        const found = nextInstant(after, { timeZone, skipped: 'dropped', repeated: 'twice', nextSlot })
        if (expected) expect(found).toBe(expected.instant)
      }),
    )
  })

  it('skips repeated wall-clock times if they count once', () => {
    fc.assert(
      fc.property(schedule, ({ after, ...slots }) => {
        const expected = face.find((moment) => moment.instant > after && !moment.again && holds(moment, slots))
        const nextSlot = slotEvery(slots.period, slots.shift)
        const found = nextInstant(after, { timeZone, skipped: 'dropped', repeated: 'once', nextSlot })
        if (expected) expect(found).toBe(expected.instant)
      }),
    )
  })

  it('moves skipped slots to the clock change', () => {
    fc.assert(
      fc.property(schedule, ({ after, ...slots }) => {
        const nextSlot = slotEvery(slots.period, slots.shift)
        const dueBy = (moment: Moment, before: Moment) => !moment.again && nextSlot(before.wall) <= moment.wall
        const expected = face.find((moment, index) => {
          const before = face[index - 1]
          return before !== undefined && moment.instant > after && dueBy(moment, before)
        })
        const found = nextInstant(after, { timeZone, skipped: 'at the change', repeated: 'once', nextSlot })
        if (expected) expect(found).toBe(expected.instant)
      }),
    )
  })
})

it('finds the second pass of a slot that does not occur again', () => {
  const slot = Date.parse('2026-10-25T02:30:00Z')
  const nextSlot = (wall: number) => (wall < slot ? slot : null)
  const calendar = { timeZone: 'Europe/Berlin', skipped: 'dropped', nextSlot } as const
  const afterFirst = Date.parse('2026-10-25T00:30:00Z')
  expect(nextInstant(afterFirst, { ...calendar, repeated: 'twice' })).toBe(Date.parse('2026-10-25T01:30:00Z'))
  expect(nextInstant(afterFirst, { ...calendar, repeated: 'once' })).toBeNull()
})
