// The summary of the current state.
import { expect, it } from 'vitest'
import { checked, refused } from '../../kit/resources/checked.ts'
import { closed, endedIncident, openIncident, openWarning } from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, make } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const summary = async (own = app(), query = '') => (await own.get(`/summary${query}`)).body

it('is all zeros and healthy for an empty organization', async () => {
  const { status, body } = await app().get('/summary', { key: keys.other })
  expect(status).toBe(200)
  expect(body).toEqual({
    object: 'summary',
    monitors: { total: 0, up: 0, degraded: 0, down: 0, paused: 0, unknown: 0, health_score: 100 },
    incidents: { firing: 0, acknowledged: 0, critical: 0, warning: 0, started_24h: 0 },
    open_maintenance_windows: 0,
    hosts: { total: 0, online: 0, stale: 0, offline: 0, never_reported: 0 },
    watching: { ok: true, problems: [] },
    generated_at: app().clock.now().toISOString(),
  })
})

it('counts monitors by state and scores their health', async () => {
  const own = await lapwing()
  await make(own)
  await make(own, { isPaused: true })
  expect((await summary(own)).monitors).toEqual({
    total: 2,
    up: 0,
    degraded: 0,
    down: 0,
    paused: 1,
    unknown: 1,
    health_score: 100,
  })
  await checked(own, (await make(own)).id)
  expect((await summary(own)).monitors).toMatchObject({ up: 1, health_score: 100 })
  await checked(own, (await make(own)).id, refused)
  expect((await summary(own)).monitors).toMatchObject({ up: 1, degraded: 1, health_score: 75 })
  await openIncident(own)
  expect((await summary(own)).monitors).toEqual({
    total: 5,
    up: 1,
    degraded: 1,
    down: 1,
    paused: 1,
    unknown: 1,
    health_score: 50,
  })
  await openIncident(own)
  await openIncident(own)
  await openIncident(own)
  await openIncident(own)
  expect((await summary(own)).monitors).toMatchObject({ down: 5, health_score: 21 })
})

it('counts the open incidents by status and severity, and those of the last 24 hours', async () => {
  const own = await lapwing()
  await openIncident(own)
  await openWarning(own)
  await endedIncident(own)
  const { id } = await openIncident(own)
  await own.post(`/incidents/${id}/acknowledge`)
  expect((await summary(own)).incidents).toEqual({
    firing: 2,
    acknowledged: 1,
    critical: 2,
    warning: 1,
    started_24h: 4,
  })
  await own.post(`/incidents/${id}/resolve`)
  await closed(own, id)
  expect((await summary(own)).incidents).toEqual({
    firing: 2,
    acknowledged: 0,
    critical: 1,
    warning: 1,
    started_24h: 4,
  })
  own.clock.advance(86_400_000)
  expect((await summary(own)).incidents).toEqual({
    firing: 2,
    acknowledged: 0,
    critical: 1,
    warning: 1,
    started_24h: 0,
  })
})

it('counts the maintenance windows in progress', async () => {
  const own = await lapwing()
  const plan = async (fields: object) => {
    const { status, text } = await own.post('/maintenance-windows', { name: 'Upgrade', durationMinutes: 30, ...fields })
    expect(status, text).toBe(201)
  }
  await plan({ startsAt: '2026-03-01T11:45:00Z' })
  await plan({ startsAt: '2026-02-01T11:55:00Z', recurrence: 'daily', monitorTags: ['env:prod'] })
  await plan({ startsAt: '2026-03-01T11:00:00Z' })
  await plan({ startsAt: '2026-03-01T13:00:00Z' })
  expect((await summary(own)).open_maintenance_windows).toBe(2)
  own.clock.advance(20 * 60_000)
  expect((await summary(own)).open_maintenance_windows).toBe(1)
})

it('can be filtered by tag', async () => {
  const own = await lapwing()
  const { monitor } = await openIncident(own, { tags: ['env:prod', 'team:shop'] })
  await openIncident(own, { tags: ['env:test'] })
  const upgrade = { name: 'Upgrade', startsAt: '2026-03-01T11:45:00Z', durationMinutes: 60 }
  const plan = (fields: object) => own.post('/maintenance-windows', { ...upgrade, ...fields })
  await plan({})
  await plan({ monitorIds: [monitor.id] })
  await plan({ monitorTags: ['team:shop'] })
  await plan({ monitorTags: ['env:test'] })
  expect(await summary(own)).toMatchObject({
    monitors: { total: 2 },
    incidents: { firing: 2, started_24h: 2 },
    open_maintenance_windows: 4,
  })
  expect(await summary(own, '?tag=env:prod')).toMatchObject({
    monitors: { total: 1, down: 1, health_score: 0 },
    incidents: { firing: 1, critical: 1, started_24h: 1 },
    open_maintenance_windows: 3,
  })
  expect(await summary(own, '?tag=nobody')).toMatchObject({
    monitors: { total: 0, health_score: 100 },
    incidents: { firing: 0, started_24h: 0 },
    open_maintenance_windows: 0,
  })
  expectRefusal(
    await own.get(`/summary?tag=${'x'.repeat(33)}`),
    400,
    'tag: must be 1 to 32 characters of a-z, 0-9, - and :',
  )
})

it('counts hosts by state', async () => {
  const own = await lapwing()
  await make(own, { type: 'host', tags: ['env:prod'] })
  await make(own)
  expect((await summary(own)).hosts).toEqual({ total: 1, online: 0, stale: 0, offline: 0, never_reported: 1 })
  expect((await summary(own, '?tag=env:test')).hosts.total).toBe(0)
})
