// A small world for tests of outages: real database, judge, router and sender, with receivers that record what they
// get.
import type { Alert } from '../../../src/domain/notifying/alert.ts'
import type { Strategy } from '../../../src/domain/monitor.ts'
import { applyRetention } from '../../../src/engine/housekeeping/retention.ts'
import { putLocation } from '../../../src/store/checking/locations.ts'
import { sql } from '../../../src/store/database/sql.ts'
import type { RuleDraft } from '../../../src/store/monitors/alert-rules.ts'
import { keepPartitions } from '../../../src/store/results/partitions.ts'
import { fakeClock } from '../clock.ts'
import { newStore } from '../lapwing/database.ts'
import { onlyErrors } from '../log.ts'
import { checkedIn } from '../resources/checked.ts'
import { createAlertEngine } from './engine.ts'
import { makeAlertedOrganization } from './organization.ts'
import { createReceivers } from './receivers.ts'
import { createResponders } from './responders.ts'
import { type ServiceCondition, outcomeOf, symptomRules } from './symptoms.ts'

interface WatchedService {
  readonly name?: string
  /** The monitor that it depends on. */
  readonly parentId?: string
  readonly groupIds?: readonly string[]
  readonly repeatIntervalSeconds?: number
  readonly strategy?: Strategy
  readonly rules?: readonly RuleDraft[]
}

const locationSlugs = ['fra', 'nyc']

export async function alertWorld() {
  const store = await newStore()
  const clock = fakeClock()
  await keepPartitions(store, { now: clock.now(), resultDays: 30, rollupDays: 400 })
  for (const slug of locationSlugs) {
    const place = { slug, name: slug, city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: true }
    await putLocation(store, place, clock.now())
  }
  const locations = await store.rows<{ id: string; number: number }>(sql`select id, number from locations`)
  const receivers = createReceivers(clock)
  const engine = createAlertEngine({ store, clock, receivers, log: onlyErrors })
  const organization = await makeAlertedOrganization({ store, clock })
  const { organizationId } = organization
  const monitorOf = (alert: Alert): string => alert.monitor!.name

  const world = {
    store,
    clock,
    receivers,
    engine,
    ...organization,
    ...createResponders({ store, clock, organizationId }),
    /** A monitor with a rule per symptom, each of which fires at the first violation. */
    service: ({
      name = 'Shop',
      parentId,
      groupIds = [],
      repeatIntervalSeconds,
      strategy = 'roundrobin',
      rules = Object.values(symptomRules),
    }: WatchedService = {}): Promise<string> => {
      const config = {
        ...(groupIds.length > 0 && { notificationGroupIds: [...groupIds] }),
        ...(repeatIntervalSeconds !== undefined && { repeatIntervalSeconds }),
      }
      const places = strategy === 'parallel' ? locations : locations.slice(0, 1)
      const locationIds = places.map(({ id }) => id)
      // Checks happen only when the test says so.
      const fields = { name, config, strategy, locationIds, intervalSeconds: 3600 }
      return organization.monitor(fields, rules, parentId === undefined ? [] : [parentId])
    },
    /** Checks a monitor now, from each of its locations. */
    check: (monitorId: string, condition: ServiceCondition): Promise<void> =>
      checkedIn(store, clock, { monitorId, outcome: () => outcomeOf(condition) }),
    /** Checks a monitor, and does everything that is due then. */
    async observe(monitorId: string, condition: ServiceCondition): Promise<void> {
      clock.advance(1000)
      await world.check(monitorId, condition)
      await engine.round()
    },
    /** Lets time pass, and does what is due every few seconds. */
    async pass(seconds: number, stepSeconds = 5): Promise<void> {
      for (let passed = 0; passed < seconds; passed += stepSeconds) {
        clock.advance(stepSeconds * 1000)
        await engine.round()
      }
    },
    applyRetention: (): Promise<void> => applyRetention(store, clock.now()),
    refuse: receivers.refuse,
    /** What a receiver accepted, such as `firing Shop refused`; a digest is `missed`. */
    received: (channelId: number): string[] =>
      receivers.attempts.filter((one) => one.channelId === channelId && one.isAccepted).map(({ alert }) => said(alert)),
    /** What was tried at a receiver. */
    tried: (channelId: number): string[] =>
      receivers.attempts.filter((one) => one.channelId === channelId).map(({ alert }) => said(alert)),
    /** The incidents of a monitor, oldest first. */
    incidents: (monitorId: string): Promise<{ id: number; rule: string; status: string }[]> =>
      store.rows(sql`
        select id, rule_name as rule, status from incidents where monitor_id = ${monitorId} order by id`),
    /** The delivery log of a channel, such as `resolved failed`. */
    async log(channelId: number): Promise<string[]> {
      const rows = await store.rows<{ text: string }>(sql`
        select event || ' ' || status as text from notifications where channel_id = ${channelId} order by id`)
      return rows.map(({ text }) => text)
    },
    /** The people who could not be paged, as the timeline says. */
    async missed(): Promise<string[]> {
      const rows = await store.rows<{ missed: string }>(sql`
        select jsonb_array_elements_text(data -> 'missed') as missed
        from incident_events where type = 'escalated' order by id`)
      return rows.map(({ missed }) => missed)
    },
  }

  function said(alert: Alert): string {
    if (alert.missed) return `missed ${alert.missed.map(monitorOf).join(', ')}`
    const kind = alert.isUpdate ? 'update' : alert.reminder ? 'reminder' : alert.kind
    return `${kind} ${monitorOf(alert)} ${alert.rule!.name}`
  }

  return world
}

/** A page of these people, some minutes after the step before. */
export const page = (people: readonly { readonly id: string }[], delayMinutes = 0) => ({
  delayMinutes,
  targets: people.map(({ id }) => ({ type: 'user' as const, id })),
})
