// Heartbeats over HTTP: every way to check in, and what silence makes of them.
import { describe, expect, it } from 'vitest'
import { sql } from '../../src/store/sql.ts'
import { makeHeartbeat, pass, ping } from '../kit/heartbeats.ts'
import { type TestLapwing, keys, lapwing, sharedLapwing } from '../kit/lapwing.ts'
import type { Log } from '../../src/domain/log.ts'
import { inDatabase, make, patch } from '../kit/monitors.ts'
import { send } from '../kit/raw.ts'

const app = sharedLapwing()
const hour = 3600

const stateOf = async (id: string): Promise<string> => (await app().get(`/monitors/${id}`)).body.state
const pingsOf = async (id: string, query = ''): Promise<any[]> => (await app().get(`/monitors/${id}/pings${query}`)).body.data
const checksOf = async (id: string): Promise<any[]> => (await app().get(`/monitors/${id}/checks?hours=720&limit=100`)).body.data

/** What the latest outcome of a monitor measured. */
async function metricsOf(id: string, on: TestLapwing = app()): Promise<Record<string, number>> {
  const [result] = await inDatabase<{ metrics: Buffer }>(on, sql`
    select r.metrics from results r join monitors m using (scheduler_id) where m.id = ${id} order by r.at desc, r.ctid desc limit 1`)
  const names = await inDatabase<{ number: number; key: string }>(on, sql`select number, key from metric_names`)
  const packed = result!.metrics
  return Object.fromEntries(
    Array.from({ length: packed.length / 6 }, (_, index) => [
      names.find(({ number }) => number === packed.readUInt16LE(index * 6))!.key.replace('heartbeat.', ''),
      packed.readFloatLE(index * 6 + 2),
    ]),
  )
}

describe('checking in', () => {
  it.each(['GET', 'HEAD', 'POST'])('%s is answered with OK in plain text, and the monitor is up', async (method) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await stateOf(id)).toBe('unknown')
    const answer = await ping(app(), path, { method })
    expect(answer).toMatchObject({ status: 200, text: method === 'HEAD' ? '' : 'OK' })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('ping-body-limit')).toBe('100000')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
    expect(await stateOf(id)).toBe('up')
    expect(await checksOf(id)).toMatchObject([{ success: true, location: 'heartbeat', error: null, status_code: 0 }])
  })

  it.each([
    ['/fail', 'degraded', 'the job reported a failure', { failed: 1, missed: 0 }],
    ['/1', 'degraded', 'the job ended with exit status 1', { failed: 1, exit_status: 1 }],
    ['/255', 'degraded', 'the job ended with exit status 255', { failed: 1, exit_status: 255 }],
    ['/0', 'up', null, { failed: 0, exit_status: 0 }],
    ['/', 'up', null, { failed: 0, missed: 0, pings_24h: 1, seconds_since_last: 0 }],
  ])('at %s is a check', async (suffix, state, error, metrics) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path + suffix)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(id)).toBe(state)
    expect(await checksOf(id)).toMatchObject([{ success: error === null, error }])
    expect(await metricsOf(id)).toMatchObject(metrics)
  })

  it.each(['/start', '/log'])('at %s is no check', async (suffix) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path + suffix)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(id)).toBe('unknown')
    expect(await checksOf(id)).toEqual([])
    expect(await pingsOf(id)).toMatchObject([{ kind: suffix.slice(1) }])
  })

  it.each(['/nothing', '/256', '/-1', '/start/x', '/fail/1/2', '/%00', '/Start'])('at %s finds nothing', async (suffix) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path + suffix)).toMatchObject({ status: 404, text: 'not found' })
    expect(await pingsOf(id)).toEqual([])
  })

  it.each(['/ping/nobody', '/ping/x%00', '/ping/', `/ping/${'x'.repeat(3000)}`, '/ping/nobody/some-slug', '/api/push/nobody', '/api/v1/heartbeat/nobody'])(
    '%s is not found, in plain text',
    async (path) => {
      const answer = await ping(app(), path)
      expect(answer).toMatchObject({ status: 404, text: 'not found' })
      expect(answer.headers.get('content-type')).toMatch('text/plain')
    },
  )

  it('works from a browser, too', async () => {
    const { path } = await makeHeartbeat(app())
    expect((await ping(app(), path, { method: 'OPTIONS' })).status).toBe(204)
    expect((await ping(app(), path)).headers.get('access-control-allow-origin')).toBe('*')
  })

  it('measures the time between start and end, run by run', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), `${path}/start?rid=a`)
    app().clock.advance(10_000)
    await ping(app(), `${path}/start?rid=b`)
    app().clock.advance(20_000)
    await ping(app(), `${path}?rid=a`)
    expect(await metricsOf(id)).toMatchObject({ duration_ms: 30_000, running: 1 })
    app().clock.advance(1000)
    await ping(app(), `${path}/2?rid=b`)
    expect(await metricsOf(id)).toMatchObject({ duration_ms: 21_000, running: 0, exit_status: 2 })
    expect(await checksOf(id)).toMatchObject([{ duration_ms: 21_000 }, { duration_ms: 30_000 }])
    expect((await pingsOf(id)).map(({ kind, rid, duration_ms }) => [kind, rid, duration_ms])).toEqual([
      ['fail', 'b', 21_000],
      ['success', 'a', 30_000],
      ['start', 'b', null],
      ['start', 'a', null],
    ])
  })

  it('keeps numbers a job posts as metrics that rules can name', async () => {
    const { id, path } = await makeHeartbeat(app())
    const body = JSON.stringify({ metrics: { rows: 12_400, 'Bytes Copied': 0.5, text: 'no', none: null, huge: 1e300, '': 1 }, other: 1 })
    await ping(app(), path, { body })
    const metrics = await metricsOf(id)
    expect(metrics).toMatchObject({ 'value.rows': 12_400, 'value.bytes_copied': 0.5 })
    expect(Object.keys(metrics).filter((key) => key.startsWith('value.'))).toHaveLength(2)
    const { available_metrics } = (await app().get(`/monitors/${id}`)).body
    expect(available_metrics).toEqual(expect.arrayContaining(["metrics['heartbeat.value.rows']", "metrics['heartbeat.value.bytes_copied']"]))
  })

  it('takes fifty different numbers of a heartbeat and no more', async () => {
    const { id, path } = await makeHeartbeat(app())
    const numbers = (from: number): string => JSON.stringify({ metrics: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${from + n}`, n])) })
    await ping(app(), path, { body: numbers(0) })
    await ping(app(), path, { body: numbers(20) })
    const values = Object.keys(await metricsOf(id)).filter((key) => key.startsWith('value.'))
    expect(values).toHaveLength(30)
    await ping(app(), path, { body: numbers(1000) })
    expect(Object.keys(await metricsOf(id)).filter((key) => key.startsWith('value.'))).toEqual([])
  })
})

describe('the body of a check-in', () => {
  it('is kept as it came, up to the limit of the monitor', async () => {
    const { id, path } = await makeHeartbeat(app(), { bodyLimitBytes: 10 })
    const answer = await ping(app(), path, { body: 'a line\nand another', headers: { 'content-type': 'application/x-anything', 'user-agent': 'backup/1' } })
    expect(answer.headers.get('ping-body-limit')).toBe('10')
    expect(await pingsOf(id)).toEqual([
      {
        object: 'ping', number: 1, timestamp: app().clock.now().toISOString(), kind: 'success', exit_status: null, rid: null, duration_ms: null,
        method: 'POST', ip: '127.0.0.1', user_agent: 'backup/1', body_bytes: 18, body: 'a line\nand',
      },
    ])
  })

  it('may be anything: bytes that are no text, NUL, broken JSON', async () => {
    const { id, path } = await makeHeartbeat(app())
    for (const body of [Buffer.from([0, 255, 254, 10]), '{"metrics":', '{"metrics":7}', '[]', 'null'])
      expect((await ping(app(), `${path}/fail`, { body, headers: { 'content-type': 'application/json' } })).status).toBe(200)
    expect(await pingsOf(id)).toHaveLength(5)
  })

  it('of more than a megabyte is 413 and does not count', async () => {
    const { id, path } = await makeHeartbeat(app())
    expect((await ping(app(), path, { body: 'x'.repeat(1_000_000) })).status).toBe(200)
    expect(await ping(app(), path, { body: 'x'.repeat(1_000_001) })).toMatchObject({ status: 413, text: 'the body is larger than 1000000 bytes' })
    expect((await pingsOf(id)).map(({ body_bytes, body }) => [body_bytes, body.length])).toEqual([[1_000_000, 10_000]])
  })

  it('is not waited for when the address is unknown', async () => {
    const answer = await send(app().origin, 'POST /ping/nobody%21 HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n')
    expect(answer).toMatchObject({ status: 404, headers: { connection: 'close' } })
  })

  it.each([
    ['Backup FAILED: done 3 of 4', 'fail'],
    ['backup done', 'success'],
    ['backup begins', 'start'],
    ['begin … done', 'success'],
    ['nothing to see', 'ignored'],
    ['', 'ignored'],
  ])('decides by its keywords: %j is %s', async (body, kind) => {
    const { id, path } = await makeHeartbeat(app(), { startKeywords: ['begin'], successKeywords: ['done', 'OK'], failKeywords: ['FAIL', 'ERROR'] })
    expect(await ping(app(), path, { body })).toMatchObject({ status: 200, text: kind === 'ignored' ? 'OK (ignored: no keyword found)' : 'OK' })
    expect(await pingsOf(id)).toMatchObject([{ kind }])
    expect((await checksOf(id)).length).toBe(kind === 'fail' || kind === 'success' ? 1 : 0)
  })

  it('does not overrule what the path says', async () => {
    const { id, path } = await makeHeartbeat(app(), { successKeywords: ['done'] })
    await ping(app(), `${path}/fail`, { body: 'done' })
    expect(await pingsOf(id)).toMatchObject([{ kind: 'fail' }])
  })

  it('can leave the word to the subject', async () => {
    const { id, path } = await makeHeartbeat(app(), { failKeywords: ['FAILED'], keywordSource: 'subject' })
    await ping(app(), `${path}?subject=Backup%20FAILED`)
    await ping(app(), path, { body: 'FAILED', headers: { subject: 'fine' } })
    expect(await pingsOf(id)).toMatchObject([{ kind: 'success' }, { kind: 'fail' }])
  })
})

describe('who may check in', () => {
  it('only POST counts where the monitor says so', async () => {
    const { id, path } = await makeHeartbeat(app(), { allowedMethods: 'post' })
    for (const method of ['GET', 'HEAD']) {
      const answer = await ping(app(), path, { method })
      expect(answer).toMatchObject({ status: 405 })
      expect(answer.headers.get('allow')).toBe('POST')
    }
    expect(await pingsOf(id)).toEqual([])
    expect((await ping(app(), path, { method: 'POST' })).status).toBe(200)
  })

  it.each([
    [['127.0.0.1'], 200],
    [['10.0.0.0/8', '127.0.0.0/8'], 200],
    [['::ffff:127.0.0.1'], 200],
    [['192.0.2.0/24', '::1'], 404],
  ])('from addresses of %j: %s', async (ipAllowList, status) => {
    const { id, path } = await makeHeartbeat(app(), { ipAllowList })
    expect((await ping(app(), path)).status).toBe(status)
    expect(await pingsOf(id)).toHaveLength(status === 200 ? 1 : 0)
  })

  it('a hundred and twenty times a minute, and one heartbeat does not use up what another has', async () => {
    const [busy, quiet] = [await makeHeartbeat(app()), await makeHeartbeat(app())]
    const answers = await Promise.all(Array.from({ length: 125 }, () => ping(app(), `${busy.path}/log`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    const refused = answers.find(({ status }) => status === 429)!
    expect(refused.text).toMatch(/^more than 120 check-ins in a minute; try again in \d+ s$/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ping(app(), quiet.path)).status).toBe(200)
    app().clock.advance(61_000)
    expect((await ping(app(), busy.path)).status).toBe(200)
  })
})

describe('silence', () => {
  it('before the first check-in means nothing', async () => {
    const { id } = await makeHeartbeat(app())
    await pass(app(), 40 * hour)
    expect(await stateOf(id)).toBe('unknown')
    expect(await checksOf(id)).toEqual([])
  })

  it('is late inside the grace, then a failure, until the next check-in', async () => {
    const { id, path } = await makeHeartbeat(app(), { graceSeconds: 300 })
    await ping(app(), path)
    await pass(app(), hour - 1)
    expect(await stateOf(id)).toBe('up')
    await pass(app(), 1)
    expect((await app().get(`/monitors/${id}`)).body).toMatchObject({ status: 'up', state: 'degraded' })
    expect(await checksOf(id)).toHaveLength(1)
    await pass(app(), 300)
    expect(await checksOf(id)).toMatchObject([{ success: false, location: 'heartbeat', error: expect.stringMatching(/^no check-in came; one was due at /) }, {}])
    expect(await metricsOf(id)).toMatchObject({ missed: 1, late_seconds: 300, seconds_since_last: 3900, consecutive_failures: 1 })
    await pass(app(), hour)
    expect(await metricsOf(id)).toMatchObject({ missed: 1, consecutive_failures: 2 })
    await ping(app(), path)
    expect(await stateOf(id)).toBe('up')
    expect(await metricsOf(id)).toMatchObject({ missed: 0, late_seconds: 3900, consecutive_failures: 0 })
    app().clock.advance(1)
    const { total_checks, failed_checks } = (await app().get(`/monitors/${id}/uptime?period=24h`)).body
    expect([total_checks, failed_checks]).toEqual([4, 2])
  })

  it('is judged once, however many watch and check in at that moment', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    app().clock.advance(3900 * 1000)
    await Promise.all([pass(app(), 0), pass(app(), 0), ping(app(), path), pass(app(), 0), ping(app(), path)])
    await pass(app(), 0)
    const failures = (await checksOf(id)).filter(({ success }) => !success)
    expect(failures.length).toBeLessThanOrEqual(1)
    expect(await checksOf(id)).toHaveLength(3 + failures.length)
    expect(await stateOf(id)).toBe('up')
  })

  it('of a job that started is running too long, then missed', async () => {
    const { id, path } = await makeHeartbeat(app(), { maxRuntimeSeconds: 600, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), hour - 30)
    await ping(app(), `${path}/start`)
    await pass(app(), 599)
    expect(await stateOf(id)).toBe('up')
    await pass(app(), 1)
    expect(await metricsOf(id)).toMatchObject({ overrun: 1, running: 1, missed: 0 })
    expect(await checksOf(id)).toMatchObject([{ success: true }, { success: true }])
    await pass(app(), 60)
    expect(await checksOf(id)).toMatchObject([{ success: false, error: expect.stringMatching(/^the job started at .* and has not reported back$/) }, {}, {}])
    await ping(app(), path)
    expect(await metricsOf(id)).toMatchObject({ overrun: 0, running: 0, missed: 0, duration_ms: 660_000 })
  })

  it('goes by cron in the zone of the monitor', async () => {
    // The clock stands somewhere in March 2026; noon in Tokyo is 03:00 UTC.
    const { id, path } = await makeHeartbeat(app(), { scheduleType: 'cron', cronExpression: '0 12 * * *', timezone: 'Asia/Tokyo', graceSeconds: 60 })
    await ping(app(), path)
    const next = new Date(app().clock.now())
    next.setUTCHours(3, 0, 0, 0)
    if (next <= app().clock.now()) next.setUTCDate(next.getUTCDate() + 1)
    const seconds = Math.ceil((next.getTime() - app().clock.now().getTime()) / 1000)
    await pass(app(), seconds - 2)
    expect(await stateOf(id)).toBe('up')
    await pass(app(), 3)
    expect(await stateOf(id)).toBe('degraded')
    expect(await checksOf(id)).toHaveLength(1)
    await pass(app(), 60)
    expect(await checksOf(id)).toHaveLength(2)
  })
})

describe('a heartbeat that is changed', () => {
  it('is not judged while it is paused, and expected afresh when it is resumed', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    await app().post(`/monitors/${id}/pause`)
    await pass(app(), 5 * hour)
    expect(await checksOf(id)).toHaveLength(1)
    expect(await ping(app(), path)).toMatchObject({ status: 200, text: 'OK (paused)' })
    expect(await stateOf(id)).toBe('paused')
    expect(await pingsOf(id)).toHaveLength(2)
    expect(await checksOf(id)).toHaveLength(1)
    await app().post(`/monitors/${id}/resume`)
    await pass(app(), hour + 299)
    expect(await checksOf(id)).toHaveLength(1)
    expect(await stateOf(id)).toBe('unknown')
    await pass(app(), 1)
    expect(await checksOf(id)).toHaveLength(2)
    expect(await stateOf(id)).toBe('degraded')
  })

  it('is resumed by a check-in where the monitor says so', async () => {
    const { id, path } = await makeHeartbeat(app(), { resumeOnPing: true })
    await app().post(`/monitors/${id}/pause`)
    app().clock.advance(1)
    await ping(app(), `${path}/log`)
    expect(await stateOf(id)).toBe('paused')
    expect(await ping(app(), path)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(id)).toBe('up')
    const { data } = (await app().get(`/activity?entity_id=${id}&limit=1`)).body
    expect(data).toMatchObject([{ action: 'monitor.resumed', actor: null, changes: { via: 'ping', ip: '127.0.0.1' } }])
    await pass(app(), hour + 300)
    expect(await stateOf(id)).toBe('degraded')
    expect(await checksOf(id)).toHaveLength(2)
  })

  it('goes by its new schedule from then on', async () => {
    const { id, path } = await makeHeartbeat(app(), { periodSeconds: 600, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), 300)
    expect((await patch(app(), id, { config: { periodSeconds: 1200 } })).status).toBe(200)
    await pass(app(), 900)
    expect(await checksOf(id)).toHaveLength(1)
    await pass(app(), 60)
    expect(await checksOf(id)).toHaveLength(2)
  })

  it('is not blamed for what its new schedule would have expected already', async () => {
    const { id, path } = await makeHeartbeat(app(), { periodSeconds: 7200, graceSeconds: 60 })
    await ping(app(), path)
    await pass(app(), hour)
    await patch(app(), id, { config: { periodSeconds: 600 } })
    await pass(app(), 659)
    expect(await checksOf(id)).toHaveLength(1)
    await pass(app(), 1)
    expect(await checksOf(id)).toHaveLength(2)
  })

  it('stays late when something else about it changes', async () => {
    const { id, path } = await makeHeartbeat(app(), { graceSeconds: 300 })
    await ping(app(), path)
    await pass(app(), hour + 60)
    await patch(app(), id, { name: 'Renamed', config: { ipAllowList: ['127.0.0.1'] } })
    await pass(app(), 240)
    expect(await checksOf(id)).toHaveLength(2)
  })

  it('may have locations that it does not need', async () => {
    const { data } = (await app().get('/locations')).body
    const { id, path } = await makeHeartbeat(app(), {}, { locations: data.map((location: { id: string }) => location.id) })
    await ping(app(), path)
    await ping(app(), path)
    await pass(app(), hour + 300)
    expect((await checksOf(id)).map(({ location }) => location)).toEqual(['heartbeat', 'heartbeat', 'heartbeat'])
  })

  it('takes its check-ins with it when it is deleted', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path)
    expect((await app().ask('DELETE', `/monitors/${id}`)).status).toBe(204)
    expect((await ping(app(), path)).status).toBe(404)
  })
})

describe('check-ins by slug', () => {
  const pingKey = async (key = keys.write): Promise<string> => (await app().get('/ping-key', { key })).body.key

  it('find the heartbeat of the organization', async () => {
    const { id } = await makeHeartbeat(app(), { slug: 'nightly-backup' })
    const key = await pingKey()
    expect((await app().get('/ping-key')).body.url).toBe(`${app().origin}/ping/${key}/`)
    expect(await ping(app(), `/ping/${key}/nightly-backup`)).toMatchObject({ status: 200, text: 'OK' })
    await ping(app(), `/ping/${key}/nightly-backup/start`)
    await ping(app(), `/ping/${key}/nightly-backup/3`)
    expect(await pingsOf(id)).toMatchObject([{ kind: 'fail', exit_status: 3 }, { kind: 'start' }, { kind: 'success' }])
    expect((await ping(app(), `/ping/${await pingKey(keys.other)}/nightly-backup`)).status).toBe(404)
    expect((await ping(app(), `/ping/${key}/unknown-job`)).status).toBe(404)
    expect((await app().get('/ping-key', { key: keys.read })).body.key).toBe('[redacted]')
  })

  it('are refused when several heartbeats carry the slug', async () => {
    await makeHeartbeat(app(), { slug: 'twice' })
    await makeHeartbeat(app(), { slug: 'twice' })
    expect(await ping(app(), `/ping/${await pingKey()}/twice`)).toMatchObject({ status: 409, text: 'ambiguous slug: several monitors carry it' })
  })

  it('make the heartbeat with create=1, once', async () => {
    const path = `/ping/${await pingKey()}/made-by-itself?create=1`
    const answers = await Promise.all(Array.from({ length: 5 }, () => ping(app(), path, { body: '{"metrics":{"first":1}}' })))
    expect(answers.map(({ status, text }) => `${status} ${text}`).sort()).toEqual(['200 OK', '200 OK', '200 OK', '200 OK', '201 created'])
    const { data } = (await app().get('/monitors?q=made-by-itself')).body
    expect(data).toMatchObject([
      { name: 'made-by-itself', type: 'heartbeat', interval_seconds: 86_400, state: 'up', config: { slug: 'made-by-itself', graceSeconds: 3600 } },
    ])
    expect(await pingsOf(data[0].id)).toHaveLength(5)
    const activity = (await app().get(`/activity?entity_id=${data[0].id}`)).body.data
    expect(activity).toMatchObject([{ action: 'monitor.created', actor: null, changes: { via: 'ping' } }])
    expect(JSON.stringify(activity)).not.toContain(new URL(data[0].target).pathname.slice(6))
    expect((await app().get(`/monitors/${data[0].id}/alert-rules`)).body.data).toHaveLength(3)
  })

  it.each(['Not-A-Slug', '123', 'a.b'])('do not make %s', async (slug) => {
    expect((await ping(app(), `/ping/${await pingKey()}/${slug}?create=1`)).status).toBe(404)
  })

  it('make no more monitors than the plan has', async () => {
    const small = await lapwing({
      provision: `organizations: [{ name: Small, limits: { monitors: 1 }, apiKeys: [{ name: rw, scope: write, key: ${keys.write} }] }]`,
    })
    const { key } = (await small.get('/ping-key')).body
    expect((await ping(small, `/ping/${key}/one?create=1`)).status).toBe(201)
    expect(await ping(small, `/ping/${key}/two?create=1`)).toMatchObject({ status: 403, text: expect.stringContaining('limit monitors is 1') })
    expect((await small.get('/monitors')).body.data).toHaveLength(1)
  })
})

describe('people who come from elsewhere', () => {
  const token = (path: string): string => path.slice('/ping/'.length)

  it.each([
    ['?status=up&msg=OK&ping=12.5', 'success', 'OK', 12.5],
    ['', 'success', null, null],
    ['?status=down&msg=disk%20full&ping=', 'fail', 'disk full', null],
    ['?status=up&ping=-1', 'success', null, null],
  ])('push %s', async (query, kind, body, duration_ms) => {
    const { id, path } = await makeHeartbeat(app())
    expect((await ping(app(), `/api/push/${token(path)}${query}`)).status).toBe(200)
    expect(await pingsOf(id)).toMatchObject([{ kind, body, duration_ms }])
    expect((await ping(app(), `/api/push/${token(path)}/fail`)).status).toBe(404)
  })

  it.each([
    ['', 'success', null],
    ['/fail', 'fail', null],
    ['/0', 'success', 0],
    ['/7', 'fail', 7],
  ])('heartbeat%s', async (suffix, kind, exit_status) => {
    const { id, path } = await makeHeartbeat(app())
    expect((await ping(app(), `/api/v1/heartbeat/${token(path)}${suffix}`, { body: 'why' })).status).toBe(200)
    expect(await pingsOf(id)).toMatchObject([{ kind, exit_status, body: 'why' }])
  })
})

describe('the list of check-ins', () => {
  it('keeps the last hundred, newest first', async () => {
    const { id, path } = await makeHeartbeat(app())
    for (let n = 1; n <= 103; n++) {
      app().clock.advance(1000)
      await ping(app(), path, { body: `${n}` })
    }
    const all = await pingsOf(id, '?limit=100')
    expect(all.map(({ body }) => body)).toEqual(Array.from({ length: 100 }, (_, n) => `${103 - n}`))
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 100 }, (_, n) => 103 - n))
    const { data, has_more } = (await app().get(`/monitors/${id}/pings?limit=2`)).body
    expect([data.length, has_more]).toEqual([2, true])
  })

  it('is empty for other monitors, and another organization sees none', async () => {
    const { id } = await make(app())
    expect((await app().get(`/monitors/${id}/pings`)).body).toEqual({ object: 'list', data: [], has_more: false })
    expect((await app().get(`/monitors/${id}/pings`, { key: keys.other })).status).toBe(404)
    expect((await app().get(`/monitors/${id}/pings`, { key: keys.read })).status).toBe(200)
  })
})

describe('when things go wrong', () => {
  it('check-ins, silence, pauses and changes of one heartbeat get out of each other\'s way', async () => {
    const { id, path } = await makeHeartbeat(app(), { resumeOnPing: true })
    await ping(app(), path)
    app().clock.advance(3_900_000)
    const all = Array.from({ length: 8 }, (_, n) => [
      ping(app(), path),
      ping(app(), `${path}/start`),
      pass(app(), 1).then(() => ({ status: 200 })),
      app().post('/monitors/bulk', { action: n % 2 ? 'pause' : 'resume', ids: [id] }),
      app().ask('PATCH', `/monitors/${id}`, { body: { config: { graceSeconds: 100 + n } } }),
    ]).flat()
    expect((await Promise.all(all)).map(({ status }) => status)).toEqual(all.map(() => 200))
    await app().post(`/monitors/${id}/resume`)
    await ping(app(), path)
    expect(await stateOf(id)).toBe('up')
    const turns = await inDatabase(app(), sql`select from turns join monitors m using (scheduler_id) where m.id = ${id}`)
    expect(turns).toHaveLength(1)
  })

  it('a check-in is not answered with OK unless it is kept, and no address reaches the log', async () => {
    const lines: string[] = []
    const write = (message: string, fields?: object): void => void lines.push(JSON.stringify([message, fields]))
    const log: Log = { debug: write, info: write, warn: write, error: write }
    const broken = await lapwing({ log })
    const { path, id } = await makeHeartbeat(broken)
    await inDatabase(broken, sql`alter table pings rename to elsewhere`)
    const answer = await ping(broken, path)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('content-type')).toMatch('text/plain')
    expect(answer.text).toMatch(/safe to try again/)
    expect((await broken.get(`/monitors/${id}`)).body.state).toBe('unknown')
    await inDatabase(broken, sql`alter table elsewhere rename to pings`)
    expect((await ping(broken, path)).status).toBe(200)
    expect(lines.join('\n')).toContain('a check-in failed')
    expect(lines.join('\n')).not.toContain(path.slice('/ping/'.length))
  })
})
