// Monitors with their default rules, in simulated time: real scheduling and evaluation, probes that respond at once.
import { findCheck } from '../../src/checks/index.ts'
import type { ReportedOutcome } from '../../src/domain/outcome.ts'
import { newId } from '../../src/domain/id.ts'
import { type Strategy, strategies } from '../../src/domain/monitor.ts'
import { defaultRules } from '../../src/operations/monitors/rules.ts'
import { addRules } from '../../src/store/monitors/alert-rules.ts'
import type { Store } from '../../src/store/database/database.ts'
import { settleOutcomes } from '../../src/alerting/settle-outcomes.ts'
import { putLocation, seeLocations } from '../../src/store/checking/locations.ts'
import { addMonitor, monitorNumberOf } from '../../src/store/monitors/monitors.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { createMetricNames } from '../../src/store/results/metric-names.ts'
import { keepPartitions } from '../../src/store/results/partitions.ts'
import { sql } from '../../src/store/database/sql.ts'
import { type Turn, claimTurns, renewTurns } from '../../src/store/checking/turns.ts'
import { quiet } from '../../test/kit/log.ts'
import { monitorRow } from '../../test/kit/resources/monitors.ts'

export interface Detection {
  readonly strategy: Strategy
  readonly locations: number
  readonly seconds: number
}

interface Trial extends Omit<Detection, 'seconds'> {
  readonly failsAt: number
}

interface Setting {
  readonly intervalSeconds: number
  readonly trials: number
  readonly start: Date
}

// The probe's polling interval, the duration of a refused connection, and the batching delay of the evaluation.
const tickMs = 100
const checkMs = 20
const gatherMs = 50
const http = findCheck('http')!

/** Every trial is a new monitor that fails for good at some time in its third interval. */
export async function simulateDetection(
  store: Store,
  { intervalSeconds, trials, start }: Setting,
): Promise<Detection[]> {
  const allLocations = await newLocations(store, start)
  const running = await newTrials(store, { intervalSeconds, trials, start, allLocations })
  const detections: Detection[] = []
  let now = start.getTime()
  while (running.size > 0) {
    now = Math.max(await nextDue(store), now + tickMs)
    const seen = allLocations.map(({ number }) => number)
    await seeLocations(store, seen, new Date(now))
    const turns = await claimTurns(store, { locations: seen, limit: 500, now: new Date(now) })
    await settle(store, turns, { running, at: new Date(now + checkMs) })
    for (const { monitorNumber, startedAt } of await opened(store, [...running.keys()])) {
      const { failsAt, ...kind } = running.get(monitorNumber)!
      detections.push({ ...kind, seconds: (startedAt.getTime() + gatherMs - failsAt) / 1000 })
      running.delete(monitorNumber)
      await store.run(sql`delete from turns where monitor_number = ${monitorNumber}`)
    }
  }
  await store.script('truncate organizations, locations, results, rollups, daily_rollups cascade')
  return detections
}

async function newLocations(store: Store, now: Date): Promise<{ id: string; number: number }[]> {
  await keepPartitions(store, { now, resultDays: 30, rollupDays: 400 })
  for (const slug of ['fra', 'nyc', 'sin'])
    await putLocation(
      store,
      { slug, name: slug, city: null, region: 'x', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  return store.rows(sql`select id, number from locations order by slug`)
}

async function newTrials(
  store: Store,
  { intervalSeconds, trials, start, allLocations }: Setting & { allLocations: { id: string }[] },
): Promise<Map<number, Trial>> {
  const { id: organizationId } = await putOrganization(
    store,
    { name: 'Bench', slug: newId(start), plan: 'enterprise', limits: {} },
    start,
  )
  const made = new Map<number, Trial>()
  for (const strategy of strategies)
    for (const locations of [1, 2, 3])
      for (let n = 0; n < trials; n++) {
        const locationIds = allLocations.slice(0, locations).map(({ id }) => id)
        const monitor = monitorRow(start, { strategy, intervalSeconds, locationIds })
        await addMonitor(store, organizationId, monitor, start)
        await addRules(
          store,
          { organizationId, monitorId: monitor.id },
          defaultRules(http, { config: {}, locationIds }),
          start,
        )
        await renewTurns(store, { organizationId, monitorIds: [monitor.id], now: start })
        const { monitorNumber } = (await monitorNumberOf(store, organizationId, monitor.id))!
        made.set(monitorNumber, {
          strategy,
          locations,
          failsAt: start.getTime() + (2 + Math.random()) * intervalSeconds * 1000,
        })
      }
  return made
}

async function nextDue(store: Store): Promise<number> {
  return (await store.row<{ at: Date }>(sql`select min(due_at) as at from turns`))!.at.getTime()
}

async function settle(
  store: Store,
  turns: readonly Turn[],
  { running, at }: { running: Map<number, Trial>; at: Date },
): Promise<void> {
  if (turns.length === 0) return
  const reports = turns.map((turn) => {
    const success = at.getTime() < running.get(turn.monitorNumber)!.failsAt
    const outcome: ReportedOutcome = {
      success,
      statusCode: success ? 200 : null,
      error: success ? null : 'connection refused',
      cause: success ? null : 'connect',
      durationMs: checkMs,
      metrics: {},
      evidence: null,
    }
    return { turn, at, outcome, rules: [availability] }
  })
  await settleOutcomes(store, reports, {
    names: createMetricNames(store),
    evidence: { isWorthKeeping: () => false },
    now: at,
    log: quiet,
  })
}

const availability = { metricKey: 'success', operator: '==', value: 'false', severity: 'critical' } as const

async function opened(
  store: Store,
  monitorNumbers: readonly number[],
): Promise<{ monitorNumber: number; startedAt: Date }[]> {
  return store.rows(sql`
    select monitor_number as "monitorNumber", started_at as "startedAt" from incidents where monitor_number = any (${monitorNumbers}::bigint[])`)
}
