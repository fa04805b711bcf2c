import type { Store } from '../../src/store/database/database.ts'
import { keepPartitions } from '../../src/store/results/partitions.ts'
import { sql } from '../../src/store/database/sql.ts'
import { fakeClock } from '../kit/clock.ts'
import { expectSoundness } from './invariants.ts'
import { randomFrom } from './random.ts'
import { createWorld } from './world.ts'

/** Lives through the world of a seed, on a store with one connection, and holds it against the invariants. Answers how many milliseconds that took there. */
export async function simulate(store: Store, seed: number, homes: number): Promise<number> {
  const clock = fakeClock()
  const start = clock.now().getTime()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  // A monitor that is checked from anywhere is sent about by the database.
  await store.row(sql`select setseed(${(seed % 1000) / 1000})`)
  const world = await createWorld({ store, clock, random: randomFrom(seed), homes })
  try {
    await world.run()
    await expectSoundness(store, world)
  } catch (error) {
    throw new Error(`seed ${seed}: ${(error as Error).message}\nto see it again: npm run simulate -- --seed ${seed}`, {
      cause: error,
    })
  } finally {
    await store.script('truncate organizations, locations, results, rollups restart identity cascade')
  }
  return clock.now().getTime() - start
}
