// Routing: who an incident notifies, who is silenced, and why.
import { describe, expect, it } from 'vitest'
import { slow } from '../../kit/resources/alert-rules.ts'
import { checked, refused } from '../../kit/resources/checked.ts'
import { endedIncident, fail, newestOf, openIncident, openWarning, recover } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Fields, make, patch } from '../../kit/resources/monitors.ts'
import { defaultGroup } from '../../kit/people/people.ts'
import { type Receiver, startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, heard, hook, logOf, lapwingWithChannels } from '../../kit/resources/notifying.ts'

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
async function toldOf(
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

describe('an alert goes to', () => {
  it('the default group if neither rule nor monitor has one, and the default channels', async () => {
    const { app, receiver } = await channels(everyWay)
    const { id } = await openIncident(app)
    expect(await toldOf(app, receiver, id)).toEqual(['everyone', 'everything'])
  })

  it('the current default group', async () => {
    const receiver = await startReceiver()
    const app = await lapwingWithChannels({
      contactGroups: [{ name: 'ops', default: true }],
      channels: [hook(receiver, { default: false, groups: ['ops'] })],
    })
    expect(await defaultGroup(app)).toMatchObject({ name: 'ops' })
    await openIncident(app)
    expect(await heard(app, receiver)).toHaveLength(1)
  })

  it('the groups of the monitor, each channel once', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id } = await openIncident(app, { config: { notificationGroupIds: [groups['ops'], groups['shop']] } })
    expect(await toldOf(app, receiver, id)).toEqual(['both', 'everything', 'ops', 'shop'])
  })

  it('the group of the rule, rather than those of the monitor', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id: monitorId } = await make(app, { config: { notificationGroupIds: [groups['ops']] } })
    await app.post(`/monitors/${monitorId}/alert-rules`, {
      ...slow,
      severity: 'warning',
      contactGroupId: groups['shop'],
    })
    await checked(app, monitorId, slowly)
    const { id } = await newestOf(app, monitorId)
    expect(await toldOf(app, receiver, id)).toEqual(['both', 'everything', 'shop'])
  })

  it('the groups of the monitor again after the group of its rule was deleted by force', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id: monitorId } = await make(app, { config: { notificationGroupIds: [groups['ops']] } })
    await app.post(`/monitors/${monitorId}/alert-rules`, {
      ...slow,
      severity: 'warning',
      contactGroupId: groups['shop'],
    })
    await app.ask('DELETE', `/contact-groups/${groups['shop']}?force=true`)
    await checked(app, monitorId, slowly)
    const { id } = await newestOf(app, monitorId)
    expect(await toldOf(app, receiver, id)).toEqual(['both', 'everything', 'ops'])
  })
})

describe('the end of an incident notifies the same channels as its start', () => {
  it('even if its monitor has another group by then', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id, monitor } = await openIncident(app, { config: { notificationGroupIds: [groups['ops']] } })
    const first = await toldOf(app, receiver, id)
    await patch(app, monitor.id, { config: { notificationGroupIds: [groups['shop']] } })
    await recover(app, monitor.id)
    expect(await toldOf(app, receiver, id, 'incident.resolved')).toEqual(first)
  })

  it('even if its monitor was deleted', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id, monitor } = await openIncident(app, { config: { notificationGroupIds: [groups['ops']] } })
    const first = await toldOf(app, receiver, id)
    await app.ask('DELETE', `/monitors/${monitor.id}`)
    expect(await toldOf(app, receiver, id, 'incident.resolved')).toEqual(first)
  })

  it('even if its rule was deleted', async () => {
    const { app, receiver, groups } = await channels(everyWay)
    const { id: monitorId } = await make(app, { config: { notificationGroupIds: [groups['ops']] } })
    const rule = await app.post(`/monitors/${monitorId}/alert-rules`, {
      ...slow,
      severity: 'warning',
      contactGroupId: groups['shop'],
    })
    await checked(app, monitorId, slowly)
    const { id } = await newestOf(app, monitorId)
    const first = await toldOf(app, receiver, id)
    await app.ask('DELETE', `/monitors/${monitorId}/alert-rules/${rule.body.id}`)
    expect(await toldOf(app, receiver, id, 'incident.resolved')).toEqual(first)
  })
})

describe('a channel is not notified', () => {
  it('of severities outside its filter, which the log shows', async () => {
    const { app, receiver } = await channels({
      grave: { default: true, severities: ['critical'] },
      minor: { default: true, severities: ['warning'] },
    })
    const [critical, warning] = [await openIncident(app), await openWarning(app)]
    expect(await toldOf(app, receiver, critical.id)).toEqual(['grave'])
    expect(await toldOf(app, receiver, warning.id)).toEqual(['minor'])
    expect(await silencesOf(app, critical.id)).toEqual(['minor: severity_filter'])
    expect(await silencesOf(app, warning.id)).toEqual(['grave: severity_filter'])
  })

  it('while it is disabled, which the log shows', async () => {
    const { app, receiver } = await channels({ off: { default: true, enabled: false }, on: { default: true } })
    const { id } = await openIncident(app)
    expect(await toldOf(app, receiver, id)).toEqual(['on'])
    expect(await silencesOf(app, id)).toEqual(['off: disabled'])
  })

  it('of info rules', async () => {
    const { app, receiver } = await channels({ all: { default: true } })
    const { id } = await make(app)
    await app.post(`/monitors/${id}/alert-rules`, { ...slow, severity: 'info' })
    await checked(app, id, slowly)
    await allDelivered(app)
    expect(receiver.requests).toEqual([])
  })
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
  expect(blocks).toContain('Shop has recovered: HTTP 200')
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
  async function maintained(fields: Fields = {}) {
    const { app, receiver } = await channels({ all: { default: true } })
    const window = await app.post('/maintenance-windows', {
      name: 'Upgrade',
      startsAt: app.clock.now().toISOString(),
      durationMinutes: 60,
      monitorTags: ['shop'],
      ...fields,
    })
    expect(window.status, window.text).toBe(201)
    return { app, receiver, windowId: String(window.body.id) }
  }
  const tagged = { tags: ['shop'] }

  it('silences alerts; the incident still opens, and the log shows what was not sent', async () => {
    const { app, receiver } = await maintained()
    const { id, monitor } = await openIncident(app, tagged)
    expect(await toldOf(app, receiver, id)).toEqual([])
    expect(await silencesOf(app, id)).toEqual(['all: maintenance'])
    expect((await app.get(`/monitors/${monitor.id}`)).body.status).toBe('down')
  })

  it('silences only monitors that it covers', async () => {
    const { app, receiver } = await maintained()
    const { id } = await openIncident(app)
    expect(await toldOf(app, receiver, id)).toEqual(['all'])
  })

  it('silences nothing when it does not suppress alerts', async () => {
    const { app, receiver } = await maintained({ suppressAlerts: false })
    const { id } = await openIncident(app, tagged)
    expect(await toldOf(app, receiver, id)).toEqual(['all'])
  })

  it('that ends lets a firing incident send its alert once', async () => {
    const { app, receiver } = await maintained()
    const { id } = await openIncident(app, tagged)
    await allDelivered(app)
    app.clock.advance(3_600_000)
    expect(await heard(app, receiver)).toMatchObject([{ event: 'incident.firing', incident: { id, fire_count: 1 } }])
    const other = await openIncident(app)
    expect((await heard(app, receiver, 2)).map(({ incident }) => incident.id)).toEqual([id, other.id])
  })

  it.each([
    ['deleted', 'DELETE', undefined],
    ['disabled', 'PATCH', { enabled: false }],
  ])('that is %s stops silencing at once', async (_how, method, body) => {
    const { app, receiver, windowId } = await maintained()
    const { id } = await openIncident(app, tagged)
    await allDelivered(app)
    const before = app.clock.now().getTime()
    expect((await app.ask(method, `/maintenance-windows/${windowId}`, { body })).status).toBeLessThan(300)
    const [event] = await heard(app, receiver)
    expect(event).toMatchObject({ event: 'incident.firing', incident: { id } })
    expect(Date.parse(event.timestamp) - before).toBeLessThan(60_000)
  })

  it('sends nothing for incidents that start and end within it', async () => {
    const { app, receiver, windowId } = await maintained()
    const { id } = await endedIncident(app, tagged)
    await allDelivered(app)
    expect(await silencesOf(app, id)).toEqual(['all: maintenance', 'all: maintenance'])
    await app.ask('DELETE', `/maintenance-windows/${windowId}`)
    const next = await openIncident(app, tagged)
    expect((await heard(app, receiver)).map(({ incident }) => incident.id)).toEqual([next.id])
  })
})
