// The status grid: every monitor as one character.
import { beforeAll, expect, it } from 'vitest'
import { getStatusGrid, listStatusGridMonitors } from '../../../src/operations/overview/status-grid.ts'
import { checked } from '../../kit/resources/checked.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { fail } from '../../kit/resources/incidents.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
let dashboard: Dashboard

beforeAll(async () => {
  dashboard = dashboardOf(app())
  const add = async (name: string, fields: object = {}): Promise<string> => (await make(app(), { name, ...fields })).id
  const shop = await add('shop', { tags: ['web', 'prod'] })
  const blog = await add('Blog', { tags: ['web'] })
  await add('Paused', { tags: ['web'], isPaused: true })
  await add('Backup', { type: 'heartbeat' })
  const mail = await add('Mail', { type: 'smtp', tags: ['mail'] })
  await fail(app(), shop)
  for (const id of [blog, mail]) {
    // The previous check leased everything that is due; it is available again when the lease ends.
    app().clock.advance(120_000)
    await checked(app(), id)
  }
  const startsAt = app().clock.now().toISOString()
  await app().post('/maintenance-windows', { name: 'Move', startsAt, durationMinutes: 30, monitorIds: [mail] })
})

const statusGrid = async (query: Record<string, string> = {}, key?: string) =>
  (await dashboard.ask(getStatusGrid, { query, key })).body.groups

it('groups by first tag, type or first location, each group by name', async () => {
  const [frankfurt] = await locationsOf(app())
  expect(await statusGrid()).toEqual([
    { key: 'mail', cells: 'm' },
    { key: 'web', cells: 'upd' },
    { key: '~', cells: 'n' },
  ])
  expect(await statusGrid({ by: 'type' })).toEqual([
    { key: 'heartbeat', cells: 'n' },
    { key: 'http', cells: 'upd' },
    { key: 'smtp', cells: 'm' },
  ])
  expect(await statusGrid({ by: 'location' })).toEqual([
    { key: frankfurt, cells: 'umpd' },
    { key: '~', cells: 'n' },
  ])
  expect(await statusGrid({ tag: 'prod' })).toEqual([{ key: 'web', cells: 'd' }])
})

it('lists the monitors at a position', async () => {
  const members = async (group: string, query: Record<string, string> = {}) =>
    (await dashboard.ask(listStatusGridMonitors, { params: { group }, query })).body.data
  expect((await members('web')).map(({ name, status }: any) => [name, status])).toEqual([
    ['Blog', 'up'],
    ['Paused', 'paused'],
    ['shop', 'down'],
  ])
  expect(await members('web', { from: '2', count: '5' })).toMatchObject([{ name: 'shop' }])
  expect(await members('~')).toMatchObject([{ name: 'Backup' }])
  expect(await members('smtp', { by: 'type' })).toMatchObject([{ name: 'Mail', status: 'maintenance' }])
  expect(await members('nobody')).toEqual([])
})

it('is empty for an organization without monitors', async () => {
  expect(await statusGrid({}, keys.other)).toEqual([])
})
