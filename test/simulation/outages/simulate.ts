import { fakeClock } from '../../kit/clock.ts'
import { createReceivers } from '../../kit/alerts/receivers.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import type { SimulatedWorld } from '../breach.ts'
import type { SimulationDatabase } from '../database.ts'
import type { WorldShape } from '../shape.ts'
import { factsOf } from './facts.ts'
import { acknowledging } from './invariants/acknowledging.ts'
import { confirming } from './invariants/confirming.ts'
import { hearing } from './invariants/hearing.ts'
import { incidents } from './invariants/incidents.ts'
import { order } from './invariants/order.ts'
import { owed } from './invariants/owed.ts'
import { paging } from './invariants/paging.ts'
import { rest } from './invariants/rest.ts'
import { visiting } from './invariants/visiting.ts'
import { happenings } from './timeline.ts'
import { recordedHistory, startRecording } from './recorder.ts'
import { type ServerParts, type Servers, createLoneServer } from './servers.ts'
import { createOutageWorld } from './world.ts'

const invariants = [order, hearing, paging, acknowledging, confirming, incidents, owed, rest, visiting]

/** Everything happens one after the other. */
export const simulateOutages = (database: SimulationDatabase, shape: WorldShape): Promise<SimulatedWorld> =>
  simulateWith(database, shape, (parts) => createLoneServer(database.store, parts))

/** Simulates a world, and checks every invariant. */
export async function simulateWith(
  { store }: SimulationDatabase,
  shape: WorldShape,
  serversOf: (parts: ServerParts) => Servers,
): Promise<SimulatedWorld> {
  const clock = fakeClock()
  const start = clock.now().getTime()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  await startRecording(store)
  const receivers = createReceivers(clock)
  const servers = serversOf({ clock, receivers, shape })
  const world = await createOutageWorld({ store, clock, shape, receivers, servers })
  await world.run()
  const facts = factsOf(world, await recordedHistory(store))
  const breaches = invariants.flatMap((invariant) => invariant(facts))
  return { breaches, simulatedMs: clock.now().getTime() - start, happenings: () => happenings(facts) }
}
