// The overview: open incidents, pages and on-call.
import { expect, it } from 'vitest'
import { listNotices } from '../../../src/operations/organization/notices.ts'
import { getOverview } from '../../../src/operations/overview/overview.ts'
import { getUpcoming } from '../../../src/operations/overview/upcoming.ts'
import { getSession } from '../../../src/operations/people/session.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { minute, readyToEscalate } from '../../kit/people/escalations.ts'
import { endedIncident, fail, openWarning, recover } from '../../kit/resources/incidents.ts'
import { type TestLapwing, keys, lapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make } from '../../kit/resources/monitors.ts'
import { logged } from '../../kit/resources/notifications.ts'
import { crewOf, makeSchedule } from '../../kit/people/on-call.ts'

async function overview(app: TestLapwing, key?: string): Promise<any> {
  const { status, body } = await dashboardOf(app).ask(getOverview, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** A check leases everything that is due; the others are available again when the lease ends. */
const later = (app: TestLapwing) => app.clock.advance(2 * minute)

it('is empty for an organization without monitors', async () => {
  expect(await overview(await lapwing(), keys.other)).toMatchObject({
    monitors: { total: 0, in_maintenance: 0, health_score: 100 },
    maintenance: [],
    incidents: { open: 0, began_with: null, shown: [] },
    confirming: { total: 0, shown: [] },
    strip: { uptime_24h: null, incidents_24h: { total: 0 }, mtta_seconds_7d: null, deliveries_24h: { total: 0 } },
    on_call: [],
    least_steady: [],
  })
})

it('includes further data on request', async () => {
  const dashboard = dashboardOf(await lapwing())
  const { body } = await dashboard.ask(getOverview, { query: { with: 'session,upcoming,notices' } })
  for (const [part, operation] of Object.entries({ session: getSession, upcoming: getUpcoming, notices: listNotices }))
    expect(body[part]).toEqual((await dashboard.ask(operation)).body)
  expect(Object.keys((await dashboard.ask(getOverview)).body)).not.toContain('session')
})

it('shows open incidents, critical ones first and then by age, with the last hour', async () => {
  const app = await lapwing()
  const warned = await openWarning(app, { name: 'Slow' })
  later(app)
  const shop = await make(app, { name: 'Shop', locations: await locationsOf(app), interval: 60 })
  await checked(app, shop.id)
  app.clock.advance(20 * minute)
  const down = await fail(app, shop.id)
  await app.post(`/incidents/${warned.id}/acknowledge`)
  app.clock.advance(1000)
  const { monitors, incidents, least_steady, incidents_by_day, changes } = await overview(app)
  expect(monitors).toMatchObject({ total: 2, down: 1, degraded: 1 })
  expect(incidents).toMatchObject({ open: 2, firing: 1, acknowledged: 1, began_with: { incident_id: warned.id } })
  expect(incidents.shown.map(({ id, severity }: any) => [id, severity])).toEqual([
    [down.id, 'critical'],
    [warned.id, 'warning'],
  ])
  expect(incidents.shown[0]).toMatchObject({
    monitor: { id: shop.id, name: 'Shop', type: 'http' },
    diagnosis: down.diagnosis,
    seen_from: ['Frankfurt', 'New York'],
    locations: 2,
    acknowledged_by: null,
    last_page: null,
    next_page: null,
  })
  expect(incidents.shown[0].bars).toMatch(/^n+u{1,3}n+[gd]*d$/)
  expect(incidents.shown[1]).toMatchObject({ acknowledged_by: expect.any(String), seen_from: ['Frankfurt'] })
  expect(least_steady).toHaveLength(2)
  expect(incidents_by_day).toHaveLength(7)
  expect(incidents_by_day.at(-1)).toMatchObject({ total: 2, critical: 1, warning: 1 })
  expect(changes[0]).toMatchObject({ action: 'incident.acknowledged' })
  expect((await overview(app, keys.other)).incidents).toMatchObject({ open: 0, shown: [] })
})

it('shows five of many, and the total', async () => {
  const app = await lapwing()
  for (let n = 0; n < 6; n++) {
    await fail(app, (await make(app, { name: `Shop ${n}` })).id)
    later(app)
  }
  const { incidents } = await overview(app)
  expect(incidents.open).toBe(6)
  expect(incidents.shown.map(({ monitor }: any) => monitor.name)).toEqual([0, 1, 2, 3, 4].map((n) => `Shop ${n}`))
})

it('folds incidents that started together and share a host', async () => {
  const app = await lapwing()
  for (let n = 0; n < 6; n++) {
    await fail(app, (await make(app, { name: `Shop ${n}` })).id)
    app.clock.advance(1.5 * minute)
  }
  later(app)
  const alone = await fail(app, (await make(app, { name: 'Mail', target: 'https://mail.example.com' })).id)
  const { open, shown } = (await overview(app)).incidents
  expect(open).toBe(7)
  expect(shown.map(({ monitor, fold }: any) => [monitor.name, fold?.incident_ids.length ?? null])).toEqual([
    ['Shop 0', 6],
    ['Mail', null],
  ])
  expect(shown[0].fold.incident_ids).not.toContain(alone.id)
})

it('shows who was paged, who is next and when', async () => {
  const { app, alarm, phone, ada, ben, pass } = await readyToEscalate()
  await phone(ada)
  await phone(ben)
  const steps = [ada, ben].map(({ id }, n) => ({ delayMinutes: n * 10, targets: [{ type: 'user', id }] }))
  await alarm(steps)
  const pagedAt = app.clock.now()
  await pass(2)
  const [shown] = (await overview(app)).incidents.shown
  expect(shown).toMatchObject({
    last_page: { at: pagedAt.toISOString(), whom: ['Ada'] },
    next_page: {
      at: new Date(pagedAt.getTime() + 10 * minute).toISOString(),
      step: 2,
      round: 1,
      held: false,
      whom: [{ type: 'user', name: 'Ben' }],
    },
  })
})

it('shows failures that are being confirmed, once per monitor', async () => {
  const app = await lapwing()
  const { id } = await make(app, { name: 'Partner feed', locations: await locationsOf(app) })
  await app.post(`/monitors/${id}/alert-rules`, {
    name: 'Also critical',
    metric: 'success',
    operator: '==',
    value: 'false',
    severity: 'warning',
    failureThreshold: 5,
  })
  await checked(app, id)
  later(app)
  await checked(app, id, refused)
  const { confirming, incidents } = await overview(app)
  expect(incidents.open).toBe(0)
  expect(confirming).toMatchObject({
    total: 1,
    shown: [{ monitor: { id, name: 'Partner feed' }, streak: 1, threshold: 3, next_check_at: expect.any(String) }],
  })
  expect(confirming.shown[0].seen_from).toHaveLength(1)
  expect(confirming.shown[0].next_from).not.toBe(confirming.shown[0].seen_from[0])
  later(app)
  await recover(app, id)
  expect((await overview(app)).confirming.total).toBe(0)
})

it('summarizes the last day', async () => {
  const app = await lapwing()
  const { id } = await make(app)
  for (const outcome of [{}, {}, {}, refused]) {
    later(app)
    await checked(app, id, outcome)
  }
  await logged(app)
  await logged(app, { status: 'failed', error: 'no answer' })
  later(app)
  const ended = await endedIncident(app)
  expect((await overview(app)).strip).toMatchObject({
    uptime_24h: (await app.get('/reports?period=7d')).body.summary.uptime_percent,
    too_early_seconds: expect.any(Number),
    incidents_24h: { total: 1, critical: 1 },
    mttr_seconds_7d: (Date.parse(ended.resolved_at) - Date.parse(ended.started_at)) / 1000,
    mtta_seconds_7d: null,
    deliveries_24h: { total: 2, sent: 1, failed: 1 },
  })
})

it('excludes maintenance from uptime, and counts monitors in maintenance', async () => {
  const app = await lapwing()
  const { id } = await make(app, { tags: ['old'] })
  await fail(app, id)
  const startsAt = new Date(app.clock.now().getTime() - 10 * minute).toISOString()
  await app.post('/maintenance-windows', { name: 'Move', startsAt, durationMinutes: 30, monitorTags: ['old'] })
  app.clock.advance(minute)
  expect(await overview(app)).toMatchObject({
    monitors: { down: 1, in_maintenance: 1 },
    maintenance: [{ name: 'Move', ends_at: new Date(Date.parse(startsAt) + 30 * minute).toISOString() }],
    strip: { uptime_24h: null },
  })
})

it('shows who is on call, until when, and who is next', async () => {
  const { app } = await readyToEscalate()
  const crew = await crewOf(app)
  const schedule = await makeSchedule(app, { name: 'Platform', layers: [crew.daily()] })
  expect((await overview(app)).on_call).toEqual([
    {
      schedule: { id: schedule.id, name: 'Platform' },
      user: crew.shown('cleo'),
      until: '2026-03-02T09:00:00.000Z',
      next: { ...crew.shown('ada'), starts_at: '2026-03-02T09:00:00.000Z' },
    },
  ])
})
