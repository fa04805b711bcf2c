import type { Store } from '../../../src/store/database/database.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { fakeClock } from '../../kit/clock.ts'
import { randomFrom } from '../random.ts'
import { type Breach, type Facts, factsOf } from './facts.ts'
import { acknowledging } from './invariants/acknowledging.ts'
import { confirming } from './invariants/confirming.ts'
import { hearing } from './invariants/hearing.ts'
import { order } from './invariants/order.ts'
import { owed } from './invariants/owed.ts'
import { paging } from './invariants/paging.ts'
import { startRecording } from './recorder.ts'
import { createOutageWorld } from './world.ts'

export interface SimulatedOutages {
  readonly facts: Facts
  readonly breaches: readonly Breach[]
  readonly simulatedMs: number
}

/** Simulates the world of a seed on a store with one connection, and checks every invariant. */
export async function simulateOutages(store: Store, seed: number, hours: number): Promise<SimulatedOutages> {
  const clock = fakeClock()
  const start = clock.now().getTime()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  const recording = await startRecording(store)
  try {
    const world = await createOutageWorld({ store, clock, random: randomFrom(seed) }, hours)
    await world.run()
    const facts = factsOf(world, await recording.history())
    const breaches = [order, hearing, paging, acknowledging, confirming, owed].flatMap((invariant) => invariant(facts))
    return { facts, breaches, simulatedMs: clock.now().getTime() - start }
  } finally {
    await recording.stop()
    await store.script(
      'truncate organizations, users, locations, results, rollups, daily_rollups restart identity cascade',
    )
  }
}
