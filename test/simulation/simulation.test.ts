import { expect, it } from 'vitest'
import { sharedStore } from '../kit/lapwing/database.ts'
import { simulate } from './simulate.ts'

declare module 'vitest' {
  interface TaskMeta {
    simulatedMs?: number
  }
}

// Many organizations in few worlds: sharing each step costs least.
const organizations = 40
const hours = Number(process.env['LAPWING_SIMULATION_HOURS'] ?? 1)
const first = Number(process.env['LAPWING_SIMULATION_SEED'] ?? 1)
const count = Number(process.env['LAPWING_SIMULATION_SEEDS'] ?? 2)
const store = sharedStore(1)

for (let seed = first; seed < first + count; seed++)
  it(`the invariants hold in the world of seed ${seed}`, async ({ task }) => {
    const simulatedMs = await simulate(store(), seed, { organizations, hours })
    expect(simulatedMs).toBeGreaterThan(0)
    // For `npm run simulate`, which adds them up.
    task.meta.simulatedMs = simulatedMs
  })
