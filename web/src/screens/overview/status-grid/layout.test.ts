import { expect, it } from 'vitest'
import { cellAfter, cellAt, gridFor, shapesOf, sizeOf, squaresOf } from './layout.ts'

const grid = gridFor(70, 12)

it('draws one path per state, and a halo around what is down', () => {
  const paths = shapesOf('uuduug', grid)
  expect([...paths.keys()].toSorted()).toEqual(['degraded', 'down', 'halo', 'up'])
  expect(paths.get('up')!.match(/M/g)).toHaveLength(4)
  expect(sizeOf(6, grid)).toEqual({ width: 70, height: 28 })
})

it('makes shapes squares of 4 px where there are too many for shapes', () => {
  expect(gridFor(400, 8000).pitch).toBe(14)
  const small = gridFor(400, 8001)
  expect(small).toEqual({ pitch: 4, columns: 100 })
  const squares = squaresOf(`${'u'.repeat(100)}d`, small)
  expect(squares.get('up')!.at(-1)).toEqual({ x: 397, y: 0, size: 3 })
  expect(squares.get('down')).toEqual([{ x: 1, y: 4, size: 4 }])
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
