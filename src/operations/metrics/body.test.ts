import { expect, it } from 'vitest'
import { withPauses } from './body.ts'

it('leaves others their turn after each slice, however fast it is read', async () => {
  let turns = 0
  let isOver = false
  const takeTurn = (): void => {
    turns += 1
    if (!isOver) setImmediate(takeTurn)
  }
  setImmediate(takeTurn)
  const parts = await Array.fromAsync(withPauses(['one', 'two', 'three']))
  isOver = true
  expect(parts).toEqual(['one', 'two', 'three'])
  expect(turns).toBeGreaterThanOrEqual(parts.length)
})
