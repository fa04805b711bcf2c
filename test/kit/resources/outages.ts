// Monitors with outages in the past, for what is learned from them.
import { monitorNumberOf } from '../../../src/store/monitors/monitors.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { addIncident } from './incidents.ts'
import { make } from './monitors.ts'

/** Before the clock of the tests. */
const start = Date.UTC(2026, 1, 28)
const [minute, day] = [60_000, 86_400_000] as const

export interface FailingMonitor {
  readonly id: string
  readonly name: string
}

/** So many outages, nine days apart. */
export const outageAges = (count: number, lagMs = 0): number[] =>
  Array.from({ length: count }, (_, n) => (n + 1) * 9 * day - lagMs)

/** A monitor that failed this long ago, each time for five minutes. */
export async function failing(app: TestLapwing, name: string, agesMs: readonly number[]): Promise<FailingMonitor> {
  const { id, type } = await make(app, { name })
  const organization = await app.store.row<{ id: string }>(sql`select id from organizations limit 1`)
  const { monitorNumber } = (await monitorNumberOf(app.store, organization!.id, id))!
  for (const ageMs of agesMs.toSorted((a, b) => b - a)) {
    const startedAt = new Date(start - ageMs)
    const resolvedAt = new Date(startedAt.getTime() + 5 * minute)
    const monitor = { id, monitorNumber, name, type }
    await addIncident(app.store, organization!.id, { monitor, severity: 'critical', startedAt, resolvedAt })
  }
  return { id, name }
}
