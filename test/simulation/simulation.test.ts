import { afterAll, beforeAll, expect, it } from 'vitest'
import { newDatabase } from '../kit/lapwing/database.ts'
import { type SimulationDatabase, openDatabase } from './database.ts'
import { keptWorlds } from './kept-seeds.ts'
import { shapeOf } from './shape.ts'
import { type WorldName, explain, simulate, worlds } from './worlds.ts'

let database: SimulationDatabase
beforeAll(async () => {
  database = openDatabase(await newDatabase())
})
afterAll(() => database.close())

// `npm test` chooses it, and prints it.
const newSeed = Number(process.env['LAPWING_SIMULATION_SEED'] ?? 1)

const names = Object.keys(worlds) as WorldName[]

it.each([...keptWorlds(), ...names.map((name) => ({ name, shape: shapeOf(newSeed) }))])(
  'the invariants hold in $name with seed $shape.seed',
  async ({ name, shape }) => {
    const { breaches } = await simulate(database, name, shape)
    const explained = breaches.length > 0 ? await explain(database, { name, shape, breaches }) : undefined
    expect(explained?.text).toBe(undefined)
  },
)
