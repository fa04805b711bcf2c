// Outcomes as a probe would report them, at the time the test's clock shows.
import { openStore } from '../../src/store/database.ts'
import { type ReportedOutcome, recordOutcomes } from '../../src/store/outcomes.ts'
import { sql } from '../../src/store/sql.ts'
import { claimTurns, hurryTurns } from '../../src/store/turns.ts'
import type { TestLapwing } from './lapwing.ts'
import { quiet } from './log.ts'

/** Has a monitor checked now, with this outcome at each of the locations whose turn it is. */
export async function checked(app: TestLapwing, monitorId: string, outcome: Partial<ReportedOutcome> = {}): Promise<void> {
  const store = openStore(app.database, { log: quiet, connections: 1 })
  try {
    const now = app.clock.now()
    const monitor = await store.row<{ schedulerId: number }>(sql`select scheduler_id as "schedulerId" from monitors where id = ${monitorId}`)
    await hurryTurns(store, { schedulerId: monitor!.schedulerId, now })
    const locations = (await store.rows<{ number: number }>(sql`select number from locations`)).map(({ number }) => number)
    const turns = await claimTurns(store, { locations, limit: 1000, now })
    const usual = { at: now, durationMs: 20, statusCode: 200, success: true, infrastructure: false, error: null, metrics: null, evidence: null }
    const mine = turns.filter(({ schedulerId }) => schedulerId === monitor!.schedulerId)
    await recordOutcomes(store, mine.map((turn) => ({ ...turn, ...usual, ...outcome })), now)
  } finally {
    await store.close()
  }
}
