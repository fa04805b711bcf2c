// The dashboard's list of monitors.
import { beforeAll, expect, it } from 'vitest'
import { listMonitorRows } from '../../../src/operations/monitors/monitor-rows.ts'
import { listMonitorNames } from '../../../src/operations/monitors/read.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
let dashboard: Dashboard
let ids: Record<string, string>

const ask = async (query: Record<string, string> = {}, key?: string) => {
  const { status, body } = await dashboard.ask(listMonitorRows, { query, key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const names = async (query: Record<string, string>) => (await ask(query)).data.map(({ name }: any) => name)

/** Five monitors in different states, one of them in maintenance. */
beforeAll(async () => {
  dashboard = dashboardOf(app())
  const locations = await locationsOf(app())
  const add = async (name: string, fields: object = {}) => (await make(app(), { name, ...fields })).id
  ids = {
    shop: await add('Shop', { tags: ['team:shop', 'env:prod'], locations }),
    api: await add('api', { tags: ['env:prod'], interval: 60 }),
    mail: await add('Mail', { type: 'smtp', tags: ['mail'] }),
    paused: await add('Old', { isPaused: true, tags: ['env:prod'] }),
    job: await add('Backup', { type: 'heartbeat' }),
  }
  await fail(app(), ids.shop!)
  // It leases everything that is due; the others are available again when the lease ends.
  const later = () => app().clock.advance(120_000)
  for (const durationMs of [40, 60]) {
    later()
    await checked(app(), ids.api!, { durationMs })
  }
  later()
  await checked(app(), ids.mail!, { durationMs: 10 })
  app().clock.advance(1000)
  const startsAt = new Date(app().clock.now().getTime() - 60_000).toISOString()
  await app().post('/maintenance-windows', { name: 'Move', startsAt, durationMinutes: 30, monitorTags: ['mail'] })
})

it('shows problems first, then by name, with maintenance instead of the state', async () => {
  const { data, total } = await ask()
  expect(data.map(({ name, status }: any) => [name, status])).toEqual([
    ['Shop', 'down'],
    ['Backup', 'unknown'],
    ['Mail', 'maintenance'],
    ['api', 'up'],
    ['Old', 'paused'],
  ])
  expect(total).toBe(5)
  expect(data[2]).toMatchObject({ state: 'up', maintenance: { name: 'Move', ends_at: expect.any(String) } })
  expect(data[1]).toMatchObject({ target: null, median_ms: null, uptime_30d: null, last_check_at: null })
})

it('has the history of each row', async () => {
  const { data, bars_from, bar_seconds } = await ask({ q: 'API' })
  const [api] = data
  expect(new Date(bars_from).getTime() + 48 * bar_seconds * 1000).toBeGreaterThan(app().clock.now().getTime())
  expect(api.bars).toMatch(/^n{46,47}u{1,2}$/)
  expect(api).toMatchObject({ median_ms: 50, uptime_30d: 100, failing_locations: [] })
  expect(api.too_early_seconds).toBeGreaterThan(120)
  expect(api.spark).toEqual([...Array.from({ length: 23 }, () => null), 50])
  expect(api.last_check_at).toBe(new Date(app().clock.now().getTime() - 121_000).toISOString())
  const shop = (await ask({ q: 'shop' })).data[0]
  expect(shop.bars).toMatch(/^n{46,47}.?d$/)
  expect(shop).toMatchObject({ failing_locations: ['Frankfurt', 'New York'] })
  // Failing since a second after its creation.
  expect(shop.uptime_30d).toBeGreaterThan(0)
  expect(shop.uptime_30d).toBeLessThan(1)
})

it('lists names in pages, without the addresses of heartbeats', async () => {
  const first = (await dashboard.ask(listMonitorNames, { query: { limit: '2', q: 'a' } })).body
  expect(first).toMatchObject({ object: 'list', has_more: true })
  const rest = (await dashboard.ask(listMonitorNames, { query: { q: 'a', cursor: first.next_cursor } })).body
  const listed = [...first.data, ...rest.data]
  const { data: full } = (await app().get('/monitors?q=a')).body
  expect(listed.map(({ id }) => id)).toEqual(full.map(({ id }: { id: string }) => id))
  expect(listed).toContainEqual(expect.objectContaining({ name: 'Backup', type: 'heartbeat', target: null }))
})

it('shows an unconfirmed failure as degraded, only in its half hour', async () => {
  const own = await lapwing()
  const page = dashboardOf(own)
  const { id } = await make(own, { interval: 1200 })
  for (const outcome of [{}, refused, {}, {}]) {
    await checked(own, id, outcome)
    own.clock.advance(1_200_000)
  }
  const { body } = await page.ask(listMonitorRows)
  expect(body.data[0].bars).toBe(`${'n'.repeat(45)}guu`)
  expect((await page.ask(listMonitorRows, { query: { span: '90d' } })).body.data[0].bars).toBe(`${'n'.repeat(89)}u`)
  expect((await page.ask(listMonitorRows, { query: { span: '7d' } })).body.data[0].bars).toHaveLength(84)
})

it('filters, and counts the matches of each filter with the others', async () => {
  expect(await names({ status: 'down,paused' })).toEqual(['Shop', 'Old'])
  expect(await names({ tag: 'mail,team:shop' })).toEqual(['Shop', 'Mail'])
  expect(await names({ type: 'smtp', tag: 'env:prod' })).toEqual([])
  const [frankfurt, newYork] = await locationsOf(app())
  expect(await names({ location: newYork! })).toEqual(['Shop'])
  expect(await names({ interval: '60' })).toEqual(['api'])
  const { facets, total } = await ask({ tag: 'env:prod', status: 'up' })
  expect(total).toBe(1)
  expect(facets.status).toEqual([
    { value: 'down', count: 1 },
    { value: 'paused', count: 1 },
    { value: 'up', count: 1 },
  ])
  expect(facets.tag).toEqual([{ value: 'env:prod', count: 1 }])
  expect(facets.location).toEqual([{ value: frankfurt, count: 1 }])
  expect((await ask({ facets: 'false' })).facets).toBeNull()
})

it('supports sorting and any position', async () => {
  expect(await names({ order: 'name' })).toEqual(['api', 'Backup', 'Mail', 'Old', 'Shop'])
  expect(await names({ order: 'new' })).toEqual(['Backup', 'Old', 'Mail', 'api', 'Shop'])
  expect(await names({ order: 'uptime' })).toEqual(['Shop', 'api', 'Backup', 'Mail', 'Old'])
  expect((await names({ order: 'slow' })).slice(0, 2)).toEqual(['api', 'Mail'])
  expect(await names({ order: 'name', offset: '3', limit: '1' })).toEqual(['Old'])
  expect(await ask({ offset: '99' })).toMatchObject({ data: [], total: 5 })
})

it('groups by tag: each monitor once, under the first requested tag', async () => {
  const { data, groups } = await ask({ group: 'tag' })
  expect(data.map(({ name, group }: any) => [group, name])).toEqual([
    ['env:prod', 'api'],
    ['env:prod', 'Old'],
    ['mail', 'Mail'],
    ['team:shop', 'Shop'],
    [null, 'Backup'],
  ])
  expect(groups).toEqual([
    { tag: 'env:prod', total: 2, statuses: { up: 1, paused: 1 } },
    { tag: 'mail', total: 1, statuses: { maintenance: 1 } },
    { tag: 'team:shop', total: 1, statuses: { down: 1 } },
    { tag: null, total: 1, statuses: { unknown: 1 } },
  ])
  expect((await ask({ group: 'tag', tag: 'env:prod' })).groups).toEqual([
    { tag: 'env:prod', total: 3, statuses: { down: 1, up: 1, paused: 1 } },
  ])
})

it('refuses unknown values', async () => {
  for (const query of ['status=broken', 'order=best', 'offset=-1', 'limit=101', 'location=x', 'interval=often'])
    expect((await dashboard.ask(listMonitorRows, { query: Object.fromEntries([query.split('=')]) })).status).toBe(400)
})

it('shows nothing to another organization', async () => {
  const empty = await ask({ group: 'tag' }, keys.other)
  expect(empty).toMatchObject({ data: [], total: 0, groups: [] })
  expect(empty.facets).toEqual({ status: [], type: [], tag: [], location: [], interval: [] })
})
