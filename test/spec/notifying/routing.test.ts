// Routing: who an incident notifies, who is silenced, and why.
import { describe, expect, it } from 'vitest'
import { slow } from '../../kit/resources/alert-rules.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { endedIncident, fail, newestOf, openIncident, openWarning, recover } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, make, patch } from '../../kit/resources/monitors.ts'
import { defaultGroup } from '../../kit/people/people.ts'
import { type Receiver, startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, received, hook, logOf, lapwingWithChannels } from '../../kit/resources/notifying.ts'

const answered = (statusCode: number) => ({ statusCode, metrics: { 'http.status_code': statusCode } })
const slowly = { durationMs: 5000, metrics: { 'http.response_time_ms': 5000 } }

/** One receiver for many channels, each with its own path. */
async function channels(all: Record<string, Fields>) {
  const receiver = await startReceiver()
  const named = Object.entries(all).map(([name, fields]) =>
    hook(receiver, { name, default: false, ...fields, config: { url: `${receiver.origin}/${name}` } }),
  )
  const app = await lapwingWithChannels({
    contactGroups: [{ name: 'ops' }, { name: 'shop' }, { name: 'night' }],
    channels: named,
  })
  return { app, receiver, groups: await groupsOf(app) }
}

async function groupsOf(app: TestLapwing): Promise<Record<string, string>> {
  const { data } = (await app.get('/contact-groups?limit=100')).body
  return Object.fromEntries(data.map(({ id, name }: { id: string; name: string }) => [name, id]))
}

/** The channels that were notified of an incident, once all deliveries are done. */
async function notifiedOf(
  app: TestLapwing,
  receiver: Receiver,
  incidentId: number,
  event = 'incident.firing',
): Promise<string[]> {
  await allDelivered(app)
  const events = receiver.requests.filter(
    (request) => request.json().incident.id === incidentId && request.json().event === event,
  )
  return events.map(({ path }) => path.slice(1)).toSorted()
}

const silencesOf = async (app: TestLapwing, incidentId: number): Promise<string[]> =>
  (await logOf(app, incidentId))
    .filter(({ status }) => status === 'silenced')
    .map(({ channel, silenced_reason }) => `${channel.name}: ${silenced_reason}`)
    .toSorted()

/** A channel for each group, and one for all. */
const everyWay = {
  everything: { default: true },
  everyone: { groups: ['Everyone'] },
  ops: { groups: ['ops'] },
  shop: { groups: ['shop'] },
  both: { groups: ['ops', 'shop'] },
}

/** A monitor whose warnings go to another group than its other incidents; answers the incident, with its rule. */
async function warningFor(app: TestLapwing, monitorGroup: string, ruleGroup: string, beforehand = async () => {}) {
  const { id } = await make(app, { config: { notificationGroupIds: [monitorGroup] } })
  const rule = { ...slow, severity: 'warning', contactGroupId: ruleGroup }
  expect((await app.post(`/monitors/${id}/alert-rules`, rule)).status).toBe(201)
  await beforehand()
  await checked(app, id, slowly)
  return newestOf(app, id)
}

it('an alert goes to the default channels, and to the group of its rule, else those of its monitor, else the default', async () => {
  const { app, receiver, groups } = await channels(everyWay)
  const ofNobody = await openIncident(app)
  const ofMonitor = await openIncident(app, { config: { notificationGroupIds: [groups['ops'], groups['shop']] } })
  const ofRule = await warningFor(app, groups['ops']!, groups['shop']!)
  expect(await notifiedOf(app, receiver, ofNobody.id)).toEqual(['everyone', 'everything'])
  // Each channel once, even if it is in both groups.
  expect(await notifiedOf(app, receiver, ofMonitor.id)).toEqual(['both', 'everything', 'ops', 'shop'])
  expect(await notifiedOf(app, receiver, ofRule.id)).toEqual(['both', 'everything', 'shop'])
  const ofDeleted = await warningFor(app, groups['ops']!, groups['shop']!, async () => {
    await app.ask('DELETE', `/contact-groups/${groups['shop']}?force=true`)
  })
  expect(await notifiedOf(app, receiver, ofDeleted.id)).toEqual(['both', 'everything', 'ops'])
})

it('an alert goes to the current default group', async () => {
  const receiver = await startReceiver()
  const app = await lapwingWithChannels({
    contactGroups: [{ name: 'ops', default: true }],
    channels: [hook(receiver, { default: false, groups: ['ops'] })],
  })
  expect(await defaultGroup(app)).toMatchObject({ name: 'ops' })
  await openIncident(app)
  expect(await received(app, receiver)).toHaveLength(1)
})

it('the end of an incident notifies the same channels as its start, even if its groups, rule or monitor have changed', async () => {
  const { app, receiver, groups } = await channels(everyWay)
  const config = { notificationGroupIds: [groups['ops']] }
  const [moved, deleted] = [await openIncident(app, { config }), await openIncident(app, { config })]
  const ofRule = await warningFor(app, groups['ops']!, groups['shop']!)
  const [toOps, toShop] = [
    ['both', 'everything', 'ops'],
    ['both', 'everything', 'shop'],
  ]
  for (const { id } of [moved, deleted]) expect(await notifiedOf(app, receiver, id)).toEqual(toOps)
  expect(await notifiedOf(app, receiver, ofRule.id)).toEqual(toShop)
  await patch(app, moved.monitor.id, { config: { notificationGroupIds: [groups['shop']] } })
  await recover(app, moved.monitor.id)
  await app.ask('DELETE', `/monitors/${deleted.monitor.id}`)
  await app.ask('DELETE', `/monitors/${ofRule.monitor.id}/alert-rules/${ofRule.rule.id}`)
  for (const { id } of [moved, deleted]) expect(await notifiedOf(app, receiver, id, 'incident.resolved')).toEqual(toOps)
  expect(await notifiedOf(app, receiver, ofRule.id, 'incident.resolved')).toEqual(toShop)
})

it('a channel is not notified of other severities or while it is disabled, which the log shows, nor of info rules', async () => {
  const { app, receiver } = await channels({
    grave: { default: true, severities: ['critical'] },
    minor: { default: true, severities: ['warning'] },
    off: { default: true, enabled: false },
  })
  const [critical, warning] = [await openIncident(app), await openWarning(app)]
  expect(await notifiedOf(app, receiver, critical.id)).toEqual(['grave'])
  expect(await notifiedOf(app, receiver, warning.id)).toEqual(['minor'])
  expect(await silencesOf(app, critical.id)).toEqual(['minor: severity_filter', 'off: disabled'])
  expect(await silencesOf(app, warning.id)).toEqual(['grave: severity_filter', 'off: disabled'])
  const { id } = await make(app)
  await app.post(`/monitors/${id}/alert-rules`, { ...slow, severity: 'info' })
  await checked(app, id, slowly)
  await allDelivered(app)
  expect(receiver.requests).toHaveLength(2)
})

it('sends further incidents of an outage to programs, and one follow-up and one end to people', async () => {
  const [hooked, chat] = [await startReceiver(), await startReceiver()]
  const slack = {
    name: 'Chat',
    type: 'slack',
    default: true,
    config: { url: `${chat.origin}/chat`, mention: '<!here>' },
  }
  const app = await lapwingWithChannels({ channels: [hook(hooked), slack] })
  const { id, monitor } = await openIncident(app)
  await app.post(`/monitors/${monitor.id}/alert-rules`, { ...slow, severity: 'critical' })
  await allDelivered(app)
  await checked(app, monitor.id, { ...slowly, success: false })
  const second = await newestOf(app, monitor.id)
  expect(second.id).not.toBe(id)
  await allDelivered(app)
  await recover(app, monitor.id)
  await allDelivered(app)
  expect(chat.requests).toHaveLength(2)
  await checked(app, monitor.id, { durationMs: 100, metrics: { 'http.response_time_ms': 100 } })
  await allDelivered(app)
  const events = hooked.requests.map((request) => `${request.json().event} ${request.json().incident.id}`)
  expect(events.toSorted()).toEqual(
    [id, second.id].flatMap((one) => [`incident.firing ${one}`, `incident.resolved ${one}`]).toSorted(),
  )
  const texts = chat.requests.map((request) => request.json().text)
  expect(texts).toEqual([
    expect.stringContaining('<!here> 🔴'),
    expect.stringMatching(/^🔵 .*UPDATE Shop: /),
    expect.stringContaining('UP Shop: recovered'),
  ])
})

async function chattingLapwing() {
  const chat = await startReceiver()
  const slack = {
    name: 'Chat',
    type: 'slack',
    default: true,
    config: { url: `${chat.origin}/chat`, mention: '<!here>' },
  }
  const app = await lapwingWithChannels({ channels: [slack] })
  return { app, chat, monitorId: (await make(app)).id }
}

const reportIn = async (app: TestLapwing, incidentId: number): Promise<any[]> => {
  const { data } = (await app.get(`/incidents/${incidentId}/timeline`)).body
  return data.filter(({ type }: { type: string }) => ['opened', 'joined', 'changed', 'resolved'].includes(type))
}

it('a 503 that becomes a refused connection is one alert and one end, with the change in the timeline', async () => {
  const { app, chat, monitorId } = await chattingLapwing()
  const first = await fail(app, monitorId, answered(503))
  await allDelivered(app)
  const second = await fail(app, monitorId)
  await allDelivered(app)
  await checked(app, monitorId, answered(200))
  await allDelivered(app)
  const texts = chat.requests.map((request) => request.json().text)
  expect(texts).toEqual([
    expect.stringContaining('<!here> 🔴'),
    expect.stringMatching(/^🔵 .*UPDATE Shop: /),
    expect.stringContaining('UP Shop: recovered'),
  ])
  const blocks = JSON.stringify(chat.requests.at(-1)!.json())
  expect(blocks).toContain('Shop is up again')
  expect(await reportIn(app, first.id)).toMatchObject([
    { type: 'opened', data: { message: 'Shop: HTTP 503 (expected 2xx or 3xx)' } },
    {
      type: 'joined',
      data: { incident_id: second.id, message: expect.stringMatching(/^Shop is down: connection refused/) },
    },
    { type: 'resolved' },
  ])
})

it('a refused connection that becomes a 503 is one alert and one end, without an end in between', async () => {
  const { app, chat, monitorId } = await chattingLapwing()
  const first = await fail(app, monitorId)
  await allDelivered(app)
  app.clock.advance(1000)
  await checked(app, monitorId, answered(503))
  await allDelivered(app)
  expect((await app.get(`/monitors/${monitorId}`)).body).toMatchObject({ status: 'down' })
  const second = await fail(app, monitorId, answered(503))
  await allDelivered(app)
  app.clock.advance(1000)
  await checked(app, monitorId, answered(200))
  await allDelivered(app)
  const { resolved_at: end } = (await app.get(`/incidents/${second.id}`)).body
  const seconds = Math.round((Date.parse(end) - Date.parse(first.started_at)) / 1000)
  expect(chat.requests.map((request) => request.json().text)).toEqual([
    expect.stringContaining('<!here> 🔴'),
    expect.stringMatching(/^🔵 .*UPDATE Shop: /),
    expect.stringContaining(`UP Shop: recovered after ${seconds} s`),
  ])
  expect(await reportIn(app, first.id)).toMatchObject([
    { type: 'opened', data: { message: expect.stringMatching(/^Shop is down: connection refused/) } },
    { type: 'joined', data: { incident_id: second.id } },
    { type: 'resolved' },
  ])
})

it('a changed symptom is a line in the timeline without a second alert', async () => {
  const { app, chat, monitorId } = await chattingLapwing()
  const { id } = await fail(app, monitorId)
  const timedOut = { success: false, statusCode: null, cause: 'timeout' as const, error: 'no response within 10 s' }
  for (const outcome of [timedOut, refused, timedOut]) {
    app.clock.advance(1000)
    await checked(app, monitorId, outcome)
  }
  await allDelivered(app)
  expect(chat.requests).toHaveLength(1)
  expect(await reportIn(app, id)).toMatchObject([
    { type: 'opened' },
    { type: 'changed', data: { message: 'Shop is down: no response within 10 s', root_cause: 'timeout' } },
  ])
})

describe('a maintenance window', () => {
  async function announce(app: TestLapwing, fields: Fields = {}): Promise<string> {
    const window = await app.post('/maintenance-windows', {
      name: 'Work',
      startsAt: app.clock.now().toISOString(),
      durationMinutes: 60,
      monitorTags: ['shop'],
      ...fields,
    })
    expect(window.status, window.text).toBe(201)
    return `/maintenance-windows/${window.body.id}`
  }
  const tagged = { tags: ['shop'] }

  it('silences alerts of monitors that it covers, if it suppresses alerts; the log shows what was not sent', async () => {
    const { app, receiver } = await channels({ all: { default: true } })
    const window = await announce(app)
    await announce(app, { monitorTags: ['blog'], suppressAlerts: false })
    const silent = await openIncident(app, tagged)
    const ended = await endedIncident(app, tagged)
    const elsewhere = await openIncident(app)
    const loud = await openIncident(app, { tags: ['blog'] })
    expect(await notifiedOf(app, receiver, silent.id)).toEqual([])
    expect(await silencesOf(app, silent.id)).toEqual(['all: maintenance'])
    expect(await silencesOf(app, ended.id)).toEqual(['all: maintenance', 'all: maintenance'])
    for (const { id } of [elsewhere, loud]) expect(await notifiedOf(app, receiver, id)).toEqual(['all'])
    expect((await app.get(`/monitors/${silent.monitor.id}`)).body.status).toBe('down')
    // What began and ended within it is never sent, what still fires is sent at once.
    await app.ask('DELETE', window)
    await received(app, receiver, 3)
    expect(await notifiedOf(app, receiver, silent.id)).toEqual(['all'])
    expect(await notifiedOf(app, receiver, ended.id)).toEqual([])
    expect(receiver.requests).toHaveLength(3)
  })

  it('that ends lets a firing incident send its alert once', async () => {
    const { app, receiver } = await channels({ all: { default: true } })
    await announce(app)
    const { id } = await openIncident(app, tagged)
    await allDelivered(app)
    app.clock.advance(3_600_000)
    expect(await received(app, receiver)).toMatchObject([{ event: 'incident.firing', incident: { id, fire_count: 1 } }])
    const other = await openIncident(app)
    expect((await received(app, receiver, 2)).map(({ incident }) => incident.id)).toEqual([id, other.id])
  })

  it('that is deleted or disabled stops silencing at once', async () => {
    const { app, receiver } = await channels({ all: { default: true } })
    const windows = [await announce(app), await announce(app, { monitorTags: ['blog'] })]
    const incidents = [await openIncident(app, tagged), await openIncident(app, { tags: ['blog'] })]
    await allDelivered(app)
    expect(receiver.requests).toEqual([])
    const before = app.clock.now().getTime()
    expect((await app.ask('DELETE', windows[0]!)).status).toBeLessThan(300)
    expect((await app.ask('PATCH', windows[1]!, { body: { enabled: false } })).status).toBe(200)
    const events = await received(app, receiver, 2)
    expect(new Set(events.map(({ incident }) => incident.id))).toEqual(new Set(incidents.map(({ id }) => id)))
    for (const event of events) expect(Date.parse(event.timestamp) - before).toBeLessThan(60_000)
  })
})
