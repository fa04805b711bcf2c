import { expect, it } from 'vitest'
import { monitorWithRule } from '../../../test/kit/resources/watched-monitor.ts'
import { seeLocations } from '../../store/checking/locations.ts'
import { sql } from '../../store/database/sql.ts'
import { makeTimedChanges } from './timed-changes.ts'

const minute = 60_000

async function watched({ config = {}, ...fields }: Parameters<typeof monitorWithRule>[0] & { config?: object } = {}) {
  const { clock, store, monitor, services, check } = await monitorWithRule(fields)
  await store.run(sql`update monitors set config = ${JSON.stringify(config)}`)
  const after = async (ms: number): Promise<void> => {
    clock.advance(ms)
    await makeTimedChanges(services)
  }
  const incident = () => store.row<any>(sql`select * from incidents order by id desc limit 1`)
  const state = async (): Promise<string> =>
    (await store.row<{ state: string }>(sql`select state from monitors`))!.state
  const notified = async (): Promise<string[]> =>
    (await store.rows<any>(sql`select kind, fire_count from outbox order by id`)).map(
      ({ kind, fire_count }) => `${kind} ${fire_count}`,
    )
  return { clock, store, monitor, check, after, incident, state, notified }
}

it('closes what a person asked to be closed, and asks for full confirmation after that', async () => {
  const { store, check, after, incident, state, clock } = await watched()
  await check(false)
  await store.run(sql`update incidents set resolve_requested_at = ${clock.now()}, resolve_requested_by = 'Ada'`)
  await after(1000)
  expect(await incident()).toMatchObject({
    status: 'resolved',
    resolve_reason: 'resolved manually',
    resolved_by: 'Ada',
  })
  expect(await state()).toBe('degraded')
  await check(false)
  expect(await incident()).toMatchObject({ status: 'firing' })
})

it('reminds of an incident as often as its monitor says, until somebody takes it on', async () => {
  const { store, check, after, notified } = await watched({ config: { repeatIntervalSeconds: 3600 } })
  await check(false)
  await after(59 * minute)
  expect(await notified()).toEqual(['firing 1'])
  await after(minute)
  await after(30 * minute)
  expect(await notified()).toEqual(['firing 1', 'firing 2'])
  await after(30 * minute)
  expect(await notified()).toEqual(['firing 1', 'firing 2', 'firing 3'])
  await store.run(sql`update incidents set status = 'acknowledged'`)
  await after(120 * minute)
  expect(await notified()).toHaveLength(3)
})

it('tells once where nobody asked for reminders', async () => {
  const { check, after, notified } = await watched()
  await check(false)
  await after(48 * 60 * minute)
  expect(await notified()).toEqual(['firing 1'])
})

it('reminds of nothing that another incident explains', async () => {
  const { store, check, after, notified } = await watched({ config: { repeatIntervalSeconds: 3600 } })
  await check(false)
  await store.run(sql`update incidents set affected_by = id`)
  await after(61 * minute)
  expect(await notified()).toEqual(['firing 1'])
})

it('gives the turn of a dead location to the next one that is alive', async () => {
  const { store, monitor, clock, after } = await watched({ locations: 3 })
  const [, , third] = monitor.locations
  await store.run(sql`update turns set location = ${monitor.locations[0]}`)
  clock.advance(minute)
  await seeLocations(store, [third!], clock.now())
  await after(0)
  expect(await store.row(sql`select location from turns`)).toEqual({ location: third })
})

it('leaves the turns of a parallel monitor where they are', async () => {
  const { store, monitor, clock, after } = await watched({ strategy: 'parallel' })
  clock.advance(minute)
  await seeLocations(store, [monitor.locations[1]!], clock.now())
  await after(0)
  expect(await store.rows(sql`select location from turns order by slot`)).toEqual(
    monitor.locations.map((location) => ({ location })),
  )
})
