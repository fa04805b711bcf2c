import { expect, it } from 'vitest'
import { foldsOf } from './incident-folds.ts'

const incident = (id: number, seconds: number, ...marks: string[]) => ({
  id,
  startedAt: new Date(Date.UTC(2026, 2, 1, 12) + seconds * 1000),
  marks,
})

it('groups three incidents that began together and share a mark', () => {
  const folds = foldsOf([
    incident(1, 0, '192.0.2.1', 'shop'),
    incident(2, 100, '192.0.2.1', 'mail'),
    incident(3, 200, '192.0.2.1', 'shop'),
    incident(4, 0, 'shop'),
    incident(5, 900, '192.0.2.1'),
  ])
  expect([...folds]).toEqual([
    [1, '192.0.2.1'],
    [2, '192.0.2.1'],
    [3, '192.0.2.1'],
  ])
})

it('groups neither two incidents nor incidents that began far apart', () => {
  expect(foldsOf([incident(1, 0, 'shop'), incident(2, 0, 'shop')]).size).toBe(0)
  const apart = (seconds: number) => [0, 1, 2].map((id) => incident(id, id * seconds, 'shop'))
  expect([120, 121].map((seconds) => foldsOf(apart(seconds)).size)).toEqual([3, 0])
})

it.each([
  ['first', [1, 2, 3, 4]],
  ['last', [3, 4, 5, 6]],
])('gives an incident of two groups to the larger one, which begins %s', (_order, larger) => {
  const own = [1, 2, 3, 4, 5, 6].map((id) => incident(id, id, larger.includes(id) ? 'mail' : 'shop'))
  const folds = foldsOf([...own, incident(7, 7, ...new Set(own.flatMap(({ marks }) => marks)))])
  expect([...folds.keys()].toSorted()).toEqual([...larger, 7].toSorted())
  expect(new Set(folds.values())).toEqual(new Set(['mail']))
})
