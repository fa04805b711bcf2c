import { expect, it } from 'vitest'
import { withPauses } from './body.ts'

it('yields to the event loop after each slice, even if the client reads fast', async () => {
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
