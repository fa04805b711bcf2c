import { expect, it, onTestFinished } from 'vitest'
import { fakeClock } from '../../test/kit/clock.ts'
import { quiet } from '../../test/kit/log.ts'
import { type Rounds, startRounds } from './rounds.ts'

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

function start(parts: Partial<Rounds> & Pick<Rounds, 'round'>) {
  const clock = fakeClock()
  const rounds = startRounds({ clock, log: quiet, failureMessage: 'it failed', restMs: 1000, ...parts })
  onTestFinished(() => rounds.stop())
  return { clock, rounds }
}

it('lets the event loop turn between rounds that always have more to do', async () => {
  let count = 0
  // Without a turn of the loop nothing in this process would run again, so the round gives up by itself.
  const { rounds } = start({ round: async () => ++count < 100_000 })
  await nextTurn()
  await nextTurn()
  expect(count).toBeLessThan(100)
  await rounds.stop()
})

it('repeats immediately while there is more, and otherwise after a pause', async () => {
  const answers = [true, true, false, true, false]
  let count = 0
  const { clock } = start({ round: async () => answers[count++] ?? false })
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  expect(count).toBe(3)
  clock.advance(1000)
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  expect(count).toBe(5)
})

it('logs a round that fails and tries again after its own pause', async () => {
  const failureMessages: string[] = []
  let count = 0
  const round = async (): Promise<boolean> => {
    count += 1
    throw new Error('the database is away')
  }
  const { clock } = start({
    round,
    retryMs: 5000,
    log: { ...quiet, error: (message) => void failureMessages.push(message) },
  })
  for (const ms of [0, 4999, 1]) {
    clock.advance(ms)
    for (let turn = 0; turn < 10; turn++) await nextTurn()
  }
  expect([count, failureMessages]).toEqual([2, ['it failed', 'it failed']])
})
