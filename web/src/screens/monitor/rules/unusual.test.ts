import { expect, it } from 'vitest'
import { readUnusual, writeUnusual } from './unusual.ts'

it.each([
  ['above', { direction: 'above', sensitivity: 'normal', floor: '' }],
  ['below floor=2.5', { direction: 'below', sensitivity: 'normal', floor: '2.5' }],
  ['either sensitivity=high floor=50', { direction: 'either', sensitivity: 'high', floor: '50' }],
])('%s is read, and written again as it was', (value, read) => {
  expect(readUnusual(value)).toEqual(read)
  expect(writeUnusual(readUnusual(value))).toBe(value)
})

it('starts with a direction if the value was a threshold', () => {
  expect(writeUnusual(readUnusual('1000'))).toBe('above')
})
