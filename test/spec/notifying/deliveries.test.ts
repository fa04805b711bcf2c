// Events: delivery to channels, and the delivery log. Routing is tested in routing.test.ts.
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../kit/clock.ts'
import { openIncident } from '../../kit/resources/incidents.ts'
import type { TestLapwing } from '../../kit/lapwing/lapwing.ts'
import { type Answering, startReceiver } from '../../kit/resources/receiver.ts'
import { heard, hook, logOf, passUntil, lapwingWithChannels } from '../../kit/resources/notifying.ts'
import { waitUntil } from '../../kit/wait-until.ts'

/** A receiver that responds differently to the first request, and records when requests arrived. */
async function answering(first: Answering, then: Answering = first) {
  const times: number[] = []
  const receiver = await startReceiver((response, request) => {
    times.push(app.clock.now().getTime())
    const how = times.length === 1 ? first : then
    if (typeof how === 'function') how(response, request)
    else response.writeHead(how.status ?? 200, how.headers).end(how.body)
  })
  const app: TestLapwing = await lapwingWithChannels({ channels: [hook(receiver)] })
  return { app, receiver, times }
}

async function logged(app: TestLapwing, incidentId: number, { count = 1, stepMs = 100 } = {}): Promise<any[]> {
  await passUntil(app, async () => (await logOf(app, incidentId)).length >= count, stepMs)
  return logOf(app, incidentId)
}

describe('a delivery', () => {
  it.each([200, 204, 299])('succeeds if the receiver responds with %i', async (status) => {
    const { app, receiver } = await answering({ status })
    const { id } = await openIncident(app)
    expect(await logged(app, id)).toMatchObject([{ status: 'sent', attempt: 1, http_status: status, error: null }])
    expect(receiver.requests).toHaveLength(1)
  })

  it.each([301, 404, 429, 503])('is retried half a second after a %i, and then fails', async (status) => {
    const { app, receiver, times } = await answering({
      status,
      headers: { location: '/elsewhere', 'retry-after': '60' },
      body: 'not today',
    })
    const { id } = await openIncident(app)
    const error = expect.stringContaining(`answered ${status}`)
    expect(await logged(app, id)).toMatchObject([{ status: 'failed', attempt: 2, http_status: status, error }])
    expect(times).toHaveLength(2)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(500)
    expect(receiver.requests[1]!.text).toBe(receiver.requests[0]!.text)
  })

  it('is retried after a broken connection', async () => {
    const { app, receiver } = await answering((response) => void response.destroy())
    const { id } = await openIncident(app)
    expect(await logged(app, id)).toMatchObject([
      { status: 'failed', attempt: 2, http_status: null, error: expect.any(String) },
    ])
    expect(receiver.requests).toHaveLength(2)
  })

  it('has ten seconds for each attempt', async () => {
    const { app, times } = await answering(() => undefined)
    const { id } = await openIncident(app)
    await passUntil(app, () => times.length > 0)
    const log = await logged(app, id, { stepMs: 500 })
    expect(log).toMatchObject([
      { status: 'failed', attempt: 2, http_status: null, error: expect.stringContaining('10 s') },
    ])
    expect(times).toHaveLength(2)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(10_000)
  })

  it('that succeeds at the second attempt is one success in the log', async () => {
    const { app, receiver } = await answering({ status: 500 }, { status: 200 })
    const { id } = await openIncident(app)
    expect(await logged(app, id)).toMatchObject([{ status: 'sent', attempt: 2, http_status: 200 }])
    const [first, second] = receiver.requests
    expect(second!.text).toBe(first!.text)
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
  })

  it('that fails because the receiver is unreachable is repeated later, before newer alerts', async () => {
    const { app, receiver } = await answering({ status: 500 })
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
    const env = { LAPWING_SECRET_KEY: 'both processes can read the address of the hook' }
    let hanging = true
    const receiver = await startReceiver((response) => void (hanging || response.end()))
    const organization = { channels: [hook(receiver)] }
    const dying = await lapwingWithChannels(organization, { env })
    // It never gets the response, because its clock stands still from here on.
    const { id } = await openIncident(dying)
    await heard(dying, receiver)
    hanging = false
    const clock = fakeClock(new Date(dying.clock.now().getTime() + 600_000))
    const next = await lapwingWithChannels(organization, { env, database: dying.database, clock })
    const [first, second] = await heard(next, receiver, 2)
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

describe('the address of a webhook', () => {
  const starting = (url: string) =>
    lapwingWithChannels(
      { channels: [{ name: 'Hook', type: 'webhook', config: { url } }] },
      {
        env: { LAPWING_ALLOW_PRIVATE_TARGETS: 'false', LAPWING_PUBLIC_URL: 'https://lapwing.example.com' },
      },
    )

  it.each([
    ['http://example.com/hook', /must be an https:\/\/ URL/],
    ['https://127.0.0.1/hook', /127\.0\.0\.1/],
    ['https://[::1]/hook', /::1/],
    ['https://10.1.2.3/hook', /10\.1\.2\.3/],
    ['https://localhost/hook', /localhost/],
    ['https://lapwing.example.com/hook', /must not lead back to Lapwing itself/],
  ])('must be public and use HTTPS, so %s is refused', async (url, message) => {
    await expect(starting(url)).rejects.toThrow(message)
  })
})
