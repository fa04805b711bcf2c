// A small world that follows from a seed: targets that fail, probes that die, receivers that refuse, people who meddle, and
// in the middle of it the real turns, outcome queue, judge and notifier, on a clock that jumps from one event to the next.
import { type ChannelKind, DeliveryFailed, defineChannel } from '../../src/channels/define.ts'
import { violates } from '../../src/domain/alerting/condition.ts'
import type { Report, RuleCondition } from '../../src/domain/alerting/report.ts'
import type { Log } from '../../src/domain/log.ts'
import { newId } from '../../src/domain/id.ts'
import type { Strategy } from '../../src/domain/monitor.ts'
import { createVault } from '../../src/domain/vault.ts'
import { startOutcomeQueue } from '../../src/engine/judge/outcome-queue.ts'
import { makeTimedChanges } from '../../src/engine/judge/timed-changes.ts'
import { deliver } from '../../src/engine/notify/attempt.ts'
import { recordResults } from '../../src/engine/notify/record-results.ts'
import { routeDue } from '../../src/engine/notify/route.ts'
import { liftSilences } from '../../src/engine/notify/silences.ts'
import type { Net } from '../../src/net/index.ts'
import { type RuleDraft, addRules, listRules } from '../../src/store/monitors/alert-rules.ts'
import type { Store } from '../../src/store/database/database.ts'
import { claimDeliveries } from '../../src/store/notifications/deliveries.ts'
import { putLocation, seeLocations } from '../../src/store/checking/locations.ts'
import { addMonitor, monitorNumberOf } from '../../src/store/monitors/monitors.ts'
import { addChannel, newChannelId } from '../../src/store/notifications/channels.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { sql } from '../../src/store/database/sql.ts'
import { type Turn, claimTurns, renewTurns } from '../../src/store/checking/turns.ts'
import type { FakeClock } from '../kit/clock.ts'
import { quiet } from '../kit/log.ts'
import { monitorRow } from '../kit/monitors.ts'
import { createMeddler } from './meddler.ts'
import { mortal, survives } from './mortal.ts'
import type { Happening, OracleRule } from './oracle.ts'
import type { Random } from './random.ts'
import { type Target, someAbsences, someTarget } from './targets.ts'

export interface SimulatedRule {
  readonly id: string
  readonly ruleId: number
  readonly condition: RuleCondition
  readonly oracle: OracleRule
  enabled: boolean
  /** What the judge was told about it, in the order it was told. */
  readonly history: Happening[]
}

export interface SimulatedMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly strategy: Strategy
  readonly intervalSeconds: number
  readonly locations: readonly number[]
  readonly target: Target
  readonly rules: readonly SimulatedRule[]
  paused: boolean
}

/** An organization with what it watches. */
export interface Home {
  readonly organizationId: string
  readonly locations: readonly { readonly id: string; readonly number: number }[]
  readonly monitors: readonly SimulatedMonitor[]
  /** Those that programs read, and those that people do. */
  readonly channelIds: readonly number[]
  readonly chatIds: readonly number[]
}

export interface World {
  readonly homes: readonly Home[]
  /** Every turn that somebody reported, by when it was due. */
  readonly reported: ReadonlySet<string>
  /** What went wrong and was only logged; deaths are no faults. */
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
const longestInterval = 300

interface Setting {
  readonly store: Store
  readonly clock: FakeClock
  readonly random: Random
}

/** Many homes live side by side and share probes, judge and messenger, as they would in one installation. */
export async function createWorld({ store, clock, random, homes: count }: Setting & { homes: number }): Promise<World> {
  const start = clock.now().getTime()
  const until = start + random.pick([1, 1, 2]) * hour
  const homes: Home[] = []
  for (let n = 0; n < count; n++) homes.push(await makeHome({ store, clock, random }, until))
  const monitors = new Map(homes.flatMap((home) => home.monitors.map((monitor) => [monitor.monitorNumber, monitor])))
  const absences = new Map(
    homes
      .flatMap(({ locations }) => locations)
      .map(({ number }) => [number, someAbsences(random, { from: start, until, most: 2 })]),
  )
  const isTroubled = (): boolean => clock.now().getTime() < until
  const fragile = mortal(store, random, () => (isTroubled() ? 0.003 : 0))
  const seenAt = new Map<number, number>()
  const underWay: UnderWay[] = []
  const reported = new Set<string>()
  const faults: string[] = []
  const log = logOfFaults(faults)
  const meddlers = homes.map((home) => createMeddler({ store, clock, random, ...home }))

  const receiver: ChannelKind = defineChannel({
    type: 'webhook',
    title: 'Receiver',
    summary: 'Takes what it is sent, most of the time',
    config: {},
    async send() {
      // Away for ten minutes of each hour, and unreliable otherwise.
      const isAway = Math.floor(clock.now().getTime() / 600_000) % 6 === 3
      if (isTroubled() && (isAway || random.chance(0.2))) throw new DeliveryFailed('answered 500', { httpStatus: 500 })
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
    await survives(async () => (turns = await claimTurns(fragile, { locations: live, limit: 500, now })))
    for (const turn of turns) {
      const monitor = monitors.get(turn.monitorNumber)!
      // Some probes die with what they have taken, and some are so slow that their lease lapses.
      if (isTroubled() && random.chance(0.02)) continue
      const slow = isTroubled() && random.chance(0.03)
      underWay.push({
        turn,
        monitor,
        endsAt: now.getTime() + (slow ? random.integer(40_000, 90_000) : random.integer(50, 9000)),
      })
    }
  }

  let tick = 0
  async function report(): Promise<void> {
    const now = clock.now().getTime()
    const ended = underWay.filter(({ endsAt }) => endsAt <= now)
    if (ended.length === 0) return
    for (const one of ended) underWay.splice(underWay.indexOf(one), 1)
    // What is reported twice counts once.
    const again = ended.filter(() => isTroubled() && random.chance(0.05))
    underWay.push(...again.map((one) => ({ ...one, endsAt: now + random.integer(1, 20_000) })))
    const reports = ended.map(({ turn, monitor }) => {
      reported.add(`${turn.monitorNumber} ${turn.slot} ${turn.dueAt.getTime()}`)
      return { monitor, report: reportOf(monitor, turn, new Date(now + (tick++ % 1000))) }
    })
    const isLive = (location: number): boolean =>
      (seenAt.get(location) ?? 0) > now - silentMs || reports.some(({ report }) => report.turn.location === location)
    for (const { monitor, report } of reports.toSorted((a, b) => a.report.at.getTime() - b.report.at.getTime()))
      note(monitor, report, monitor.locations.filter(isLive))
    const queue = startOutcomeQueue({ store: fragile, clock, log })
    for (const { report } of reports) queue.report(report)
    await queue.stop()
  }

  /** Whether it counted is seen afterwards, by what was stored. */
  function note(monitor: SimulatedMonitor, { turn, at, outcome }: Report, live: readonly number[]): void {
    for (const { condition, enabled, history } of monitor.rules) {
      const violated = violates(condition, outcome)
      if (enabled && violated !== null)
        history.push({ kind: 'check', at: at.getTime(), location: turn.location, violated, live })
    }
  }

  async function tell(): Promise<void> {
    await survives(() => routeDue({ store: fragile, clock, origin: () => null }))
    await survives(() => liftSilences({ store: fragile, clock }))
    await survives(async () => {
      const claim = { room: 50, perChannel: 8, busy: new Map<number, number>(), leaseSeconds: 60, now: clock.now() }
      const parts = {
        store: fragile,
        clock: impatient(clock),
        log,
        vault,
        net: {} as Net,
        kindOf: () => receiver,
      }
      for (const delivery of await claimDeliveries(fragile, claim))
        await recordResults(fragile, [await deliver(parts, delivery)], clock.now())
    })
  }

  async function look(): Promise<{ at: number; untold: boolean }> {
    const row = await store.row<{ at: Date | null; untold: boolean }>(sql`
      select exists (select from outbox) or exists (select from deliveries) or exists (select from incidents where silenced and status = 'firing') as untold,
        least(
          (select min(greatest(due_at, leased_until)) from turns),
          (select min(due_at) from outbox),
          (select min(greatest(due_at, leased_until)) from deliveries)
        ) as at`)
    const now = clock.now().getTime()
    const moments = [row?.at?.getTime() ?? Infinity, ...underWay.map(({ endsAt }) => endsAt), now + 5 * minute]
    return { at: Math.max(Math.min(...moments), now + shortestStepMs), untold: row!.untold }
  }

  async function step(): Promise<void> {
    const { at, untold } = await look()
    clock.advance(at - clock.now().getTime())
    const acts = [probe, report, ...meddlers.filter(() => isTroubled() && random.chance(0.006)).map(({ act }) => act)]
    // What is due by time may be done late, and messages sent late: neither need come every time.
    if (random.chance(0.3))
      acts.push(() => survives(() => makeTimedChanges(fragile, { now: clock.now(), log })).then(() => undefined))
    if (untold && random.chance(0.6)) acts.push(tell)
    // Nobody waits for anybody: what comes first is chance.
    for (const act of shuffled(acts, random)) {
      await act()
      for (const meddler of meddlers.filter(({ isWaiting }) => isWaiting())) await meddler.notice()
    }
  }

  async function run(): Promise<void> {
    while (isTroubled()) await step()
    for (const meddler of meddlers) await meddler.leave()
    const settled = until + longestInterval * 8000 + 15 * minute
    while (clock.now().getTime() < settled) await step()
  }

  return { homes, reported, faults, run }
}

async function makeHome({ store, clock, random }: Setting, until: number): Promise<Home> {
  const [now, from] = [clock.now(), clock.now().getTime()]
  const organizationId = (
    await putOrganization(store, { name: 'Home', slug: newId(now), plan: 'enterprise', limits: {} }, now)
  ).id
  const locations = await makeLocations(store, random.integer(1, 3), now)
  const monitors: SimulatedMonitor[] = []
  for (let n = random.integer(1, 2); n > 0; n--) {
    const chosen = locations.filter((_, index) => index === 0 || random.chance(0.7))
    const target = someTarget(random, { from, until, locations: chosen.map(({ number }) => number) })
    monitors.push(await makeMonitor({ store, clock, random }, { organizationId, chosen, target }))
  }
  return {
    organizationId,
    locations,
    monitors,
    channelIds: [await makeChannel(store, organizationId, now), await makeChannel(store, organizationId, now)],
    chatIds: [await makeChannel(store, organizationId, now, 'slack')],
  }
}

interface Watching {
  readonly organizationId: string
  readonly chosen: readonly { readonly id: string; readonly number: number }[]
  readonly target: Target
}

async function makeMonitor(
  { store, clock, random }: Setting,
  { organizationId, chosen, target }: Watching,
): Promise<SimulatedMonitor> {
  const intervalSeconds = random.pick([60, 120, longestInterval])
  const strategy = random.pick(['roundrobin', 'roundrobin', 'random', 'parallel'] as const)
  const config = random.chance(0.3) ? { repeatIntervalSeconds: 3600 } : {}
  const monitor = monitorRow(clock.now(), {
    intervalSeconds,
    strategy,
    locationIds: chosen.map(({ id }) => id),
    config,
  })
  await addMonitor(store, organizationId, monitor, clock.now())
  const of = { organizationId, monitorId: monitor.id }
  await addRules(
    store,
    of,
    [
      someRule(random, availability),
      ...(random.chance(0.5)
        ? [someRule(random, { ...slowness, severity: random.pick(['warning', 'critical']) })]
        : []),
    ],
    clock.now(),
  )
  await renewTurns(store, { organizationId, monitorIds: [monitor.id], now: clock.now() })
  return {
    id: monitor.id,
    monitorNumber: (await monitorNumberOf(store, organizationId, monitor.id))!.monitorNumber,
    strategy,
    intervalSeconds,
    locations: chosen.map(({ number }) => number),
    target,
    rules: (await listRules(store, of)).map((rule) => ({
      id: rule.id,
      ruleId: rule.ruleId,
      condition: { metricKey: rule.metricKey, operator: rule.operator, value: rule.value, severity: rule.severity },
      oracle: {
        threshold: rule.failureThreshold,
        minFailed: rule.minFailedProbes,
        durationMs: rule.durationWindow * 1000,
      },
      enabled: true,
      history: [],
    })),
    paused: false,
  }
}

async function makeChannel(store: Store, organizationId: string, now: Date, type = 'webhook'): Promise<number> {
  const id = await newChannelId(store)
  const channel = {
    id,
    name: `Channel ${id}`,
    type,
    enabled: true,
    isDefault: true,
    severityFilter: ['critical', 'warning'] as const,
    config: { url: 'https://receiver.example/' },
    secrets: null,
    fallbackChannelId: null,
  }
  await addChannel(store, organizationId, { channel, now })
  return id
}

function reportOf({ target, rules }: SimulatedMonitor, turn: Turn, at: Date): Report {
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

const availability: RuleDraft = {
  name: 'Availability Check',
  metric: 'success',
  metricKey: 'success',
  operator: '==',
  value: 'false',
  severity: 'critical',
  failureThreshold: 1,
  minFailedProbes: 1,
  durationWindow: 0,
  clearAfter: 1,
  enabled: true,
  systemName: null,
  contactGroupId: null,
}
const slowness: RuleDraft = {
  ...availability,
  name: 'Slow',
  metric: 'response_time',
  metricKey: 'http.response_time_ms',
  operator: '>',
  value: '2000',
  severity: 'warning',
}

function someRule(random: Random, rule: RuleDraft): RuleDraft {
  return {
    ...rule,
    failureThreshold: random.integer(1, 3),
    minFailedProbes: random.integer(1, 2),
    durationWindow: random.pick([0, 0, 30, 300]),
  }
}

async function makeLocations(store: Store, count: number, now: Date): Promise<{ id: string; number: number }[]> {
  const slugs = Array.from({ length: count }, () => newId(now))
  for (const slug of slugs)
    await putLocation(
      store,
      { slug, name: slug, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  return store.rows(sql`select id, number from locations where slug = any (${slugs}) order by number`)
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  return values
    .map((value) => ({ value, rank: random.next() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ value }) => value)
}

/** Work that goes on after a failure logs it as an error; only deaths are expected here. */
function logOfFaults(faults: string[]): Log {
  const error = (message: string, fields: { error?: string } = {}): void => {
    if (fields.error !== 'Died') faults.push(`${message}: ${fields.error}`)
  }
  return { ...quiet, error }
}

/** Waits for nothing. */
function impatient(clock: FakeClock): FakeClock {
  return { ...clock, sleep: async () => undefined, after: () => () => undefined }
}
