import { expect, it } from 'vitest'
import type { OnCallScheduleInFull } from '../../api-types.ts'
import { draftOf, layersOf, moved, newLayer } from './draft.ts'

const person = { user_id: '0198c5a2-c001-7f00-8a11-0f1e2d3c4b5a', name: 'Ada', email: 'ada@example.com' }
const layer = {
  id: '0198c5a2-c0aa-7a3c-8f21-5e4d3c2b1a09',
  name: 'Weeks',
  position: 0,
  rotation: 'weekly' as const,
  shift_length_seconds: 1_209_600,
  handoff_at: '09:00',
  // Before the hand-over of that day, and a day later in UTC than in New York.
  starts_at: '2026-03-09T02:30:00.000Z',
  ends_at: null,
  restrictions: [{ days: [1, 2], from: '09:00', to: '17:00' }],
  users: [person],
}
const schedule = {
  name: 'Primary',
  timezone: 'America/New_York',
  enabled: true,
  layers: [layer],
} as OnCallScheduleInFull

it('a schedule that is opened and saved keeps its moments', () => {
  const draft = draftOf(schedule)
  expect(draft.layers[0]).toMatchObject({ every: '2', startDate: '2026-03-08', endDate: '' })
  expect(layersOf(draft, schedule.layers)).toEqual([
    {
      id: layer.id,
      name: 'Weeks',
      rotation: 'weekly',
      shiftLengthSeconds: 1_209_600,
      handoffAt: '09:00',
      startsAt: layer.starts_at,
      endsAt: null,
      restrictions: layer.restrictions,
      userIds: [person.user_id],
    },
  ])
})

it('a day that is changed begins at the hand-over in the time zone of the schedule, also after the clocks change', () => {
  const draft = draftOf(schedule)
  const from = (startDate: string): string =>
    layersOf({ ...draft, layers: [{ ...draft.layers[0]!, startDate }] }, schedule.layers)![0]!.startsAt
  expect(from('2026-03-02')).toBe('2026-03-02T14:00:00.000Z')
  expect(from('2026-03-10')).toBe('2026-03-10T13:00:00.000Z')
})

it('a layer without people or a time is not sent', () => {
  const empty = newLayer({ key: 'new', name: 'Nights', startDate: '2026-03-02', userIds: [] })
  const draft = { name: 'Second', timezone: 'UTC', enabled: true, layers: [empty] }
  expect(layersOf(draft)).toBe(null)
  expect(layersOf({ ...draft, layers: [{ ...empty, userIds: ['ada'], every: '0' }] })).toBe(null)
  expect(layersOf({ ...draft, layers: [{ ...empty, userIds: ['ada'] }] })).toHaveLength(1)
})

it('people move up and down, and no further than the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect([moved(['a', 'b'], 0, -1), moved(['a', 'b'], 1, 5)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})
