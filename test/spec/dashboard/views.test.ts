// Saved views of the monitors.
import { expect, it } from 'vitest'
import { createView, deleteView, listViews, updateView } from '../../../src/operations/monitors/views.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'

const app = sharedLapwing()

it('a view is saved, renamed and deleted, and only visible to its user', async () => {
  const dashboard = dashboardOf(app())
  const names = async (requested: object = {}) =>
    (await dashboard.ask(listViews, requested)).body.data.map(({ name }: { name: string }) => name)
  const query = 'status=down,degraded&tag=shop'
  const made = await dashboard.ask(createView, { body: { name: 'Shop', query } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect(made.body).toMatchObject({ object: 'view', name: 'Shop', query })
  await dashboard.ask(createView, { body: { name: 'All', query: '' } })
  expect(await names()).toEqual(['All', 'Shop'])

  const { id } = made.body
  expect((await dashboard.ask(updateView, { id, body: { name: 'A shop' } })).body).toMatchObject({
    name: 'A shop',
    query,
  })
  for (const other of [{ role: 'member' as const }, { key: keys.other }]) {
    expect(await names(other)).toEqual([])
    expect((await dashboard.ask(updateView, { id, body: { name: 'Mine' }, ...other })).status).toBe(404)
    expect((await dashboard.ask(deleteView, { id, ...other })).status).toBe(404)
  }
  expect((await dashboard.ask(deleteView, { id })).body).toEqual({ object: 'deleted', id, deleted: true })
  expect(await names()).toEqual(['All'])
})

it('viewers cannot save views, and an address is not a query', async () => {
  const dashboard = dashboardOf(app())
  expect((await dashboard.ask(createView, { body: { name: 'Mine', query: 'q=a' }, role: 'viewer' })).status).toBe(403)
  expect((await dashboard.ask(createView, { body: { name: 'Mine', query: 'a b' } })).status).toBe(400)
})
