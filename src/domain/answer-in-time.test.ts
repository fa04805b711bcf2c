import { expect, it } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { answerInTime } from './answer-in-time.ts'

function question() {
  const clock = fakeClock()
  const runs: PromiseWithResolvers<string>[] = []
  const work = (): Promise<string> => {
    const run = Promise.withResolvers<string>()
    runs.push(run)
    return run.promise
  }
  return { clock, runs, ask: answerInTime(work, { clock, maxMs: 2000, late: 'late' }) }
}

it('returns what the work returns, and fails as it fails', async () => {
  const { runs, ask } = question()
  const first = ask()
  runs[0]!.resolve('in time')
  expect(await first).toBe('in time')
  const second = ask()
  runs[1]!.reject(new Error('broken'))
  await expect(second).rejects.toThrow('broken')
})

it('answers in time when the work does not, and lets further calls share that work', async () => {
  const { clock, runs, ask } = question()
  const asked = [ask(), ask()]
  clock.advance(2000)
  expect(await Promise.all(asked)).toEqual(['late', 'late'])
  const third = ask()
  expect(runs).toHaveLength(1)
  runs[0]!.resolve('at last')
  expect(await third).toBe('at last')
  void ask()
  expect(runs).toHaveLength(2)
})
