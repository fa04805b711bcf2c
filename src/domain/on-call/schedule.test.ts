import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Layer, type Override, type Schedule, gaps, nextOnCall, onCallAt, shifts } from './schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const at = (text: string): Date => new Date(text)
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })

const layer = (fields: Partial<Layer> = {}): Layer => ({
  id: 'layer', name: 'Primary', rotation: 'daily', shiftLengthSeconds: 86_400, handoffAt: '09:00', startsAt: at('2026-03-02T09:00:00Z'),
  endsAt: null, restrictions: [], userIds: ['ada', 'ben', 'cleo'], ...fields,
})
const schedule = (fields: Partial<Schedule> = {}): Schedule => ({ timezone: 'UTC', enabled: true, layers: [layer()], overrides: [], ...fields })
const told = (made: ReturnType<typeof shifts>): string[] =>
  made.map(({ userId, from, to }) => `${userId} ${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`)

describe('a rotation', () => {
  it('hands over every day at its time, in order, and begins with the first again', () => {
    expect(told(shifts(schedule(), span('2026-03-02T00:00Z', '2026-03-06T00:00Z')))).toEqual([
      'ada 2026-03-02T09:00 2026-03-03T09:00',
      'ben 2026-03-03T09:00 2026-03-04T09:00',
      'cleo 2026-03-04T09:00 2026-03-05T09:00',
      'ada 2026-03-05T09:00 2026-03-06T00:00',
    ])
  })

  it('hands over every week on the day it started, or every few weeks', () => {
    const weekly = schedule({ layers: [layer({ rotation: 'weekly', shiftLengthSeconds: 1_209_600, startsAt: at('2026-03-02T00:00Z') })] })
    expect(told(shifts(weekly, span('2026-03-01T00:00Z', '2026-04-01T00:00Z')))).toEqual([
      'ada 2026-03-02T00:00 2026-03-16T09:00',
      'ben 2026-03-16T09:00 2026-03-30T09:00',
      'cleo 2026-03-30T09:00 2026-04-01T00:00',
    ])
  })

  it('gives the first person the hours between its start and the first hand-off of that day', () => {
    const early = schedule({ layers: [layer({ startsAt: at('2026-03-02T00:00Z') })] })
    const late = schedule({ layers: [layer({ startsAt: at('2026-03-02T20:00Z') })] })
    expect(told(shifts(early, span('2026-03-02T00:00Z', '2026-03-04T00:00Z')))[0]).toBe('ada 2026-03-02T00:00 2026-03-03T09:00')
    expect(told(shifts(late, span('2026-03-02T00:00Z', '2026-03-04T00:00Z')))[0]).toBe('ada 2026-03-02T20:00 2026-03-03T09:00')
  })

  it('keeps its time of day when the clocks change, and a custom one its length', () => {
    const over = span('2026-03-28T00:00Z', '2026-03-31T00:00Z')
    const start = { startsAt: at('2026-03-28T08:00Z'), userIds: ['ada', 'ben'] }
    const daily = schedule({ timezone: 'Europe/Berlin', layers: [layer(start)] })
    const custom = schedule({ timezone: 'Europe/Berlin', layers: [layer({ ...start, rotation: 'custom' })] })
    expect(told(shifts(daily, over)).slice(0, 2)).toEqual(['ada 2026-03-28T08:00 2026-03-29T07:00', 'ben 2026-03-29T07:00 2026-03-30T07:00'])
    expect(told(shifts(custom, over)).slice(0, 2)).toEqual(['ada 2026-03-28T08:00 2026-03-29T08:00', 'ben 2026-03-29T08:00 2026-03-30T08:00'])
  })

  it('hands over at the change when the clocks skip the time, and once when they show it twice', () => {
    const night = { handoffAt: '02:30', userIds: ['ada', 'ben'] }
    const spring = schedule({ timezone: 'Europe/Berlin', layers: [layer({ ...night, startsAt: at('2026-03-28T01:30Z') })] })
    const autumn = schedule({ timezone: 'Europe/Berlin', layers: [layer({ ...night, startsAt: at('2026-10-24T00:30Z') })] })
    expect(told(shifts(spring, span('2026-03-28T00:00Z', '2026-03-30T00:00Z')))).toEqual([
      'ada 2026-03-28T01:30 2026-03-29T01:00', 'ben 2026-03-29T01:00 2026-03-30T00:00',
    ])
    expect(told(shifts(autumn, span('2026-10-24T00:00Z', '2026-10-26T00:00Z')))).toEqual([
      'ada 2026-10-24T00:30 2026-10-25T00:30', 'ben 2026-10-25T00:30 2026-10-26T00:00',
    ])
  })

  it('has nobody before it starts, after it ends, without people, and when the schedule is off', () => {
    const ended = layer({ endsAt: at('2026-03-04T09:00Z') })
    expect(told(shifts(schedule({ layers: [ended] }), span('2026-03-01T00:00Z', '2026-03-09T00:00Z')))).toHaveLength(2)
    expect(onCallAt(schedule({ layers: [ended] }), at('2026-03-04T09:00Z'))).toBeNull()
    expect(onCallAt(schedule({ layers: [ended] }), at('2026-03-02T08:59:59.999Z'))).toBeNull()
    for (const empty of [schedule({ enabled: false }), schedule({ layers: [] }), schedule({ layers: [layer({ userIds: [] })] })]) {
      expect(onCallAt(empty, at('2026-03-03T12:00Z'))).toBeNull()
      expect(gaps(empty, span('2026-03-03T00:00Z', '2026-03-04T00:00Z'))).toEqual([span('2026-03-03T00:00Z', '2026-03-04T00:00Z')])
    }
  })

  it('is one shift for somebody who has it alone', () => {
    const alone = schedule({ layers: [layer({ userIds: ['ada'] })] })
    expect(told(shifts(alone, span('2026-03-03T00:00Z', '2026-03-20T00:00Z')))).toEqual(['ada 2026-03-03T00:00 2026-03-20T00:00'])
    expect(nextOnCall(alone, at('2026-03-03T00:00Z'))).toBeNull()
  })
})

describe('layers', () => {
  const nights = layer({ id: 'nights', userIds: ['nick'], restrictions: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }] })

  it('win from the last to the first, where they have somebody', () => {
    const both = schedule({ layers: [layer({ userIds: ['ada'] }), nights] })
    expect(told(shifts(both, span('2026-03-06T12:00Z', '2026-03-09T00:00Z')))).toEqual([
      'ada 2026-03-06T12:00 2026-03-06T22:00',
      'nick 2026-03-06T22:00 2026-03-07T06:00',
      'ada 2026-03-07T06:00 2026-03-09T00:00',
    ])
    expect(nextOnCall(both, at('2026-03-06T12:00Z'))).toMatchObject({ userId: 'nick', from: at('2026-03-06T22:00Z') })
  })

  it('leave gaps outside of their hours', () => {
    expect(gaps(schedule({ layers: [nights] }), span('2026-03-04T00:00Z', '2026-03-05T00:00Z'))).toEqual([
      span('2026-03-04T06:00Z', '2026-03-04T22:00Z'),
    ])
  })

  it.each([
    ['00:00', '24:00'],
    ['00:00', '00:00'],
  ])('may be for whole days, from %s to %s', (from, to) => {
    const weekend = schedule({ layers: [layer({ restrictions: [{ days: [0, 6], from, to }] })] })
    const free = span('2026-03-06T12:00Z', '2026-03-09T12:00Z')
    expect(gaps(weekend, free)).toEqual([span('2026-03-06T12:00Z', '2026-03-07T00:00Z'), span('2026-03-09T00:00Z', '2026-03-09T12:00Z')])
  })

  it('that one person has one after the other are not another person next', () => {
    const ends = at('2026-03-03T09:00Z')
    const twice = schedule({ layers: [layer({ userIds: ['ada'], endsAt: ends }), layer({ id: 'other', userIds: ['ada', 'ben'], startsAt: ends })] })
    expect(nextOnCall(twice, at('2026-03-02T12:00Z'))).toMatchObject({ userId: 'ben', from: at('2026-03-04T09:00Z') })
  })
})

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
// Around a change of the clocks in each hemisphere, and the day that Samoa skipped.
const centres = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2011-12-30', '2026-06-15'].map((text) => Date.parse(text))

const clockTime = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => `${`${h}`.padStart(2, '0')}:${`${m}`.padStart(2, '0')}`)
const restriction = fc.record({ days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), from: clockTime, to: fc.oneof(clockTime, fc.constant('24:00')) })
const length = fc.oneof(
  fc.record({ rotation: fc.constant('daily' as const), shiftLengthSeconds: fc.constantFrom(86_400, 172_800) }),
  fc.record({ rotation: fc.constant('weekly' as const), shiftLengthSeconds: fc.constant(604_800) }),
  fc.record({ rotation: fc.constant('custom' as const), shiftLengthSeconds: fc.integer({ min: 60, max: 2000 }).map((n) => n * 60) }),
)

const layerNear = (centre: number, index: number): fc.Arbitrary<Layer> =>
  fc
    .record({
      length, handoffAt: clockTime, offset: fc.integer({ min: -3 * 1440, max: 1440 }), lasts: fc.option(fc.integer({ min: 1, max: 4 * 1440 })),
      restrictions: fc.array(restriction, { maxLength: 2 }), people: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ length, offset, lasts, people, ...rest }) => {
      const start = centre + offset * minute
      const userIds = Array.from({ length: people }, (_, n) => `person ${index}.${n}`)
      return layer({ ...rest, ...length, id: `layer ${index}`, startsAt: new Date(start), endsAt: lasts === null ? null : new Date(start + lasts * minute), userIds })
    })

const overridesNear = (centre: number): fc.Arbitrary<Override[]> =>
  fc.uniqueArray(fc.integer({ min: -2880, max: 2880 }), { maxLength: 4 }).map((edges) => {
    const sorted = edges.toSorted((a, b) => a - b).map((edge) => new Date(centre + edge * minute))
    return sorted.flatMap((startsAt, n) => (n % 2 === 0 && sorted[n + 1] ? [{ id: `override ${n}`, userId: 'guest', startsAt, endsAt: sorted[n + 1]! }] : []))
  })

const setting = fc.constantFrom(...centres).chain((centre) =>
  fc.record({
    centre: fc.constant(centre),
    schedule: fc.record({
      timezone: fc.constantFrom(...zones),
      enabled: fc.constant(true),
      layers: fc.integer({ min: 0, max: 3 }).chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => layerNear(centre, index)))),
      overrides: overridesNear(centre),
    }),
  }),
)
const around = (centre: number) => ({ from: new Date(centre - 2 * day), to: new Date(centre + 2 * day) })

describe('whatever the schedule', () => {
  it('says of every minute what somebody says who walks through time with a watch', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const made = shifts(schedule, around(centre))
        const watch = walk(schedule, centre - 6 * day)
        for (let now = centre - 6 * day; now < centre + 2 * day; now += minute) {
          const expected = watch(now)
          if (now < centre - 2 * day) continue
          const found = made.find(({ from, to }) => from.getTime() <= now && now < to.getTime())
          if (found?.userId !== expected) expect([new Date(now), found?.userId]).toEqual([new Date(now), expected])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has on call, at every moment, whoever has the shift that contains it', () => {
    fc.assert(
      fc.property(setting, fc.array(fc.integer({ min: -2 * day, max: 2 * day - 1 }), { maxLength: 20 }), ({ schedule, centre }, offsets) => {
        const made = shifts(schedule, around(centre))
        const edges = made.flatMap(({ from, to }) => [from.getTime(), to.getTime() - 1])
        for (const moment of [...edges, ...offsets.map((offset) => centre + offset)]) {
          const shift = made.find(({ from, to }) => from.getTime() <= moment && moment < to.getTime())
          const { userId, layerId, overrideId } = shift ?? {}
          expect(onCallAt(schedule, new Date(moment))).toEqual(shift ? { userId, layerId, overrideId } : null)
        }
      }),
    )
  })

  it('divides the span into shifts and gaps, and tells no two shifts that are one', () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const made = shifts(schedule, around(centre))
        const parts = [...made, ...gaps(schedule, around(centre))].toSorted((a, b) => a.from.getTime() - b.from.getTime())
        expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([around(centre).from, around(centre).to])
        parts.slice(1).forEach((part, n) => expect(part.from).toEqual(parts[n]!.to))
        made.slice(1).forEach((shift, n) => {
          const { from: _from, to: _to, ...who } = shift
          if (made[n]!.to.getTime() === shift.from.getTime()) expect(made[n]).not.toMatchObject(who)
        })
      }),
    )
  })

  it('is the override inside of an override, and outside what it was without', () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const without = { ...schedule, overrides: [] }
        for (let now = centre - 2 * day; now < centre + 2 * day; now += 97 * minute) {
          const over = schedule.overrides.find(({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime())
          const expected = over ? { userId: 'guest', layerId: null, overrideId: over.id } : onCallAt(without, new Date(now))
          expect(onCallAt(schedule, new Date(now))).toEqual(expected)
        }
      }),
    )
  })

  it('gives everybody as much over whole cycles, but for what a change of the clocks takes or adds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), length, fc.integer({ min: 1, max: 5 }), fc.constantFrom(...centres), (timezone, chosen, people, centre) => {
        const userIds = Array.from({ length: people }, (_, n) => `person ${n}`)
        const fair = layer({ ...chosen, startsAt: new Date(centre), handoffAt: '00:00', userIds })
        const cycle = chosen.shiftLengthSeconds * 1000 * people
        const from = new Date(centre + 2 * day)
        const made = shifts(schedule({ timezone, layers: [fair] }), { from, to: new Date(from.getTime() + 3 * cycle) })
        const totals = userIds.map((id) => made.filter(({ userId }) => userId === id).reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0))
        const slack = chosen.rotation === 'custom' ? 0 : timezone === 'Pacific/Apia' ? day : hour
        for (const total of totals) expect(Math.abs(total - 3 * cycle / people)).toBeLessThanOrEqual(slack * 2)
      }),
    )
  })
})

/** Looks at a watch that is never set back: it shows the furthest that the zone's clocks have come. */
function walk({ timezone, layers, overrides }: Schedule, since: number): (now: number) => string | undefined {
  const wallOf = watchOf(timezone)
  let watch = -Infinity
  for (let now = since - 2 * day; now < since; now += minute) watch = Math.max(watch, wallOf(now))
  const firsts = new Map<Layer, number>()
  return (now) => {
    watch = Math.max(watch, wallOf(now))
    let winner: string | undefined
    for (const each of layers) {
      const start = each.startsAt.getTime()
      const firstWall = Math.floor(wallOf(start) / day) * day + timeOf(each.handoffAt)
      if (watch >= firstWall && !firsts.has(each)) firsts.set(each, now)
      const first = firsts.get(each) ?? Infinity
      const passed = each.rotation === 'custom' ? now - first : watch - firstWall
      const turn = Math.max(0, Math.floor(passed / (each.shiftLengthSeconds * 1000)))
      const begun = now >= start && (each.endsAt === null || now < each.endsAt.getTime())
      if (begun && each.userIds.length > 0 && within(each, watch)) winner = each.userIds[turn % each.userIds.length]
    }
    return overrides.find(({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime())?.userId ?? winner
  }
}

function within({ restrictions }: Layer, watch: number): boolean {
  if (restrictions.length === 0) return true
  const midnight = Math.floor(watch / day) * day
  return restrictions.some(({ days, from, to }) =>
    [midnight - day, midnight].some((date) => {
      const [opens, closes] = [date + timeOf(from), date + timeOf(to) + (timeOf(to) <= timeOf(from) ? day : 0)]
      return days.includes(new Date(date).getUTCDay()) && opens <= watch && watch < closes
    }),
  )
}

function watchOf(timeZone: string): (now: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const offsets = new Map<number, number>()
  return (now) => {
    // No zone changes within a quarter of an hour.
    const quarter = Math.floor(now / (15 * minute)) * 15 * minute
    const known = offsets.get(quarter) ?? Date.parse(`${format.format(quarter)}Z`) - quarter
    offsets.set(quarter, known)
    return now + known
  }
}

function timeOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * hour + minutes * minute
}
