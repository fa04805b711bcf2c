import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coverOf,
  type WindowTiming,
  activeAt,
  activeUntil,
  covers,
  nextOccurrences,
  occurrences,
  wholeOccurrences,
} from './maintenance.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const window = (fields: Partial<Omit<WindowTiming, 'startsAt'>> & { startsAt: string | Date }): WindowTiming => ({
  durationMinutes: 60,
  timezone: 'UTC',
  recurrence: 'once',
  recurrenceUntil: null,
  enabled: true,
  endedEarlyAt: [],
  ...fields,
  startsAt: new Date(fields.startsAt),
})

const during = (timing: WindowTiming, from: string, to: string): string[] =>
  occurrences(timing, { from: new Date(from), to: new Date(to) }).map(
    ({ from: start, to: end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(0, 16)}`,
  )

const starts = (timing: WindowTiming, from: string, to: string): string[] =>
  during(timing, from, to).map((part) => part.slice(0, 16))

describe('a window', () => {
  const once = window({ startsAt: '2026-03-01T10:00:00Z' })

  it('without recurrence has one occurrence, clipped to the span', () => {
    expect(during(once, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual(['2026-03-01T10:00/2026-03-01T11:00'])
    expect(during(once, '2026-03-01T10:30Z', '2026-03-01T10:40Z')).toEqual(['2026-03-01T10:30/2026-03-01T10:40'])
    expect(during(once, '2026-03-01T11:00Z', '2026-03-02T00:00Z')).toEqual([])
    expect(during(once, '2026-03-01T09:00Z', '2026-03-01T10:00Z')).toEqual([])
    expect(during(once, '2026-03-01T10:30Z', '2026-03-01T10:30Z')).toEqual([])
  })

  it.each([
    ['2026-03-01T09:59:59.999Z', false],
    ['2026-03-01T10:00:00.000Z', true],
    ['2026-03-01T10:59:59.999Z', true],
    ['2026-03-01T11:00:00.000Z', false],
  ])('is active from its start up to its end: at %s %s', (now, active) => {
    expect(activeAt(once, new Date(now))).toBe(active)
  })

  it('that was ended early is over then, and begins again as planned', () => {
    const daily = { ...once, recurrence: 'daily' as const, endedEarlyAt: [new Date('2026-03-02T10:20:00Z')] }
    expect(during(daily, '2026-03-01T00:00Z', '2026-03-04T00:00Z')).toEqual([
      '2026-03-01T10:00/2026-03-01T11:00',
      '2026-03-02T10:00/2026-03-02T10:20',
      '2026-03-03T10:00/2026-03-03T11:00',
    ])
    expect(activeUntil(daily, new Date('2026-03-02T10:10:00Z'))).toEqual(new Date('2026-03-02T10:20:00Z'))
    expect(activeAt(daily, new Date('2026-03-02T10:20:00Z'))).toBe(false)
  })

  it('is listed whole where a span touches it, and by its next dates across a clock change', () => {
    const span = { from: new Date('2026-03-01T10:30:00Z'), to: new Date('2026-03-01T10:40:00Z') }
    expect(wholeOccurrences(once, span)).toEqual([{ from: once.startsAt, to: new Date('2026-03-01T11:00:00Z') }])
    expect(wholeOccurrences(once, { from: new Date('2026-03-01T11:00:00Z'), to: new Date('2026-03-02') })).toEqual([])
    const weekly = window({ startsAt: '2026-03-22T02:00:00Z', recurrence: 'weekly', timezone: 'Europe/Berlin' })
    const next = nextOccurrences(weekly, weekly.startsAt, 3).map(({ from }) => from.toISOString())
    expect(next).toEqual(['2026-03-22T02:00:00.000Z', '2026-03-29T01:00:00.000Z', '2026-04-05T01:00:00.000Z'])
    expect(nextOccurrences({ ...weekly, enabled: false }, weekly.startsAt, 3)).toEqual([])
  })

  it('that is disabled is never active', () => {
    const off = { ...once, enabled: false }
    expect(activeAt(off, once.startsAt)).toBe(false)
    expect(during(off, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([])
  })

  it.each([
    ['daily', ['2026-03-01T10:00', '2026-03-02T10:00', '2026-03-03T10:00', '2026-03-04T10:00']],
    ['weekly', ['2026-03-01T10:00']],
  ] as const)('recurs %s', (recurrence, expected) => {
    expect(starts({ ...once, recurrence }, '2026-02-01T00:00Z', '2026-03-05T00:00Z')).toEqual(expected)
  })

  it('recurs weekly on its weekday', () => {
    const weekly = { ...once, recurrence: 'weekly' as const }
    expect(starts(weekly, '2026-03-10T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '2026-03-15T10:00',
      '2026-03-22T10:00',
      '2026-03-29T10:00',
    ])
  })

  it('recurs monthly on its day, and on the last one of a month that is too short', () => {
    const monthly = window({ startsAt: '2027-12-31T10:00:00Z', recurrence: 'monthly' })
    expect(starts(monthly, '2027-01-01T00:00Z', '2028-07-01T00:00Z')).toEqual([
      '2027-12-31T10:00',
      '2028-01-31T10:00',
      '2028-02-29T10:00',
      '2028-03-31T10:00',
      '2028-04-30T10:00',
      '2028-05-31T10:00',
      '2028-06-30T10:00',
    ])
  })

  it('may begin exactly at the end of its recurrence, and not after', () => {
    const until = (recurrenceUntil: string): string[] =>
      starts(
        { ...once, recurrence: 'daily', recurrenceUntil: new Date(recurrenceUntil) },
        '2026-03-01T00:00Z',
        '2026-04-01T00:00Z',
      )
    expect(until('2026-03-02T10:00:00.000Z')).toEqual(['2026-03-01T10:00', '2026-03-02T10:00'])
    expect(until('2026-03-02T09:59:59.999Z')).toEqual(['2026-03-01T10:00'])
  })

  it('that is longer than its period is active until its last occurrence ends', () => {
    const long = {
      ...once,
      recurrence: 'daily' as const,
      durationMinutes: 3000,
      recurrenceUntil: new Date('2026-03-05T10:00Z'),
    }
    expect(during(long, '2026-02-01T00:00Z', '2026-04-01T00:00Z')).toEqual(['2026-03-01T10:00/2026-03-07T12:00'])
    expect(during(long, '2026-03-04T00:00Z', '2026-03-04T01:00Z')).toEqual(['2026-03-04T00:00/2026-03-04T01:00'])
  })

  it('that began long ago is evaluated as quickly as a new one', () => {
    const old = window({ startsAt: '1970-01-01T10:00:00Z', recurrence: 'daily', timezone: 'Europe/Berlin' })
    let read = 0
    const counted = {
      ...old,
      get timezone() {
        return (read++, 'Europe/Berlin')
      },
    }
    expect(starts(counted, '2999-07-01T00:00Z', '2999-07-03T00:00Z')).toEqual(['2999-07-01T09:00', '2999-07-02T09:00'])
    expect(read).toBeLessThan(10)
  })
})

describe('when the clocks change', () => {
  it.each([
    // Forward: Berlin skips 02:00-03:00, New York 02:00-03:00, Lord Howe 02:00-02:30.
    ['Europe/Berlin', '2026-03-28T01:30Z', ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']],
    ['Europe/Berlin', '2026-03-28T02:00Z', ['2026-03-28T02:00', '2026-03-29T01:00', '2026-03-30T01:00']],
    ['America/New_York', '2026-03-07T07:15Z', ['2026-03-07T07:15', '2026-03-08T07:00', '2026-03-09T06:15']],
    ['Australia/Lord_Howe', '2026-10-02T15:40Z', ['2026-10-02T15:40', '2026-10-03T15:30', '2026-10-04T15:10']],
    // Midnight itself is skipped in Beirut.
    ['Asia/Beirut', '2026-03-27T22:30Z', ['2026-03-27T22:30', '2026-03-28T22:00', '2026-03-29T21:30']],
    // Back: 02:30 occurs twice, and the first one counts.
    ['Europe/Berlin', '2026-10-24T00:30Z', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
    ['America/New_York', '2026-10-31T05:30Z', ['2026-10-31T05:30', '2026-11-01T05:30', '2026-11-02T06:30']],
    ['Australia/Lord_Howe', '2026-04-03T14:45Z', ['2026-04-03T14:45', '2026-04-04T14:45', '2026-04-05T15:15']],
    // A window that started in the second of the two started at that time.
    ['Europe/Berlin', '2026-10-25T01:30Z', ['2026-10-25T01:30', '2026-10-26T01:30', '2026-10-27T01:30']],
    // No clock changes here.
    ['Asia/Kolkata', '2026-03-28T20:00Z', ['2026-03-28T20:00', '2026-03-29T20:00', '2026-03-30T20:00']],
  ])('a daily window of %s that starts at %s keeps its time', (timezone, startsAt, expected) => {
    const daily = window({ startsAt, timezone, recurrence: 'daily', durationMinutes: 15 })
    const to = new Date(daily.startsAt.getTime() + 2.5 * day)
    expect(occurrences(daily, { from: daily.startsAt, to }).map(({ from }) => from.toISOString().slice(0, 16))).toEqual(
      expected,
    )
  })

  it.each([
    ['2026-03-28T23:00Z', '2026-03-28T23:00/2026-03-29T03:00'],
    ['2026-10-24T22:00Z', '2026-10-24T22:00/2026-10-25T02:00'],
  ])('four hours from %s are four hours', (startsAt, expected) => {
    const night = window({ startsAt, timezone: 'Europe/Berlin', durationMinutes: 240 })
    expect(during(night, '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([expected])
  })

  it('a monthly window uses the date of its zone', () => {
    const monthly = window({ startsAt: '2026-01-30T14:00:00Z', timezone: 'Asia/Tokyo', recurrence: 'monthly' })
    expect(starts(monthly, '2026-01-01T00:00Z', '2026-05-01T00:00Z')).toEqual([
      '2026-01-30T14:00',
      '2026-02-28T14:00',
      '2026-03-30T14:00',
      '2026-04-30T14:00',
    ])
    // 23:30 on the 30th in UTC is the 31st in Tokyo.
    const late = window({ startsAt: '2026-01-30T23:30:00Z', timezone: 'Asia/Tokyo', recurrence: 'monthly' })
    expect(starts(late, '2026-02-01T00:00Z', '2026-04-02T00:00Z')).toEqual(['2026-02-27T23:30', '2026-03-30T23:30'])
  })
})

/** Zones with a clock change of an hour, half an hour or, in Apia, a whole day. */
const changes = [
  ['Europe/Berlin', '2026-03-29T01:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00Z'],
  ['America/New_York', '2026-03-08T07:00Z'],
  ['America/New_York', '2026-11-01T06:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30Z'],
  ['America/Sao_Paulo', '2018-02-18T02:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00Z'],
  ['UTC', '2026-02-28T00:00Z'],
] as const
const readers = new Map(
  changes.map(([timeZone]) => [
    timeZone as string,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
)

/** The wall clock of the zone, as if it were UTC. */
const wallAt = (timeZone: string, at: number): number =>
  Date.parse(`${readers.get(timeZone)!.format(at).replace(' ', 'T')}Z`)

function isSlot({ recurrence }: WindowTiming, firstWall: number, wall: number): boolean {
  if (wall % day !== firstWall % day) return false
  const [first, here] = [new Date(firstWall), new Date(wall)]
  if (recurrence === 'weekly') return here.getUTCDay() === first.getUTCDay()
  if (recurrence === 'daily' || here.getUTCDate() === first.getUTCDate()) return true
  return here.getUTCDate() < first.getUTCDate() && new Date(wall + day).getUTCDate() === 1
}

/** Steps through time: an occurrence starts when the clocks first show its start, or a later time. */
function watch(
  timing: WindowTiming,
  { from, to, step }: { from: number; to: number; step: number },
): (at: number) => boolean {
  const first = timing.startsAt.getTime()
  const firstWall = wallAt(timing.timezone, first)
  const begun = [first]
  let shown = firstWall
  for (let at = first + step; at < to; at += step) {
    const wall = wallAt(timing.timezone, at)
    for (let slot = shown + step; slot <= wall; slot += step) if (isSlot(timing, firstWall, slot)) begun.push(at)
    shown = Math.max(shown, wall)
  }
  const kept = begun.filter(
    (at) => at === first || timing.recurrenceUntil === null || at <= timing.recurrenceUntil.getTime(),
  )
  return (at) =>
    at >= from && at < to && kept.some((start) => start <= at && at < start + timing.durationMinutes * minute)
}

function expectAgreement(days: number, step: number, durations: fc.Arbitrary<number>): void {
  const steps = (days * day) / step
  const drawn = fc.record({
    change: fc.constantFrom(...changes),
    recurrence: fc.constantFrom<WindowTiming['recurrence']>('daily', 'daily', 'weekly', 'monthly'),
    daysBefore: fc.constantFrom(...[0, 1, 1, 7, 31].filter((daysBefore) => daysBefore < days)),
    start: fc.integer({ min: (-1.5 * hour) / step, max: (1.5 * hour) / step }),
    duration: durations,
    until: fc.option(fc.nat(steps)),
    from: fc.nat(steps / 2),
    length: fc.nat(steps),
  })
  fc.assert(
    fc.property(drawn, ({ change, recurrence, daysBefore, start, duration, until, from, length }) => {
      const [timezone, changesAt] = change
      const first = Date.parse(changesAt) - daysBefore * day + start * step
      const recurrenceUntil = until === null ? null : new Date(first + until * step)
      const timing = window({
        startsAt: new Date(first),
        timezone,
        recurrence,
        recurrenceUntil,
        durationMinutes: (duration * step) / minute,
      })
      const requested = {
        from: first + (from - 5) * step,
        to: Math.min(first + (from + length) * step, first + days * day),
      }
      const parts = occurrences(timing, { from: new Date(requested.from), to: new Date(requested.to) })
      const isOn = watch(timing, { ...requested, step })
      const wrong: string[] = []
      for (let at = first - 6 * step; at < first + days * day; at += step) {
        const inside = parts.some((part) => part.from.getTime() <= at && at < part.to.getTime())
        if (inside !== isOn(at)) wrong.push(`${inside} at ${new Date(at).toISOString()}`)
      }
      expect(wrong).toEqual([])
    }),
    { numRuns: 25 },
  )
}

describe('occurrences agree with watching the clocks', () => {
  it('minute by minute, over days', () =>
    expectAgreement(3, minute, fc.oneof(fc.integer({ min: 5, max: 90 }), fc.integer({ min: 91, max: 1700 }))))
  it('quarter hour by quarter hour, over months', () =>
    expectAgreement(70, 15 * minute, fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 9, max: 2880 }))))
})

describe('a window covers', () => {
  const monitor = { id: 'a', tags: ['env:prod', 'team:shop'] }

  it.each([
    ['the whole organization when it names nothing', [], [], true],
    ['a monitor that it names', ['a', 'b'], [], true],
    ['a monitor with one of its tags', [], ['env:test', 'team:shop'], true],
    ['a monitor that it names, whatever its tags', ['a'], ['env:test'], true],
    ['no monitor that it does not name', ['b'], [], false],
    ['no monitor without any of its tags', [], ['env'], false],
    ['no monitor that is neither', ['b'], ['env:test'], false],
  ])('%s', (_case, monitorIds, monitorTags, expected) => {
    expect(covers({ monitorIds, monitorTags }, monitor)).toBe(expected)
  })
})

it('windows together cover everything only if one of them names neither monitors nor tags', () => {
  const shop = { monitorIds: ['a'], monitorTags: [] }
  const team = { monitorIds: ['a', 'b'], monitorTags: ['team:shop'] }
  const tagged = { monitorIds: [], monitorTags: ['team:shop'] }
  expect(coverOf([shop, team, tagged])).toEqual({ everything: false, monitorIds: ['a', 'b'], tags: ['team:shop'] })
  expect(coverOf([shop, { monitorIds: [], monitorTags: [] }])).toMatchObject({ everything: true })
})
