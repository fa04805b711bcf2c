import { expect, it } from 'vitest'
import { monitorRow } from '../../../test/kit/resources/monitors.ts'
import { monitorWithRule } from '../../../test/kit/resources/watched-monitor.ts'
import { putOrganization } from '../../store/accounts/organizations.ts'
import { putLocation, seeLocations } from '../../store/checking/locations.ts'
import { renewTurns } from '../../store/checking/turns.ts'
import { sql } from '../../store/database/sql.ts'
import { lockIncident } from '../../store/incidents/locked-incident.ts'
import { addMonitor } from '../../store/monitors/monitors.ts'
import { makeTimedChanges } from './timed-changes.ts'
import { createUnwatchedRound } from './unwatched.ts'

const minute = 60_000
const second = 1000

async function watched({
  intervalSeconds = 60,
  ...fields
}: Parameters<typeof monitorWithRule>[0] & { intervalSeconds?: number } = {}) {
  const { clock, store, monitor, services, check } = await monitorWithRule(fields)
  await store.run(sql`update monitors set interval_seconds = ${intervalSeconds}`)
  let round = createUnwatchedRound(services)
  /** Rounds of a process every ten seconds, while these locations show signs of life. */
  const after = async (ms: number, live: readonly number[] = []): Promise<void> => {
    for (let left = ms; left > 0; left -= 10 * second) {
      clock.advance(Math.min(left, 10 * second))
      await seeLocations(store, live, clock.now())
      await round()
    }
  }
  const restartAfter = async (ms: number): Promise<void> => {
    clock.advance(ms)
    round = createUnwatchedRound(services)
    await round()
  }
  const addOther = async (slug: string, locationIds: readonly string[], name = slug): Promise<string> => {
    const organization = { name: slug, slug, plan: 'enterprise', limits: {} } as const
    const { id } = await putOrganization(store, organization, clock.now())
    const row = monitorRow(clock.now(), { name, type: 'http', locationIds: [...locationIds] })
    await addMonitor(store, id, row, clock.now())
    await renewTurns(store, { organizationId: id, monitorIds: [row.id], now: clock.now() })
    return id
  }
  const state = async (): Promise<string> =>
    (await store.row<{ state: string }>(sql`select state from monitors where id = ${monitor.id}`))!.state
  const incidents = () =>
    store.rows<any>(sql`
      select organization_id, monitor_name as name, message, status, root_cause_detail as detail,
        resolved_message as ending
      from incidents
      where monitor_type = 'location'
      order by id`)
  const notified = async (): Promise<string[]> =>
    (
      await store.rows<any>(sql`
      select o.kind, i.monitor_name as name
      from outbox o
      join incidents i on i.id = o.incident_id and i.monitor_type = 'location'
      order by o.id`)
    ).map(({ kind, name }) => `${kind} ${name}`)
  const idsOf = async (): Promise<string[]> =>
    (await store.rows<{ id: string }>(sql`select id from locations order by slug`)).map(({ id }) => id)
  return { clock, store, monitor, services, check, after, restartAfter, addOther, state, incidents, notified, idsOf }
}

it.each([
  [10, 60],
  [60, 120],
  [300, 600],
])('knows nothing of a monitor checked every %i s when its locations are silent for %i s', async (interval, bound) => {
  const { store, check, after, state } = await watched({ intervalSeconds: interval })
  await check(true)
  await after((bound - 10) * second)
  expect(await state()).toBe('up')
  await after(10 * second)
  expect(await state()).toBe('unknown')
  expect(await store.rows<any>(sql`select action, changes, actor_name from activity`)).toMatchObject([
    {
      action: 'monitor.unwatched',
      changes: { reason: 'none of its locations is alive', locations: ['L0', 'L1'] },
      actor_name: null,
    },
  ])
  await check(true)
  expect(await state()).toBe('up')
})

it('tells of a location that comes and goes three times an hour once more, and not of every time', async () => {
  const { monitor, check, after, notified, incidents } = await watched({ locations: 1 })
  await check(true)
  for (let times = 0; times < 6; times++) {
    await after(2 * minute)
    await after(minute, monitor.locations)
  }
  const pair = ['firing L0', 'resolved L0']
  expect(await notified()).toEqual([...pair, ...pair, 'firing L0', 'resolved L0'])
  expect(await incidents()).toHaveLength(3)
  await after(6 * minute, monitor.locations)
  expect(await incidents()).toMatchObject([{}, {}, { status: 'resolved' }])
})

it('tells an organization once for each silent location, and when it is back', async () => {
  const { monitor, check, after, notified, incidents } = await watched({ locations: 1 })
  await check(true)
  await after(2 * minute)
  expect(await notified()).toEqual(['firing L0'])
  expect(await incidents()).toEqual([
    {
      organization_id: monitor.organizationId,
      name: 'L0',
      message: 'L0: no probe has reported for 2 min, so Shop is not checked',
      status: 'firing',
      detail: 'Not checked: Shop',
      ending: null,
    },
  ])
  await after(4 * minute)
  expect(await notified()).toEqual(['firing L0'])
  await after(5 * second, monitor.locations)
  expect(await notified()).toEqual(['firing L0', 'resolved L0'])
  expect(await incidents()).toMatchObject([
    { status: 'resolved', ending: 'L0 is back: its monitors are checked again' },
  ])
  await after(3 * minute)
  expect(await notified()).toEqual(['firing L0', 'resolved L0', 'firing L0'])
})

it('tells of a location only the organizations that it leaves without another one', async () => {
  const { monitor, check, after, addOther, idsOf, incidents } = await watched({ locations: 2 })
  const [first, second] = await idsOf()
  const both = monitor.organizationId
  const affected = await addOther('affected', [first!], 'Till')
  await addOther('elsewhere', [second!])
  await check(true)
  await after(3 * minute, [monitor.locations[1]!])
  expect(await incidents()).toMatchObject([{ organization_id: affected, name: 'L0', status: 'firing' }])
  expect((await incidents())[0].detail).toBe('Not checked: Till')
  await after(3 * minute)
  const of = async (organizationId: string): Promise<string[]> =>
    (await incidents()).filter((one) => one.organization_id === organizationId).map(({ name }) => name)
  expect(await of(both)).toEqual(['L0', 'L1'])
  expect(await of(affected)).toEqual(['L0'])
})

it('tells that nothing depends on a silent location any more', async () => {
  const { store, monitor, check, after, notified, incidents } = await watched({ locations: 2 })
  await check(true)
  await after(2 * minute)
  expect(await notified()).toEqual(['firing L0', 'firing L1'])
  await after(5 * second, [monitor.locations[0]!])
  expect(await incidents()).toMatchObject([
    { name: 'L0', ending: 'L0 is back: its monitors are checked again' },
    { name: 'L1', ending: 'L1 is still silent, but no monitor depends on it alone any more' },
  ])
  expect(await store.rows(sql`select from location_outages`)).toEqual([])
})

it('does not tell again of what a person has closed', async () => {
  const { clock, store, monitor, services, check, after, notified, incidents } = await watched({ locations: 1 })
  await check(true)
  await after(2 * minute)
  await store.run(sql`update incidents set resolve_requested_at = ${clock.now()}, resolve_requested_by = 'Ada'`)
  await makeTimedChanges(services)
  expect(await incidents()).toMatchObject([{ status: 'resolved' }])
  await after(2 * minute)
  await after(5 * second, monitor.locations)
  expect(await notified()).toEqual(['firing L0', 'resolved L0'])
})

it('does not take its own absence for that of locations', async () => {
  const { monitor, check, after, restartAfter, state, notified } = await watched({ locations: 1 })
  await check(true)
  await restartAfter(60 * minute)
  await after(10 * second)
  expect([await state(), await notified()]).toEqual(['up', []])
  await check(true)
  await after(30 * second, monitor.locations)
  expect([await state(), await notified()]).toEqual(['up', []])

  await restartAfter(60 * minute)
  await after(20 * second)
  expect([await state(), await notified()]).toEqual(['unknown', ['firing L0']])
})

it('tells of a location whose first probe was never started, when that is as long as for any other', async () => {
  const { store, addOther, after, idsOf, incidents } = await watched({ locations: 1 })
  await putLocation(
    store,
    { slug: 'new', name: 'New', city: null, region: 'eu', country: 'X', countryCode: 'XX', embedded: false },
    new Date('2026-03-01T12:00:00Z'),
  )
  await addOther('new', [(await idsOf())[1]!])
  await store.run(sql`update monitors set state = 'paused' where name = 'Shop'`)
  await store.run(sql`delete from turns where location = 1`)
  await after(110 * second)
  expect(await incidents()).toEqual([])
  await after(10 * second)
  expect(await incidents()).toMatchObject([
    { name: 'New', message: 'New: no probe has ever reported, so new is not checked', status: 'firing' },
  ])
})

it('opens an incident about the location', async () => {
  const { store, monitor, check, after } = await watched({ locations: 1 })
  await check(true)
  await after(2 * minute)
  const { id } = (await store.row<{ id: number }>(sql`select id from incidents`))!
  const place = await store.row<{ id: string }>(sql`select id from locations`)
  expect((await lockIncident(store, monitor.organizationId, id))!.subject).toEqual({
    kind: 'location',
    id: place!.id,
    name: 'L0',
    target: '',
  })
})

it('sets a monitor to unknown after three intervals without checks, though its locations are online', async () => {
  const { store, monitor, check, after, state } = await watched()
  await check(true)
  await after(3 * minute, monitor.locations)
  expect(await state()).toBe('up')
  await after(2 * minute, monitor.locations)
  expect(await state()).toBe('unknown')
  expect(await store.rows<any>(sql`select action, changes from activity`)).toMatchObject([
    { action: 'monitor.unwatched', changes: { reason: 'no check of it has ended for three intervals' } },
  ])
  await check(true)
  expect(await state()).toBe('up')
})

it('goes by the location of a parallel monitor that reported last', async () => {
  const { store, clock, monitor, check, after, state } = await watched({ strategy: 'parallel' })
  await check(true)
  await after(2 * minute, monitor.locations)
  await store.run(sql`update turns set due_at = ${new Date(clock.now().getTime() + 3 * minute)} where slot = 1`)
  await after(3 * minute, monitor.locations)
  expect(await state()).toBe('up')
})

it('leaves a monitor down that went down before its locations died', async () => {
  const { check, after, state, notified } = await watched()
  await check(false)
  await after(3 * minute)
  expect(await state()).toBe('down')
  expect(await notified()).toEqual(['firing L0', 'firing L1'])
})
