// Incidents: reading them, and all their state transitions.
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import {
  closed,
  endedIncident,
  fail,
  newestOf,
  openIncident,
  openWarning,
  recover,
  until,
} from '../../kit/resources/incidents.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase, make, patch, ruleNamed } from '../../kit/resources/monitors.ts'

const app = sharedLapwing()
const post = (id: number, act: string, body?: unknown) => app().post(`/incidents/${id}/${act}`, body)
const get = async (id: number) => (await app().get(`/incidents/${id}`)).body
const activityOf = async (id: number, action: string) => {
  const { body } = await app().get(`/activity?entity_type=incident&entity_id=${id}&action=${action}`)
  return body.data
}
const timelineOf = async (id: number) => (await app().get(`/incidents/${id}/timeline`)).body.data

describe('an incident', () => {
  it('opens when a failure is confirmed, with cause, start and locations', async () => {
    const { id: monitorId } = await make(app())
    app().clock.advance(1000)
    const failingSince = app().clock.now().toISOString()
    await checked(app(), monitorId, refused)
    expect((await app().get(`/incidents?monitor_id=${monitorId}`)).body).toMatchObject({ data: [], total: 0 })
    const incident = await fail(app(), monitorId)
    const rule = await ruleNamed(app(), monitorId, 'Availability Check')
    expect(incident).toEqual({
      object: 'incident',
      id: expect.any(Number),
      status: 'firing',
      severity: 'critical',
      message: 'Shop is down: connection refused by 192.0.2.1:443',
      monitor: { id: monitorId, name: 'Shop' },
      slo: null,
      rule: { id: rule.id, name: rule.name },
      rule_version: 1,
      started_at: new Date(Date.parse(failingSince) + 2000).toISOString(),
      failing_since: failingSince,
      acknowledged_at: null,
      acknowledged_by: null,
      assignee: null,
      resolved_at: null,
      resolve_reason: null,
      resolved_by: null,
      resolve_requested_at: null,
      fire_count: 1,
      flapping: false,
      location: null,
      root_cause: 'connect',
      root_cause_detail: 'connection refused by 192.0.2.1:443',
      diagnosis: expect.stringMatching(/cannot be reached/),
      expected: 'the check succeeds',
      detected_value: 'connection refused by 192.0.2.1:443',
      resolved_value: null,
      confirming_locations: ['Frankfurt'],
      affected_by: null,
      affected_monitors: 0,
      vendor_reports: [],
      deployment: null,
      maintenance_window_id: null,
      false_positive: null,
    })
    expect(await get(incident.id)).toEqual(incident)
  })

  it('shows the current names of its monitor and rule', async () => {
    const { id, monitor, rule } = await openIncident(app())
    await patch(app(), monitor.id, { name: 'Store' })
    await app().ask('PATCH', `/monitors/${monitor.id}/alert-rules/${rule.id}`, { body: { name: 'Answers' } })
    expect(await get(id)).toMatchObject({
      monitor: { id: monitor.id, name: 'Store' },
      rule: { id: rule.id, name: 'Answers' },
      rule_version: 1,
    })
  })

  it('outlives its monitor and rule, which become null', async () => {
    const warning = await openWarning(app())
    await app().ask('DELETE', `/monitors/${warning.monitor.id}/alert-rules/${warning.rule.id}`)
    expect(await get(warning.id)).toMatchObject({
      monitor: warning.monitor,
      rule: null,
      status: 'resolved',
      resolve_reason: 'rule deleted',
    })
    await app().ask('DELETE', `/monitors/${warning.monitor.id}`)
    expect(await get(warning.id)).toMatchObject({ monitor: null, rule: null, message: warning.message })
    expect((await app().get(`/incidents?monitor_id=${warning.monitor.id}`)).body.total).toBe(1)
  })

  it('is 404 for another organization, and 400 if the id is not a positive integer', async () => {
    const { id } = await openIncident(app())
    expectRefusal(await app().get(`/incidents/${id}`, { key: keys.other }), 404, 'Incident not found')
    expectRefusal(await app().get('/incidents/99999999999999999999999'), 404, 'Incident not found')
    for (const wrong of ['0', '-1', '1.5', 'one', '1e3', '0x1', '0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31'])
      expectRefusal(await app().get(`/incidents/${wrong}`), 400, 'id: must be a positive integer')
  })
})

describe('GET /incidents', () => {
  it('lists the newest first, up to the limit, with the total number', async () => {
    const own = await lapwing()
    const ids: number[] = []
    for (let n = 0; n < 3; n++) ids.unshift((await openIncident(own)).id)
    const first = (await own.get('/incidents?limit=2')).body
    expect(first).toMatchObject({ object: 'list', has_more: true, next_cursor: expect.any(String), total: 3 })
    expect(first.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 2))
    const second = (await own.get(`/incidents?limit=2&cursor=${first.next_cursor}`)).body
    expect(second).toMatchObject({ data: [{ id: ids[2] }], has_more: false, next_cursor: null, total: 3 })
    expect((await own.get('/incidents', { key: keys.other })).body).toMatchObject({ data: [], total: 0 })
    await inDatabase(own, sql`delete from incidents where id = ${ids[1]}`)
    const gone = await own.get(`/incidents?limit=2&cursor=${first.next_cursor}`)
    expectRefusal(gone, 400, 'cursor: cursor no longer valid, restart from the first page')
  })

  it('filters by status, severity and monitor, and counts what matches', async () => {
    const own = await lapwing()
    const [firing, taken] = [await openIncident(own), await openIncident(own)]
    const [ended, warning] = [await endedIncident(own), await openWarning(own)]
    await own.post(`/incidents/${taken.id}/acknowledge`)
    const found = async (query: string) => {
      const { data, total } = (await own.get(`/incidents?${query}`)).body
      expect(total).toBe(data.length)
      return data.map(({ id }: { id: number }) => id)
    }
    expect(await found('status=firing')).toEqual([warning.id, firing.id])
    expect(await found('status=acknowledged')).toEqual([taken.id])
    expect(await found('status=resolved')).toEqual([ended.id])
    expect(await found('severity=warning')).toEqual([warning.id])
    expect(await found('severity=critical&status=firing')).toEqual([firing.id])
    expect(await found(`monitor_id=${ended.monitor.id}`)).toEqual([ended.id])
    expect(await found('monitor_id=0198c5a2-9b10-7d21-8c44-2b6f0e9d7a31')).toEqual([])
  })

  it('filters by tag, cause and text', async () => {
    const own = await lapwing()
    const [shop, mail] = [
      await openIncident(own, { name: 'Shop', tags: ['env:prod'] }),
      await openIncident(own, { name: 'Mail 100%' }),
    ]
    const found = async (query: string) => {
      const { data, total } = (await own.get(`/incidents?${query}`)).body
      expect(total).toBe(data.length)
      return data.map(({ id }: { id: number }) => id)
    }
    expect(await found('tag=env:prod')).toEqual([shop.id])
    expect(await found('tag=env:test')).toEqual([])
    expect(await found(`cause=${shop.root_cause}`)).toEqual([mail.id, shop.id])
    expect(await found(`cause=${shop.root_cause}&tag=env:prod&q=shop`)).toEqual([shop.id])
    expect(await found('q=sHOP')).toEqual([shop.id])
    expect(await found(`q=${encodeURIComponent('100%')}`)).toEqual([mail.id])
    expect(await found(`q=${encodeURIComponent(`#${mail.id}`)}`)).toEqual([mail.id])
  })

  it('finds incidents that started at or after `since` and before `until`', async () => {
    const { monitor, started_at: startedAt } = await openIncident(app())
    const total = async (query: string) => (await app().get(`/incidents?monitor_id=${monitor.id}&${query}`)).body.total
    const later = new Date(Date.parse(startedAt) + 1).toISOString()
    expect(await total(`since=${startedAt}`)).toBe(1)
    expect(await total(`since=${later}`)).toBe(0)
    expect(await total(`until=${startedAt}`)).toBe(0)
    expect(await total(`until=${later}`)).toBe(1)
    expect(await total(`since=${startedAt}&until=${later}`)).toBe(1)
    expect(await total(`since=${encodeURIComponent(startedAt.replace('Z', '+00:00'))}`)).toBe(1)
    expect(await total(`since=${startedAt.replace('Z', '+00:00')}`)).toBe(1)
    expect(await total(`until=${startedAt.replace('Z', '+00:01')}`)).toBe(0)
  })

  it.each([
    ['status=open', 'status: Invalid value. Allowed values: firing, acknowledged, resolved'],
    ['severity=info', 'severity: Invalid value. Allowed values: critical, warning'],
    ['cause=gremlins', /^cause: Invalid value. Allowed values: dns, /],
    ['monitor_id=shop', 'monitor_id: must be a valid UUID'],
    ['since=yesterday', 'since: must be a valid ISO 8601 datetime'],
    ['until=2026-03-01', 'until: must be a valid ISO 8601 datetime'],
  ])('refuses %s', async (query, message) => {
    expectRefusal(await app().get(`/incidents?${query}`), 400, message)
  })
})

describe('acknowledging', () => {
  it('acknowledges a firing incident and records who did it and when', async () => {
    const { id } = await openIncident(app())
    app().clock.advance(5000)
    const { status, body } = await post(id, 'acknowledge')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'acknowledged',
      acknowledged_at: app().clock.now().toISOString(),
      acknowledged_by: 'rw',
      resolved_at: null,
    })
    expect(await get(id)).toEqual(body)
    expect(await timelineOf(id)).toMatchObject([
      { type: 'opened' },
      { type: 'confirmed' },
      { type: 'acknowledged', actor: 'rw' },
    ])
    const changes = { status: { from: 'firing', to: 'acknowledged' } }
    expect(await activityOf(id, 'incident.acknowledged')).toMatchObject([{ changes, actor: { name: 'rw' } }])
  })

  it('notifies the channels that support it, once', async () => {
    const { id } = await openIncident(app())
    await post(id, 'acknowledge')
    await post(id, 'acknowledge')
    const notified = await inDatabase(
      app(),
      sql`select kind, reminder, fire_count from outbox where incident_id = ${id} order by id`,
    )
    expect(notified).toEqual([
      { kind: 'firing', reminder: false, fire_count: 1 },
      { kind: 'acknowledged', reminder: false, fire_count: 1 },
    ])
  })

  it('does not change an acknowledged incident', async () => {
    const { id } = await openIncident(app())
    const first = await post(id, 'acknowledge')
    app().clock.advance(5000)
    const second = await post(id, 'acknowledge')
    expect([second.status, second.body]).toEqual([200, first.body])
    expect(await activityOf(id, 'incident.acknowledged')).toHaveLength(1)
  })

  it('is refused with 409 once the incident is resolved', async () => {
    const { id } = await endedIncident(app())
    expectRefusal(await post(id, 'acknowledge'), 409, 'The incident is already resolved and cannot be acknowledged')
    expect(await get(id)).toMatchObject({ status: 'resolved', acknowledged_at: null })
  })
})

describe('resolving by hand', () => {
  it.each(['firing', 'acknowledged'])(
    'returns 202 with the current %s incident, which is resolved within moments',
    async (status) => {
      const { id } = await openIncident(app())
      if (status === 'acknowledged') await post(id, 'acknowledge')
      const requestedAt = app().clock.now().toISOString()
      const answer = await post(id, 'resolve')
      expect(answer.status).toBe(202)
      expect(answer.body).toMatchObject({ status, resolved_at: null, resolve_requested_at: requestedAt })
      expect(await closed(app(), id)).toMatchObject({
        status: 'resolved',
        resolved_at: expect.any(String),
        resolve_reason: 'resolved manually',
        resolved_by: 'rw',
        resolve_requested_at: requestedAt,
        resolved_value: null,
      })
      expect((await timelineOf(id)).at(-1)).toMatchObject({
        type: 'resolved',
        actor: 'rw',
        data: { reason: 'resolved manually' },
      })
      const changes = { status: { from: status, to: 'resolved' } }
      expect(await activityOf(id, 'incident.resolved')).toMatchObject([{ changes, actor: { name: 'rw' } }])
    },
  )

  it('returns 200 if the incident is already resolved', async () => {
    const ended = await endedIncident(app())
    const { status, body } = await post(ended.id, 'resolve')
    expect([status, body]).toEqual([200, ended])
    expect(await activityOf(ended.id, 'incident.resolved')).toEqual([])
  })

  it('is recorded once, even if it is sent several times', async () => {
    const own = await lapwing({ env: { LAPWING_ROLES: 'server' } })
    const { id } = await openIncident(own)
    const first = await own.post(`/incidents/${id}/resolve`)
    own.clock.advance(5000)
    const second = await own.post(`/incidents/${id}/resolve`)
    expect([second.status, second.body]).toEqual([202, first.body])
    expect((await own.get('/activity?action=incident.resolved')).body.data).toHaveLength(1)
  })

  it('lets a condition that still holds open a new incident after full confirmation', async () => {
    const { id, monitor } = await openIncident(app())
    await post(id, 'resolve')
    await closed(app(), id)
    app().clock.advance(1000)
    await checked(app(), monitor.id, refused)
    expect((await newestOf(app(), monitor.id)).id).toBe(id)
    const next = await fail(app(), monitor.id)
    expect(next).toMatchObject({ status: 'firing', fire_count: 1, resolve_requested_at: null })
    expect(next.id).toBeGreaterThan(id)
  })
})

describe('an open incident is resolved', () => {
  it.each(['firing', 'acknowledged'])('from %s when checks recover, without a user', async (status) => {
    const { id, monitor } = await openIncident(app())
    if (status === 'acknowledged') await post(id, 'acknowledge')
    await recover(app(), monitor.id)
    expect(await get(id)).toMatchObject({
      status: 'resolved',
      resolved_at: app().clock.now().toISOString(),
      resolved_value: 'the check succeeded',
      resolve_reason: null,
      resolved_by: null,
    })
    expect((await timelineOf(id)).at(-1)).toMatchObject({ type: 'resolved', actor: null })
  })

  it('when its rule is disabled', async () => {
    const { id, monitor, rule } = await openIncident(app())
    await app().ask('PATCH', `/monitors/${monitor.id}/alert-rules/${rule.id}`, { body: { enabled: false } })
    expect(await get(id)).toMatchObject({ status: 'resolved', resolve_reason: 'rule disabled', resolved_by: 'rw' })
  })

  it('when its monitor is paused', async () => {
    const { id, monitor } = await openIncident(app())
    await app().post(`/monitors/${monitor.id}/pause`)
    expect(await get(id)).toMatchObject({ status: 'resolved', resolve_reason: 'monitor paused', resolved_by: 'rw' })
  })

  it('when its monitor is deleted', async () => {
    const { id, monitor } = await openIncident(app())
    await app().ask('DELETE', `/monitors/${monitor.id}`)
    expect(await get(id)).toMatchObject({
      status: 'resolved',
      resolve_reason: 'monitor deleted',
      resolved_by: 'rw',
      monitor: null,
    })
  })
})

describe('reminders', () => {
  it('raise fire_count at the repeat interval while the incident fires, and stop when it is acknowledged', async () => {
    const own = await lapwing()
    const config = { repeatIntervalSeconds: 3600 }
    const [taken, firing] = [await openIncident(own, { config }), await openIncident(own, { config })]
    for (const count of [2, 3]) {
      own.clock.advance(3_600_000)
      for (const { id } of [taken, firing])
        expect(await until(own, id, ({ fire_count }) => fire_count >= count)).toMatchObject({
          status: 'firing',
          fire_count: count,
        })
    }
    await own.post(`/incidents/${taken.id}/acknowledge`)
    own.clock.advance(3_600_000)
    await until(own, firing.id, ({ fire_count }) => fire_count === 4)
    expect((await own.get(`/incidents/${taken.id}`)).body).toMatchObject({ status: 'acknowledged', fire_count: 3 })
  })

  it('are not sent without a repeat interval', async () => {
    const own = await lapwing()
    const [quiet, loud] = [
      await openIncident(own),
      await openIncident(own, { config: { repeatIntervalSeconds: 3600 } }),
    ]
    own.clock.advance(7_200_000)
    await until(own, loud.id, ({ fire_count }) => fire_count === 2)
    expect((await own.get(`/incidents/${quiet.id}`)).body).toMatchObject({ status: 'firing', fire_count: 1 })
  })
})
