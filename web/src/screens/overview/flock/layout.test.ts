import { expect, it } from 'vitest'
import { cellAfter, cellAt, drawingOf, gridFor } from './layout.ts'

const grid = gridFor(70, 12)

it('draws one path per state, and a halo around what is down', () => {
  const { paths, width, height } = drawingOf('uuduug', grid)
  expect([...paths.keys()].toSorted()).toEqual(['degraded', 'down', 'halo', 'up'])
  expect(paths.get('up')!.match(/M/g)).toHaveLength(4)
  expect([width, height]).toEqual([70, 28])
})

it('makes shapes squares of 4 px where there are too many for shapes', () => {
  expect(gridFor(400, 8000).pitch).toBe(14)
  expect(gridFor(400, 8001)).toEqual({ pitch: 4, columns: 100 })
})

it.each([
  [{ x: 1, y: 1 }, 0],
  [{ x: 60, y: 3 }, 4],
  [{ x: 3, y: 20 }, 5],
  [{ x: 60, y: 20 }, null],
  [{ x: 80, y: 3 }, null],
])('knows which monitor is at %j', (place, index) => {
  expect(cellAt(place, 7, grid)).toBe(index)
})

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 6],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 6, 1],
  ['End', 0, 6],
  ['Home', 6, 0],
  ['x', 3, null],
])('walks with %s from %i', (key, from, to) => {
  expect(cellAfter(key, from, { count: 7, columns: grid.columns })).toBe(to)
})
