// Outcomes as a probe would report them, at the time the test's clock shows.
import { startOutcomeQueue } from '../../../src/engine/judge/outcome-queue.ts'
import type { Log } from '../../../src/domain/log.ts'
import type { ReportedOutcome } from '../../../src/domain/outcome.ts'
import type { Span } from '../../../src/domain/span.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { checkPlans } from '../../../src/store/checking/check-plans.ts'
import { seeLocations } from '../../../src/store/checking/locations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { type Turn, claimTurns, releaseTurns, expediteTurns } from '../../../src/store/checking/turns.ts'
import type { FakeClock } from '../clock.ts'
import type { TestLapwing } from '../lapwing/lapwing.ts'
import { onlyErrors } from '../log.ts'

const good: ReportedOutcome = {
  success: true,
  durationMs: 20,
  statusCode: 200,
  error: null,
  cause: null,
  metrics: {},
  evidence: null,
}

/** What an http check reports whose target does not answer. */
export const refused: Partial<ReportedOutcome> = {
  success: false,
  statusCode: null,
  error: 'connection refused by 192.0.2.1:443',
  cause: 'connect',
}

/** Has a monitor checked now, with this outcome at each of the locations whose turn it is. */
export async function checked(
  app: TestLapwing,
  monitorId: string,
  outcome: Partial<ReportedOutcome> = {},
): Promise<void> {
  await checkedIn(app.store, app.clock, { monitorId, outcome: () => outcome })
}

export interface Checking {
  monitorId: string
  log?: Log
  outcome(turn: Turn): Partial<ReportedOutcome>
}

export async function checkedIn(
  store: Store,
  clock: FakeClock,
  { monitorId, outcome, log = onlyErrors }: Checking,
): Promise<void> {
  const now = clock.now()
  const monitor = await store.row<{ monitorNumber: number }>(
    sql`select monitor_number as "monitorNumber" from monitors where id = ${monitorId}`,
  )
  const { monitorNumber } = monitor!
  await expediteTurns(store, { monitorNumber, now })
  const locations = (await store.rows<{ number: number }>(sql`select number from locations`)).map(
    ({ number }) => number,
  )
  await seeLocations(store, locations, now)
  const claimed = await claimTurns(store, { locations, limit: 1000, now })
  const turns = claimed.filter((turn) => turn.monitorNumber === monitorNumber)
  const others = claimed.filter((turn) => turn.monitorNumber !== monitorNumber)
  // Which other monitors are due depends on their numbers; none may be missing at its own check.
  if (others.length > 0) await releaseTurns(store, others)
  const [plan] = await checkPlans(store, [monitorNumber])
  const queue = startOutcomeQueue({ store, clock, log })
  for (const turn of turns) queue.report({ turn, at: now, outcome: { ...good, ...outcome(turn) }, rules: plan!.rules })
  await queue.stop()
}

/** As if a monitor was checked in every hour of these days. */
export async function checkedDaily(store: Store, monitorNumber: number, { from, to }: Span): Promise<void> {
  for (let at = from.getTime(); at < to.getTime() + 31 * 86_400_000; at += 27 * 86_400_000)
    await keepPartitions(store, { now: new Date(Math.min(at, to.getTime())), resultDays: 30, rollupDays: 400 })
  await store.run(sql`
    insert into daily_rollups (monitor_number, day, checks, failures, duration_sum)
    select ${monitorNumber}, day::date, 1440, 0, 0
    from generate_series(${from}::timestamptz, ${to}::timestamptz, interval '1 day') as day
    on conflict do nothing`)
}
