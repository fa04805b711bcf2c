// Queues of alerts: from a check to a message.
import { startOutcomeQueue } from '../../src/engine/judge/outcome-queue.ts'
import { makeTimedChanges } from '../../src/engine/judge/timed-changes.ts'
import { createUnwatchedRound } from '../../src/engine/judge/unwatched.ts'
import { deliver } from '../../src/engine/notify/attempt.ts'
import { condenseOwed } from '../../src/engine/notify/condense-owed.ts'
import { escalateDue } from '../../src/engine/notify/escalate.ts'
import { startResultWriter } from '../../src/engine/notify/result-writer.ts'
import { routeDue } from '../../src/engine/notify/route.ts'
import { liftSilences } from '../../src/engine/notify/silences.ts'
import { createFigureFilter } from '../../src/engine/remote-probes/figure-filter.ts'
import { recordRepetitions } from '../../src/engine/remote-probes/settle-by-ticket.ts'
import type { Net } from '../../src/net/index.ts'
import { putLocation, seeLocations } from '../../src/store/checking/locations.ts'
import { claimTurns, expediteTurns } from '../../src/store/checking/turns.ts'
import { sql } from '../../src/store/database/sql.ts'
import { claimDeliveries } from '../../src/store/notifications/deliveries.ts'
import { vault } from '../kit/alerts/engine.ts'
import { outcomeOf } from '../kit/alerts/symptoms.ts'
import { page } from '../kit/alerts/world.ts'
import { artifactsNowhere } from '../kit/resources/artifacts.ts'
import { goodOutcome } from '../kit/resources/outcomes.ts'
import { type PoisonWorld, type PoisonedQueue, onInsert, onUpdate } from './world.ts'

const minute = 60_000
const origin = () => null

const incidentsOf = async ({ three, failing }: PoisonWorld, fields = {}): Promise<number[]> =>
  (await three(() => failing(fields))).map(({ incident }) => incident)

/** Looks after locations as long as it takes until their silence counts. */
function watch({ services, clock, store }: PoisonWorld, live: () => Promise<number[]> = async () => []) {
  const round = createUnwatchedRound(services)
  return async (): Promise<void> => {
    for (let rounds = 0; rounds < 3; rounds++) {
      clock.advance(10_000)
      await seeLocations(store, await live(), clock.now())
      await round()
    }
  }
}

/** Each is watched from a location of its own. */
async function silentLocations({ store, clock, three, service, check, ids }: PoisonWorld): Promise<string[]> {
  const names = await three(async (n) => {
    const place = { slug: `dark-${n}`, name: `Dark ${n}`, city: null, region: 'eu', country: 'X', countryCode: 'XX' }
    await putLocation(store, { ...place, embedded: true }, clock.now())
    const [number] = await ids(sql`select number as id from locations where name = ${place.name}`)
    const id = await service()
    await store.run(sql`update monitors set location_numbers = array[${number}]::smallint[] where id = ${id}`)
    await store.run(sql`
      update turns set location = ${number}
      where monitor_number = (select monitor_number from monitors where id = ${id})`)
    await check(id, 'up')
    return place.name
  })
  clock.advance(120 * minute)
  return names
}

export const alertQueues: readonly PoisonedQueue[] = [
  {
    kind: 'outcomes',
    isDropped: true,
    async prepare(world) {
      const { services, store, clock, three, service, numberOf, ids } = world
      const items = await three(async () => numberOf(await service()))
      return {
        items,
        ...onInsert('results', 'monitor_number'),
        async work() {
          for (const monitorNumber of items) await expediteTurns(store, { monitorNumber, now: clock.now() })
          const locations = (await ids(sql`select number as id from locations`)) as number[]
          const turns = await claimTurns(store, { locations, limit: 10, now: clock.now() })
          const queue = startOutcomeQueue(services)
          for (const turn of turns) queue.report({ turn, at: clock.now(), outcome: outcomeOf('up'), rules: [] })
          await queue.stop()
        },
        done: () => ids(sql`select distinct monitor_number as id from results`),
      }
    },
  },
  {
    kind: 'outcomes',
    name: 'outcomes that a probe kept while its server was away',
    isDropped: true,
    async prepare({ services, clock, three, service, numberOf, ids }) {
      const items = await three(async () => numberOf(await service()))
      const now = clock.now()
      const settling = {
        ...services,
        artifacts: artifactsNowhere,
        outcomes: { report: () => undefined, stop: async () => undefined },
        withKnownFigures: createFigureFilter(),
      }
      const repeated = items.map((monitorNumber) => ({
        ticket: {
          turn: { monitorNumber, slot: 0, location: 1, dueAt: now, version: 1 },
          claimedAt: now.getTime(),
          leaseEndsAt: now.getTime() + minute,
          repeatEveryMs: minute,
        },
        outcome: { ...goodOutcome, endedAt: now.getTime() },
      }))
      return {
        items,
        ...onInsert('results', 'monitor_number'),
        work: () => recordRepetitions(settling, repeated.splice(0)),
        done: () => ids(sql`select distinct monitor_number as id from results`),
      }
    },
  },
  {
    kind: 'alerts',
    async prepare(world) {
      await world.channel('webhook')
      return {
        items: await incidentsOf(world),
        ...onInsert('deliveries', 'incident_id'),
        work: () => routeDue({ ...world.services, vault, origin }),
        done: () => world.ids(sql`select incident_id as id from deliveries`),
      }
    },
  },
  {
    kind: 'escalations',
    async prepare(world) {
      const { services, clock, ids, person, policy, group } = world
      // The first step is taken with the alert.
      const steps = [page([await person('Ada')]), page([await person('Ben')], 1)]
      const items = await incidentsOf(world, { groupIds: [await group({ policyId: await policy(steps) })] })
      await routeDue({ ...services, vault, origin })
      clock.advance(120_000)
      return {
        items,
        refuse: (item) => ({ table: 'escalations', on: 'delete', when: `old.incident_id = ${item}` }),
        work: () => escalateDue({ ...services, vault, origin }),
        done: () => ids(sql`select id from incidents where id not in (select incident_id from escalations)`),
      }
    },
  },
  {
    kind: 'delivery results',
    isDropped: true,
    async prepare({ services, store, clock, three, channel, failing, receivers, ids }) {
      const items = await three(() => channel('webhook'))
      await failing()
      await routeDue({ ...services, vault, origin })
      const claim = { room: 9, perChannel: 9, busy: new Map<number, number>(), leaseSeconds: 60, now: clock.now() }
      const deliveries = await claimDeliveries(store, claim)
      const parts = { ...services, vault, net: {} as Net, kindOf: receivers.kindOf, origin }
      return {
        items,
        ...onInsert('notifications', 'channel_id'),
        async work() {
          const writer = startResultWriter(services, AbortSignal.abort())
          await Promise.all(deliveries.splice(0).map(async (one) => writer.write(await deliver(parts, one))))
          await writer.stop()
        },
        done: () => ids(sql`select channel_id as id from notifications`),
      }
    },
  },
  {
    kind: 'retried channels',
    async prepare({ services, three, channel, service, check, observe, receivers, refuse, ids }) {
      const items = await three(() => channel('slack'))
      for (const id of items) refuse(id, () => true)
      const monitorId = await service()
      await observe(monitorId, 'refused')
      await check(monitorId, 'up')
      await routeDue({ ...services, vault, origin })
      return {
        items,
        refuse: (item) => ({ table: 'deliveries', on: 'delete', when: `old.channel_id = ${item}` }),
        work: () => condenseOwed({ ...services, kindOf: receivers.kindOf, origin }),
        done: () => ids(sql`select channel_id as id from deliveries where alert -> 'missed' is not null`),
      }
    },
  },
  {
    kind: 'reminders',
    async prepare(world) {
      const items = await incidentsOf(world, { repeatIntervalSeconds: 3600 })
      world.clock.advance(60 * minute)
      return {
        items,
        ...onUpdate('incidents'),
        work: () => makeTimedChanges(world.services),
        done: () => world.ids(sql`select id from incidents where fire_count > 1`),
      }
    },
  },
  {
    kind: 'requested resolves',
    async prepare(world) {
      const items = await incidentsOf(world)
      await world.store.run(sql`update incidents set resolve_requested_at = ${world.clock.now()}`)
      return {
        items,
        ...onUpdate('incidents'),
        work: () => makeTimedChanges(world.services),
        done: () => world.ids(sql`select id from incidents where status = 'resolved'`),
      }
    },
  },
  {
    kind: 'stranded turns',
    async prepare({ services, store, clock, three, service, numberOf, ids }) {
      const items = await three(async () => numberOf(await service()))
      const [dead, live] = (await ids(sql`select number as id from locations order by number`)) as [number, number]
      await store.run(sql`update monitors set location_numbers = array[${dead}, ${live}]::smallint[]`)
      await store.run(sql`update turns set location = ${dead}`)
      clock.advance(minute)
      return {
        items,
        ...onUpdate('turns', 'monitor_number'),
        async work() {
          await seeLocations(store, [live], clock.now())
          await makeTimedChanges(services)
        },
        done: () => ids(sql`select monitor_number as id from turns where location = ${live}`),
      }
    },
  },
  {
    kind: 'explained incidents',
    async prepare(world) {
      const { services, store, clock, failing, ids } = world
      const items = await incidentsOf(world)
      const { incident: parent } = await failing()
      await store.run(sql`update incidents set affected_by = ${parent} where id <> ${parent}`)
      await store.run(sql`
        update incidents set status = 'resolved', resolved_at = ${clock.now()}, resolved_value = 'up'
        where id = ${parent}`)
      await store.run(sql`update monitors set deadline_seconds = null`)
      clock.advance(60 * minute)
      return {
        items,
        ...onUpdate('incidents'),
        work: () => liftSilences(services),
        done: () => ids(sql`select id from incidents where affected_by is null and id <> ${parent}`),
      }
    },
  },
  {
    kind: 'silenced incidents',
    async prepare(world) {
      const items = await incidentsOf(world)
      await world.store.run(sql`delete from outbox`)
      await world.store.run(sql`update incidents set silenced = true`)
      return {
        items,
        ...onUpdate('incidents'),
        work: () => liftSilences(world.services),
        done: () => world.ids(sql`select incident_id as id from outbox`),
      }
    },
  },
  {
    kind: 'unwatched monitors',
    async prepare(world) {
      const { store, clock, three, service, check, numberOf, ids } = world
      const items = await three(async () => {
        const id = await service()
        await check(id, 'up')
        return numberOf(id)
      })
      await store.run(sql`update monitors set interval_seconds = 60`)
      clock.advance(120 * minute)
      return {
        items,
        ...onUpdate('monitors', 'monitor_number'),
        work: watch(world),
        done: () => ids(sql`select monitor_number as id from monitors where state = 'unknown'`),
      }
    },
  },
  {
    kind: 'location outages',
    name: 'location outages that begin',
    async prepare(world) {
      return {
        items: await silentLocations(world),
        ...onInsert('incidents', 'monitor_name'),
        work: watch(world),
        done: () => world.ids(sql`select monitor_name as id from incidents where monitor_type = 'location'`),
      }
    },
  },
  {
    kind: 'location outages',
    name: 'location outages that end',
    async prepare(world) {
      const items = await silentLocations(world)
      await watch(world)()
      return {
        items,
        ...onUpdate('incidents', 'monitor_name'),
        work: watch(world, async () => (await world.ids(sql`select number as id from locations`)) as number[]),
        done: () =>
          world.ids(sql`
            select monitor_name as id from incidents where monitor_type = 'location' and status = 'resolved'`),
      }
    },
  },
]
