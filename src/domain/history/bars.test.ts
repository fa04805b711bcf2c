import { expect, it } from 'vitest'
import { type BarHistory, barsOf, cutUpTo, downtimes, endOf } from './bars.ts'

const minute = 60_000
const cut = { from: new Date('2026-03-01T12:00:00Z'), bucketMs: 10 * minute, count: 6 }
const span = (from: string, to: string) => ({
  from: new Date(`2026-03-01T${from}Z`),
  to: new Date(`2026-03-01T${to}Z`),
})
const nothing: BarHistory = { tracked: [], maintenance: [], degraded: [], down: [], excluded: [] }
const all = [span('12:00:00', '13:00:00')]

it('shows no data if nothing was watched', () => {
  expect(barsOf(cut, nothing)).toBe('nnnnnn')
  expect(barsOf(cut, { ...nothing, tracked: [span('12:25:00', '12:50:00')] })).toBe('nnuuun')
})

it('shows the worst state of each bucket', () => {
  const seen = {
    ...nothing,
    tracked: all,
    maintenance: [span('12:05:00', '12:15:00')],
    degraded: [span('12:15:00', '12:25:00'), span('12:39:59', '12:40:00')],
    down: [span('12:20:00', '12:20:01'), span('12:58:00', '13:30:00')],
  }
  expect(barsOf(cut, seen)).toBe('mgdgud')
})

it('ignores problems in excluded time', () => {
  const seen = {
    ...nothing,
    tracked: all,
    maintenance: [span('12:10:00', '12:30:00')],
    excluded: [span('12:10:00', '12:30:00')],
  }
  expect(barsOf(cut, { ...seen, down: [span('12:15:00', '12:35:00')] })).toBe('ummduu')
})

it('calls a day with less than a minute of downtime degraded', () => {
  const days = { from: new Date('2026-03-01T00:00:00Z'), bucketMs: 1440 * minute, count: 2 }
  expect(barsOf(days, { ...nothing, tracked: all, down: [span('12:00:00', '12:00:59')] })).toBe('gn')
  const twice = [span('12:00:00', '12:00:30'), span('12:10:00', '12:10:30')]
  expect(barsOf(days, { ...nothing, tracked: all, down: twice })).toBe('dn')
})

it('returns how long each bucket is covered', () => {
  expect(downtimes([span('11:00:00', '12:05:00'), span('12:19:00', '12:21:00')], cut).map((ms) => ms / minute)).toEqual(
    [5, 1, 1, 0, 0, 0],
  )
})

it('ends with the bucket that contains now', () => {
  const now = new Date('2026-03-01T12:47:13Z')
  const found = cutUpTo(now, { bucketMs: 30 * minute, count: 48 })
  expect([found.from, endOf(found)]).toEqual([new Date('2026-02-28T13:00:00Z'), new Date('2026-03-01T13:00:00Z')])
})
