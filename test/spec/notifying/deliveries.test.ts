// Events: delivery to channels, and the delivery log. Routing is tested in routing.test.ts.
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../kit/clock.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Answering, startReceiver } from '../../kit/resources/receiver.ts'
import { received, hook, logOf, passUntil, lapwingWithChannels } from '../../kit/resources/notifying.ts'
import { waitUntil } from '../../kit/wait-until.ts'

async function answering(how: Answering) {
  const receiver = await startReceiver(how)
  return { app: await lapwingWithChannels({ channels: [hook(receiver)] }), receiver }
}

async function logged(app: TestLapwing, incidentId: number, { count = 1, stepMs = 100 } = {}): Promise<any[]> {
  await passUntil(app, async () => (await logOf(app, incidentId)).length >= count, stepMs)
  return logOf(app, incidentId)
}

describe('a delivery', () => {
  it('succeeds with a status of 200 to 299, and otherwise is retried after half a second', async () => {
    const times: Record<string, number[]> = {}
    const receiver = await startReceiver((response, { path }) => {
      const name = path.slice(1)
      const count = (times[name] ??= []).push(app.clock.now().getTime())
      if (name === 'broken') return void response.destroy()
      const status = name === 'late' ? (count === 1 ? 500 : 200) : Number(name)
      response.writeHead(status, { location: '/elsewhere', 'retry-after': '60' }).end('not today')
    })
    const kinds = ['200', '204', '299', '301', '404', '429', '503', 'broken', 'late']
    const app: TestLapwing = await lapwingWithChannels({
      channels: kinds.map((name) => hook(receiver, { name, config: { url: `${receiver.origin}/${name}` } })),
    })
    const { id } = await openIncident(app)
    const firstTries = async () => (await logOf(app, id)).filter((entry) => entry.retry_of === null)
    await passUntil(app, async () => (await firstTries()).length === kinds.length, 100)
    const sent = (status: number) => ({ status: 'sent', attempt: 1, http_status: status, error: null })
    const failed = (status: number) => ({
      status: 'failed',
      attempt: 2,
      http_status: status,
      error: expect.stringContaining(`answered ${status}`),
    })
    const log = await firstTries()
    expect(Object.fromEntries(log.map((entry) => [entry.channel.name, entry]))).toMatchObject({
      200: sent(200),
      204: sent(204),
      299: sent(299),
      301: failed(301),
      404: failed(404),
      429: failed(429),
      503: failed(503),
      broken: { status: 'failed', attempt: 2, http_status: null, error: expect.any(String) },
      // One success, of the second attempt.
      late: { status: 'sent', attempt: 2, http_status: 200 },
    })
    for (const name of kinds) {
      const [first, second] = receiver.requests.filter(({ path }) => path === `/${name}`)
      expect(second === undefined, name).toBe(['200', '204', '299'].includes(name))
      if (!second) continue
      expect(times[name]![1]! - times[name]![0]!).toBeGreaterThanOrEqual(500)
      expect(second.text).toBe(first!.text)
      expect(second.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    }
  })

  it('has ten seconds for each attempt', async () => {
    const times: number[] = []
    const { app } = await answering(() => void times.push(app.clock.now().getTime()))
    const { id } = await openIncident(app)
    await passUntil(app, () => times.length > 0)
    const log = await logged(app, id, { stepMs: 500 })
    expect(log).toMatchObject([
      { status: 'failed', attempt: 2, http_status: null, error: expect.stringContaining('10 s') },
    ])
    expect(times).toHaveLength(2)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(10_000)
  })

  it('that fails because the receiver is unreachable is repeated later, before newer alerts', async () => {
    const { app, receiver } = await answering({ status: 503 })
    const { id, monitor } = await openIncident(app)
    const [first] = await logged(app, id)
    receiver.answer({ status: 200 })
    await app.post(`/monitors/${monitor.id}/pause`)
    const before = receiver.requests.length
    expect(await logged(app, id, { count: 3 })).toMatchObject([
      { status: 'failed', event: 'firing', retry_of: null },
      { status: 'sent', event: 'firing', retry_of: first.id },
      { status: 'sent', event: 'resolved', retry_of: null },
    ])
    const events = receiver.requests.slice(before).map((request) => request.json().event)
    expect(events).toEqual(['incident.firing', 'incident.resolved'])
    const timeline = (await app.get(`/incidents/${id}/timeline?limit=100`)).body.data
    const notified = timeline.filter(({ type }: any) => type === 'notified').map(({ data }: any) => data.status)
    expect(notified).toEqual(['failed', 'sent', 'sent'])
  })

  it('that fails permanently does not delay later alerts', async () => {
    const { app, receiver } = await answering({ status: 404 })
    const { id, monitor } = await openIncident(app)
    await logged(app, id)
    receiver.answer({ status: 200 })
    await app.post(`/monitors/${monitor.id}/pause`)
    expect(await logged(app, id, { count: 2 })).toMatchObject([{ status: 'failed' }, { status: 'sent' }])
    expect(receiver.requests.at(-1)!.json()).toMatchObject({ event: 'incident.resolved', incident: { id } })
  })

  it('happens at least once: another process finishes it as the same event', async () => {
    let hanging = true
    const receiver = await startReceiver((response) => void (hanging || response.end()))
    const organization = { channels: [hook(receiver)] }
    const dying = await lapwingWithChannels(organization)
    // It never gets the response, because its clock stands still from here on.
    const { id } = await openIncident(dying)
    await received(dying, receiver)
    hanging = false
    const clock = fakeClock(new Date(dying.clock.now().getTime() + 600_000))
    const next = await lapwingWithChannels(organization, { database: dying.database, clock })
    const [first, second] = await received(next, receiver, 2)
    expect([second.event, second.incident.id]).toEqual([first.event, id])
    expect(second).toEqual(first)
    expect(await logged(next, id)).toMatchObject([{ status: 'sent' }])
    await stopped(dying)
  })
})

/** Waits for pending deliveries on their own clock. */
async function stopped(app: TestLapwing): Promise<void> {
  let over = false
  const stopping = app.stop().then(() => (over = true))
  await waitUntil(() => (app.clock.advance(1000), over))
  await stopping
}
