import { expect, it } from 'vitest'
import { nearestIncident, stripOf } from './firings.ts'

const day = (time: string): string => `2026-02-11T${time}:00.000Z`
const span = { from: day('00:00'), to: day('08:24') }

it('marks the parts of the span in which a rule would have fired', () => {
  const strip = stripOf(
    span,
    [
      { started_at: day('00:07'), ended_at: day('00:13') },
      { started_at: day('08:20'), ended_at: null },
    ],
    'g',
  )
  expect(strip).toBe(`u${'gg'}${'u'.repeat(80)}g`)
})

it.each([
  ['an incident that began soon after it', day('10:00'), day('10:05'), { id: 7, secondsLater: 120 }],
  ['an incident that was open already', day('10:30'), day('10:31'), { id: 7, secondsLater: -1680 }],
  ['none long before', day('08:00'), day('08:05'), null],
  ['none long after', day('12:00'), null, null],
])('names %s', (_name, started_at, ended_at, expected) => {
  const incidents = [{ id: 7, started_at: day('10:02'), resolved_at: day('11:00') }]
  expect(nearestIncident({ started_at, ended_at }, incidents)).toEqual(expected)
})
