// Excluded incidents: marked as maintenance or as false positives.
import { describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { checked, checkedIn, refused } from '../../kit/resources/checked.ts'
import { closed, endedIncident, fail, newestOf, openIncident, recover } from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { quiet } from '../../kit/log.ts'
import { expectRefusal, locationsOf, make, patch } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const post = (id: number, act: string, body?: unknown) => app().post(`/incidents/${id}/${act}`, body)
const get = async (id: number) => (await app().get(`/incidents/${id}`)).body
const uptimeOf = async (monitorId: string) => {
  app().clock.advance(1)
  return (await app().get(`/monitors/${monitorId}/uptime`)).body
}

describe('marking as maintenance', () => {
  it('returns 201 with a window over the incident, which uptime excludes', async () => {
    const { id: monitorId } = await make(app())
    await checked(app(), monitorId)
    const { id, message } = await fail(app(), monitorId)
    app().clock.advance(10 * 60_000)
    await recover(app(), monitorId)
    app().clock.advance(10 * 60_000)
    await checked(app(), monitorId)
    expect(await uptimeOf(monitorId)).toMatchObject({ total_checks: 6, failed_checks: 3 })
    const { status, body } = await post(id, 'mark-maintenance')
    expect(status).toBe(201)
    const { resolved_at: resolvedAt } = await get(id)
    expect(body).toMatchObject({
      object: 'maintenance_window',
      name: `Incident ${id}: Shop`,
      description: message,
      monitor_ids: [monitorId],
      monitor_tags: [],
      starts_at: new Date(Date.parse(resolvedAt) - 11 * 60_000).toISOString(),
      duration_minutes: 11,
      timezone: 'UTC',
      recurrence: 'once',
      suppress_alerts: false,
      exclude_from_sla: true,
      enabled: true,
      incident_id: id,
    })
    expect((await app().get(`/maintenance-windows/${body.id}`)).body).toEqual(body)
    expect(await get(id)).toMatchObject({ status: 'resolved', maintenance_window_id: body.id })
    expect(await uptimeOf(monitorId)).toMatchObject({ total_checks: 2, failed_checks: 0, uptime_percent: 100 })
  })

  it('creates a window of five minutes for a shorter incident', async () => {
    const { id } = await endedIncident(app())
    expect((await post(id, 'mark-maintenance')).body).toMatchObject({ duration_minutes: 5 })
  })

  it('returns 200 with the same window if it is already marked', async () => {
    const { id } = await endedIncident(app())
    const first = await post(id, 'mark-maintenance')
    app().clock.advance(5000)
    const second = await post(id, 'mark-maintenance')
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    const { data } = (await app().get(`/activity?entity_id=${id}&action=incident.marked_maintenance`)).body
    expect(data).toMatchObject([{ changes: { maintenance_window_id: { from: null, to: first.body.id } } }])
    const made = (await app().get(`/activity?entity_id=${first.body.id}`)).body.data
    expect(made).toMatchObject([
      {
        action: 'maintenance_window.created',
        entity_name: `Incident ${id}: Shop`,
        changes: { incident_id: { to: id } },
      },
    ])
  })

  it('creates one window for two concurrent requests', async () => {
    const { id } = await endedIncident(app())
    const answers = await Promise.all([post(id, 'mark-maintenance'), post(id, 'mark-maintenance')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(answers[0]!.body).toEqual(answers[1]!.body)
  })

  it.each(['firing', 'acknowledged'])('is refused with 409 while the incident is %s', async (status) => {
    const { id } = await openIncident(app())
    if (status === 'acknowledged') await post(id, 'acknowledge')
    expectRefusal(
      await post(id, 'mark-maintenance'),
      409,
      'The incident is still open; only resolved incidents can be marked as maintenance',
    )
  })

  it('is refused with 409 if the monitor was deleted', async () => {
    const { id, monitor } = await endedIncident(app())
    await app().ask('DELETE', `/monitors/${monitor.id}`)
    expectRefusal(await post(id, 'mark-maintenance'), 409, /monitor was deleted/)
  })

  it('is undone by deleting the window, and can be repeated', async () => {
    const { id, monitor } = await endedIncident(app())
    const first = await post(id, 'mark-maintenance')
    expect((await uptimeOf(monitor.id)).failed_checks).toBe(0)
    await app().ask('DELETE', `/maintenance-windows/${first.body.id}`)
    expect(await get(id)).toMatchObject({ maintenance_window_id: null })
    expect((await uptimeOf(monitor.id)).failed_checks).toBe(3)
    const again = await post(id, 'mark-maintenance')
    expect(again.status).toBe(201)
    expect(again.body.id).not.toBe(first.body.id)
  })

  it("ignores the plan's limit of windows and does not count against it", async () => {
    const limited = await lapwing({
      provision: `
organizations: [ { name: L, limits: { maintenance_windows: 1 }, apiKeys: [ { name: k, scope: write, key: ${keys.write} } ] } ]
locations: [ { slug: fra, name: Frankfurt, region: eu, country: Germany, countryCode: DE, embedded: true } ]`,
    })
    const incidents = [await endedIncident(limited), await endedIncident(limited)]
    for (const { id } of incidents) expect((await limited.post(`/incidents/${id}/mark-maintenance`)).status).toBe(201)
    expect((await limited.get('/plan')).body.usage.maintenance_windows).toBe(0)
    const planned = { name: 'Upgrade', startsAt: '2026-03-02T00:00:00Z', durationMinutes: 30 }
    expect((await limited.post('/maintenance-windows', planned)).status).toBe(201)
    expect((await limited.post('/maintenance-windows', planned)).status).toBe(403)
  })
})

describe('marking a false positive', () => {
  const report = { reason: 'Our firewall had blocked the probes' }

  it('returns 201 with the report, and excludes the incident from uptime', async () => {
    const { id, monitor } = await endedIncident(app())
    await recover(app(), monitor.id)
    expect(await uptimeOf(monitor.id)).toMatchObject({ total_checks: 5, failed_checks: 3 })
    const { status, body } = await post(id, 'false-positive', report)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'resolved',
      resolve_requested_at: null,
      false_positive: {
        reason: report.reason,
        reported_by: 'rw',
        reported_at: app().clock.now().toISOString(),
        exclude_from_sla: true,
        mute_location_id: null,
      },
    })
    expect(await get(id)).toEqual(body)
    const { text } = await app().get(`/incidents/${id}`)
    expect(text, 'no spaces in the JSON').toBe(JSON.stringify(body))
    expect(await uptimeOf(monitor.id)).toMatchObject({ total_checks: 2, failed_checks: 0, uptime_percent: 100 })
    const last = (await app().get(`/incidents/${id}/timeline`)).body.data.at(-1)
    expect(last).toMatchObject({ type: 'false_positive', actor: 'rw', data: { reason: report.reason } })
    const { data } = (await app().get(`/activity?entity_id=${id}&action=incident.false_positive`)).body
    expect(data).toMatchObject([{ changes: { false_positive: { from: null, to: { reason: report.reason } } } }])
  })

  it('keeps the time in uptime on request', async () => {
    const { id, monitor } = await endedIncident(app())
    await post(id, 'false-positive', { ...report, excludeFromSla: false })
    expect(await uptimeOf(monitor.id)).toMatchObject({ failed_checks: 3 })
  })

  it('returns 200 and changes nothing if it is already marked', async () => {
    const { id } = await endedIncident(app())
    const first = await post(id, 'false-positive', report)
    app().clock.advance(5000)
    const second = await post(id, 'false-positive', { reason: 'On second thought' })
    expect([second.status, second.body]).toEqual([200, first.body])
  })

  it.each(['firing', 'acknowledged'])('resolves an incident that is %s', async (status) => {
    const { id } = await openIncident(app())
    if (status === 'acknowledged') await post(id, 'acknowledge')
    const answer = await post(id, 'false-positive', report)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status, resolve_requested_at: app().clock.now().toISOString() })
    expect(await closed(app(), id)).toMatchObject({
      resolve_reason: 'resolved manually',
      resolved_by: 'rw',
      false_positive: { reason: report.reason },
    })
  })

  it('needs a reason, of up to 10 KB of UTF-8: 413 beyond that', async () => {
    const { id } = await endedIncident(app())
    expectRefusal(
      await post(id, 'false-positive', { reason: '🐦'.repeat(2561) }),
      413,
      'reason: larger than 10 KB (10,240 bytes)',
    )
    expectRefusal(await post(id, 'false-positive', { reason: 'x'.repeat(10_241) }), 413, /^reason: /)
    expectRefusal(await post(id, 'false-positive', {}), 400, 'reason: Required')
    expectRefusal(
      await post(id, 'false-positive', { reason: '  ' }),
      400,
      'reason: String must contain at least 1 character(s)',
    )
    expect((await post(id, 'false-positive', { reason: '🐦'.repeat(2560) })).status).toBe(201)
  })

  it('is withdrawn with DELETE, once', async () => {
    const { id, monitor } = await endedIncident(app())
    await post(id, 'false-positive', report)
    const { status, body } = await app().ask('DELETE', `/incidents/${id}/false-positive`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, status: 'resolved', false_positive: null })
    expect(await uptimeOf(monitor.id)).toMatchObject({ failed_checks: 3 })
    const last = (await app().get(`/incidents/${id}/timeline`)).body.data.at(-1)
    expect(last).toMatchObject({ type: 'false_positive', actor: 'rw', data: { withdrawn: true } })
    expectRefusal(
      await app().ask('DELETE', `/incidents/${id}/false-positive`),
      404,
      'The incident is not marked as a false positive',
    )
    expect((await post(id, 'false-positive', report)).status).toBe(201)
  })
})

describe('an excluded incident', () => {
  it.each([
    ['reported', (id: number) => post(id, 'false-positive', { reason: 'The proxy' })],
    ['marked', (id: number) => post(id, 'mark-maintenance')],
  ])('is not reopened if it is %s while it flaps: the next failure is another incident', async (_done, act) => {
    const { monitor } = await endedIncident(app())
    for (let outages = 1; outages < 3; outages++) {
      await fail(app(), monitor.id)
      await recover(app(), monitor.id)
    }
    const flapping = await newestOf(app(), monitor.id)
    await fail(app(), monitor.id)
    expect(await newestOf(app(), monitor.id)).toMatchObject({ id: flapping.id, status: 'firing', flapping: true })
    await recover(app(), monitor.id)
    await act(flapping.id)
    const next = await fail(app(), monitor.id)
    expect(next.id).toBeGreaterThan(flapping.id)
    expect(await get(flapping.id)).toMatchObject({ status: 'resolved' })
  })
})

describe('muting a location with the report', () => {
  const report = async (id: number, muteLocationId: string) =>
    post(id, 'false-positive', { reason: 'Frankfurt lies', muteLocationId })

  /** Records a check from every location; one of them fails. */
  async function failedAt(monitorId: string, locationId: string): Promise<void> {
    const store = openStore(app().database, { log: quiet, connections: 2 })
    try {
      app().clock.advance(1000)
      const failing = await store.row<{ number: number }>(sql`select number from locations where id = ${locationId}`)
      await checkedIn(store, app().clock, {
        monitorId,
        outcome: ({ location }) => (location === failing!.number ? refused : {}),
      })
    } finally {
      await store.close()
    }
  }

  async function watchedFromTwo(): Promise<{ monitorId: string; fra: string; nyc: string }> {
    const [fra = '', nyc = ''] = await locationsOf(app())
    const { id } = await make(app(), { locations: [fra, nyc], schedulingStrategy: 'parallel' })
    const rules = (await app().get(`/monitors/${id}/alert-rules`)).body.data
    const availability = rules.find(({ metric }: { metric: string }) => metric === 'success')
    await app().ask('PATCH', `/monitors/${id}/alert-rules/${availability.id}`, {
      body: { minFailedProbes: 1, failureThreshold: 1 },
    })
    return { monitorId: id, fra, nyc }
  }

  it('stops its checks from confirming an incident until the report is withdrawn', async () => {
    const { monitorId, fra } = await watchedFromTwo()
    await failedAt(monitorId, fra)
    const { id } = await newestOf(app(), monitorId)
    const { status, body } = await report(id, fra)
    expect(status).toBe(201)
    expect(body.false_positive).toMatchObject({ mute_location_id: fra })
    await closed(app(), id)
    expect((await app().get(`/monitors/${monitorId}`)).body).toMatchObject({ muted_locations: [fra], state: 'up' })
    await failedAt(monitorId, fra)
    expect((await newestOf(app(), monitorId)).id).toBe(id)
    expect((await app().get(`/monitors/${monitorId}`)).body).toMatchObject({ status: 'up', state: 'up' })
    await app().ask('DELETE', `/incidents/${id}/false-positive`)
    expect((await app().get(`/monitors/${monitorId}`)).body.muted_locations).toEqual([])
    await failedAt(monitorId, fra)
    expect((await newestOf(app(), monitorId)).id).toBeGreaterThan(id)
  })

  it('does not mute the other locations', async () => {
    const { monitorId, fra, nyc } = await watchedFromTwo()
    await failedAt(monitorId, fra)
    const { id } = await newestOf(app(), monitorId)
    await report(id, fra)
    await closed(app(), id)
    await failedAt(monitorId, nyc)
    expect(await newestOf(app(), monitorId)).toMatchObject({ status: 'firing', confirming_locations: ['New York'] })
  })

  it("ends when the monitor's locations are changed", async () => {
    const { monitorId, fra, nyc } = await watchedFromTwo()
    await failedAt(monitorId, fra)
    const { id } = await newestOf(app(), monitorId)
    await report(id, fra)
    await patch(app(), monitorId, { name: 'Store' })
    expect((await app().get(`/monitors/${monitorId}`)).body.muted_locations).toEqual([fra])
    await patch(app(), monitorId, { locations: [nyc, fra] })
    expect((await app().get(`/monitors/${monitorId}`)).body.muted_locations).toEqual([])
  })

  it('lasts while another report requires it', async () => {
    const { monitorId, fra } = await watchedFromTwo()
    await failedAt(monitorId, fra)
    const first = await newestOf(app(), monitorId)
    await recover(app(), monitorId)
    await failedAt(monitorId, fra)
    const second = await newestOf(app(), monitorId)
    expect(second.id).toBeGreaterThan(first.id)
    await report(first.id, fra)
    await report(second.id, fra)
    await app().ask('DELETE', `/incidents/${first.id}/false-positive`)
    expect((await app().get(`/monitors/${monitorId}`)).body.muted_locations).toEqual([fra])
    await app().ask('DELETE', `/incidents/${second.id}/false-positive`)
    expect((await app().get(`/monitors/${monitorId}`)).body.muted_locations).toEqual([])
  })

  it('is recorded as a change of the monitor', async () => {
    const { monitorId, fra } = await watchedFromTwo()
    await failedAt(monitorId, fra)
    await report((await newestOf(app(), monitorId)).id, fra)
    const { data } = (await app().get(`/activity?entity_id=${monitorId}&action=monitor.updated`)).body
    expect(data[0].changes).toMatchObject({ muted_locations: { from: [], to: [fra] } })
  })

  it('accepts a location of the monitor, but not the last unmuted one', async () => {
    const { id, monitor } = await openIncident(app())
    const [fra = '', nyc = ''] = await locationsOf(app())
    expectRefusal(await report(id, nyc), 400, `muteLocationId: the monitor has no location ${nyc}; it has ${fra}`)
    expectRefusal(await report(id, 'frankfurt'), 400, 'muteLocationId: must be a valid UUID')
    expectRefusal(await report(id, fra), 409, /no other unmuted location/)
    expect(await get(id)).toMatchObject({ false_positive: null, resolve_requested_at: null })
    await app().ask('DELETE', `/monitors/${monitor.id}`)
    expectRefusal(await report(id, fra), 409, /monitor was deleted/)
  })
})
