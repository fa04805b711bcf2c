import { expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { newStore } from '../../../test/kit/database.ts'
import { watchedMonitor } from '../../../test/kit/turns.ts'
import { sql } from '../../store/database/sql.ts'
import { createJumpWatch } from './clock-jumps.ts'

async function watching() {
  const [store, clock, said] = [await newStore(), fakeClock(), [] as string[]]
  await watchedMonitor(store, { locations: 1, now: clock.now() })
  const log = { debug() {}, info() {}, error() {}, warn: (message: string) => void said.push(message) }
  const untilDue = async (): Promise<number> => {
    const row = await store.row<{ at: Date }>(sql`select due_at as at from turns`)
    return (row!.at.getTime() - clock.now().getTime()) / 1000
  }
  return { store, clock, said, untilDue, look: createJumpWatch({ store, clock, log }) }
}

it('goes on checking at once when the clock is set back by ten minutes, and says so', async () => {
  const { clock, look, said, untilDue } = await watching()
  await look()
  clock.set(-600_000)
  expect(await untilDue()).toBe(600)
  await look()
  expect(await untilDue()).toBeLessThanOrEqual(60)
  expect(said).toEqual(['the clock was set back', 'checks were due later than they can be: the clock was set back'])
})

it('finds at the start what was due before the clock was set back', async () => {
  const { store, clock, look, untilDue } = await watching()
  await store.run(sql`update turns set due_at = ${new Date(clock.now().getTime() + 600_000)}`)
  await look()
  expect(await untilDue()).toBeLessThanOrEqual(60)
})

it('makes no storm when the clock is set forward by two hours', async () => {
  const { clock, look, said, untilDue } = await watching()
  await look()
  clock.set(7_200_000)
  await look()
  expect(await untilDue()).toBeGreaterThanOrEqual(0)
  expect(said).toEqual(['the clock was set forward; missed checks are skipped'])
})

it('says nothing while time just passes', async () => {
  const { clock, look, said } = await watching()
  for (let minute = 0; minute < 5; minute++) {
    clock.advance(60_000)
    await look()
  }
  expect(said).toEqual([])
})
