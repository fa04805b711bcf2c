// The organizations of a simulated world, each with its locations, monitors, rules and channels.
import type { RuleCondition } from '../../src/domain/alerting/report.ts'
import { newId } from '../../src/domain/id.ts'
import { type Strategy, independent } from '../../src/domain/monitor.ts'
import { type RuleDraft, addRules, listRules } from '../../src/store/monitors/alert-rules.ts'
import type { Store } from '../../src/store/database/database.ts'
import { putLocation } from '../../src/store/checking/locations.ts'
import { addMonitor, monitorNumberOf } from '../../src/store/monitors/monitors.ts'
import { addChannel, newChannelId } from '../../src/store/notifications/channels.ts'
import { putOrganization } from '../../src/store/accounts/organizations.ts'
import { sql } from '../../src/store/database/sql.ts'
import { renewTurns } from '../../src/store/checking/turns.ts'
import type { FakeClock } from '../kit/clock.ts'
import { availabilityRule } from '../kit/resources/availability-rule.ts'
import { monitorRow } from '../kit/resources/monitors.ts'
import type { Happening, OracleRule } from './oracle.ts'
import type { Random } from './random.ts'
import { type Target, someTarget } from './targets.ts'

export const longestInterval = 300

export interface SimulatedRule {
  readonly id: string
  readonly ruleId: number
  readonly condition: RuleCondition
  readonly oracle: OracleRule
  enabled: boolean
}

export interface SimulatedMonitor {
  readonly id: string
  readonly monitorNumber: number
  readonly strategy: Strategy
  readonly intervalSeconds: number
  readonly locations: readonly number[]
  readonly target: Target
  /** The monitor that this one depends on. */
  readonly parentId: string | null
  readonly rules: readonly SimulatedRule[]
  /** The events reported to the judge, in order. */
  readonly history: Happening[]
  /** The times in which it was paused; the last one may not be over. */
  readonly pauses: { readonly from: number; to: number }[]
  paused: boolean
}

/** An organization with its monitors. */
export interface SimulatedOrganization {
  readonly organizationId: string
  readonly monitors: readonly SimulatedMonitor[]
  /** Channels for programs, and channels for people. */
  readonly channelIds: readonly number[]
  readonly chatIds: readonly number[]
}

export interface Setting {
  readonly store: Store
  readonly clock: FakeClock
  readonly random: Random
}

interface SimulatedLocation {
  readonly id: string
  readonly number: number
}

/** All monitors are checked from the same few locations. */
export async function makeOrganization(
  { store, clock, random }: Setting,
  { allLocations, until }: { allLocations: readonly SimulatedLocation[]; until: number },
): Promise<SimulatedOrganization> {
  const [now, from] = [clock.now(), clock.now().getTime()]
  const organizationId = (
    await putOrganization(store, { name: 'Acme', slug: newId(now), plan: 'enterprise', limits: {} }, now)
  ).id
  const first = random.integer(0, allLocations.length - 1)
  const locations = Array.from(
    { length: random.integer(1, 3) },
    (_, n) => allLocations[(first + n) % allLocations.length]!,
  )
  const monitors: SimulatedMonitor[] = []
  for (let n = random.integer(1, 2); n > 0; n--) {
    const chosen = locations.filter((_, index) => index === 0 || random.chance(0.7))
    const own = someTarget(random, { from, until, locations: chosen.map(({ number }) => number) })
    const parent = random.chance(0.7) ? monitors.at(-1) : undefined
    const target = parent ? behind(parent.target, own) : own
    monitors.push(await makeMonitor({ store, clock, random }, { organizationId, chosen, target, parent }))
  }
  return {
    organizationId,
    monitors,
    channelIds: [await makeChannel(store, organizationId, now), await makeChannel(store, organizationId, now)],
    chatIds: [await makeChannel(store, organizationId, now, 'slack')],
  }
}

interface Watching {
  readonly organizationId: string
  readonly chosen: readonly SimulatedLocation[]
  readonly target: Target
  readonly parent: SimulatedMonitor | undefined
}

/** Fails when its parent does, and for reasons of its own. */
const behind =
  (parent: Target, own: Target): Target =>
  (location, at) =>
    parent(location, at) === 'down' ? 'down' : own(location, at)

async function makeMonitor(
  { store, clock, random }: Setting,
  { organizationId, chosen, target, parent }: Watching,
): Promise<SimulatedMonitor> {
  const intervalSeconds = random.pick([60, 120, longestInterval])
  const strategy = random.pick(['roundrobin', 'roundrobin', 'random', 'parallel'] as const)
  const config = random.chance(0.3) ? { repeatIntervalSeconds: 3600 } : {}
  const monitor = monitorRow(clock.now(), {
    intervalSeconds,
    strategy,
    locationIds: chosen.map(({ id }) => id),
    config,
    dependsOn: { ...independent, monitors: parent ? [parent.id] : [] },
  })
  await addMonitor(store, organizationId, monitor, clock.now())
  const of = { organizationId, monitorId: monitor.id }
  await addRules(
    store,
    of,
    [
      someRule(random, availabilityRule),
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
    parentId: parent?.id ?? null,
    rules: (await listRules(store, of)).map((rule) => ({
      id: rule.id,
      ruleId: rule.ruleId,
      condition: { metricKey: rule.metricKey, operator: rule.operator, value: rule.value, severity: rule.severity },
      oracle: {
        ruleId: rule.ruleId,
        isCritical: rule.severity === 'critical',
        threshold: rule.failureThreshold,
        minFailed: rule.minFailedProbes,
        durationMs: rule.durationWindow * 1000,
      },
      enabled: true,
    })),
    history: [],
    pauses: [],
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

const slowness: RuleDraft = {
  ...availabilityRule,
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

export async function makeLocations(store: Store, count: number, now: Date): Promise<SimulatedLocation[]> {
  const slugs = Array.from({ length: count }, () => newId(now))
  for (const slug of slugs)
    await putLocation(
      store,
      { slug, name: slug, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true },
      now,
    )
  return store.rows(sql`select id, number from locations where slug = any (${slugs}) order by number`)
}
