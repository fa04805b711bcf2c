// A small world from a seed: targets fail, probes die, receivers refuse, users interfere. Turns, outcome queue, judge
// and notifier are real, on a clock that jumps from one event to the next.
import { type ChannelKind, DeliveryFailed, defineChannel } from '../../src/channels/define.ts'
import { violates } from '../../src/domain/alerting/condition.ts'
import type { OutcomeReport } from '../../src/domain/alerting/report.ts'
import type { Log } from '../../src/domain/log.ts'
import { createVault } from '../../src/domain/vault.ts'
import { startOutcomeQueue } from '../../src/engine/judge/outcome-queue.ts'
import { makeTimedChanges } from '../../src/engine/judge/timed-changes.ts'
import { createUnwatchedRound } from '../../src/engine/judge/unwatched.ts'
import { deliver } from '../../src/engine/notify/attempt.ts'
import { recordResults } from '../../src/engine/notify/record-results.ts'
import { routeDue } from '../../src/engine/notify/route.ts'
import { liftSilences } from '../../src/engine/notify/silences.ts'
import type { Net } from '../../src/net/index.ts'
import { claimDeliveries } from '../../src/store/notifications/deliveries.ts'
import { seeLocations } from '../../src/store/checking/locations.ts'
import { sql } from '../../src/store/database/sql.ts'
import { type Turn, claimTurns } from '../../src/store/checking/turns.ts'
import type { FakeClock } from '../kit/clock.ts'
import { quiet } from '../kit/log.ts'
import {
  type SimulatedOrganization,
  type Setting,
  type SimulatedMonitor,
  longestInterval,
  makeOrganization,
  makeLocations,
} from './organizations.ts'
import { createMeddler } from './meddler.ts'
import { type SimulatedProcess, createProcess } from './process.ts'
import type { Random } from './random.ts'
import { someAbsences } from './targets.ts'

export interface World {
  readonly organizations: readonly SimulatedOrganization[]
  /** All reported turns, by due time. */
  readonly reported: ReadonlySet<string>
  /** Failures that were only logged; deaths do not count. */
  readonly faults: readonly string[]
  run(): Promise<void>
}

interface UnderWay {
  readonly turn: Turn
  readonly monitor: SimulatedMonitor
  readonly endsAt: number
}

const vault = createVault(['a key that is long enough for a test'])
const minute = 60_000
const hour = 60 * minute
const silentMs = 30_000
const shortestStepMs = 15_000
const shortestQuietStepMs = 30_000
const locationCount = 8

/** The number of organizations, and the hours during which they fail. */
export interface Size {
  readonly organizations: number
  readonly hours: number
}

/** Organizations share probes, judge and notifier, as in one installation. */
export async function createWorld({ store, clock, random }: Setting, size: Size): Promise<World> {
  const start = clock.now().getTime()
  const until = start + size.hours * hour
  const allLocations = await makeLocations(store, locationCount, clock.now())
  const organizations: SimulatedOrganization[] = []
  for (let n = 0; n < size.organizations; n++)
    organizations.push(await makeOrganization({ store, clock, random }, { allLocations, until }))
  const monitors = new Map(
    organizations.flatMap((organization) => organization.monitors.map((monitor) => [monitor.monitorNumber, monitor])),
  )
  const absences = new Map(
    allLocations.map(({ number }) => [number, someAbsences(random, { from: start, until, most: 2 * size.hours })]),
  )
  const isFailing = (): boolean => clock.now().getTime() < until
  const process = createProcess(store, () => random.chance(isFailing() ? 0.0015 : 0))
  const fragile = process.store
  const seenAt = new Map<number, number>()
  const underWay: UnderWay[] = []
  const reported = new Set<string>()
  const faults: string[] = []
  const log = logOfFaults(faults, process)
  const meddlers = organizations.map((organization) => createMeddler({ store, clock, random, ...organization }))

  const receiver: ChannelKind = defineChannel({
    type: 'webhook',
    title: 'Receiver',
    summary: 'Takes what it is sent, most of the time',
    config: {},
    async send() {
      // Away for ten minutes of each hour, and unreliable otherwise.
      const isAway = Math.floor(clock.now().getTime() / 600_000) % 6 === 3
      if (isFailing() && (isAway || random.chance(0.2))) throw new DeliveryFailed('answered 500', { httpStatus: 500 })
      return { httpStatus: 200 }
    },
  })

  const liveLocations = (): number[] =>
    [...absences].filter(([, isAway]) => !isAway(clock.now().getTime())).map(([number]) => number)

  async function probe(): Promise<void> {
    const live = liveLocations()
    await seeLocations(store, live, clock.now())
    for (const number of live) seenAt.set(number, clock.now().getTime())
    let turns: Turn[] = []
    const now = clock.now()
    await process.run(async () => (turns = await claimTurns(fragile, { locations: live, limit: 500, now })))
    for (const turn of turns.toSorted(byMonitor)) {
      const monitor = monitors.get(turn.monitorNumber)!
      // Some probes die with their claimed turns, and some are so slow that their lease expires.
      if (isFailing() && random.chance(0.02)) continue
      const slow = isFailing() && random.chance(0.03)
      underWay.push({
        turn,
        monitor,
        endsAt: now.getTime() + (slow ? random.integer(40_000, 90_000) : random.integer(50, 9000)),
      })
    }
  }

  const findUnwatched = createUnwatchedRound({ store, clock, log })

  let tick = 0
  async function report(): Promise<void> {
    const now = clock.now().getTime()
    const ended = underWay.filter(({ endsAt }) => endsAt <= now)
    if (ended.length === 0) return
    for (const one of ended) underWay.splice(underWay.indexOf(one), 1)
    // Duplicate reports count once.
    const again = ended.filter(() => isFailing() && random.chance(0.05))
    underWay.push(...again.map((one) => ({ ...one, endsAt: now + random.integer(1, 20_000) })))
    const reports = ended.map(({ turn, monitor }) => {
      reported.add(`${turn.monitorNumber} ${turn.slot} ${turn.dueAt.getTime()}`)
      return { monitor, report: reportOf(monitor, turn, new Date(now + (tick++ % 1000))) }
    })
    const isLive = (location: number): boolean =>
      (seenAt.get(location) ?? 0) > now - silentMs || reports.some(({ report }) => report.turn.location === location)
    for (const { monitor, report } of reports.toSorted((a, b) => a.report.at.getTime() - b.report.at.getTime()))
      note(monitor, report, monitor.locations.filter(isLive))
    await process.run(async () => {
      const queue = startOutcomeQueue({ store: fragile, clock, log })
      for (const { report } of reports) queue.report(report)
      await queue.stop()
    })
  }

  /** Whether it counted is checked afterwards in the stored results. */
  function note(monitor: SimulatedMonitor, { turn, at, outcome }: OutcomeReport, live: readonly number[]): void {
    const violated = new Map<number, boolean>()
    for (const { ruleId, condition, enabled } of monitor.rules) {
      const verdict = violates(condition, outcome)
      if (enabled && verdict !== null) violated.set(ruleId, verdict)
    }
    monitor.history.push({ kind: 'check', at: at.getTime(), location: turn.location, live, violated })
  }

  async function tell(): Promise<void> {
    await process.run(() => routeDue({ store: fragile, clock, log, vault, origin: () => null }))
    await process.run(() => liftSilences({ store: fragile, clock, log }))
    await process.run(async () => {
      const claim = { room: 50, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60, now: clock.now() }
      const parts = {
        store: fragile,
        clock: impatient(clock),
        log,
        vault,
        net: {} as Net,
        kindOf: () => receiver,
        origin: () => null,
      }
      for (const delivery of (await claimDeliveries(fragile, claim)).toSorted((a, b) => a.id - b.id))
        await recordResults(fragile, [await deliver(parts, delivery)], clock.now())
    })
  }

  async function look(): Promise<{ at: number; unsent: boolean }> {
    const row = await store.row<{ at: Date | null; unsent: boolean }>(sql`
      select exists (select from outbox) or exists (select from deliveries) or exists (select from incidents where silenced and status = 'firing') as unsent,
        least(
          (select min(greatest(due_at, leased_until)) from turns),
          (select min(due_at) from outbox),
          (select min(greatest(due_at, leased_until)) from deliveries)
        ) as at`)
    const now = clock.now().getTime()
    const moments = [row?.at?.getTime() ?? Infinity, ...underWay.map(({ endsAt }) => endsAt), now + 5 * minute]
    const soonest = now + (isFailing() ? shortestStepMs : shortestQuietStepMs)
    return { at: Math.max(Math.min(...moments), soonest), unsent: row!.unsent }
  }

  async function step(): Promise<void> {
    const { at, unsent } = await look()
    clock.advance(at - clock.now().getTime())
    const acts = [probe, report, ...meddlers.filter(() => isFailing() && random.chance(0.006)).map(({ act }) => act)]
    // Due work may run late and messages may be sent late, so neither runs in every step.
    if (random.chance(0.3))
      acts.push(async () => void (await process.run(() => makeTimedChanges({ store: fragile, clock, log }))))
    if (unsent && random.chance(0.6)) acts.push(tell)
    // The order is random, because processes do not wait for each other.
    for (const act of shuffled(acts, random)) {
      await act()
      for (const meddler of meddlers.filter(({ isWaiting }) => isWaiting())) await meddler.notice()
    }
    await findUnwatched()
  }

  async function run(): Promise<void> {
    while (isFailing()) await step()
    for (const meddler of meddlers) await meddler.leave()
    // By then every location was checked once more, flapping is over, and failed deliveries were retried.
    const settled = until + 3 * longestInterval * 1000 + 5 * minute + 20 * minute
    while (clock.now().getTime() < settled) await step()
  }

  return { organizations, reported, faults, run }
}

function reportOf({ target, rules }: SimulatedMonitor, turn: Turn, at: Date): OutcomeReport {
  const condition = target(turn.location, at.getTime())
  const success = condition !== 'down'
  const durationMs = condition === 'slow' ? 5000 : 100
  const outcome = {
    success,
    durationMs,
    statusCode: success ? 200 : null,
    error: success ? null : 'connection refused',
    cause: success ? null : ('connect' as const),
    metrics: { 'http.response_time_ms': durationMs },
    evidence: success ? null : '{"port":443}',
  }
  const known = rules.filter(({ enabled }) => enabled).map(({ condition }) => condition)
  return { turn, at, outcome, rules: known }
}

/** Work that continues after a failure logs it as an error; a process that has died logs nothing. */
function logOfFaults(faults: string[], process: SimulatedProcess): Log {
  const error = (message: string, fields: { error?: string } = {}): void => {
    if (!process.isDead) faults.push(`${message}: ${fields.error}`)
  }
  return { ...quiet, error }
}

/** The database returns rows in any order; a world needs a fixed one. */
function byMonitor(a: Turn, b: Turn): number {
  return a.monitorNumber - b.monitorNumber || a.slot - b.slot
}

/** Never waits. */
function impatient(clock: FakeClock): FakeClock {
  return { ...clock, sleep: async () => undefined, after: () => () => undefined }
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}
