// Objectives over HTTP: remaining budgets, and alerts when a budget burns too fast.
import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { getIncidentContext } from '../../../src/operations/incidents/context.ts'
import { listIncidentRows } from '../../../src/operations/incidents/incident-rows.ts'
import { listSlos } from '../../../src/operations/objectives/objectives.ts'
import { getOverview } from '../../../src/operations/overview/overview.ts'
import type { Statement } from '../../../src/store/database/sql.ts'
import { dashboardOf } from '../../kit/people/dashboard.ts'
import { addIncident } from '../../kit/resources/incidents.ts'
import { checkedDaily } from '../../kit/resources/checked.ts'
import { acme, keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { make } from '../../kit/resources/monitors.ts'
import { type Receiver, startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, passUntil } from '../../kit/resources/notifying.ts'

const minute = 60_000
const app = sharedLapwing({
  provision: acme.replace('  - name: Acme\n', '  - name: Acme\n    contactGroups: [ { name: shop } ]\n'),
  env: { LAPWING_ROLES: 'server,housekeeper,notifier' },
})
let organizationId: string

beforeAll(async () => {
  organizationId = (await app().get('/me')).body.organization.id
})

const ago = (minutes: number): Date => new Date(app().clock.now().getTime() - minutes * minute)

/** A monitor of last year with incidents that started and ended that many minutes ago; null for an open one. */
async function monitorWith(incidents: readonly [number, number | null][], tags: string[] = []) {
  const { id } = await make(app(), { name: 'Shop', tags })
  const monitor = (await app().store.row<any>(sql`
    update monitors set created_at = '2025-01-01' where id = ${id}
    returning id, monitor_number as "monitorNumber", name, type`))!
  await checkedDaily(app().store, monitor.monitorNumber, { from: ago(40 * 1440), to: app().clock.now() })
  for (const [from, to] of incidents)
    await addIncident(app().store, organizationId, {
      monitor,
      severity: 'critical',
      startedAt: ago(from),
      resolvedAt: to === null ? null : ago(to),
    })
  return id
}

async function promise(body: object): Promise<any> {
  const answer = await app().post('/slos', { name: 'Shop availability', target: 99.9, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** An objective of last year. */
async function oldPromise(body: object): Promise<any> {
  const made = await promise(body)
  await app().store.run(sql`update objectives set created_at = '2025-01-01' where id = ${made.id}`)
  return made
}

const look = async (id: string): Promise<any> => (await app().get(`/slos/${id}`)).body
const incidentsOf = async (id: string): Promise<any[]> => (await app().get(`/incidents?monitor_id=${id}`)).body.data

describe('an objective', () => {
  it('shows its remaining budget', async () => {
    const monitorId = await monitorWith([[2000, 1990]])
    const made = await promise({ monitorIds: [monitorId], window: '30d' })
    expect(made).toMatchObject({
      object: 'slo',
      monitors: 1,
      burn_rate_alerts: { fast: 'critical', slow: 'warning' },
      error_budget: { total_seconds: 2592, consumed_seconds: 600, remaining_seconds: 1992 },
      burning: null,
    })
    expect((await app().get('/slos')).body.data.map(({ id }: any) => id)).toContain(made.id)
    expect((await app().get(`/slos/${made.id}`, { key: keys.other })).status).toBe(404)
  })

  it('is not judged while little was monitored, and its budget has the base of its uptime', async () => {
    const { id } = await make(app(), { name: 'Young' })
    const monitor = (await app().store.row<any>(sql`
      update monitors set created_at = ${ago(5)} where id = ${id}
      returning id, monitor_number as "monitorNumber", name, type`))!
    const down = { monitor, severity: 'critical', startedAt: ago(0.5), resolvedAt: null } as const
    await addIncident(app().store, organizationId, down)
    await checkedDaily(app().store, monitor.monitorNumber, { from: app().clock.now(), to: app().clock.now() })
    const { id: sloId } = await oldPromise({ monitorIds: [id], window: '30d' })
    const early = { monitored_seconds: 300, uptime_percent: 90, state: 'too_early' }
    expect(await look(sloId)).toMatchObject({
      ...early,
      error_budget: { total_seconds: 0, consumed_seconds: 30, remaining_percent: null },
      burn_rates: { fast: { long: 8.333, short: 100 }, slow: { long: 1.389 } },
    })
    const { summary } = (await app().get(`/reports?monitor_ids=${id}&sla_target=99.9`)).body
    expect(summary).toMatchObject({ monitored_seconds: 300, uptime_percent: 90, sla_met: null })
    const html = await app().get(`/reports?monitor_ids=${id}&format=html`)
    expect(html.text).toContain('90.00 %, monitored for 5 min; too early to judge.')
  })

  it('is missed as soon as its budget is used up, on its screen as in a report', async () => {
    const monitorId = await monitorWith([[2000, 1950]])
    const made = await promise({ monitorIds: [monitorId], window: '30d' })
    expect(made).toMatchObject({ state: 'missed', error_budget: { total_seconds: 2592, consumed_seconds: 3000 } })
    const { summary } = (await app().get(`/reports?monitor_ids=${monitorId}&timezone=UTC`)).body
    expect(summary).toMatchObject({ sla_met: false, error_budget: { consumed_seconds: 3000 } })
    expect(summary.error_budget.total_seconds).toBe(Math.round(summary.monitored_seconds / 1000))
  })

  it('burns only since it exists', async () => {
    const monitorId = await monitorWith([[300, 1]])
    const made = await promise({ monitorIds: [monitorId], window: '30d' })
    expect(made.burn_rates).toMatchObject({ fast: { long: 0, short: 0 }, slow: { long: 0, short: 0 } })
    await app().store.run(sql`update objectives set created_at = ${ago(5)} where id = ${made.id}`)
    expect((await look(made.id)).burn_rates).toMatchObject({ fast: { long: 66.667, short: 800 } })
  })

  it('covers monitors with a tag, and excludes maintenance', async () => {
    const monitorId = await monitorWith([[300, 200]], ['team:tagged'])
    const made = await promise({ monitorTags: ['team:tagged'] })
    expect(made.error_budget.consumed_seconds).toBe(6000)
    await app().post('/maintenance-windows', {
      name: 'Upgrade',
      startsAt: ago(300).toISOString(),
      durationMinutes: 60,
      monitorIds: [monitorId],
    })
    expect((await look(made.id)).error_budget.consumed_seconds).toBe(2400)
  })

  it('can be updated and deleted, which the activity log records', async () => {
    const monitorId = await monitorWith([])
    const { id } = await promise({ monitorIds: [monitorId] })
    const changed = await app().ask('PATCH', `/slos/${id}`, { body: { target: 99.5, burnRateAlerts: { slow: 'off' } } })
    expect(changed.body).toMatchObject({ target: 99.5, burn_rate_alerts: { fast: 'critical', slow: 'off' } })
    expect((await app().ask('DELETE', `/slos/${id}`)).status).toBe(200)
    expect((await app().get(`/slos/${id}`)).status).toBe(404)
    const log = (await app().get(`/activity?entity_id=${id}`)).body.data.map(({ action }: any) => action)
    expect(log).toEqual(['slo.deleted', 'slo.updated', 'slo.created'])
  })

  it.each([
    [{ target: 100 }, /^target: /],
    [{ target: 99, monitorIds: [] }, /^monitorIds: Required/],
    [{ target: 99, window: '90d' }, /^window: /],
    [{ target: 99, monitorIds: ['0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'] }, /^monitorIds: unknown monitor/],
    [{ target: 99, monitorTags: ['a'], contactGroupIds: ['0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'] }, /^contactGroupIds/],
  ])('refuses %j', async (body, words) => {
    const { status, body: refusal } = await app().post('/slos', { name: 'Wrong', ...body })
    expect(status).toBe(400)
    expect(refusal.error.message).toMatch(words)
  })
})

describe('a budget that burns', () => {
  let receiver: Receiver
  let groupId: string

  beforeAll(async () => {
    receiver = await startReceiver()
    const { data } = (await app().get('/contact-groups')).body
    groupId = data.find(({ name }: { name: string }) => name === 'shop').id
    const body = { name: 'Hook', type: 'webhook', config: { url: receiver.origin }, isDefault: true }
    expect((await dashboardOf(app()).ask(createChannel, { body })).status).toBe(201)
  })

  const notified = (incidentId: number): any[] =>
    receiver.requests.map((request) => request.json()).filter(({ incident }) => incident.id === incidentId)

  it('opens one incident, notifies its groups, and resolves when the rate drops', async () => {
    const monitorId = await monitorWith([[10, null]])
    const { id } = await oldPromise({ monitorIds: [monitorId], contactGroupIds: [groupId] })
    await passUntil(app(), async () => (await look(id)).burning === 'fast', 1000)
    const [incident, ...others] = await incidentsOf(id)
    expect(others).toEqual([])
    expect(incident).toMatchObject({
      status: 'firing',
      severity: 'critical',
      monitor: null,
      slo: { id, name: 'Shop availability' },
    })
    expect(incident.message).toMatch(
      /^Shop availability: the error budget burns at [\d.]+ times what the budget allows$/,
    )
    await passUntil(app(), () => notified(incident.id).length >= 1)
    await allDelivered(app())
    expect(notified(incident.id)[0]).toMatchObject({
      event: 'incident.firing',
      incident: { severity: 'critical' },
      enrichment: { monitor_name: 'Shop availability', monitor_type: 'objective', monitor_target: '99.9 % over 30d' },
    })
    await app().store.run(
      sql`update incidents set status = 'resolved', resolved_at = ${app().clock.now()} where monitor_id = ${monitorId}`,
    )
    await passUntil(app(), async () => (await look(id)).burning === null, minute)
    await passUntil(app(), () => notified(incident.id).at(-1).event === 'incident.resolved')
    // A receiver that responds late by this clock is notified again.
    const events = new Set(notified(incident.id).map(({ event }) => event))
    expect([...events]).toEqual(['incident.firing', 'incident.resolved'])
    expect((await incidentsOf(id)).map(({ status }) => status)).toEqual(['resolved'])
  })

  it('appears in every response with its incident', async () => {
    const monitorId = await monitorWith([[10, null]])
    const { id } = await oldPromise({ name: 'Everything is there', monitorIds: [monitorId] })
    await passUntil(app(), async () => (await incidentsOf(id)).length > 0, 1000)
    const [incident] = await incidentsOf(id)
    const slo = { id, name: 'Everything is there' }
    const of = { params: { id: String(incident.id) } }
    for (const path of ['', '/timeline', '/evidence'])
      expect((await app().get(`/incidents/${incident.id}${path}`)).status, path).toBe(200)
    const dashboard = dashboardOf(app())
    const { body: rows } = await dashboard.ask(listIncidentRows, { query: { limit: '100' } })
    expect(rows.data).toContainEqual(expect.objectContaining({ id: incident.id, monitor: null, slo }))
    const { body: overview } = await dashboard.ask(getOverview)
    expect(overview.incidents.shown).toContainEqual(expect.objectContaining({ id: incident.id, monitor: null, slo }))
    expect((await dashboard.ask(getIncidentContext, of)).status).toBe(200)
    const { body: taken } = await app().post(`/incidents/${incident.id}/acknowledge`)
    expect(taken).toMatchObject({ status: 'acknowledged', slo })
  })

  it('opens no incident if it burned earlier but not now', async () => {
    const monitorId = await monitorWith([[50, 40]])
    const { id } = await oldPromise({ monitorIds: [monitorId], burnRateAlerts: { slow: 'off' } })
    await app().store.run(sql`update objectives set look_at = ${app().clock.now()} where id = ${id}`)
    await passUntil(app(), async () => {
      const row = await app().store.row<{ lookAt: Date }>(
        sql`select look_at as "lookAt" from objectives where id = ${id}`,
      )
      return row!.lookAt > app().clock.now()
    })
    expect(await incidentsOf(id)).toEqual([])
  })

  it('can be acknowledged, and resolves when the objective is deleted', async () => {
    const monitorId = await monitorWith([[10, null]])
    const { id } = await oldPromise({ monitorIds: [monitorId] })
    await passUntil(app(), async () => (await incidentsOf(id)).length > 0, 1000)
    const [incident] = await incidentsOf(id)
    expect((await app().post(`/incidents/${incident.id}/resolve`)).status).toBeLessThan(300)
    await passUntil(app(), async () => (await incidentsOf(id))[0].status === 'resolved', 500)
    const { status, body } = await app().post(`/incidents/${incident.id}/mark-maintenance`)
    expect(status).toBe(409)
    expect(body.error.message).toMatch(/^An incident of an objective/)
    const other = await oldPromise({ monitorIds: [monitorId] })
    await passUntil(app(), async () => (await incidentsOf(other.id)).length > 0, 1000)
    await app().ask('DELETE', `/slos/${other.id}`)
    expect((await incidentsOf(other.id))[0]).toMatchObject({ status: 'resolved', resolve_reason: 'rule deleted' })
    expect(await incidentsOf(id)).toHaveLength(1)
  })
})

it('lists objectives one after the other, so that a page does not use up the connections', async () => {
  const monitorIds = [await monitorWith([])]
  for (let n = 0; n < 3; n++) await promise({ monitorIds })
  const { store, clock } = app()
  let [running, most] = [0, 0]
  const counted = async <Answer>(statement: Promise<Answer>): Promise<Answer> => {
    most = Math.max(most, (running += 1))
    return statement.finally(() => (running -= 1))
  }
  const db = {
    ...store,
    rows: <Row>(statement: Statement) => counted(store.rows<Row>(statement)),
    row: <Row>(statement: Statement) => counted(store.row<Row>(statement)),
  }
  const caller = { organization: { id: organizationId, timezone: 'UTC' } }
  await listSlos.handle({ params: {}, query: { limit: 50 }, body: undefined }, { db, now: clock.now(), caller } as any)
  expect(most).toBe(1)
})
