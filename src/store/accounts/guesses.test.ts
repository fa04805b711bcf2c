import { expect, it } from 'vitest'
import { sharedStore } from '../../../test/kit/lapwing/database.ts'
import { guessesOfAccount } from '../../domain/people/guessing.ts'
import { dropOldGuesses, forgetGuesses, refundGuess, takeGuess } from './guesses.ts'

const shared = sharedStore()
const start = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1000)
const day = 86_400

it('allows five, then doubles the wait each time, up to a quarter of an hour', async () => {
  const limit = guessesOfAccount('waits')
  const take = (at: number) => takeGuess(shared(), limit, after(at))
  for (let n = 0; n < 5; n++) expect(await take(0)).toBe(0)
  expect(await take(10)).toBe(20)
  let at = 30
  for (const wait of [60, 120, 240, 480, 900, 900]) {
    expect(await take(at)).toBe(0)
    expect(await take(at + 1)).toBe(wait - 1)
    at += wait
  }
})

it('are forgotten after a quiet day, after a success, and when they are old', async () => {
  const quiet = guessesOfAccount('quiet')
  for (let n = 0; n < 5; n++) await takeGuess(shared(), quiet, start)
  for (let n = 0; n < 4; n++) expect(await takeGuess(shared(), quiet, after(day + 1))).toBe(0)
  await forgetGuesses(shared(), quiet)
  for (let n = 0; n < 5; n++) expect(await takeGuess(shared(), quiet, after(day + 2))).toBe(0)
  await dropOldGuesses(shared(), after(3 * day))
  expect(await takeGuess(shared(), quiet, after(day + 3))).toBe(0)
})

it('refunds a correct one', async () => {
  const limit = guessesOfAccount('right')
  for (let n = 0; n < 20; n++) {
    expect(await takeGuess(shared(), limit, start)).toBe(0)
    await refundGuess(shared(), limit, start)
  }
})
