// The simulated worlds, by name.
import { ConnectionLost } from '../../src/store/database/failures.ts'
import { type Breach, type SimulatedWorld, kindOf } from './breach.ts'
import type { SimulationDatabase } from './database.ts'
import { simulateOutages } from './outages/simulate.ts'
import { simulateInterleaved } from './interleaved/simulate.ts'
import { reduce } from './reduce.ts'
import { type WorldShape, commandFor } from './shape.ts'
import { simulateChecks } from './simulate.ts'

export type Simulate = (database: SimulationDatabase, shape: WorldShape) => Promise<SimulatedWorld>

export const worlds = {
  checks: simulateChecks,
  outages: simulateOutages,
  interleaved: simulateInterleaved,
} satisfies Record<string, Simulate>

export type WorldName = keyof typeof worlds

const maxRepeats = 2

/**
 * Never throws: what ends a world early is a breach as well. A lost connection says that the machine stood still, not
 * that the world is wrong, so it is simulated again.
 */
export async function simulate(
  database: SimulationDatabase,
  name: WorldName,
  shape: WorldShape,
): Promise<SimulatedWorld> {
  for (let repeats = 0; ; repeats++)
    try {
      return await worlds[name](database, shape)
    } catch (error) {
      await database.reconnect()
      if (!(error instanceof ConnectionLost) || repeats === maxRepeats)
        return { simulatedMs: 0, breaches: [endOf(error as Error)] }
    } finally {
      await database.empty()
    }
}

const endOf = ({ message, stack }: Error): Breach => ({
  invariant: 'the world goes on to its end',
  what: message.split('\n')[0]!,
  details: stack ?? message,
})

/** Describes a failed world, with the command for the smallest one that fails in the same way. */
export async function explain(
  database: SimulationDatabase,
  { name, shape, breaches }: { name: WorldName; shape: WorldShape; breaches: readonly Breach[] },
): Promise<{ readonly text: string; readonly smallest: WorldShape }> {
  const kind = kindOf(breaches[0]!)
  const smallest = await reduce(shape, kind, (smaller) => simulate(database, name, smaller))
  const lines = breaches.map((breach) => `  ${kindOf(breach)}: ${breach.details}`)
  const text = [
    ...new Set(lines),
    `to see it again: ${commandFor(name, shape)}`,
    `the shortest way to ${kind}: ${commandFor(name, smallest)}`,
  ].join('\n')
  return { text, smallest }
}
