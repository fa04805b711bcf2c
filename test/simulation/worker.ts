// Simulates one world after the other for `npm run simulate`, in a process of its own.
import type { DatabaseConnection } from '../../src/store/database/database.ts'
import { kindOf } from './breach.ts'
import { openDatabase } from './database.ts'
import type { WorldShape } from './shape.ts'
import { type WorldName, explain, simulate } from './worlds.ts'

export interface WorldRequest {
  readonly name: WorldName
  readonly shape: WorldShape
  readonly isReduced: boolean
  readonly isPrinted: boolean
}

export interface WorldReport {
  readonly request: WorldRequest
  readonly simulatedMs: number
  readonly cpuMs: number
  /** Each sort of breach once. */
  readonly kinds: readonly string[]
  /** Empty if nothing went wrong. */
  readonly explanation: string
  /** Fails in the same way as the first breach, if the world was to be reduced. */
  readonly smallest: WorldShape | undefined
  readonly happenings: readonly string[]
}

const database = openDatabase(JSON.parse(process.argv[2]!) as DatabaseConnection)

process.on('message', async (request: WorldRequest) => {
  const { name, shape, isReduced, isPrinted } = request
  const before = process.cpuUsage()
  const world = await simulate(database, name, shape)
  const { breaches, simulatedMs } = world
  const { user, system } = process.cpuUsage(before)
  const details = breaches.map((breach) => `  ${kindOf(breach)}: ${breach.details}`).join('\n')
  const explained = breaches.length > 0 && isReduced ? await explain(database, { name, shape, breaches }) : undefined
  const explanation = explained?.text ?? details
  const kinds = [...new Set(breaches.map(kindOf))]
  const happenings = (isPrinted && world.happenings?.()) || []
  const cpuMs = (user + system) / 1000
  process.send!({
    request,
    simulatedMs,
    cpuMs,
    kinds,
    explanation,
    smallest: explained?.smallest,
    happenings,
  } satisfies WorldReport)
})
process.on('disconnect', () => void database.close())
process.send!('ready')
