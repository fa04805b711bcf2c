// Events: what webhooks and flat hooks receive, and when. Delivery is tested in deliveries.test.ts.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { slow } from '../../kit/resources/alert-rules.ts'
import { checked } from '../../kit/resources/checked.ts'
import { fail, openIncident, openWarning, recover } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { locationsOf, make, patch, ruleNamed } from '../../kit/resources/monitors.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, received, hook, lapwingWithChannels } from '../../kit/resources/notifying.ts'

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const secret = 'correct horse battery staple'
const probes = ['🇩🇪 Frankfurt (eu)', '🇺🇸 New York (us)']

async function notified(options: Parameters<typeof lapwingWithChannels>[1] = {}) {
  const receiver = await startReceiver()
  const app = await lapwingWithChannels({ channels: [hook(receiver)] }, options)
  return { app, receiver }
}

/** Moves the clock to that long after a given time. */
function passSince({ clock }: TestLapwing, moment: string, ms: number): void {
  clock.advance(Date.parse(moment) + ms - clock.now().getTime())
}

const ofIncident = (events: any[], id: number): any[] => events.filter(({ incident }) => incident.id === id)

it('an incident is sent to each hook once it is confirmed, and when checks have recovered', async () => {
  const receiver = await startReceiver()
  const at = (path: string) => ({ url: `${receiver.origin}/${path}` })
  const app = await lapwingWithChannels({
    channels: [
      hook(receiver, { name: 'Signed', config: { ...at('signed'), secret } }),
      hook(receiver, { name: 'Unsigned', config: at('unsigned') }),
      hook(receiver, { name: 'Zap', type: 'zapier', config: at('flat') }),
    ],
  })
  const sentTo = (path: string) => receiver.requests.filter((request) => request.path === `/${path}`)
  const { id } = await make(app, { locations: await locationsOf(app) })
  await checked(app, id, { success: false })
  await allDelivered(app)
  expect(receiver.requests).toEqual([])
  const opened = await fail(app, id)
  const rule = await ruleNamed(app, id, 'Availability Check')
  await received(app, receiver, 3)

  const [signed] = sentTo('signed')
  expect(signed!.method).toBe('POST')
  expect(signed!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Service-AlertManager/1.0',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(signed!.raw).digest('hex')}`,
  })
  const firing = signed!.json()
  expect(firing).toEqual({
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
      prober_location: firing.enrichment.confirming_probes[0],
      incident_url: `${app.origin}/incidents/${opened.id}`,
      rule_version: 1,
    },
  })
  expect(firing.enrichment.confirming_probes.toSorted()).toEqual(probes)
  expect(firing.timestamp).toMatch(rfc3339)
  const [unsigned] = sentTo('unsigned')
  expect(unsigned!.json()).toEqual(firing)
  expect(unsigned!.headers).not.toHaveProperty('x-service-signature')
  const [flat] = sentTo('flat')
  expect(flat!.headers).not.toHaveProperty('x-service-signature')
  const flatFiring = {
    event: 'incident.firing',
    timestamp: opened.started_at,
    incident_id: opened.id,
    rule_id: rule.rule_id,
    scheduler_id: firing.incident.scheduler_id,
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
    confirming_probes: firing.enrichment.confirming_probes.join(', '),
    rule_version: 1,
    incident_url: `${app.origin}/incidents/${opened.id}`,
  }
  expect(flat!.json()).toEqual(flatFiring)

  passSince(app, opened.started_at, 89_000)
  await recover(app, id)
  await received(app, receiver, 6)
  const over = {
    event: 'incident.resolved',
    timestamp: new Date(Date.parse(opened.started_at) + 90_000).toISOString(),
  }
  expect(sentTo('signed')[1]!.json()).toEqual({
    ...over,
    incident: { ...firing.incident, status: 'resolved', duration: '1m30s' },
    enrichment: { ...firing.enrichment, resolved_value: 'the check succeeded' },
  })
  expect(sentTo('flat')[1]!.json()).toEqual({
    ...flatFiring,
    ...over,
    status: 'resolved',
    duration: '1m30s',
    resolved_value: 'the check succeeded',
  })
  expect(receiver.requests).toHaveLength(6)
})

it('a person who ends incidents is named with the reason, in a request for each incident', async () => {
  const { app, receiver } = await notified()
  const ruleOf = ({ monitor, rule }: any): string => `/monitors/${monitor.id}/alert-rules/${rule.id}`
  const administrative: [string, string, (opened: any) => string, object?][] = [
    ['rule disabled', 'PATCH', ruleOf, { enabled: false }],
    ['rule deleted', 'DELETE', ruleOf],
    ['monitor paused', 'POST', ({ monitor }) => `/monitors/${monitor.id}/pause`],
    ['monitor deleted', 'DELETE', ({ monitor }) => `/monitors/${monitor.id}`],
    ['resolved manually', 'POST', ({ id }) => `/incidents/${id}/resolve`],
  ]
  const incidents: any[] = []
  for (const [reason] of administrative) incidents.push(await openWarning(app, { name: reason }))
  await received(app, receiver, 5)
  for (const [place, [, method, pathOf, body]] of administrative.entries())
    expect((await app.ask(method, pathOf(incidents[place]), { body })).status).toBeLessThan(300)
  const events = await received(app, receiver, 10)
  for (const [place, [reason]] of administrative.entries()) {
    const sent = ofIncident(events, incidents[place].id)
    expect(sent.map(({ event }) => event)).toEqual(['incident.firing', 'incident.resolved'])
    const { enrichment } = sent[1]
    expect(enrichment).toMatchObject({
      resolve_reason: reason,
      resolved_by: 'rw',
      monitor_name: reason,
      rule_name: slow.name,
    })
    expect(enrichment).not.toHaveProperty('resolved_value')
  }
})

it('reminders have the same id, a higher fire_count and a public link; an acknowledgement ends them and is not sent', async () => {
  const { app, receiver } = await notified({ env: { LAPWING_PUBLIC_URL: 'https://lapwing.example.com' } })
  const config = { repeatIntervalSeconds: 3600 }
  const [taken, firing] = [await openIncident(app, { config }), await openIncident(app, { config })]
  await received(app, receiver, 2)
  await app.post(`/incidents/${taken.id}/acknowledge`)
  for (const count of [2, 3]) {
    // An alert that was sent but not recorded yet would be sent again after an hour.
    await allDelivered(app)
    app.clock.advance(3_600_000)
    expect((await received(app, receiver, count + 1)).at(-1)).toMatchObject({
      event: 'incident.firing',
      incident: { id: firing.id, status: 'firing', fire_count: count },
      enrichment: { incident_url: `https://lapwing.example.com/incidents/${firing.id}` },
    })
  }
  await recover(app, taken.monitor.id)
  const events = ofIncident(await received(app, receiver, 5), taken.id)
  expect(events.map(({ event }) => event)).toEqual(['incident.firing', 'incident.resolved'])
})

describe('the payload', () => {
  it('contains a stable id of the monitor, and the versions of the rule', async () => {
    const { app, receiver } = await notified()
    const { monitor, rule } = await openIncident(app)
    await received(app, receiver)
    await app.ask('PATCH', `/monitors/${monitor.id}/alert-rules/${rule.id}`, { body: { name: 'Answers' } })
    await recover(app, monitor.id)
    await patch(app, monitor.id, { name: 'Store', interval: 300, target: 'https://example.com/shop' })
    await fail(app, monitor.id)
    const [first, resolved, next] = await received(app, receiver, 3)
    expect(first.enrichment).toMatchObject({ rule_version: 1 })
    expect(first.enrichment).not.toHaveProperty('updated_rule_version')
    expect(resolved.enrichment).toMatchObject({ rule_version: 1, updated_rule_version: 2 })
    expect(next.incident.scheduler_id).toBe(first.incident.scheduler_id)
    expect(next.incident.id).not.toBe(first.incident.id)
    expect(next.enrichment).toMatchObject({ monitor_name: 'Store', monitor_target: 'https://example.com/shop' })
  })

  it('of a warning has value and expectation in plain words, that of a heartbeat no locations', async () => {
    const { app, receiver } = await notified()
    await openWarning(app)
    const [warning] = await received(app, receiver)
    expect(warning.incident.severity).toBe('warning')
    expect(warning.enrichment).toMatchObject({
      rule_name: slow.name,
      root_cause: 'performance',
      friendly_expected: 'at most 2 s',
      detected_value: '5 s',
    })
    expect(warning.enrichment).not.toHaveProperty('root_cause_detail')
    const { target } = await make(app, { type: 'heartbeat', name: 'Backup' })
    await fetch(`${app.origin}${new URL(target).pathname}/fail`)
    const [, { enrichment }] = await received(app, receiver, 2)
    expect(enrichment).toMatchObject({ monitor_name: 'Backup', monitor_type: 'heartbeat', root_cause: 'heartbeat' })
    expect(enrichment).not.toHaveProperty('confirming_probes')
    expect(enrichment).not.toHaveProperty('prober_location')
  })

  it('contains whether an incident flaps', async () => {
    const { app, receiver } = await notified()
    const { id } = await make(app)
    const flapping = async (count: number) => (await received(app, receiver, count)).at(-1).incident.flapping
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
    expect((await received(app, receiver, 6)).at(-1)).toMatchObject({
      event: 'incident.resolved',
      incident: { flapping: true },
    })
  })
})
