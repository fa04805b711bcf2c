import { keepPartitions } from '../../src/store/results/partitions.ts'
import { fakeClock } from '../kit/clock.ts'
import type { SimulatedWorld } from './breach.ts'
import type { SimulationDatabase } from './database.ts'
import { breachesIn } from './invariants.ts'
import { randomFrom } from './random.ts'
import type { WorldShape } from './shape.ts'
import { createWorld } from './world.ts'

// Sharing each step among organizations costs least.
const organizations = 12

/** Simulates a world of checks, and checks its invariants. */
export async function simulateChecks({ store }: SimulationDatabase, shape: WorldShape): Promise<SimulatedWorld> {
  const clock = fakeClock()
  const start = clock.now().getTime()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const size = { organizations, hours: shape.minutes / 60 }
  const world = await createWorld({ store, clock, random: randomFrom(shape.seed) }, size)
  await world.run()
  const lifetime = { from: new Date(start), to: clock.now() }
  return { breaches: await breachesIn(store, world, lifetime), simulatedMs: clock.now().getTime() - start }
}
