// The delivery log: GET /notifications, and retries of failed entries.
import { describe, expect, it } from 'vitest'
import type { Alert } from '../../../src/domain/notifying/alert.ts'
import type { LogEntry } from '../../../src/domain/notifying/delivery.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { channelTest, critical, monitorTest } from '../../kit/resources/alerts.ts'
import { openIncident, recover } from '../../kit/resources/incidents.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { expectRefusal, inDatabase } from '../../kit/resources/monitors.ts'
import { logged } from '../../kit/resources/notifications.ts'
import { activityOf } from '../../kit/people/people.ts'
import { type Receiver, startReceiver } from '../../kit/resources/receiver.ts'
import { allDelivered, hook, lapwingWithChannels } from '../../kit/resources/notifying.ts'

const app = sharedLapwing()
const read = async (id: number): Promise<any> => (await app().get(`/notifications/${id}`)).body
const ids = ({ body }: { body: any }): number[] => body.data.map(({ id }: { id: number }) => id)
const about = (incident: Partial<Alert['incident']>, more: Partial<Alert> = {}): Alert => ({
  ...critical,
  ...more,
  incident: { ...critical.incident, ...incident },
})

describe('an entry of the log', () => {
  it('has the specified fields and the result of the transport', async () => {
    const incident = await openIncident(app())
    const alert = { ...about({ id: incident.id }), monitor: { ...critical.monitor!, ...incident.monitor } }
    const id = await logged(app(), {
      alert,
      attempt: 2,
      httpStatus: 202,
      latencyMs: 84,
      recipient: 'a***@example.com',
      oncallPage: true,
    })
    const { body, text } = await app().get(`/notifications/${id}`, { key: keys.read })
    expect(text, 'no spaces in the JSON').toBe(JSON.stringify(body))
    expect(body).toEqual({
      object: 'notification',
      id,
      status: 'sent',
      event: 'firing',
      channel: { id: 987, type: 'webhook', name: 'Hook' },
      oncall_page: true,
      error: null,
      severity: 'critical',
      incident: { id: incident.id, status: 'firing', message: incident.message },
      monitor: incident.monitor,
      attempt: 2,
      http_status: 202,
      latency_ms: 84,
      silenced_reason: null,
      recipient: 'a***@example.com',
      retry_of: null,
      created_at: app().clock.now().toISOString(),
    })
  })

  it('shows the current state of its incident', async () => {
    const incident = await openIncident(app())
    const id = await logged(app(), { alert: about({ id: incident.id }) })
    await recover(app(), incident.monitor.id)
    expect(await read(id)).toMatchObject({ event: 'firing', incident: { id: incident.id, status: 'resolved' } })
  })

  it('shows why it failed or was silenced', async () => {
    const failed = await logged(app(), { status: 'failed', error: 'answered 503', httpStatus: 503 })
    const silenced = await logged(app(), {
      status: 'silenced',
      silence: 'maintenance',
      attempt: 0,
      httpStatus: null,
      latencyMs: null,
    })
    expect(await read(failed)).toMatchObject({
      status: 'failed',
      error: 'answered 503',
      http_status: 503,
      silenced_reason: null,
    })
    expect(await read(silenced)).toMatchObject({
      status: 'silenced',
      silenced_reason: 'maintenance',
      attempt: 0,
      latency_ms: null,
    })
  })

  it('of a test has incident 0, a message that says so, and no severity', async () => {
    const ofChannel = await read(await logged(app(), { alert: channelTest }))
    expect(ofChannel).toMatchObject({ severity: null, monitor: null })
    expect(ofChannel.incident).toEqual({
      id: 0,
      status: 'firing',
      message: expect.stringMatching(/^Test notice: .* channel/),
    })
    const ofMonitor = await read(await logged(app(), { alert: monitorTest }))
    expect(ofMonitor).toMatchObject({ severity: null, monitor: { id: monitorTest.monitor!.id, name: 'Shop' } })
    expect(ofMonitor.incident).toEqual({
      id: 0,
      status: 'firing',
      message: expect.stringMatching(/^Test notice: .* monitor/),
    })
  })

  it('of an incident that was deleted has what is left of it', async () => {
    expect((await read(await logged(app()))).incident).toEqual({ id: 4711, status: null, message: null })
    expect((await read(await logged(app(), { status: 'failed' }))).incident).toEqual({
      id: 4711,
      status: null,
      message: 'success == false',
    })
  })

  it('is 404 in another organization and for an unknown id, and 400 if not a positive integer', async () => {
    const id = await logged(app())
    expect((await app().get(`/notifications/${id}`, { key: keys.other })).status).toBe(404)
    expect((await app().get(`/notifications/${'9'.repeat(40)}`)).status).toBe(404)
    for (const wrong of ['0', '-1', '1.5', 'x'])
      expect((await app().get(`/notifications/${wrong}`)).status, wrong).toBe(400)
  })
})

describe('the log', () => {
  it('has the newest first, in pages', async () => {
    const own = await lapwing()
    const made: number[] = []
    for (let n = 0; n < 5; n++) made.unshift(await logged(own))
    const first = await own.get('/notifications?limit=2')
    expect(first.body).toMatchObject({ object: 'list', has_more: true })
    const second = await own.get(`/notifications?limit=2&cursor=${first.body.next_cursor}`)
    const third = await own.get(`/notifications?limit=2&cursor=${second.body.next_cursor}`)
    expect([...ids(first), ...ids(second), ...ids(third)]).toEqual(made)
    expect(third.body).toMatchObject({ has_more: false, next_cursor: null })
  })

  it('refuses a cursor whose entry was deleted', async () => {
    const own = await lapwing()
    for (let n = 0; n < 3; n++) await logged(own)
    const { next_cursor: cursor } = (await own.get('/notifications?limit=1')).body
    await inDatabase(own, sql`delete from notifications`)
    expectRefusal(
      await own.get(`/notifications?cursor=${cursor}`),
      400,
      'cursor: cursor no longer valid, restart from the first page',
    )
  })

  it('keeps organizations apart', async () => {
    const theirs = await logged(app(), {}, 'other')
    expect(ids(await app().get('/notifications?limit=100'))).not.toContain(theirs)
    expect(ids(await app().get('/notifications', { key: keys.other }))).toContain(theirs)
  })

  const monitorId = '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'
  const filters: [string, Partial<LogEntry>][] = [
    ['status=failed', { status: 'failed' }],
    ['status=silenced', { status: 'silenced', silence: 'disabled' }],
    ['channel_id=55', { channel: { id: 55, type: 'webhook', name: 'Hook' } }],
    ['channel_type=slack', { channel: { id: 987, type: 'slack', name: 'Hook' } }],
    ['incident_id=12', { alert: about({ id: 12 }) }],
    ['incident_id=0', { alert: channelTest }],
    [`monitor_id=${monitorId}`, { alert: about({}, { monitor: { ...critical.monitor!, id: monitorId } }) }],
    ['severity=warning', { alert: about({ severity: 'warning' }) }],
    ['oncall_page=true', { oncallPage: true }],
  ]
  it.each(filters)('can be filtered with %s', async (query, fields) => {
    const own = await lapwing()
    await logged(own)
    const wanted = await logged(own, fields)
    await logged(own)
    expect(ids(await own.get(`/notifications?${query}`))).toEqual([wanted])
  })

  it('can exclude pages, be limited to a period, and combine filters', async () => {
    const own = await lapwing()
    const page = await logged(own, { oncallPage: true })
    const first = await logged(own)
    own.clock.advance(60_000)
    const since = own.clock.now().toISOString()
    const second = await logged(own, { status: 'failed' })
    expect(ids(await own.get('/notifications?oncall_page=false'))).toEqual([second, first])
    expect(ids(await own.get(`/notifications?since=${since}`))).toEqual([second])
    expect(ids(await own.get(`/notifications?until=${since}`))).toEqual([first, page])
    expect(ids(await own.get(`/notifications?until=${since}&oncall_page=true&status=sent`))).toEqual([page])
    expect(ids(await own.get('/notifications?oncall_page=true&status=failed'))).toEqual([])
  })

  it.each([
    'status=lost',
    'channel_id=0',
    'channel_id=x',
    'incident_id=-1',
    'incident_id=1.5',
    'monitor_id=12',
    'severity=info',
    'oncall_page=yes',
    'since=yesterday',
    'until=12',
    'limit=0',
    'channel_type=',
  ])('refuses %s', async (query) => {
    expectRefusal(await app().get(`/notifications?${query}`), 400, new RegExp(`^${query.split('=')[0]}: `))
  })
})

describe('a retry', () => {
  /** A Lapwing whose webhook has refused an incident, and the failed entry. */
  async function refused(receiver: Receiver, fallback?: Receiver): Promise<{ app: TestLapwing; entry: any }> {
    const others = fallback ? [hook(fallback, { name: 'Fallback', default: false })] : []
    const telling = await lapwingWithChannels({ channels: [hook(receiver), ...others] })
    await inDatabase(
      telling,
      sql`
      update notification_channels set fallback_channel_id = (select id from notification_channels where name = 'Fallback') where name = 'Hook'`,
    )
    await openIncident(telling)
    await allDelivered(telling)
    const entry = (await telling.get('/notifications?status=failed')).body.data[0]
    expect(entry).toBeDefined()
    return { app: telling, entry }
  }
  const retry = (own: TestLapwing, id: number, key?: string) =>
    own.post(`/notifications/${id}/retry`, undefined, { key })

  it('sends the same alert to the same channel, as a new entry', async () => {
    const receiver = await startReceiver({ status: 500 })
    const { app: own, entry } = await refused(receiver)
    receiver.answer({ status: 200 })
    const answer = await retry(own, entry.id)
    expect([answer.status, answer.body]).toEqual([202, entry])
    await allDelivered(own)
    const [newest, ...older] = (await own.get('/notifications')).body.data
    expect(newest).toMatchObject({
      status: 'sent',
      event: 'firing',
      incident: entry.incident,
      channel: entry.channel,
      monitor: entry.monitor,
      retry_of: entry.id,
    })
    expect(older).toEqual([entry])
    expect(receiver.requests.at(-1)!.text).toBe(receiver.requests[0]!.text)
    expect(await activityOf(own, entry.id)).toMatchObject([
      { action: 'notification.retried', entity_type: 'notification', entity_name: 'Hook' },
    ])
  })

  it('is sent once if it is requested twice', async () => {
    const receiver = await startReceiver({ status: 500 })
    const { app: own, entry } = await refused(receiver)
    receiver.answer({ status: 200 })
    const before = receiver.requests.length
    expect([(await retry(own, entry.id)).status, (await retry(own, entry.id)).status]).toEqual([202, 202])
    await allDelivered(own)
    expect(receiver.requests).toHaveLength(before + 1)
  })

  it('that fails again does not use the fallback', async () => {
    const [receiver, other] = [await startReceiver({ status: 500 }), await startReceiver()]
    const { app: own, entry } = await refused(receiver, other)
    expect(other.requests).toHaveLength(1)
    await retry(own, entry.id)
    await allDelivered(own)
    expect((await own.get('/notifications?status=failed')).body.data).toHaveLength(2)
    expect(other.requests).toHaveLength(1)
  })

  it('is refused for sent and silenced entries', async () => {
    expectRefusal(
      await retry(app(), await logged(app())),
      409,
      'The notification was sent; only failed notifications can be sent again',
    )
    const silenced = await logged(app(), { status: 'silenced', silence: 'disabled' })
    expectRefusal(
      await retry(app(), silenced),
      409,
      'The notification was silenced; only failed notifications can be sent again',
    )
  })

  it('is refused if the channel was deleted or disabled', async () => {
    expectRefusal(
      await retry(app(), await logged(app(), { status: 'failed' })),
      409,
      'The channel was deleted, so this notification cannot be sent again',
    )
    const { app: own, entry } = await refused(await startReceiver({ status: 500 }))
    await inDatabase(own, sql`update notification_channels set enabled = false`)
    expectRefusal(await retry(own, entry.id), 409, 'The channel is disabled; enable it first')
  })

  it('needs the write scope, and is 404 in another organization', async () => {
    const id = await logged(app(), { status: 'failed' })
    expect((await retry(app(), id, keys.read)).status).toBe(403)
    expect((await retry(app(), id, keys.other)).status).toBe(404)
  })
})
