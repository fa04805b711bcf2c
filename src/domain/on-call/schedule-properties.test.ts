// Properties of any schedule, compared with a model that walks through time minute by minute.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Layer, type Override, type OnCallSchedule, gaps, onCallAt, shifts } from './schedule.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Chosen = Omit<Layer, 'id' | 'name' | 'endsAt' | 'restrictions'> & Partial<Layer>
const layerOf = (chosen: Chosen): Layer => ({ id: 'layer', name: 'Layer', endsAt: null, restrictions: [], ...chosen })

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
// Around a clock change in each hemisphere, and the day that Samoa skipped.
const centres = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
  '2011-12-30',
  '2026-06-15',
].map((text) => Date.parse(text))

const clockTime = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([h, m]) => `${`${h}`.padStart(2, '0')}:${`${m}`.padStart(2, '0')}`)
const restriction = fc.record({
  days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
  from: clockTime,
  to: fc.oneof(clockTime, fc.constant('24:00')),
})
const length = fc.oneof(
  fc.record({ rotation: fc.constant('daily' as const), shiftLengthSeconds: fc.constantFrom(86_400, 172_800) }),
  fc.record({ rotation: fc.constant('weekly' as const), shiftLengthSeconds: fc.constant(604_800) }),
  fc.record({
    rotation: fc.constant('custom' as const),
    shiftLengthSeconds: fc.integer({ min: 60, max: 2000 }).map((n) => n * 60),
  }),
)

const layerNear = (centre: number, index: number): fc.Arbitrary<Layer> =>
  fc
    .record({
      length,
      handoffAt: clockTime,
      offset: fc.integer({ min: -3 * 1440, max: 1440 }),
      lasts: fc.option(fc.integer({ min: 1, max: 4 * 1440 })),
      restrictions: fc.array(restriction, { maxLength: 2 }),
      people: fc.integer({ min: 0, max: 3 }),
    })
    .map(({ length, offset, lasts, people, ...rest }) => {
      const start = centre + offset * minute
      const userIds = Array.from({ length: people }, (_, n) => `person ${index}.${n}`)
      return layerOf({
        ...rest,
        ...length,
        id: `layer ${index}`,
        startsAt: new Date(start),
        endsAt: lasts === null ? null : new Date(start + lasts * minute),
        userIds,
      })
    })

const overridesNear = (centre: number): fc.Arbitrary<Override[]> =>
  fc.uniqueArray(fc.integer({ min: -2880, max: 2880 }), { maxLength: 4 }).map((edges) => {
    const sorted = edges.toSorted((a, b) => a - b).map((edge) => new Date(centre + edge * minute))
    return sorted.flatMap((startsAt, n) =>
      n % 2 === 0 && sorted[n + 1] ? [{ id: `override ${n}`, userId: 'guest', startsAt, endsAt: sorted[n + 1]! }] : [],
    )
  })

const setting = fc.constantFrom(...centres).chain((centre) =>
  fc.record({
    centre: fc.constant(centre),
    schedule: fc.record({
      timezone: fc.constantFrom(...zones),
      enabled: fc.constant(true),
      layers: fc
        .integer({ min: 0, max: 3 })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => layerNear(centre, index)))),
      overrides: overridesNear(centre),
    }),
  }),
)
const around = (centre: number) => ({ from: new Date(centre - 2 * day), to: new Date(centre + 2 * day) })

describe('any schedule', () => {
  it('agrees with the model in every minute', () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const made = shifts(schedule, around(centre))
        const watch = walk(schedule, centre - 6 * day)
        const wrong: unknown[] = []
        for (let now = centre - 6 * day; now < centre + 2 * day; now += minute) {
          const expected = watch(now)
          if (now < centre - 2 * day) continue
          const found = made.find(({ from, to }) => from.getTime() <= now && now < to.getTime())
          if (found?.userId !== expected) wrong.push([new Date(now), found?.userId, expected])
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  it('has the person of the current shift on call at any time', () => {
    fc.assert(
      fc.property(
        setting,
        fc.array(fc.integer({ min: -2 * day, max: 2 * day - 1 }), { maxLength: 20 }),
        ({ schedule, centre }, offsets) => {
          const made = shifts(schedule, around(centre))
          const edges = made.flatMap(({ from, to }) => [from.getTime(), to.getTime() - 1])
          for (const moment of [...edges, ...offsets.map((offset) => centre + offset)]) {
            const shift = made.find(({ from, to }) => from.getTime() <= moment && moment < to.getTime())
            const { userId, layerId, overrideId } = shift ?? {}
            expect(onCallAt(schedule, new Date(moment))).toEqual(shift ? { userId, layerId, overrideId } : null)
          }
        },
      ),
    )
  })

  it('divides the span into shifts and gaps without splitting a shift', () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const made = shifts(schedule, around(centre))
        const parts = [...made, ...gaps(schedule, around(centre))].toSorted(
          (a, b) => a.from.getTime() - b.from.getTime(),
        )
        expect([parts[0]!.from, parts.at(-1)!.to]).toEqual([around(centre).from, around(centre).to])
        parts.slice(1).forEach((part, n) => expect(part.from).toEqual(parts[n]!.to))
        made.slice(1).forEach((shift, n) => {
          const { from: _from, to: _to, ...who } = shift
          if (made[n]!.to.getTime() === shift.from.getTime()) expect(made[n]).not.toMatchObject(who)
        })
      }),
    )
  })

  it('follows an override inside of it, and is unchanged outside', () => {
    fc.assert(
      fc.property(setting, ({ schedule, centre }) => {
        const without = { ...schedule, overrides: [] }
        for (let now = centre - 2 * day; now < centre + 2 * day; now += 97 * minute) {
          const over = schedule.overrides.find(
            ({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime(),
          )
          const expected = over
            ? { userId: 'guest', layerId: null, overrideId: over.id }
            : onCallAt(without, new Date(now))
          expect(onCallAt(schedule, new Date(now))).toEqual(expected)
        }
      }),
    )
  })

  it('gives everyone equal time over whole cycles, except for clock changes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        length,
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(...centres),
        (timezone, chosen, people, centre) => {
          const userIds = Array.from({ length: people }, (_, n) => `person ${n}`)
          const fair = layerOf({ ...chosen, startsAt: new Date(centre), handoffAt: '00:00', userIds })
          const cycle = chosen.shiftLengthSeconds * 1000 * people
          const from = new Date(centre + 2 * day)
          const made = shifts(
            { timezone, enabled: true, layers: [fair], overrides: [] },
            { from, to: new Date(from.getTime() + 3 * cycle) },
          )
          const totals = userIds.map((id) =>
            made
              .filter(({ userId }) => userId === id)
              .reduce((sum, { from, to }) => sum + to.getTime() - from.getTime(), 0),
          )
          const slack = chosen.rotation === 'custom' ? 0 : timezone === 'Pacific/Apia' ? day : hour
          for (const total of totals) expect(Math.abs(total - (3 * cycle) / people)).toBeLessThanOrEqual(slack * 2)
        },
      ),
    )
  })
})

/** The model: a watch that is never set back shows the latest time that the zone's clocks have shown. */
function walk({ timezone, layers, overrides }: OnCallSchedule, since: number): (now: number) => string | undefined {
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
    return (
      overrides.find(({ startsAt, endsAt }) => startsAt.getTime() <= now && now < endsAt.getTime())?.userId ?? winner
    )
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
