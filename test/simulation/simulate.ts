import type { Store } from '../../src/store/database/database.ts'
import { keepPartitions } from '../../src/store/results/partitions.ts'
import { fakeClock } from '../kit/clock.ts'
import { expectSoundness } from './invariants.ts'
import { randomFrom } from './random.ts'
import { type Size, createWorld } from './world.ts'

/**
 * Simulates the world of a seed on a store with one connection, and checks the invariants. Returns the simulated
 * milliseconds.
 */
export async function simulate(store: Store, seed: number, size: Size): Promise<number> {
  const clock = fakeClock()
  const start = clock.now().getTime()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const world = await createWorld({ store, clock, random: randomFrom(seed) }, size)
  try {
    await world.run()
    await expectSoundness(store, world)
  } catch (error) {
    const again = `npm run simulate -- --seed ${seed} --hours ${size.hours}`
    throw new Error(`seed ${seed}: ${(error as Error).message}\nto see it again: ${again}`, { cause: error })
  } finally {
    await store.script('truncate organizations, locations, results, rollups, daily_rollups restart identity cascade')
  }
  return clock.now().getTime() - start
}
