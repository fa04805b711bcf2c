// Hours of outages on a simulated clock, from a seed: monitors fail in several ways, receivers refuse, people respond,
// and maintenance and shadow mode begin and end meanwhile. Judge, router, escalation and sender are real.
import type { Store } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { checkPlans } from '../../../src/store/checking/check-plans.ts'
import { putLocation, seeLocations } from '../../../src/store/checking/locations.ts'
import { claimTurns, expediteTurns, releaseTurns } from '../../../src/store/checking/turns.ts'
import { createAlertEngine } from '../../kit/alerts/engine.ts'
import { createReceivers } from '../../kit/alerts/receivers.ts'
import { createResponders } from '../../kit/alerts/responders.ts'
import { type ServiceCondition, outcomeOf } from '../../kit/alerts/symptoms.ts'
import type { FakeClock } from '../../kit/clock.ts'
import { onlyErrors } from '../../kit/log.ts'
import type { Random } from '../random.ts'
import { type Deeds, createDeeds } from './deeds.ts'
import type { ConditionSpan } from './script.ts'
import { type OutageSetting, type WatchedMonitor, makeOutageSetting } from './setting.ts'

export interface WorldCheck {
  readonly monitorId: string
  readonly at: number
  readonly condition: ServiceCondition
}

export interface OutageWorld {
  readonly setting: OutageSetting
  readonly checks: readonly WorldCheck[]
  readonly receivers: ReturnType<typeof createReceivers>
  /** When everything that was due had been done. */
  readonly rounds: readonly number[]
  readonly deeds: Deeds
  /** The end of all failures. */
  readonly until: number
  run(): Promise<void>
}

const second = 1000
const minute = 60 * second
const busyStepMs = 30 * second
/** Flapping and failed deliveries are over by then. */
const maxCalmMs = 40 * minute

export async function createOutageWorld(
  { store, clock, random }: { store: Store; clock: FakeClock; random: Random },
  hours: number,
): Promise<OutageWorld> {
  const until = clock.now().getTime() + hours * 60 * minute
  for (const slug of ['fra', 'nyc']) {
    const place = { slug, name: slug, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true }
    await putLocation(store, place, clock.now())
  }
  const locations = await store.rows<{ id: string; number: number }>(
    sql`select id, number from locations order by number`,
  )
  const receivers = createReceivers(clock)
  const setting = await makeOutageSetting({ store, clock, random, receivers, locations, until })
  const { organizationId } = setting.organization
  const engine = createAlertEngine({ store, clock, receivers, log: onlyErrors })
  const responders = createResponders({ store, clock, organizationId })
  const monitors = new Map(setting.monitors.map((one) => [one.monitorNumber, one]))
  const plans = await checkPlans(store, [...monitors.keys()])
  const rulesOf = new Map(plans.map((plan) => [plan.monitorNumber, plan.rules]))
  const parents = new Set(setting.monitors.map(({ parentId }) => parentId))
  const checks: WorldCheck[] = []
  const rounds: number[] = []
  const deeds = createDeeds({ store, clock, random, setting, responders, receivers })
  const numbers = locations.map(({ number }) => number)

  /** How often brief failures were seen. */
  const seen = new Map<ConditionSpan, number>()
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

  async function check(): Promise<void> {
    const now = clock.now()
    await seeLocations(store, numbers, now)
    const turns = await claimTurns(store, { locations: numbers, limit: 100, now })
    if (turns.length === 0) return
    // A busy probe checks a parent later than the monitors that depend on it.
    const late = turns.filter(({ monitorNumber }) => parents.has(monitors.get(monitorNumber)!.id) && random.chance(0.4))
    if (late.length > 0) await releaseTurns(store, late)
    const onTime = turns.filter((turn) => !late.includes(turn))
    if (onTime.length === 0) return
    const sorted = onTime.toSorted((a, b) => a.monitorNumber - b.monitorNumber || a.location - b.location)
    const reports = sorted.map((turn, index) => {
      const monitor = monitors.get(turn.monitorNumber)!
      const condition = conditionOf(monitor, now.getTime())
      const at = new Date(now.getTime() + index)
      checks.push({ monitorId: monitor.id, at: at.getTime(), condition })
      return { turn, at, outcome: outcomeOf(condition), rules: rulesOf.get(turn.monitorNumber)! }
    })
    await engine.settle(reports)
  }

  /** Whether something fails or waits, and when a check is due. */
  async function look(): Promise<{ isBusy: boolean; checkAt: number }> {
    const row = await store.row<{ isBusy: boolean; checkAt: Date }>(sql`
      select (select min(greatest(due_at, leased_until)) from turns) as "checkAt",
        exists (select from incidents where status <> 'resolved') or exists (select from outbox)
          or exists (select from deliveries where owed_since is null or due_at <= ${clock.now()}) as "isBusy"`)
    return { isBusy: row!.isBusy, checkAt: row!.checkAt.getTime() }
  }

  async function step(): Promise<void> {
    const { isBusy, checkAt } = await look()
    const now = clock.now().getTime()
    const again = checkedAgain
    checkedAgain = null
    const wait =
      again !== null ? second : isBusy ? busyStepMs : Math.min(Math.max(checkAt - now, busyStepMs), 5 * minute)
    clock.advance(wait)
    if (again !== null) await expediteTurns(store, { monitorNumber: again, now: clock.now() })
    if (again !== null || checkAt <= now + wait) await check()
    await engine.queueAll()
    await engine.send()
    rounds.push(now + wait)
    if (now + wait < until) await deeds.act()
  }

  /** Whether the engine still owes something that is not for a dead receiver. */
  async function isWaiting(): Promise<boolean> {
    const row = await store.row<{ isWaiting: boolean }>(sql`
      select exists (select from incidents where status <> 'resolved') or exists (select from outbox)
        or exists (select from deliveries where channel_id <> all (${setting.deadIds}::bigint[])) as "isWaiting"`)
    return row!.isWaiting
  }

  return {
    setting,
    checks,
    receivers,
    rounds,
    deeds,
    until,
    async run() {
      while (clock.now().getTime() < until) await step()
      await deeds.leave()
      while (clock.now().getTime() < until + maxCalmMs && (await isWaiting())) await step()
    },
  }
}
