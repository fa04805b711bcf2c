import type { SimulatedWorld } from '../breach.ts'
import type { SimulationDatabase } from '../database.ts'
import { simulateWith } from '../outages/simulate.ts'
import type { WorldShape } from '../shape.ts'
import { createInterleavedServers } from './servers.ts'

/** The same outages with several processes, whose statements take turns. */
export const simulateInterleaved = (database: SimulationDatabase, shape: WorldShape): Promise<SimulatedWorld> =>
  simulateWith(database, shape, (parts) => createInterleavedServers(database, parts))
