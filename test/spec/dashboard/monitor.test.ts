// A monitor in the dashboard: series, days, checks, locations.
import { beforeAll, expect, it } from 'vitest'
import { getCheckRow, listCheckRows } from '../../../src/operations/monitors/check-rows.ts'
import { listMonitorDays } from '../../../src/operations/monitors/days.ts'
import { listLocationRows } from '../../../src/operations/monitors/location-rows.ts'
import { muteMonitorLocation, unmuteMonitorLocation } from '../../../src/operations/monitors/muting/muted-locations.ts'
import { getMonitorSeries } from '../../../src/operations/monitors/series.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { fail, recover } from '../../kit/resources/incidents.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
let dashboard: Dashboard
let shop: string
let database: string
let incident: any

const minute = 60_000
const evidence = (status: number) => JSON.stringify({ status })

/** A shop checked from two locations in turn that fails three times and recovers; a database with phases. */
beforeAll(async () => {
  dashboard = dashboardOf(app())
  shop = (await make(app(), { name: 'Shop', locations: await locationsOf(app()), interval: 60 })).id
  for (const durationMs of [10, 20, 30, 40]) {
    await checked(app(), shop, { durationMs, evidence: evidence(200) })
    app().clock.advance(minute)
  }
  incident = await fail(app(), shop, { ...refused, evidence: evidence(503) })
  app().clock.advance(5 * minute)
  await recover(app(), shop)
  await patch(app(), shop, { description: 'Sells' })
  app().clock.advance(2 * minute)
  database = (await make(app(), { name: 'Database', type: 'tcp' })).id
  const phases = { 'tcp.connect_time_ms': 4, 'tcp.tls_handshake_time_ms': 6.5 }
  await checked(app(), database, { durationMs: 11, metrics: phases })
  app().clock.advance(1000)
})

const ask = async (operation: Parameters<Dashboard['ask']>[0], id: string, query: Record<string, string> = {}) => {
  const { status, body } = await dashboard.ask(operation, { id, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

it('returns check durations by location, with events', async () => {
  const from = new Date(app().clock.now().getTime() - 60 * minute).toISOString()
  const found = await ask(getMonitorSeries, shop, { from, points: '10' })
  expect(found).toMatchObject({ metric: 'response_time', unit: 'ms', by: 'location', bucket_seconds: 360 })
  expect(found.series.map(({ name }: any) => name)).toEqual(['Frankfurt', 'New York'])
  const [frankfurt, newYork] = found.series
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  expect(frankfurt.count).toHaveLength(10)
  expect(sum(frankfurt.count) + sum(newYork.count)).toBe(5)
  const busiest = frankfurt.count.indexOf(Math.max(...frankfurt.count))
  expect([frankfurt.p5[busiest], frankfurt.p50[busiest], frankfurt.p95[busiest]]).toEqual([11, 20, 29])
  expect(found.incidents).toEqual([
    { id: incident.id, severity: 'critical', from: incident.started_at, until: expect.any(String) },
  ])
  expect(found.changes.map(({ action }: any) => action)).toEqual(['monitor.updated', 'monitor.created'])
})

it('returns any metric, and the phases of a check in order', async () => {
  const one = await ask(getMonitorSeries, database, { metric: 'tcp_connect' })
  expect(one.series).toHaveLength(1)
  expect(one.series[0].p50.filter((value: number | null) => value !== null)).toEqual([4])
  const phases = await ask(getMonitorSeries, database, { by: 'phase' })
  expect(phases.series.map(({ key, p50 }: any) => [key, p50.at(-1)])).toEqual([
    ['tcp_connect', 4],
    ["metrics['tcp.tls_handshake_time_ms']", 6.5],
  ])
  expect((await dashboard.ask(getMonitorSeries, { id: shop, query: { metric: 'mood' } })).status).toBe(400)
  expect((await dashboard.ask(getMonitorSeries, { id: shop, query: { from: '2025-01-01T00:00:00Z' } })).status).toBe(
    400,
  )
})

it('returns the phases of an HTTP check, although rules cannot use them', async () => {
  const { id } = await make(app(), { name: 'Pages' })
  const phases = { 'http.dns_time_ms': 3, 'http.connect_time_ms': 5, 'http.tls_time_ms': 8, 'http.ttfb_ms': 40 }
  await checked(app(), id, { durationMs: 60, phases })
  app().clock.advance(1000)
  const { series } = await ask(getMonitorSeries, id, { by: 'phase' })
  expect(series.map(({ name, p50 }: any) => [name, p50.at(-1)])).toEqual([
    ['DNS', 3],
    ['Connect', 5],
    ['TLS', 8],
    ['First byte', 40],
  ])
})

it('includes durations of responses with a bad status', async () => {
  const { id } = await make(app(), { name: 'Broken pages' })
  await checked(app(), id, { durationMs: 70, statusCode: 500, metrics: { 'http.status_code': 500 } })
  app().clock.advance(1000)
  await checked(app(), id, refused)
  app().clock.advance(1000)
  const { series } = await ask(getMonitorSeries, id)
  expect(series).toHaveLength(1)
  expect([series[0].p50.at(-1), series[0].count.at(-1)]).toEqual([70, 1])
})

it('distinguishes the duration of the last step from the whole check', async () => {
  const { id } = await make(app(), { name: 'Order', type: 'api' })
  const shown = async (query: Record<string, string>) => {
    const { series } = await ask(getMonitorSeries, id, query)
    return series.map(({ p50 }: any) => p50.at(-1))
  }
  await checked(app(), id, { durationMs: 900, metrics: { 'api.response_time_ms': 40, 'api.status_code': 200 } })
  app().clock.advance(1000)
  expect(await shown({})).toEqual([900])
  expect(await shown({ metric: 'response_time' })).toEqual([40])
  expect(await shown({ metric: 'status_code' })).toEqual([200])
  await checked(app(), id, { durationMs: 40, metrics: { 'api.response_time_ms': 40 } })
  app().clock.advance(1000)
  expect(await shown({ metric: 'response_time' })).toEqual([40])
})

it('shows the status of each day', async () => {
  const { data } = await ask(listMonitorDays, shop, { days: '3' })
  const ended = (await app().get(`/incidents/${incident.id}`)).body
  const seconds = (Date.parse(ended.resolved_at) - Date.parse(ended.failing_since)) / 1000
  const created = (await app().get(`/monitors/${shop}`)).body.created_at
  const monitored = (app().clock.now().getTime() - Date.parse(created)) / 1000
  expect(data.map(({ state, uptime }: any) => [state, uptime])).toEqual([
    ['unknown', null],
    ['unknown', null],
    ['down', Math.floor((1 - seconds / monitored) * 1e6) / 1e4],
  ])
  expect(data[2]).toMatchObject({ day: '2026-03-01', down_seconds: seconds, incidents: [incident.id] })
})

it('shows the days of any time zone', async () => {
  // It is noon UTC on 1 March: already 2 March in Kiritimati; in New York 1 March began five hours later.
  const daysOf = async (timezone: string) =>
    (await ask(listMonitorDays, shop, { days: '2', timezone })).data.map(({ day, state }: any) => [day, state])
  expect(await daysOf('Pacific/Kiritimati')).toEqual([
    ['2026-03-01', 'unknown'],
    ['2026-03-02', 'down'],
  ])
  expect(await daysOf('America/New_York')).toEqual([
    ['2026-02-28', 'unknown'],
    ['2026-03-01', 'down'],
  ])
  const nowhere = { days: '2', timezone: 'Nowhere/At_all' }
  expect((await dashboard.ask(listMonitorDays, { id: shop, query: nowhere })).status).toBe(400)
})

it('lists checks, newest first, and filters them', async () => {
  const all = await ask(listCheckRows, shop, { limit: '3' })
  expect(all.data.map(({ success }: any) => success)).toEqual([true, false, false])
  expect(all.data[1]).toMatchObject({ error: refused.error, location: { name: expect.any(String) } })
  const next = await ask(listCheckRows, shop, { limit: '3', cursor: all.next_cursor })
  expect(next.data.map(({ success }: any) => success)).toEqual([false, true, true])
  expect((await ask(listCheckRows, shop, { result: 'failed' })).data).toHaveLength(3)
  const [, newYork] = await locationsOf(app())
  const there = await ask(listCheckRows, shop, { location: newYork!, result: 'ok' })
  expect(there.data.every(({ location }: any) => location.name === 'New York')).toBe(true)
})

it('shows a failed check with its evidence and the last good check', async () => {
  const failed = (await ask(listCheckRows, shop, { result: 'failed' })).data.at(-1)
  const { body } = await dashboard.ask(getCheckRow, { id: shop, params: { checkId: failed.id } })
  expect(body).toMatchObject({ id: failed.id, success: false, evidence: { status: 503 } })
  expect(body.last_good).toMatchObject({ success: true, location: failed.location })
  expect(Date.parse(body.last_good.at)).toBeLessThan(Date.parse(failed.at))
  const latest = (await ask(listCheckRows, database)).data[0]
  const measured = (await dashboard.ask(getCheckRow, { id: database, params: { checkId: latest.id } })).body
  expect(measured.metrics).toMatchObject([
    { metric: 'tcp_connect', unit: 'ms', value: 4, phase: 2 },
    { unit: 'ms', value: 6.5, phase: 3 },
  ])
  expect((await dashboard.ask(getCheckRow, { id: shop, params: { checkId: '1-1' } })).status).toBe(404)
})

it('keeps the evidence of the last good check while a monitor fails', async () => {
  const { id } = await make(app(), { name: 'Blog' })
  await checked(app(), id, { evidence: evidence(200) })
  await fail(app(), id, { ...refused, evidence: evidence(500) })
  const [failed] = (await ask(listCheckRows, id, { result: 'failed' })).data
  const { body } = await dashboard.ask(getCheckRow, { id, params: { checkId: failed.id } })
  expect(body).toMatchObject({
    evidence: { status: 500 },
    last_good: { evidence: { status: 200 } },
    evidence_location: 'Frankfurt',
  })
})

it('shows the results of each location', async () => {
  const { data } = await ask(listLocationRows, shop)
  expect(data.map(({ name, muted }: any) => [name, muted])).toEqual([
    ['Frankfurt', false],
    ['New York', false],
  ])
  for (const row of data)
    expect(row).toMatchObject({ last_check_at: expect.any(String), median_ms: expect.any(Number) })
  expect(data[0].bars).toHaveLength(30)
  expect(data.some(({ success_24h }: any) => success_24h < 100)).toBe(true)
  const heartbeat = await make(app(), { type: 'heartbeat' })
  expect((await ask(listLocationRows, heartbeat.id)).data).toEqual([])
})

it('is 404 for another organization', async () => {
  const requested = { id: shop, key: keys.other }
  for (const operation of [getMonitorSeries, listMonitorDays, listCheckRows, listLocationRows])
    expect((await dashboard.ask(operation, requested)).status).toBe(404)
  expect((await dashboard.ask(getCheckRow, { ...requested, params: { checkId: '1-1' } })).status).toBe(404)
})

it('names the metrics that no check has measured, of monitors that are not probed, too', async () => {
  const { unmeasured } = await ask(listLocationRows, database)
  expect(unmeasured).toEqual([expect.stringContaining('expect_match')])
  const { id: job } = await make(app(), { name: 'Backup', type: 'heartbeat' })
  expect((await ask(listLocationRows, job)).unmeasured).toEqual([])
})

it('ignores a muted location, but one always stays unmuted', async () => {
  const [first, second] = await locationsOf(app())
  const at = (locationId: string | undefined) => ({ id: shop, params: { locationId: String(locationId) } })
  const muted = await dashboard.ask(muteMonitorLocation, at(first))
  expect(muted).toMatchObject({ status: 200, body: { id: shop, muted_locations: [first] } })
  expect(await dashboard.ask(muteMonitorLocation, at(second))).toMatchObject({ status: 409 })
  expect(await dashboard.ask(muteMonitorLocation, { ...at(first), role: 'viewer' })).toMatchObject({ status: 403 })
  expect(await dashboard.ask(muteMonitorLocation, at(shop))).toMatchObject({ status: 404 })
  expect(await dashboard.ask(unmuteMonitorLocation, at(first))).toMatchObject({ body: { muted_locations: [] } })
})
