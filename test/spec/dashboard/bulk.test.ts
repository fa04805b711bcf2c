import { beforeAll, expect, it } from 'vitest'
import { changeMonitors } from '../../../src/operations/monitors/bulk.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
let dashboard: Dashboard
beforeAll(() => {
  dashboard = dashboardOf(app())
})

const bulk = async (body: object, requested: object = {}) =>
  (await dashboard.ask(changeMonitors, { body, ...requested })).body
const read = async (id: string) => (await app().get(`/monitors/${id}`)).body
const undo = async (answer: { undo: object[] }) => {
  for (const body of answer.undo) await bulk(body)
}

it('pauses running monitors, counts those already paused, and can be undone', async () => {
  const [runs, rests] = [await make(app()), await make(app(), { isPaused: true })]
  const answer = await bulk({ action: 'pause', ids: [runs.id, rests.id] })
  expect(answer).toMatchObject({ changed: [runs.id], unchanged: 1, undo: [{ action: 'resume', ids: [runs.id] }] })
  expect((await read(runs.id)).state).toBe('paused')
  await undo(answer)
  expect([(await read(runs.id)).state, (await read(rests.id)).state]).toEqual(['unknown', 'paused'])
})

it('reports what would change in a dry run', async () => {
  const { id } = await make(app())
  expect(await bulk({ action: 'delete', ids: [id], dryRun: true })).toMatchObject({
    changed: [id],
    dry_run: true,
    undo: [],
  })
  expect((await read(id)).id).toBe(id)
})

it('adds and removes tags by filter, and restores them', async () => {
  const one = await make(app(), { name: 'Bulk one', tags: ['env:prod', 'old'] })
  const other = await make(app(), { name: 'Bulk other', tags: [] })
  const answer = await bulk({ action: 'tags', filter: { q: 'bulk o' }, tags: { add: ['team:shop'], remove: ['old'] } })
  expect([(await read(one.id)).tags, (await read(other.id)).tags]).toEqual([['env:prod', 'team:shop'], ['team:shop']])
  await undo(answer)
  expect([(await read(one.id)).tags, (await read(other.id)).tags]).toEqual([['env:prod', 'old'], []])
})

it('changes interval and locations where possible, and reports why not elsewhere', async () => {
  const [monitor, heartbeat] = [await make(app()), await make(app(), { type: 'heartbeat' })]
  const locations = (await locationsOf(app())).slice(0, 2)
  expect(await bulk({ action: 'interval', ids: [monitor.id], interval: 120 })).toMatchObject({ changed: [monitor.id] })
  expect(await bulk({ action: 'locations', ids: [monitor.id], locations })).toMatchObject({ changed: [monitor.id] })
  expect(await read(monitor.id)).toMatchObject({ interval_seconds: 120, locations })
  const none = await bulk({ action: 'locations', ids: [monitor.id, heartbeat.id], locations: [] })
  expect(none.refused).toEqual([{ id: monitor.id, message: expect.stringContaining('locations: Required') }])
})

it('sets the contact groups, or the default one again', async () => {
  const { id } = await make(app())
  const group = (await app().post('/contact-groups', { name: 'Shop on call' })).body
  const answer = await bulk({ action: 'groups', ids: [id], contactGroupIds: [group.id] })
  expect((await read(id)).config.notificationGroupIds).toEqual([group.id])
  await undo(answer)
  expect((await read(id)).config.notificationGroupIds).toBeUndefined()
})

it('changes no monitor of another organization, and is refused for viewers', async () => {
  const { id } = await make(app())
  expect(await bulk({ action: 'delete', ids: [id] }, { key: keys.other })).toMatchObject({ changed: [], unchanged: 0 })
  const viewer = await dashboard.ask(changeMonitors, { body: { action: 'delete', ids: [id] }, role: 'viewer' })
  expect(viewer.status).toBe(403)
  expect((await read(id)).id).toBe(id)
})

it.each([
  [{ action: 'pause' }, 'ids: send either'],
  [{ action: 'tags', filter: {} }, 'tags: Required with action tags'],
])('refuses %j', async (body, message) => {
  expect((await bulk(body)).error.message).toContain(message)
})

it('pauses any number of monitors by filter, and updates at most a thousand', async () => {
  const { id } = await make(app(), { name: 'Multitude' })
  await app().store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select organization_id, gen_random_uuid(), name || ' ' || n, type, target, interval_seconds, scheduling_strategy,
      location_ids, location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at
    from monitors, generate_series(1, 1000) as n
    where id = ${id}`)
  const filter = { q: 'multitude' }
  const edit = await dashboard.ask(changeMonitors, { body: { action: 'interval', filter, interval: 120 } })
  expect(edit).toMatchObject({
    status: 400,
    body: {
      error: { message: 'filter: matches 1001 monitors, but at most 1000 can be changed at once; narrow it down' },
    },
  })
  const paused = await bulk({ action: 'pause', filter })
  expect(paused.changed).toHaveLength(1001)
  expect(paused.undo.map(({ ids }: { ids: string[] }) => ids.length)).toEqual([1000, 1])
  await undo(paused)
  expect((await bulk({ action: 'resume', filter, dryRun: true })).unchanged).toBe(1001)
  expect((await bulk({ action: 'delete', filter })).changed).toHaveLength(1001)
})
