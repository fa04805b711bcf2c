import { expect, it } from 'vitest'
import { shrink } from './shrink.ts'

const two = (...pixels: number[][]) => Uint8Array.from(pixels.flat())

it('leaves an image that fits unchanged', () => {
  const picture = { width: 2, height: 1, data: two([1, 2, 3, 4], [5, 6, 7, 8]) }
  expect(shrink(picture, { width: 2, height: 1 })).toBe(picture)
})

it('averages pixels and ignores transparent ones', () => {
  const data = two([200, 0, 0, 255], [100, 0, 0, 255], [0, 0, 0, 0], [0, 0, 0, 0])
  const small = shrink({ width: 2, height: 2, data }, { width: 1, height: 1 })
  expect([small.width, small.height, ...small.data]).toEqual([1, 1, 150, 0, 0, 128])
})

it('keeps a long and thin image at least one pixel high', () => {
  const small = shrink({ width: 2000, height: 1, data: new Uint8Array(8000) }, { width: 672, height: 102 })
  expect(small).toMatchObject({ width: 672, height: 1 })
})
