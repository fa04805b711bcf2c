import { describe, expect, it } from 'vitest'
import { type Layer, type OnCallSchedule, gaps, layerShifts, nextOnCall, onCallAt, shifts } from './schedule.ts'

const at = (text: string): Date => new Date(text)
const span = (from: string, to: string) => ({ from: at(from), to: at(to) })

const layer = (fields: Partial<Layer> = {}): Layer => ({
  id: 'layer',
  name: 'Primary',
  rotation: 'daily',
  shiftLengthSeconds: 86_400,
  handoffAt: '09:00',
  startsAt: at('2026-03-02T09:00:00Z'),
  endsAt: null,
  restrictions: [],
  userIds: ['ada', 'ben', 'cleo'],
  ...fields,
})
const schedule = (fields: Partial<OnCallSchedule> = {}): OnCallSchedule => ({
  timezone: 'UTC',
  enabled: true,
  layers: [layer()],
  overrides: [],
  ...fields,
})
const described = (made: ReturnType<typeof shifts>): string[] =>
  made.map(({ userId, from, to }) => `${userId} ${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`)

describe('a rotation', () => {
  it('hands over every day at its time, in order, and starts over after the last person', () => {
    expect(described(shifts(schedule(), span('2026-03-02T00:00Z', '2026-03-06T00:00Z')))).toEqual([
      'ada 2026-03-02T09:00 2026-03-03T09:00',
      'ben 2026-03-03T09:00 2026-03-04T09:00',
      'cleo 2026-03-04T09:00 2026-03-05T09:00',
      'ada 2026-03-05T09:00 2026-03-06T00:00',
    ])
  })

  it('hands over every week on the day it started, or every few weeks', () => {
    const weekly = schedule({
      layers: [layer({ rotation: 'weekly', shiftLengthSeconds: 1_209_600, startsAt: at('2026-03-02T00:00Z') })],
    })
    expect(described(shifts(weekly, span('2026-03-01T00:00Z', '2026-04-01T00:00Z')))).toEqual([
      'ada 2026-03-02T00:00 2026-03-16T09:00',
      'ben 2026-03-16T09:00 2026-03-30T09:00',
      'cleo 2026-03-30T09:00 2026-04-01T00:00',
    ])
  })

  it('gives the first person the hours between its start and the first hand-off of that day', () => {
    const early = schedule({ layers: [layer({ startsAt: at('2026-03-02T00:00Z') })] })
    const late = schedule({ layers: [layer({ startsAt: at('2026-03-02T20:00Z') })] })
    expect(described(shifts(early, span('2026-03-02T00:00Z', '2026-03-04T00:00Z')))[0]).toBe(
      'ada 2026-03-02T00:00 2026-03-03T09:00',
    )
    expect(described(shifts(late, span('2026-03-02T00:00Z', '2026-03-04T00:00Z')))[0]).toBe(
      'ada 2026-03-02T20:00 2026-03-03T09:00',
    )
  })

  it('keeps its time of day when the clocks change, and a custom one its length', () => {
    const over = span('2026-03-28T00:00Z', '2026-03-31T00:00Z')
    const start = { startsAt: at('2026-03-28T08:00Z'), userIds: ['ada', 'ben'] }
    const daily = schedule({ timezone: 'Europe/Berlin', layers: [layer(start)] })
    const custom = schedule({ timezone: 'Europe/Berlin', layers: [layer({ ...start, rotation: 'custom' })] })
    expect(described(shifts(daily, over)).slice(0, 2)).toEqual([
      'ada 2026-03-28T08:00 2026-03-29T07:00',
      'ben 2026-03-29T07:00 2026-03-30T07:00',
    ])
    expect(described(shifts(custom, over)).slice(0, 2)).toEqual([
      'ada 2026-03-28T08:00 2026-03-29T08:00',
      'ben 2026-03-29T08:00 2026-03-30T08:00',
    ])
  })

  it('hands over at the change if the clocks skip the time, and once if they repeat it', () => {
    const night = { handoffAt: '02:30', userIds: ['ada', 'ben'] }
    const spring = schedule({
      timezone: 'Europe/Berlin',
      layers: [layer({ ...night, startsAt: at('2026-03-28T01:30Z') })],
    })
    const autumn = schedule({
      timezone: 'Europe/Berlin',
      layers: [layer({ ...night, startsAt: at('2026-10-24T00:30Z') })],
    })
    expect(described(shifts(spring, span('2026-03-28T00:00Z', '2026-03-30T00:00Z')))).toEqual([
      'ada 2026-03-28T01:30 2026-03-29T01:00',
      'ben 2026-03-29T01:00 2026-03-30T00:00',
    ])
    expect(described(shifts(autumn, span('2026-10-24T00:00Z', '2026-10-26T00:00Z')))).toEqual([
      'ada 2026-10-24T00:30 2026-10-25T00:30',
      'ben 2026-10-25T00:30 2026-10-26T00:00',
    ])
  })

  it('shows its own shifts also where another layer or an override wins', () => {
    const both = schedule({
      layers: [layer({ userIds: ['ada'] }), layer({ id: 'upper', userIds: ['ben'] })],
      overrides: [{ id: 'cover', userId: 'cleo', startsAt: at('2026-03-03T00:00Z'), endsAt: at('2026-03-04T00:00Z') }],
    })
    const over = span('2026-03-02T09:00Z', '2026-03-05T00:00Z')
    expect(layerShifts(both, over).map(described)).toEqual([
      ['ada 2026-03-02T09:00 2026-03-05T00:00'],
      ['ben 2026-03-02T09:00 2026-03-05T00:00'],
    ])
  })

  it('is empty before its start, after its end, without people, and if the schedule is disabled', () => {
    const ended = layer({ endsAt: at('2026-03-04T09:00Z') })
    expect(
      described(shifts(schedule({ layers: [ended] }), span('2026-03-01T00:00Z', '2026-03-09T00:00Z'))),
    ).toHaveLength(2)
    expect(onCallAt(schedule({ layers: [ended] }), at('2026-03-04T09:00Z'))).toBeNull()
    expect(onCallAt(schedule({ layers: [ended] }), at('2026-03-02T08:59:59.999Z'))).toBeNull()
    for (const empty of [
      schedule({ enabled: false }),
      schedule({ layers: [] }),
      schedule({ layers: [layer({ userIds: [] })] }),
    ]) {
      expect(onCallAt(empty, at('2026-03-03T12:00Z'))).toBeNull()
      expect(gaps(empty, span('2026-03-03T00:00Z', '2026-03-04T00:00Z'))).toEqual([
        span('2026-03-03T00:00Z', '2026-03-04T00:00Z'),
      ])
    }
  })

  it('is one shift if it has one person', () => {
    const alone = schedule({ layers: [layer({ userIds: ['ada'] })] })
    expect(described(shifts(alone, span('2026-03-03T00:00Z', '2026-03-20T00:00Z')))).toEqual([
      'ada 2026-03-03T00:00 2026-03-20T00:00',
    ])
    expect(nextOnCall(alone, at('2026-03-03T00:00Z'))).toBeNull()
  })
})

describe('layers', () => {
  const nights = layer({
    id: 'nights',
    userIds: ['nick'],
    restrictions: [{ days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00' }],
  })

  it('override earlier ones while they have someone', () => {
    const both = schedule({ layers: [layer({ userIds: ['ada'] }), nights] })
    expect(described(shifts(both, span('2026-03-06T12:00Z', '2026-03-09T00:00Z')))).toEqual([
      'ada 2026-03-06T12:00 2026-03-06T22:00',
      'nick 2026-03-06T22:00 2026-03-07T06:00',
      'ada 2026-03-07T06:00 2026-03-09T00:00',
    ])
    expect(nextOnCall(both, at('2026-03-06T12:00Z'))).toMatchObject({ userId: 'nick', from: at('2026-03-06T22:00Z') })
  })

  it('leave gaps outside their hours', () => {
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
    expect(gaps(weekend, free)).toEqual([
      span('2026-03-06T12:00Z', '2026-03-07T00:00Z'),
      span('2026-03-09T00:00Z', '2026-03-09T12:00Z'),
    ])
  })

  it('of the same person in a row do not count as the next person', () => {
    const ends = at('2026-03-03T09:00Z')
    const twice = schedule({
      layers: [
        layer({ userIds: ['ada'], endsAt: ends }),
        layer({ id: 'other', userIds: ['ada', 'ben'], startsAt: ends }),
      ],
    })
    expect(nextOnCall(twice, at('2026-03-02T12:00Z'))).toMatchObject({ userId: 'ben', from: at('2026-03-04T09:00Z') })
  })
})
