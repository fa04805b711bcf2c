// Outages on a simulated clock, from a seed: monitors fail in several ways, receivers refuse, people respond, processes
// die, and maintenance and shadow mode begin and end meanwhile. Judge, router, escalation and sender are real.
import { checkPlans } from '../../../src/store/checking/check-plans.ts'
import {
  nextAlert,
  nextDelivery,
  nextEscalation,
  nextSilenced,
  nextTimedChange,
  nextTurn,
  readDueTimes,
} from '../../../src/store/checking/due-times.ts'
import { putLocation, seeLocations } from '../../../src/store/checking/locations.ts'
import { claimTurns, expediteTurns, releaseTurns } from '../../../src/store/checking/turns.ts'
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { OutcomeReport } from '../../../src/domain/alerting/report.ts'
import type { createReceivers } from '../../kit/alerts/receivers.ts'
import { createResponders } from '../../kit/alerts/responders.ts'
import { type ServiceCondition, outcomeOf } from '../../kit/alerts/symptoms.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { type Random, randomFrom } from '../random.ts'
import type { Trouble, WorldShape } from '../shape.ts'
import { type Deeds, createDeeds } from './deeds.ts'
import type { ConditionSpan } from './script.ts'
import type { LostTime, Server, Servers } from './servers.ts'
import { type OutageSetting, type WatchedMonitor, makeOutageSetting } from './setting.ts'
import { type Visit, createVisitors } from './visitors.ts'

export interface WorldCheck {
  readonly monitorId: string
  readonly at: number
  readonly condition: ServiceCondition
}

interface LateReport extends LostTime {
  readonly monitorId: string
  readonly ms: number
}

export interface OutageWorld {
  readonly setting: OutageSetting
  /** Those that were stored. */
  readonly checks: readonly WorldCheck[]
  readonly receivers: ReturnType<typeof createReceivers>
  readonly deeds: Deeds
  readonly visits: readonly Visit[]
  /** When what was due at a time has been done, however many processes died meanwhile. */
  allow(at: number, ms: number): number
  /** The end of all failures. */
  readonly until: number
  /** When the world ended. */
  readonly endedAt: number
  /** What is left at the end, although nothing fails any more. */
  readonly left: readonly string[]
  readonly lost: readonly LostTime[]
  /** Until when reports of a monitor may have been stored that were sent at a time. */
  readonly lateReports: readonly LateReport[]
  /** Whether checks are judged in the order in which they ran. */
  readonly isInOrder: boolean
  run(): Promise<void>
}

export interface WorldParts {
  readonly store: Store
  readonly clock: FakeClock
  readonly shape: WorldShape
  readonly receivers: ReturnType<typeof createReceivers>
  readonly servers: Servers
}

const second = 1000
const minute = 60 * second
const maxStepMs = 60 * second
const checkMs = 100
/** Flapping and failed deliveries are over by then. */
const maxCalmMs = 45 * minute
/** A lease ends, and another process takes the work. */
const deathCostMs = 2 * minute

export async function createOutageWorld({ store, clock, shape, receivers, servers }: WorldParts): Promise<OutageWorld> {
  const streamOf = (purpose: string): Random => randomFrom(shape.seed, purpose)
  const random = streamOf('world')
  const has = (trouble: Trouble): boolean => !shape.without.includes(trouble)
  const until = clock.now().getTime() + shape.minutes * minute
  for (const slug of ['fra', 'nyc']) {
    const place = { slug, name: slug, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true }
    await putLocation(store, place, clock.now())
  }
  const locations = await store.rows<{ id: string; number: number }>(
    sql`select id, number from locations order by number`,
  )
  const setting = await makeOutageSetting({ store, clock, shape, streamOf, receivers, locations, until })
  const { organizationId } = setting.organization
  const monitors = new Map(setting.monitors.map((one) => [one.monitorNumber, one]))
  const plans = await checkPlans(store, [...monitors.keys()])
  const rulesOf = new Map(plans.map((plan) => [plan.monitorNumber, plan.rules]))
  const parents = new Set(setting.monitors.map(({ parentId }) => parentId))
  const tried: (WorldCheck & { monitorNumber: number })[] = []
  const checks: WorldCheck[] = []
  const left: string[] = []
  const people = servers.people
  const responders = createResponders({ store: people.store, clock, organizationId })
  const deeds = createDeeds({ store: people.store, clock, shape, streamOf, setting, responders, receivers })
  const visitors = await createVisitors({ store, clock, shape, servers, slug: setting.pageSlug })
  const numbers = locations.map(({ number }) => number)
  const lateness = streamOf('late checks')
  const repetition = streamOf('repeated reports')
  const reordering = streamOf('reordered reports')
  /** Reports on their way to a process that stores them. */
  let onTheirWay: { readonly at: number; readonly report: OutcomeReport }[] = []
  const lateReports: LateReport[] = []
  let endedAt = 0

  /** How often brief failures were seen. */
  const seen = new Map<ConditionSpan, number>()
  /** When each process checked last: no two of its checks are at the same time, and all are before it stores them. */
  const lastChecks = new Map<Server, number>()
  /** The monitor that somebody checks again at once. */
  let checkedAgain: number | null = null

  function conditionOf(monitor: WatchedMonitor, at: number): ServiceCondition {
    const span = at < until ? monitor.history(at) : undefined
    if (!span?.isBrief) return span?.condition ?? 'up'
    const times = (seen.get(span) ?? 0) + 1
    seen.set(span, times)
    if (times === monitor.threshold) checkedAgain = monitor.monitorNumber
    return times > monitor.threshold ? 'up' : span.condition
  }

  /** Whether another check of the monitor may be stored first, without a judge that could know the order. */
  const mayBeOvertaken = (monitorNumber: number): boolean =>
    !servers.isInOrder || monitors.get(monitorNumber)!.isParallel

  async function check(server: Server): Promise<void> {
    const now = server.clock.now()
    await seeLocations(server.store, numbers, now)
    const turns = await claimTurns(server.store, { locations: numbers, limit: 100, now })
    const postponed = turns.filter(
      ({ monitorNumber }) => parents.has(monitors.get(monitorNumber)!.id) && lateness.chance(0.4) && has('late checks'),
    )
    // A busy probe checks a parent later than the monitors that depend on it.
    if (postponed.length > 0) await releaseTurns(server.store, postponed)
    const onTime = turns.filter((turn) => !postponed.includes(turn))
    const sorted = onTime.toSorted((a, b) => a.monitorNumber - b.monitorNumber || a.location - b.location)
    const reports = sorted.map((turn) => {
      const monitor = monitors.get(turn.monitorNumber)!
      const condition = conditionOf(monitor, now.getTime())
      const at = new Date(Math.max(now.getTime() - checkMs, (lastChecks.get(server) ?? 0) + 1))
      lastChecks.set(server, at.getTime())
      tried.push({ monitorId: monitor.id, monitorNumber: monitor.monitorNumber, at: at.getTime(), condition })
      return { turn, at, outcome: outcomeOf(condition), rules: rulesOf.get(turn.monitorNumber)! }
    })
    const overtaken = reports.filter(
      ({ turn }) => reordering.chance(0.04) && mayBeOvertaken(turn.monitorNumber) && has('reordered reports'),
    )
    const arrived = onTheirWay.filter(({ at }) => at <= now.getTime()).map(({ report }) => report)
    onTheirWay = onTheirWay.filter(({ at }) => at > now.getTime())
    const send = (report: OutcomeReport, afterMs: number): void =>
      void onTheirWay.push({ at: server.clock.now().getTime() + afterMs, report })
    const sendLate = (report: OutcomeReport, afterMs: number): void => {
      send(report, afterMs)
      const monitorId = monitors.get(report.turn.monitorNumber)!.id
      lateReports.push({ monitorId, at: report.at.getTime(), ms: afterMs + 2 * maxStepMs })
    }
    for (const report of overtaken) sendLate(report, reordering.integer(1, 25) * second)
    for (const report of reports)
      if (repetition.chance(0.04) && has('repeated reports')) send(report, repetition.integer(1, 90) * second)
    const stored = [...reports.filter((report) => !overtaken.includes(report)), ...arrived]
    if (stored.length > 0) await server.engine.settle(stored)
    // A process keeps what it could not store.
    if (servers.isDatabaseAway) for (const report of stored) sendLate(report, reordering.integer(1, 40) * second)
  }

  /** When each queue is due, as the processes of an installation ask. */
  async function look(): Promise<{ readonly at: number; readonly work: (server: Server) => Promise<unknown> }[]> {
    const now = clock.now()
    const queues: [Parameters<typeof readDueTimes>[1][number], (server: Server) => Promise<unknown>][] = [
      [nextTurn(numbers, now), check],
      [nextTimedChange(now), ({ engine }) => engine.makeTimedChanges()],
      [nextSilenced, ({ engine }) => engine.liftSilences()],
      [nextAlert(now), routeAll],
      [nextEscalation(now), escalateAll],
      [nextDelivery(now), ({ engine }) => engine.send(random.integer(1, 12))],
    ]
    const times = await readDueTimes(
      store,
      queues.map(([due]) => due),
    )
    return queues.map(([, work], index) => ({ at: times[index]?.getTime() ?? Infinity, work }))
  }

  async function routeAll({ engine }: Server): Promise<void> {
    while ((await engine.route()) > 0);
  }

  async function escalateAll({ engine }: Server): Promise<void> {
    while (await engine.escalate());
  }

  async function step(): Promise<void> {
    const now = clock.now().getTime()
    const known = await look()
    const soonest = Math.min(...known.map(({ at }) => at), ...servers.wakeTimes(), now + maxStepMs)
    const again = checkedAgain
    checkedAgain = null
    // Some work follows other work within a second or two.
    const busyMs = (random.chance(0.3) ? random.integer(1, 4) : random.integer(5, 30)) * second
    clock.advance(again !== null ? second : Math.max(soonest - now, busyMs))
    if (again !== null) await people.run(() => expediteTurns(people.store, { monitorNumber: again, now: clock.now() }))
    await visitors.act()
    const findDue = async () => (await look()).filter(({ at }) => at <= clock.now().getTime())
    await servers.work(findDue)
    if (random.chance(0.5)) await servers.work(findDue)
    if (clock.now().getTime() < until) await people.run(() => deeds.act())
    await servers.settle()
    await visitors.look()
  }

  /** What still waits for something other than a dead receiver. */
  async function waiting(): Promise<string[]> {
    const row = await store.row<Record<string, number>>(sql`
      select (select count(*) from incidents where status <> 'resolved') as "open incidents",
        (select count(*) from outbox) as "alerts in the outbox",
        (select count(*) from escalations) as "escalations",
        (select count(*) from deliveries where channel_id <> all (${setting.deadIds}::bigint[])) as deliveries,
        (select count(*) from turns where due_at <= ${new Date(clock.now().getTime() - 3 * minute)}) as "late turns"`)
    return Object.entries(row!).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : []))
  }

  async function stored(): Promise<void> {
    const rows = await store.rows<{ number: number; at: Date }>(sql`select monitor_number as number, at from results`)
    const keys = new Set(rows.map(({ number, at }) => `${number} ${at.getTime()}`))
    checks.push(...tried.filter(({ monitorNumber, at }) => keys.has(`${monitorNumber} ${at}`)))
  }

  const lostTimes = (): LostTime[] => [...servers.lost, ...lateReports].toSorted((one, other) => one.at - other.at)

  return {
    setting,
    checks,
    receivers,
    deeds,
    visits: visitors.visits,
    until,
    left,
    get lost() {
      return lostTimes()
    },
    lateReports,
    isInOrder: servers.isInOrder,
    get endedAt() {
      return endedAt
    },
    allow(at, ms) {
      let end = at + ms
      for (const lost of lostTimes()) if (lost.at >= at && lost.at <= end) end += lost.ms ?? deathCostMs
      return end
    },
    async run() {
      while (clock.now().getTime() < until) await step()
      await servers.calm()
      visitors.calm()
      await people.run(() => deeds.leave())
      await servers.settle()
      while (clock.now().getTime() < until + maxCalmMs && (await waiting()).length > 0) await step()
      // What the last messages lead to is done as well.
      for (let rest = 0; rest < 4; rest++) await step()
      left.push(...(await waiting()))
      endedAt = clock.now().getTime()
      await visitors.leave()
      await stored()
    },
  }
}
