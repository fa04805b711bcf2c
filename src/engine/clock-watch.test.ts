import { expect, it } from 'vitest'
import { critical } from '../../test/kit/resources/alerts.ts'
import { fakeClock } from '../../test/kit/clock.ts'
import { newStore } from '../../test/kit/lapwing/database.ts'
import { addIncident } from '../../test/kit/resources/incidents.ts'
import { quiet } from '../../test/kit/log.ts'
import { away, startMessenger } from '../../test/kit/resources/messenger.ts'
import { watchedMonitor } from '../../test/kit/resources/turns.ts'
import { DeliveryFailed } from '../channels/define.ts'
import { newId } from '../domain/id.ts'
import { addCheckRequest, recentCheckRequests } from '../store/checking/check-requests.ts'
import { locationsNumbered, seeLocations } from '../store/checking/locations.ts'
import { takeScans } from '../store/checking/scans.ts'
import { addTry, claimTries } from '../store/checking/tries.ts'
import { sql } from '../store/database/sql.ts'
import { remindDue } from '../store/incidents/incidents.ts'
import { createClockWatch } from './clock-watch.ts'

const minute = 60_000
const pulledBack = 'due times that were too far in the future were reset: the clock was set back'

async function watching() {
  const [store, clock, said] = [await newStore(), fakeClock(), [] as unknown[][]]
  const monitor = await watchedMonitor(store, { locations: 1, now: clock.now() })
  const log = { ...quiet, warn: (...words: unknown[]) => void said.push(words) }
  const secondsUntilDue = async (): Promise<number> => {
    const row = await store.row<{ at: Date }>(sql`select due_at as at from turns`)
    return (row!.at.getTime() - clock.now().getTime()) / 1000
  }
  const incident = (fields: object = {}): Promise<number> =>
    addIncident(store, monitor.organizationId, {
      monitor: { id: monitor.id, monitorNumber: monitor.monitorNumber, name: 'Shop', type: 'http' },
      severity: 'critical',
      startedAt: clock.now(),
      ...fields,
    })
  return { store, clock, said, monitor, incident, secondsUntilDue, look: createClockWatch({ store, clock, log }) }
}

it('continues checks immediately when the clock is set back, and logs it', async () => {
  const { clock, look, said, secondsUntilDue } = await watching()
  await look()
  clock.set(-10 * minute)
  expect(await secondsUntilDue()).toBe(600)
  await look()
  expect(await secondsUntilDue()).toBeLessThanOrEqual(60)
  expect(said).toEqual([
    ['the clock was set back', { seconds: 600 }],
    [pulledBack, { checks: 1 }],
  ])
  await look()
  expect(said).toHaveLength(2)
})

it('resets due times at the start if the clock was set back before', async () => {
  const { store, clock, look, secondsUntilDue } = await watching()
  await store.run(sql`update turns set due_at = ${new Date(clock.now().getTime() + 10 * minute)}`)
  await look()
  expect(await secondsUntilDue()).toBeLessThanOrEqual(60)
})

it('logs nothing while the clock is right', async () => {
  const { clock, look, said } = await watching()
  for (let n = 0; n < 5; n++) {
    clock.advance(minute)
    await look()
  }
  expect(said).toEqual([])
})

it('sends alerts due before the clock was set back, and ends flapping incidents after the usual delay', async () => {
  const { store, clock, look, said, monitor, incident } = await watching()
  const [begun, flapping] = [await incident(), await incident({ resolvedAt: clock.now(), flapping: true })]
  const at = (minutes: number): Date => new Date(clock.now().getTime() + minutes * minute)
  await store.run(sql`
    insert into outbox (organization_id, incident_id, kind, reminder, fire_count, at, due_at, audience)
    values (${monitor.organizationId}, ${begun}, 'firing', false, 1, ${at(0)}, ${at(0)}, 'everybody'),
      (${monitor.organizationId}, ${flapping}, 'resolved', false, 1, ${at(0)}, ${at(5)}, 'everybody')`)
  const due = (): Promise<unknown[]> =>
    store.rows(sql`select incident_id as id, due_at as at from outbox order by incident_id`)
  await look()
  expect(said).toEqual([])
  clock.set(-60 * minute)
  await look()
  expect(await due()).toEqual([
    { id: begun, at: at(0) },
    { id: flapping, at: at(5) },
  ])
  expect(said.at(-1)).toEqual([pulledBack, { checks: 1, reminders: 1, alerts: 2 }])
})

it('sends reminders of an incident as often as before', async () => {
  const { store, clock, look, incident } = await watching()
  await store.run(sql`update monitors set config = '{"repeatIntervalSeconds": 600}'`)
  await incident()
  clock.set(-60 * minute)
  await look()
  clock.advance(10 * minute)
  expect(await remindDue(store, { limit: 10, now: clock.now() })).toBe(1)
})

it('does not treat a location as alive that was last seen in the future', async () => {
  const { store, clock, look, monitor } = await watching()
  await seeLocations(store, monitor.locations, clock.now())
  clock.set(-60 * minute)
  await look()
  clock.advance(31_000)
  const found = await locationsNumbered(store, monitor.locations, clock.now())
  expect(found.get(monitor.locations[0]!)).toMatchObject({ isDead: true })
})

it('runs a try again when its lease can have ended', async () => {
  const { store, clock, look, monitor } = await watching()
  const [location] = await store.rows<{ id: string }>(sql`select id from locations`)
  const draft = {
    type: 'http',
    target: 'https://example.com',
    config: Buffer.from(''),
    deadlineSeconds: 10,
    needsBrowser: false,
  }
  const { organizationId, locations } = monitor
  await addTry(store, { ...draft, id: newId(clock.now()), organizationId, locationIds: [location!.id] }, clock.now())
  const claim = () => claimTries(store, { locations, limit: 10, now: clock.now() })
  expect(await claim()).toHaveLength(1)
  clock.set(-60 * minute)
  await look()
  expect(await claim()).toHaveLength(0)
  clock.advance(25_000)
  expect(await claim()).toHaveLength(1)
})

it('ignores requested checks and scans that lie in the future', async () => {
  const { store, clock, monitor } = await watching()
  const { monitorNumber } = monitor
  await addCheckRequest(store, monitorNumber, clock.now())
  expect(await takeScans(store, [monitorNumber], clock.now())).toHaveLength(1)
  expect(await takeScans(store, [monitorNumber], clock.now())).toHaveLength(0)
  clock.set(-48 * 60 * minute)
  expect(await recentCheckRequests(store, monitorNumber, clock.now())).toEqual([])
  expect(await takeScans(store, [monitorNumber], clock.now())).toHaveLength(1)
  expect(await takeScans(store, [monitorNumber], clock.now())).toHaveLength(0)
})

it('sends due deliveries and retries soon after the clock was set back', async () => {
  const { store, clock, channel, tell, round, pass } = await startMessenger()
  const look = createClockWatch({ store, clock, log: quiet })
  const [hook, other] = [await channel(), await channel()]
  hook.receiver.failure = away()
  await tell({ ...critical, incident: { ...critical.incident, id: 1 } }, [hook])
  await round()
  await pass(3600, 60)
  hook.receiver.failure = null
  await tell({ ...critical, incident: { ...critical.incident, id: 2 } }, [other])
  // Less than since when it is owed.
  clock.set(-50 * minute)
  await round()
  expect([hook, other].map(({ receiver }) => receiver.received)).toEqual([[], []])
  await look()
  await round()
  expect([hook, other].map(({ receiver }) => receiver.received.length)).toEqual([1, 1])
})

it('keeps the delay that a receiver asked for', async () => {
  const { store, clock, channel, tell, round } = await startMessenger()
  const look = createClockWatch({ store, clock, log: quiet })
  const hook = await channel()
  hook.receiver.failure = new DeliveryFailed('answered 503', { retryAfterMs: 120 * minute })
  await tell(critical, [hook])
  await round()
  const { tries } = hook.receiver
  clock.advance(61 * minute)
  await look()
  await round()
  expect(hook.receiver.tries).toBe(tries)
})
