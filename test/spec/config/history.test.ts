// What documents and deployments have to do with the past: results, incidents and rehearsals.
import { expect, it } from 'vitest'
import { getIncidentContext } from '../../../src/operations/incidents/context.ts'
import { getMonitorSeries } from '../../../src/operations/monitors/series.ts'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { checked } from '../../kit/resources/checked.ts'
import { fail } from '../../kit/resources/incidents.ts'

const app = sharedLapwing()
const minute = 60_000
const document = {
  monitors: [
    {
      key: 'shop',
      name: 'Shop',
      type: 'http',
      target: 'https://shop.example.com/',
      interval: 300,
      locations: ['fra'],
      tags: ['team:shop'],
    },
  ],
}
const plan = async (wanted: object, more: object = {}) =>
  (await app().post('/config/plans', { document: wanted, source: 'repo', ...more })).body
const applied = async (wanted: object, more: object = {}): Promise<void> => {
  const { id } = await plan(wanted, more)
  expect((await app().post(`/config/plans/${id}/apply`)).status).toBe(200)
}
const shopId = async (): Promise<string> => (await app().get('/monitors')).body.data[0].id

it('rehearses a new rule with the checks that are stored', async () => {
  await applied(document)
  for (const durationMs of [100, 1500, 100, 1700, 1600, 100]) {
    app().clock.advance(5 * minute)
    await checked(app(), await shopId(), { durationMs, metrics: { 'http.response_time_ms': durationMs } })
  }
  const slow = { name: 'Slow', metric: 'response_time', operator: '>', severity: 'warning', failureThreshold: 1 }
  const rehearsed = async (value: string) => {
    const [shop] = document.monitors
    return (await plan({ monitors: [{ ...shop, alertRules: [{ ...slow, value }] }] })).rehearsal
  }
  expect(await rehearsed('1000')).toMatchObject([
    {
      monitor: 'shop',
      rule: 'Slow',
      incidents: 2,
      message: 'would have opened 2 incidents in the last 30 days',
    },
  ])
  expect(await rehearsed('1650')).toMatchObject([{ incidents: 1 }])
})

it('shows a deployment in the charts of its monitors and in an incident that follows', async () => {
  const id = await shopId()
  const deployed = (tags: string[]) => app().post('/deployments', { service: 'shop', version: '1.4.2', tags })
  const { body } = await deployed(['team:shop'])
  await deployed(['team:other'])
  app().clock.advance(minute)
  const incident = await fail(app(), id)
  const dashboard = dashboardOf(app())
  const series = await dashboard.ask(getMonitorSeries, { id })
  const context = await dashboard.ask(getIncidentContext, { id: incident.id })
  for (const shown of [series, context])
    expect(shown.body.deployments).toMatchObject([{ id: body.id, service: 'shop', version: '1.4.2' }])
})

it('brings back a pruned monitor with its results within 30 days, and without them later', async () => {
  const id = await shopId()
  const results = async (): Promise<number> => (await app().get(`/monitors/${id}/checks`)).body.data.length
  const before = await results()
  expect(before).toBeGreaterThan(6)
  await applied({}, { prune: true })
  expect((await app().get(`/monitors/${id}`)).status).toBe(404)
  app().clock.advance(60 * minute)
  await applied(document)
  expect([await shopId(), await results()]).toEqual([id, before])
  await applied({}, { prune: true })
  app().clock.advance(31 * 24 * 60 * minute)
  expect((await plan(document)).changes).toMatchObject([{ action: 'create', restores_history: false }])
})
