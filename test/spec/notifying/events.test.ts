// Events: what webhooks and flat hooks receive, and when. Delivery is tested in deliveries.test.ts.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { slow } from '../../kit/resources/alert-rules.ts'
import { checked } from '../../kit/resources/checked.ts'
import { fail, openIncident, openWarning, recover } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make, patch, ruleNamed } from '../../kit/resources/monitors.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, heard, hook, lapwingWithChannels } from '../../kit/resources/notifying.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const secret = 'correct horse battery staple'

async function told(config = {}) {
  const receiver = await startReceiver()
  const app = await lapwingWithChannels({ channels: [hook(receiver, { config })] })
  return { app, receiver }
}

/** Moves the clock to that long after a given time. */
function passSince({ clock }: TestLapwing, moment: string, ms: number): void {
  clock.advance(Date.parse(moment) + ms - clock.now().getTime())
}

describe('incident.firing', () => {
  it('is sent once an incident is confirmed, and not before', async () => {
    const { app, receiver } = await told()
    const { id } = await make(app)
    await checked(app, id, { success: false })
    await allDelivered(app)
    expect(receiver.requests).toEqual([])
    const incident = await fail(app, id)
    const events = await heard(app, receiver)
    expect(events).toMatchObject([
      { event: 'incident.firing', incident: { id: incident.id, status: 'firing', fire_count: 1 } },
    ])
  })

  it('is sent again for each reminder, with the same id and a higher fire_count', async () => {
    const { app, receiver } = await told()
    const { id } = await openIncident(app, { config: { repeatIntervalSeconds: 3600 } })
    for (const count of [1, 2, 3]) {
      const last = (await heard(app, receiver, count)).at(-1)
      expect(last).toMatchObject({ event: 'incident.firing', incident: { id, status: 'firing', fire_count: count } })
      // An alert that was sent but not recorded yet would be sent again after an hour.
      await allDelivered(app)
      app.clock.advance(3_600_000)
    }
  })

  it('is one request for each incident, never grouped', async () => {
    const { app, receiver } = await told()
    const incidents = [await openIncident(app), await openIncident(app, { name: 'Blog' })]
    const events = await heard(app, receiver, 2)
    expect(events.map(({ incident }) => incident.id).toSorted((one, other) => one - other)).toEqual(
      incidents.map(({ id }) => id),
    )
    await allDelivered(app)
    expect(receiver.requests).toHaveLength(2)
  })
})

describe('incident.resolved', () => {
  it('is sent when checks have recovered, without a reason or a user', async () => {
    const { app, receiver } = await told()
    const { id, monitor } = await openIncident(app)
    await heard(app, receiver)
    await recover(app, monitor.id)
    const [, { event, incident, enrichment }] = await heard(app, receiver, 2)
    expect([event, incident.id, incident.status]).toEqual(['incident.resolved', id, 'resolved'])
    expect(enrichment.resolved_value).toBe('the check succeeded')
    expect(enrichment).not.toHaveProperty('resolve_reason')
    expect(enrichment).not.toHaveProperty('resolved_by')
  })

  const ruleOf = ({ monitor, rule }: any): string => `/monitors/${monitor.id}/alert-rules/${rule.id}`
  const administrative: [string, string, (opened: any) => string, object?][] = [
    ['rule disabled', 'PATCH', ruleOf, { enabled: false }],
    ['rule deleted', 'DELETE', ruleOf],
    ['monitor paused', 'POST', ({ monitor }) => `/monitors/${monitor.id}/pause`],
    ['monitor deleted', 'DELETE', ({ monitor }) => `/monitors/${monitor.id}`],
    ['resolved manually', 'POST', ({ id }) => `/incidents/${id}/resolve`],
  ]
  it.each(administrative)(
    'contains why and by whom an incident was closed: %s',
    async (reason, method, pathOf, body) => {
      const { app, receiver } = await told()
      const opened = await openWarning(app)
      await heard(app, receiver)
      expect((await app.ask(method, pathOf(opened), { body })).status).toBeLessThan(300)
      const [, { event, incident, enrichment }] = await heard(app, receiver, 2)
      expect([event, incident.id]).toEqual(['incident.resolved', opened.id])
      expect(enrichment).toMatchObject({
        resolve_reason: reason,
        resolved_by: 'rw',
        monitor_name: 'Shop',
        rule_name: slow.name,
      })
      expect(enrichment).not.toHaveProperty('resolved_value')
    },
  )
})

it('an acknowledgement is not sent, and it ends the reminders', async () => {
  const { app, receiver } = await told()
  const config = { repeatIntervalSeconds: 3600 }
  const [taken, firing] = [await openIncident(app, { config }), await openIncident(app, { config })]
  await heard(app, receiver, 2)
  await app.post(`/incidents/${taken.id}/acknowledge`)
  app.clock.advance(3_600_000)
  expect((await heard(app, receiver, 3)).at(-1).incident).toMatchObject({ id: firing.id, fire_count: 2 })
  await recover(app, taken.monitor.id)
  const events = (await heard(app, receiver, 4)).filter(({ incident }) => incident.id === taken.id)
  expect(events.map(({ event }) => event)).toEqual(['incident.firing', 'incident.resolved'])
})

describe('a request', () => {
  it('is a JSON POST of the alert manager, signed over the raw body', async () => {
    const { app, receiver } = await told({ secret })
    await openIncident(app)
    await heard(app, receiver)
    const { method, path, headers, raw } = receiver.requests[0]!
    expect([method, path]).toEqual(['POST', '/hook'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-AlertManager/1.0',
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    })
  })

  it('is not signed when the channel has no secret', async () => {
    const { app, receiver } = await told()
    await openIncident(app)
    await heard(app, receiver)
    expect(receiver.requests[0]!.headers).not.toHaveProperty('x-service-signature')
  })
})

describe('the payload', () => {
  it('of a firing incident has every field of the specification', async () => {
    const { app, receiver } = await told()
    const opened = await openIncident(app, { locations: await locationsOf(app) })
    const rule = await ruleNamed(app, opened.monitor.id, 'Availability Check')
    const [payload] = await heard(app, receiver)
    expect(payload).toEqual({
      event: 'incident.firing',
      timestamp: opened.started_at,
      incident: {
        id: opened.id,
        rule_id: rule.rule_id,
        scheduler_id: expect.any(Number),
        status: 'firing',
        severity: 'critical',
        message: 'Shop is down: connection refused by 192.0.2.1:443',
        fire_count: 1,
        flapping: false,
        started_at: opened.started_at,
      },
      enrichment: {
        monitor_name: 'Shop',
        monitor_target: 'https://example.com/',
        monitor_type: 'http',
        rule_name: 'Availability Check',
        root_cause: 'connect',
        root_cause_detail: 'connection refused by 192.0.2.1:443',
        diagnosis: opened.diagnosis,
        friendly_expected: 'the check succeeds',
        detected_value: 'connection refused by 192.0.2.1:443',
        confirming_probes: expect.any(Array),
        prober_location: payload.enrichment.confirming_probes[0],
        incident_url: `${app.origin}/incidents/${opened.id}`,
        rule_version: 1,
      },
    })
    expect(payload.enrichment.confirming_probes.toSorted()).toEqual(['🇩🇪 Frankfurt (eu)', '🇺🇸 New York (us)'])
    expect(payload.timestamp).toMatch(rfc3339)
  })

  it('of a resolved incident also has its duration and the resolved value', async () => {
    const { app, receiver } = await told()
    const { monitor, started_at: startedAt } = await openIncident(app)
    await heard(app, receiver)
    passSince(app, startedAt, 269_000)
    await recover(app, monitor.id)
    const [firing, resolved] = await heard(app, receiver, 2)
    expect(resolved).toEqual({
      event: 'incident.resolved',
      timestamp: new Date(Date.parse(startedAt) + 270_000).toISOString(),
      incident: { ...firing.incident, status: 'resolved', duration: '4m30s' },
      enrichment: { ...firing.enrichment, resolved_value: 'the check succeeded' },
    })
  })

  it('contains a stable id of the monitor, even after it was deleted', async () => {
    const { app, receiver } = await told()
    const { monitor } = await openIncident(app)
    await heard(app, receiver)
    await recover(app, monitor.id)
    await patch(app, monitor.id, { name: 'Store', interval: 300, target: 'https://example.com/shop' })
    await fail(app, monitor.id)
    const [first, , third] = await heard(app, receiver, 3)
    expect(third.incident.scheduler_id).toBe(first.incident.scheduler_id)
    expect(third.incident.id).not.toBe(first.incident.id)
    expect(third.enrichment).toMatchObject({ monitor_name: 'Store', monitor_target: 'https://example.com/shop' })
  })

  it('of a warning contains value and expectation in plain words', async () => {
    const { app, receiver } = await told()
    await openWarning(app)
    const [{ incident, enrichment }] = await heard(app, receiver)
    expect(incident.severity).toBe('warning')
    expect(enrichment).toMatchObject({
      rule_name: slow.name,
      root_cause: 'performance',
      friendly_expected: 'at most 2 s',
      detected_value: '5 s',
    })
    expect(enrichment).not.toHaveProperty('root_cause_detail')
  })

  it('contains the version of the rule that fired, and the current one', async () => {
    const { app, receiver } = await told()
    const { monitor, rule } = await openIncident(app)
    await heard(app, receiver)
    await app.ask('PATCH', `/monitors/${monitor.id}/alert-rules/${rule.id}`, { body: { name: 'Answers' } })
    await recover(app, monitor.id)
    const [firing, resolved] = await heard(app, receiver, 2)
    expect(firing.enrichment).toMatchObject({ rule_version: 1 })
    expect(firing.enrichment).not.toHaveProperty('updated_rule_version')
    expect(resolved.enrichment).toMatchObject({ rule_version: 1, updated_rule_version: 2 })
  })

  it('contains whether an incident flaps', async () => {
    const { app, receiver } = await told()
    const { id } = await make(app)
    const flapping = async (count: number) => (await heard(app, receiver, count)).at(-1).incident.flapping
    for (const [firing, flaps] of [
      [1, false],
      [3, false],
      [5, true],
    ] as const) {
      await fail(app, id)
      expect(await flapping(firing)).toBe(flaps)
      await recover(app, id)
      // The third recovery is held back until it lasts.
      if (!flaps) expect(await flapping(firing + 1)).toBe(false)
    }
    await allDelivered(app)
    expect(receiver.requests).toHaveLength(5)
    app.clock.advance(300_000)
    expect((await heard(app, receiver, 6)).at(-1)).toMatchObject({
      event: 'incident.resolved',
      incident: { flapping: true },
    })
  })

  it('links to the incident at the public address', async () => {
    const receiver = await startReceiver()
    const env = { LAPWING_PUBLIC_URL: 'https://lapwing.example.com' }
    const app = await lapwingWithChannels({ channels: [hook(receiver)] }, { env })
    const { id } = await openIncident(app)
    const [{ enrichment }] = await heard(app, receiver)
    expect(enrichment.incident_url).toBe(`https://lapwing.example.com/incidents/${id}`)
  })

  it('of a heartbeat has no locations', async () => {
    const { app, receiver } = await told()
    const { target } = await make(app, { type: 'heartbeat', name: 'Backup' })
    await fetch(`${app.origin}${new URL(target).pathname}/fail`)
    const [{ enrichment }] = await heard(app, receiver)
    expect(enrichment).toMatchObject({ monitor_name: 'Backup', monitor_type: 'heartbeat', root_cause: 'heartbeat' })
    expect(enrichment).not.toHaveProperty('confirming_probes')
    expect(enrichment).not.toHaveProperty('prober_location')
  })
})

describe('a flat hook', () => {
  const flatHook = { type: 'zapier', name: 'Zap' }

  it('gets one flat, unsigned object without empty fields', async () => {
    const receiver = await startReceiver()
    const app = await lapwingWithChannels({ channels: [hook(receiver, flatHook)] })
    const opened = await openIncident(app, { locations: await locationsOf(app) })
    const [firing] = await heard(app, receiver)
    expect(firing.confirming_probes.split(', ').toSorted()).toEqual(['🇩🇪 Frankfurt (eu)', '🇺🇸 New York (us)'])
    expect(firing).toEqual({
      event: 'incident.firing',
      timestamp: opened.started_at,
      incident_id: opened.id,
      rule_id: expect.any(Number),
      scheduler_id: expect.any(Number),
      status: 'firing',
      severity: 'critical',
      message: opened.message,
      fire_count: 1,
      flapping: false,
      started_at: opened.started_at,
      target: 'https://example.com/',
      probe_type: 'http',
      expression: 'success == false',
      job_name: 'Shop',
      diagnosis: opened.diagnosis,
      friendly_expected: opened.expected,
      detected_value: opened.detected_value,
      confirming_probes: expect.any(String),
      rule_version: 1,
      incident_url: `${app.origin}/incidents/${opened.id}`,
    })
    expect(receiver.requests[0]!.headers).not.toHaveProperty('x-service-signature')
    passSince(app, opened.started_at, 90_000)
    await app.post(`/monitors/${opened.monitor.id}/pause`)
    const [, resolved] = await heard(app, receiver, 2)
    expect(resolved).toMatchObject({
      event: 'incident.resolved',
      incident_id: opened.id,
      status: 'resolved',
      duration: '1m30s',
      resolve_reason: 'monitor paused',
      resolved_by: 'rw',
    })
    expect(resolved).not.toHaveProperty('resolved_value')
  })

  it('gets one request per event, with the resolved value', async () => {
    const receiver = await startReceiver()
    const app = await lapwingWithChannels({ channels: [hook(receiver, flatHook)] })
    const { monitor } = await openIncident(app)
    await openIncident(app, { name: 'Blog' })
    await heard(app, receiver, 2)
    await recover(app, monitor.id)
    expect((await heard(app, receiver, 3)).at(-1)).toMatchObject({
      job_name: 'Shop',
      resolved_value: 'the check succeeded',
    })
  })
})
