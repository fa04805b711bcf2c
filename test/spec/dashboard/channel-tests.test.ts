// Tests of unsaved channels, and previews of messages.
import { beforeAll, describe, expect, it } from 'vitest'
import { channelKinds } from '../../../src/channels/index.ts'
import { previewChannel } from '../../../src/operations/channels/previews.ts'
import { tryChannel } from '../../../src/operations/channels/try.ts'
import { createChannel } from '../../../src/operations/channels/write.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { activityOf } from '../../kit/people/people.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'

const app = sharedLapwing()
let dashboard: Dashboard
beforeAll(() => {
  dashboard = dashboardOf(app())
})

/** Waits until the test runs of earlier tests no longer count. */
function attempt(body: object, requested: object = {}) {
  app().clock.advance(61_000)
  return dashboard.ask(tryChannel, { body, ...requested })
}

describe('a test before saving', () => {
  it('arrives like a test of the saved channel, and stores nothing', async () => {
    const receiver = await startReceiver()
    const config = { url: `${receiver.origin}/hook`, secret: 'hunter2' }
    const { status, body } = await attempt({ type: 'webhook', config })
    expect(status).toBe(200)
    expect(body).toEqual({
      object: 'channel_test',
      arrived: true,
      http_status: 200,
      latency_ms: expect.any(Number),
      error: null,
      tries_left: 9,
    })
    expect(receiver.requests[0]!.headers['x-service-signature']).toMatch(/^sha256=/)
    expect(receiver.requests[0]!.json()).toMatchObject({
      event: 'incident.firing',
      incident: { id: 0, message: expect.stringMatching(/^Test notice: /) },
    })
    expect((await app().get('/notification-channels')).body.data).toEqual([])
    expect((await app().get('/notifications')).body.data).toEqual([])
  })

  it('that fails shows the response, after one attempt', async () => {
    const receiver = await startReceiver({ status: 404, body: 'no_team' })
    const { status, body } = await attempt({ type: 'slack', config: { url: receiver.origin } })
    expect([status, body.arrived, body.http_status, body.error]).toEqual([200, false, 404, 'answered 404: no_team'])
    expect(receiver.requests).toHaveLength(1)
  })

  it('writes to the user, who need not be in the groups', async () => {
    const sink = await startMailSink()
    const contact = (await app().post('/contacts', { name: 'Ben', email: 'ben@example.com' })).body
    const group = (await app().post('/contact-groups', { name: 'Night', contactIds: [contact.id] })).body
    const config = { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'lapwing@example.com' }
    const notified = await attempt({ type: 'email', config: { ...config, contact_group_ids: [group.id] } })
    expect(notified.body).toMatchObject({ arrived: true, http_status: null })
    expect((await attempt({ type: 'email', config })).body).toMatchObject({ arrived: true })
    expect(sink.emails.map(({ to }) => to)).toEqual(['ada@example.com', 'ada@example.com'])
  })

  it('uses the stored secrets of a channel only for the same address', async () => {
    const [here, elsewhere] = [await startReceiver(), await startReceiver()]
    const config = { url: here.origin, secret: 'hunter2' }
    const saved = (await dashboard.ask(createChannel, { body: { name: 'Hook', type: 'webhook', config } })).body
    const draft = { type: 'webhook', channelId: saved.id }
    expect((await attempt({ ...draft, config: { secret: '__redacted__' } })).body.arrived).toBe(true)
    expect(here.requests[0]!.headers['x-service-signature']).toMatch(/^sha256=/)
    expect(await attempt({ ...draft, config: { url: elsewhere.origin } })).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('config.secret: must be sent again') } },
    })
    expect(elsewhere.requests).toEqual([])
    expect((await activityOf(app(), saved.id)).map(({ action }) => action)).toContain('notification_channel.tested')
  })

  it('cannot use channels of other organizations or types', async () => {
    const body = { name: 'Hook', type: 'webhook', config: { url: 'https://hooks.example.com/a' } }
    const { id } = (await dashboard.ask(createChannel, { body })).body
    expect((await attempt({ type: 'webhook', config: {}, channelId: id }, { key: keys.other })).status).toBe(404)
    expect((await attempt({ type: 'slack', config: {}, channelId: id })).body.error.message).toContain(
      'channelId: is a webhook channel',
    )
  })

  it('is refused like the channel itself, and for viewers', async () => {
    expect((await attempt({ type: 'webhook', config: {} })).body.error.message).toContain('config.url: Required')
    expect((await attempt({ type: 'pigeon', config: {} })).status).toBe(400)
    expect((await attempt({ type: 'webhook', config: {} }, { role: 'viewer' })).status).toBe(403)
  })

  it('is limited per user', async () => {
    const receiver = await startReceiver()
    const body = { type: 'webhook', config: { url: receiver.origin } }
    app().clock.advance(61_000)
    for (let left = 9; left >= 0; left--) expect((await dashboard.ask(tryChannel, { body })).body.tries_left).toBe(left)
    expect((await dashboard.ask(tryChannel, { body })).status).toBe(429)
    expect(receiver.requests).toHaveLength(10)
    expect((await dashboard.ask(tryChannel, { body, role: 'member' })).status).toBe(200)
  })
})

describe('a preview', () => {
  const previews = async (type: string) =>
    (await dashboard.ask(previewChannel, { query: { type }, role: 'viewer' })).body.data

  it('shows the messages of every type', async () => {
    for (const { type, takes } of channelKinds) {
      const shown = await previews(type)
      const ends = takes.includes('resolved') ? ['resolved'] : []
      expect(shown.map(({ moment }: any) => moment)).toEqual(['firing', 'reminder', ...ends])
      for (const { title, text } of shown) expect(`${title ?? ''}${text}`, type).toMatch(/Shop|resolve/)
    }
  })

  it('is text for people, and the body for programs', async () => {
    const [firing, reminder, resolved] = await previews('slack')
    expect([firing.title, reminder.title]).toEqual([
      '🔴 DOWN Shop: no response within 10 s (while connecting)',
      '🔴 DOWN Shop (reminder 1): no response within 10 s (while connecting)',
    ])
    expect(resolved).toMatchObject({ title: '🟢 UP Shop: recovered after 12 min' })
    expect(JSON.parse((await previews('webhook'))[2].text)).toMatchObject({ event: 'incident.resolved' })
    expect(JSON.parse((await previews('template'))[0].text)).toMatchObject({
      title: 'DOWN Shop: no response within 10 s (while connecting)',
    })
  })

  it('is refused for an unknown type', async () => {
    expect((await dashboard.ask(previewChannel, { query: { type: 'pigeon' } })).status).toBe(400)
  })
})
