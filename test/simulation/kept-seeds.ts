// Worlds that failed once. `npm test` simulates them, and `npm run simulate -- --keep` adds others.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Trouble, WorldShape } from './shape.ts'
import type { WorldName } from './worlds.ts'

export interface KeptWorld {
  readonly name: WorldName
  /** What went wrong in it. */
  readonly failure: string
  readonly shape: WorldShape
}

/** As in the file, and on the command line. */
interface KeptEntry extends Omit<WorldShape, 'without'> {
  readonly world: WorldName
  readonly failure: string
  readonly without: string
}

const file = join(import.meta.dirname, 'kept-seeds.json')
const entries = (): KeptEntry[] => JSON.parse(readFileSync(file, 'utf8')) as KeptEntry[]

export const keptWorlds = (): KeptWorld[] =>
  entries().map(({ world, failure, without, ...shape }) => ({
    name: world,
    failure,
    shape: { ...shape, without: without === '' ? [] : (without.split(',') as Trouble[]) },
  }))

export function keepWorld({ name, failure, shape }: KeptWorld): void {
  const entry: KeptEntry = { world: name, failure, ...shape, without: shape.without.join(',') }
  writeFileSync(file, `${JSON.stringify([...entries(), entry], null, 2)}\n`)
}
