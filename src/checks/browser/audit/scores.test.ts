import { expect, it } from 'vitest'
import { scoreDrop } from './scores.ts'

const hourMs = 3_600_000
const at = (hour: number): Date => new Date(500_000 * hourMs + hour * hourMs)

/** One score per hour. */
function after(scores: readonly number[]) {
  return scores.reduce(
    (memory, score, hour) => scoreDrop(score, memory, at(hour)).memory ?? memory,
    undefined as Record<string, string> | undefined,
  )
}

it('compares with the median of earlier scores', () => {
  expect(scoreDrop(70, after([90, 10, 88, 92]), at(4)).drop).toBe(19)
})

it('is 0 if the page is better than usual', () => {
  expect(scoreDrop(99, after([90, 90, 90]), at(3)).drop).toBe(0)
})

it('is unknown with too few scores', () => {
  expect(scoreDrop(10, after([90, 90]), at(2)).drop).toBeNull()
})

it('drops scores older than seven days, and stores one per hour', () => {
  const week = after(Array.from({ length: 200 }, () => 90))!
  expect(week.scores!.split(' ')).toHaveLength(168)
  expect(scoreDrop(50, week, at(199)).memory).toBeNull()
  expect(scoreDrop(50, week, at(199 + 8 * 24)).drop).toBeNull()
})
