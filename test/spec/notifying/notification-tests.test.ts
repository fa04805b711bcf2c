// Test notifications of a channel, and of everyone that a monitor's incidents notify.
import { describe, expect, it } from 'vitest'
import { testChannel, testMonitorNotification } from '../../../src/operations/notifications/tests.ts'
import { type Dashboard, dashboardOf } from '../../kit/people/dashboard.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { waitForLockWait } from '../../kit/lapwing/database.ts'
import { type TestLapwing, keys } from '../../kit/lapwing/lapwing.ts'
import { startMailSink } from '../../kit/servers/mail-sink.ts'
import { type Fields, make } from '../../kit/resources/monitors.ts'
import { activityOf } from '../../kit/people/people.ts'
import { startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, hook, lapwingWithChannels } from '../../kit/resources/notifying.ts'

async function telling(organization: Fields): Promise<{ app: TestLapwing; dashboard: Dashboard; channels: any[] }> {
  const app = await lapwingWithChannels(organization)
  const dashboard = dashboardOf(app)
  return { app, dashboard, channels: (await app.get('/notification-channels')).body.data }
}

const newest = async (app: TestLapwing): Promise<any[]> => (await app.get('/notifications')).body.data

describe('the test of a channel', () => {
  it('is a webhook like any other, with incident 0, a notice, and no enrichment', async () => {
    const receiver = await startReceiver()
    const {
      app,
      dashboard,
      channels: [channel],
    } = await telling({ channels: [hook(receiver, { config: { secret: 'hunter2' } })] })
    const { status, body } = await dashboard.ask(testChannel, { id: channel.id })
    expect(status).toBe(202)
    expect(body).toMatchObject({
      object: 'notification_test',
      channels: [{ id: channel.id, type: 'webhook', name: 'Hook', silenced_reason: null }],
    })
    await allDelivered(app)
    const [request] = receiver.requests
    expect(request!.headers['x-service-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(request!.json()).toEqual({
      event: 'incident.firing',
      timestamp: body.requested_at,
      test: true,
      incident: {
        id: 0,
        rule_id: 0,
        scheduler_id: 0,
        status: 'firing',
        severity: 'critical',
        message: expect.stringMatching(/^Test notice: /),
        fire_count: 1,
        flapping: false,
        started_at: body.requested_at,
      },
    })
    expect(await newest(app)).toMatchObject([
      { status: 'sent', severity: null, monitor: null, incident: { id: 0, status: 'firing' } },
    ])
    expect(await activityOf(app, channel.id)).toMatchObject([
      { action: 'notification_channel.tested', entity_name: 'Hook' },
    ])
  })

  it('that is deleted in the meantime is 404', async () => {
    const receiver = await startReceiver()
    const {
      app,
      dashboard,
      channels: [channel],
    } = await telling({ channels: [hook(receiver)] })
    let requested: ReturnType<typeof dashboard.ask> | undefined
    await app.store.transaction(async (tx) => {
      await tx.run(sql`delete from notification_channels where id = ${channel.id}`)
      requested = dashboard.ask(testChannel, { id: channel.id })
      await waitForLockWait(tx)
    })
    expect((await requested)!.status).toBe(404)
  })

  it('that fails is in the log with the reason', async () => {
    const receiver = await startReceiver({ status: 404 })
    const {
      app,
      dashboard,
      channels: [channel],
    } = await telling({ channels: [hook(receiver)] })
    await dashboard.ask(testChannel, { id: channel.id })
    await allDelivered(app)
    expect(await newest(app)).toMatchObject([
      { status: 'failed', http_status: 404, attempt: 2, error: expect.stringContaining('404') },
    ])
  })

  it('writes to the user, or to the members of its groups if a program asks', async () => {
    const sink = await startMailSink()
    const {
      app,
      dashboard,
      channels: [channel],
    } = await telling({
      contacts: [
        { name: 'Ada', email: 'ada@example.com' },
        { name: 'Bob', email: 'bob@example.com' },
      ],
      contactGroups: [{ name: 'Night', members: ['ada@example.com'] }],
      channels: [
        {
          name: 'Mail',
          type: 'email',
          groups: ['Night'],
          config: { host: '127.0.0.1', port: sink.port, secure: 'none', from: 'lapwing@example.com' },
        },
      ],
    })
    await app.post(`/notification-channels/${channel.id}/test`)
    await allDelivered(app)
    expect(await newest(app)).toMatchObject([{ status: 'sent', recipient: 'a***@example.com' }])
    app.clock.advance(1000)
    await dashboard.ask(testChannel, { id: channel.id })
    await allDelivered(app)
    expect((await newest(app))[0]).toMatchObject({ status: 'sent', recipient: 'o***@example.com' })
  })

  it('is refused for a disabled channel, and 404 for an unknown one', async () => {
    const {
      dashboard,
      channels: [channel],
    } = await telling({ channels: [hook(await startReceiver(), { enabled: false })] })
    expect(await dashboard.ask(testChannel, { id: channel.id })).toMatchObject({
      status: 409,
      body: { error: { message: 'The channel is disabled; enable it first' } },
    })
    expect((await dashboard.ask(testChannel, { id: channel.id + 1 })).status).toBe(404)
  })

  it('can be sent with a write key', async () => {
    const {
      app,
      channels: [channel],
    } = await telling({ channels: [hook(await startReceiver())] })
    const { status } = await app.post(`/notification-channels/${channel.id}/test`, undefined, { key: keys.write })
    expect(status).toBe(202)
  })
})

describe('the test of a monitor', () => {
  it('contains only the name of the monitor', async () => {
    const receiver = await startReceiver()
    const { app, dashboard } = await telling({ channels: [hook(receiver)] })
    const monitor = await make(app, { name: 'Checkout' })
    expect((await dashboard.ask(testMonitorNotification, { id: monitor.id })).status).toBe(202)
    await allDelivered(app)
    expect(receiver.requests[0]!.json()).toMatchObject({
      event: 'incident.firing',
      incident: {
        id: 0,
        rule_id: 0,
        status: 'firing',
        severity: 'critical',
        message: expect.stringMatching(/^Test notice: /),
      },
    })
    expect(receiver.requests[0]!.json().enrichment).toEqual({ monitor_name: 'Checkout' })
    expect(await newest(app)).toMatchObject([
      { status: 'sent', severity: null, monitor: { id: monitor.id, name: 'Checkout' }, incident: { id: 0 } },
    ])
    expect((await activityOf(app, monitor.id)).map(({ action }) => action)).toContain('monitor.notification_tested')
  })

  it('notifies the same channels as an incident of the monitor', async () => {
    const [night, day, all] = [await startReceiver(), await startReceiver(), await startReceiver()]
    const { app, dashboard } = await telling({
      contactGroups: [{ name: 'Night' }, { name: 'Day' }],
      channels: [
        hook(night, { name: 'Night', default: false, groups: ['Night'] }),
        hook(day, { name: 'Day', default: false, groups: ['Day'] }),
        hook(all, { name: 'All' }),
      ],
    })
    const groups = (await app.get('/contact-groups')).body.data
    const nightId = groups.find(({ name }: { name: string }) => name === 'Night').id
    const monitor = await make(app, { config: { notificationGroupIds: [nightId] } })
    const { body } = await dashboard.ask(testMonitorNotification, { id: monitor.id })
    expect(body.channels.map(({ name }: { name: string }) => name).toSorted()).toEqual(['All', 'Night'])
    await allDelivered(app)
    expect([night, day, all].map(({ requests }) => requests.length)).toEqual([1, 0, 1])
  })

  it('lists silenced channels with the reason', async () => {
    const [off, warnings, fine] = [await startReceiver(), await startReceiver(), await startReceiver()]
    const { app, dashboard } = await telling({
      channels: [
        hook(off, { name: 'Off', enabled: false }),
        hook(warnings, { name: 'Warnings', severities: ['warning'] }),
        hook(fine),
      ],
    })
    const monitor = await make(app)
    const reasons = async (): Promise<object> => {
      const { body } = await dashboard.ask(testMonitorNotification, { id: monitor.id })
      return Object.fromEntries(body.channels.map(({ name, silenced_reason }: any) => [name, silenced_reason]))
    }
    expect(await reasons()).toEqual({ Off: 'disabled', Warnings: 'severity_filter', Hook: null })
    await app.post('/maintenance-windows', {
      name: 'Work',
      startsAt: app.clock.now().toISOString(),
      durationMinutes: 60,
      monitorIds: [monitor.id],
    })
    expect(await reasons()).toEqual({ Off: 'disabled', Warnings: 'severity_filter', Hook: 'maintenance' })
    await allDelivered(app)
    expect((await newest(app)).map(({ status, silenced_reason }) => `${status} ${silenced_reason}`).toSorted()).toEqual(
      [
        'sent null',
        'silenced disabled',
        'silenced disabled',
        'silenced maintenance',
        'silenced severity_filter',
        'silenced severity_filter',
      ],
    )
  })

  it('is 404 for an unknown monitor', async () => {
    const { dashboard } = await telling({ channels: [] })
    expect((await dashboard.ask(testMonitorNotification, { id: '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718' })).status).toBe(
      404,
    )
  })
})
