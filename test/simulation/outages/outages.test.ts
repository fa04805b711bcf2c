import { expect, it } from 'vitest'
import { sharedStore } from '../../kit/lapwing/database.ts'
import { simulateOutages } from './simulate.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** Each sort of breach once, with its invariant. */
    breaches?: readonly string[]
  }
}

const hours = Number(process.env['LAPWING_SIMULATION_HOURS'] ?? 1)
const first = Number(process.env['LAPWING_SIMULATION_SEED'] ?? 1)
const count = Number(process.env['LAPWING_SIMULATION_SEEDS'] ?? 4)
const store = sharedStore(1)

for (let seed = first; seed < first + count; seed++)
  it(`the invariants of alerts hold in the outages of seed ${seed}`, async ({ task }) => {
    const { breaches, simulatedMs } = await simulateOutages(store(), seed, hours)
    // For `npm run simulate`, which adds them up.
    task.meta.simulatedMs = simulatedMs
    task.meta.breaches = [...new Set(breaches.map(({ invariant, what }) => `${invariant}: ${what}`))]
    const again = `npm run simulate -- --world outages --seed ${seed} --hours ${hours}`
    const texts = breaches.map(({ invariant, what, details }) => `${invariant}: ${what}: ${details}`)
    expect(texts, `to see it again: ${again}`).toEqual([])
  })
