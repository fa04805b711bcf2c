import { expect, it } from 'vitest'
import { nextPosition } from './next-position.ts'

const visible = [500, 501, 502]

it.each([
  ['begins with the first row on the screen', { cursor: null, step: 1 as const }, 500],
  ['begins at the foot when going up', { cursor: null, step: -1 as const }, 502],
  ['goes on from the cursor', { cursor: 501, step: 1 as const }, 502],
  ['leaves the screen row by row', { cursor: 502, step: 1 as const }, 503],
  ['comes onto the screen after a jump', { cursor: 3, step: 1 as const }, 500],
])('%s', (_what, move, position) => expect(nextPosition({ ...move, total: 1000, visible })).toBe(position))

it('stays within the list', () => {
  expect(nextPosition({ cursor: 0, step: -1, total: 3, visible: [0, 1, 2] })).toBe(0)
  expect(nextPosition({ cursor: 2, step: 1, total: 3, visible: [0, 1, 2] })).toBe(2)
  expect(nextPosition({ cursor: null, step: 1, total: 3, visible: [] })).toBe(0)
})
