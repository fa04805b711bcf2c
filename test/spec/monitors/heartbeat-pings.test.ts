// All forms of check-ins, and what is stored of them.
import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sql } from '../../../src/store/database/sql.ts'
import { checksOf, makeHeartbeat, metricsOf, ping, pingsOf, stateOf } from '../../kit/resources/heartbeats.ts'
import { keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { inDatabase, make } from '../../kit/resources/monitors.ts'
import { send } from '../../kit/lapwing/raw.ts'

const app = sharedLapwing()

describe('checking in', () => {
  it.each(['GET', 'HEAD', 'POST'])('%s gets OK in plain text, and the monitor is up', async (method) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await stateOf(app(), id)).toBe('unknown')
    const answer = await ping(app(), path, { method })
    expect(answer).toMatchObject({ status: 200, text: method === 'HEAD' ? '' : 'OK' })
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('ping-body-limit')).toBe('100000')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull()
    expect(await stateOf(app(), id)).toBe('up')
    expect(await checksOf(app(), id)).toMatchObject([
      { success: true, location: 'heartbeat', error: null, status_code: 0 },
    ])
  })

  it.each([
    ['/fail', 'down', 'the job reported a failure', { failed: 1, missed: 0 }],
    ['/1', 'down', 'the job ended with exit status 1', { failed: 1, exit_status: 1 }],
    ['/255', 'down', 'the job ended with exit status 255', { failed: 1, exit_status: 255 }],
    ['/0', 'up', null, { failed: 0, exit_status: 0 }],
    ['/', 'up', null, { failed: 0, missed: 0, pings_24h: 1, seconds_since_last: 0 }],
  ])('at %s is a check', async (suffix, state, error, metrics) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path + suffix)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(app(), id)).toBe(state)
    expect(await checksOf(app(), id)).toMatchObject([{ success: error === null, error }])
    expect(await metricsOf(app(), id)).toMatchObject(metrics)
  })

  it.each(['/start', '/log'])('at %s is not a check', async (suffix) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path + suffix)).toMatchObject({ status: 200, text: 'OK' })
    expect(await stateOf(app(), id)).toBe('unknown')
    expect(await checksOf(app(), id)).toEqual([])
    expect(await pingsOf(app(), id)).toMatchObject([{ kind: suffix.slice(1) }])
  })

  it.each(['/nothing', '/256', '/-1', '/start/x', '/fail/1/2', '/%00', '/Start'])(
    'at %s finds nothing',
    async (suffix) => {
      const { id, path } = await makeHeartbeat(app())
      expect(await ping(app(), path + suffix)).toMatchObject({ status: 404, text: 'not found' })
      expect(await pingsOf(app(), id)).toEqual([])
    },
  )

  it.each([
    '/ping/nobody',
    '/ping/x%00',
    '/ping/',
    `/ping/${'x'.repeat(3000)}`,
    '/ping/nobody/some-slug',
    '/api/push/nobody',
    '/api/v1/heartbeat/nobody',
  ])('%s is not found, in plain text', async (path) => {
    const answer = await ping(app(), path)
    expect(answer).toMatchObject({ status: 404, text: 'not found' })
    expect(answer.headers.get('content-type')).toMatch('text/plain')
  })

  it('also works from a browser', async () => {
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
    expect(await metricsOf(app(), id)).toMatchObject({ duration_ms: 30_000, running: 1 })
    app().clock.advance(1000)
    await ping(app(), `${path}/2?rid=b`)
    expect(await metricsOf(app(), id)).toMatchObject({ duration_ms: 21_000, running: 0, exit_status: 2 })
    expect(await checksOf(app(), id)).toMatchObject([{ duration_ms: 21_000 }, { duration_ms: 30_000 }])
    expect((await pingsOf(app(), id)).map(({ kind, rid, duration_ms }) => [kind, rid, duration_ms])).toEqual([
      ['fail', 'b', 21_000],
      ['success', 'a', 30_000],
      ['start', 'b', null],
      ['start', 'a', null],
    ])
  })

  it('stores posted numbers as metrics for rules', async () => {
    const { id, path } = await makeHeartbeat(app())
    const body = JSON.stringify({
      metrics: { rows: 12_400, 'Bytes Copied': 0.5, text: 'no', none: null, huge: 1e300, '': 1 },
      other: 1,
    })
    await ping(app(), path, { body })
    const metrics = await metricsOf(app(), id)
    expect(metrics).toMatchObject({ 'value.rows': 12_400, 'value.bytes_copied': 0.5 })
    expect(Object.keys(metrics).filter((key) => key.startsWith('value.'))).toHaveLength(2)
    const { available_metrics } = (await app().get(`/monitors/${id}`)).body
    expect(available_metrics).toEqual(
      expect.arrayContaining(["metrics['heartbeat.value.rows']", "metrics['heartbeat.value.bytes_copied']"]),
    )
  })

  it('stores at most fifty different numbers per heartbeat', async () => {
    const { id, path } = await makeHeartbeat(app())
    const numbers = (from: number): string =>
      JSON.stringify({ metrics: Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`n${from + n}`, n])) })
    await ping(app(), path, { body: numbers(0) })
    await ping(app(), path, { body: numbers(20) })
    const values = Object.keys(await metricsOf(app(), id)).filter((key) => key.startsWith('value.'))
    expect(values).toHaveLength(30)
    await ping(app(), path, { body: numbers(1000) })
    expect(Object.keys(await metricsOf(app(), id)).filter((key) => key.startsWith('value.'))).toEqual([])
  })
})

describe('the body of a check-in', () => {
  it('is stored unchanged, up to the limit of the monitor', async () => {
    const { id, path } = await makeHeartbeat(app(), { bodyLimitBytes: 10 })
    const answer = await ping(app(), path, {
      body: 'a line\nand another',
      headers: { 'content-type': 'application/x-anything', 'user-agent': 'backup/1' },
    })
    expect(answer.headers.get('ping-body-limit')).toBe('10')
    expect(await pingsOf(app(), id)).toEqual([
      {
        object: 'ping',
        number: 1,
        timestamp: app().clock.now().toISOString(),
        kind: 'success',
        exit_status: null,
        rid: null,
        duration_ms: null,
        method: 'POST',
        ip: '127.0.0.1',
        user_agent: 'backup/1',
        body_bytes: 18,
        body: 'a line\nand',
      },
    ])
  })

  it('is stored with a user agent of at most 500 characters', async () => {
    const { id, path } = await makeHeartbeat(app())
    await ping(app(), path, { headers: { 'user-agent': 'x'.repeat(600) } })
    expect(await pingsOf(app(), id)).toMatchObject([{ user_agent: 'x'.repeat(500) }])
  })

  it('can be anything: binary data, NUL, broken JSON', async () => {
    const { id, path } = await makeHeartbeat(app())
    for (const body of [Buffer.from([0, 255, 254, 10]), '{"metrics":', '{"metrics":7}', '[]', 'null'])
      expect(
        (await ping(app(), `${path}/fail`, { body, headers: { 'content-type': 'application/json' } })).status,
      ).toBe(200)
    expect(await pingsOf(app(), id)).toHaveLength(5)
  })

  it.each(['text', 'text/', ';', 'plain text'])('may have the invalid content type %j', async (type) => {
    const { id, path } = await makeHeartbeat(app())
    expect(await ping(app(), path, { body: 'done', headers: { 'content-type': type } })).toMatchObject({ status: 200 })
    expect(await pingsOf(app(), id)).toMatchObject([{ kind: 'success', body: 'done' }])
  })

  it('of more than a megabyte is 413 and does not count', async () => {
    const { id, path } = await makeHeartbeat(app())
    expect((await ping(app(), path, { body: 'x'.repeat(1_000_000) })).status).toBe(200)
    expect(await ping(app(), path, { body: 'x'.repeat(1_000_001) })).toMatchObject({
      status: 413,
      text: 'the body is larger than 1000000 bytes',
    })
    expect((await pingsOf(app(), id)).map(({ body_bytes, body }) => [body_bytes, body.length])).toEqual([
      [1_000_000, 10_000],
    ])
  })

  it('is not read if the address is unknown', async () => {
    const answer = await send(
      app().origin,
      'POST /ping/nobody%21 HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n',
    )
    expect(answer).toMatchObject({ status: 404, headers: { connection: 'close' } })
  })

  it.each([
    ['Backup FAILED: done 3 of 4', 'fail'],
    ['backup done', 'success'],
    ['backup begins', 'start'],
    ['begin … done', 'success'],
    ['nothing to see', 'ignored'],
    ['', 'ignored'],
  ])('decides by keywords: %j is %s', async (body, kind) => {
    const { id, path } = await makeHeartbeat(app(), {
      startKeywords: ['begin'],
      successKeywords: ['done', 'OK'],
      failKeywords: ['FAIL', 'ERROR'],
    })
    expect(await ping(app(), path, { body })).toMatchObject({
      status: 200,
      text: kind === 'ignored' ? 'OK (ignored: no keyword found)' : 'OK',
    })
    expect(await pingsOf(app(), id)).toMatchObject([{ kind }])
    expect((await checksOf(app(), id)).length).toBe(kind === 'fail' || kind === 'success' ? 1 : 0)
  })

  it('does not override the path', async () => {
    const { id, path } = await makeHeartbeat(app(), { successKeywords: ['done'] })
    await ping(app(), `${path}/fail`, { body: 'done' })
    expect(await pingsOf(app(), id)).toMatchObject([{ kind: 'fail' }])
  })

  it('can use the subject instead', async () => {
    const { id, path } = await makeHeartbeat(app(), { failKeywords: ['FAILED'], keywordSource: 'subject' })
    await ping(app(), `${path}?subject=Backup%20FAILED`)
    await ping(app(), path, { body: 'FAILED', headers: { subject: 'fine' } })
    expect(await pingsOf(app(), id)).toMatchObject([{ kind: 'success' }, { kind: 'fail' }])
  })
})

describe('who may check in', () => {
  it('only POST counts if the monitor requires it', async () => {
    const { id, path } = await makeHeartbeat(app(), { allowedMethods: 'post' })
    for (const method of ['GET', 'HEAD']) {
      const answer = await ping(app(), path, { method })
      expect(answer).toMatchObject({ status: 405 })
      expect(answer.headers.get('allow')).toBe('POST')
    }
    expect(await pingsOf(app(), id)).toEqual([])
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
    expect(await pingsOf(app(), id)).toHaveLength(status === 200 ? 1 : 0)
  })

  it('120 times a minute per heartbeat', async () => {
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

describe('check-ins by slug', () => {
  const pingKey = async (key = keys.write): Promise<string> => (await app().get('/ping-key', { key })).body.key

  it('use addresses that are encrypted in the database', async () => {
    const { path } = await makeHeartbeat(app())
    const secrets = [path.split('/').at(-1)!, await pingKey()]
    const rows = await inDatabase<{ text: string }>(
      app(),
      sql`
      select m::text as text from monitors m
      union all select o::text from organizations o
      union all select t::text from address_tokens t`,
    )
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain(hash('sha256', secrets[0]!))
    expect(text).toContain(hash('sha256', secrets[1]!))
    const inBytes = secrets.map((secret) => Buffer.from(secret).toString('hex'))
    expect([...secrets, ...inBytes].filter((secret) => text.includes(secret))).toEqual([])
  })

  it('find the heartbeat of the organization', async () => {
    const { id } = await makeHeartbeat(app(), { slug: 'nightly-backup' })
    const key = await pingKey()
    expect((await app().get('/ping-key')).body.url).toBe(`${app().origin}/ping/${key}/`)
    expect(await ping(app(), `/ping/${key}/nightly-backup`)).toMatchObject({ status: 200, text: 'OK' })
    await ping(app(), `/ping/${key}/nightly-backup/start`)
    await ping(app(), `/ping/${key}/nightly-backup/3`)
    expect(await pingsOf(app(), id)).toMatchObject([
      { kind: 'fail', exit_status: 3 },
      { kind: 'start' },
      { kind: 'success' },
    ])
    expect((await ping(app(), `/ping/${await pingKey(keys.other)}/nightly-backup`)).status).toBe(404)
    expect((await ping(app(), `/ping/${key}/unknown-job`)).status).toBe(404)
    expect((await app().get('/ping-key', { key: keys.read })).body.key).toBe('[redacted]')
  })

  it('are refused if several heartbeats have the slug', async () => {
    await makeHeartbeat(app(), { slug: 'twice' })
    await makeHeartbeat(app(), { slug: 'twice' })
    expect(await ping(app(), `/ping/${await pingKey()}/twice`)).toMatchObject({
      status: 409,
      text: 'ambiguous slug: several monitors carry it',
    })
  })

  it('create the heartbeat with create=1, once', async () => {
    const path = `/ping/${await pingKey()}/made-by-itself?create=1`
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ping(app(), path, { body: '{"metrics":{"first":1}}' })),
    )
    expect(answers.map(({ status, text }) => `${status} ${text}`).sort()).toEqual([
      '200 OK',
      '200 OK',
      '200 OK',
      '200 OK',
      '201 created',
    ])
    const { data } = (await app().get('/monitors?q=made-by-itself')).body
    expect(data).toMatchObject([
      {
        name: 'made-by-itself',
        type: 'heartbeat',
        interval_seconds: 86_400,
        state: 'up',
        config: { slug: 'made-by-itself', graceSeconds: 3600 },
      },
    ])
    expect(await pingsOf(app(), data[0].id)).toHaveLength(5)
    const activity = (await app().get(`/activity?entity_id=${data[0].id}`)).body.data
    expect(activity).toMatchObject([{ action: 'monitor.created', actor: null, changes: { via: 'ping' } }])
    expect(JSON.stringify(activity)).not.toContain(new URL(data[0].target).pathname.slice(6))
    expect((await app().get(`/monitors/${data[0].id}/alert-rules`)).body.data).toHaveLength(3)
  })

  it.each(['Not-A-Slug', '123', 'a.b'])('do not create %s', async (slug) => {
    expect((await ping(app(), `/ping/${await pingKey()}/${slug}?create=1`)).status).toBe(404)
  })

  it('create no more monitors than the plan allows', async () => {
    const small = await lapwing({
      provision: `organizations: [{ name: Small, limits: { monitors: 1 }, apiKeys: [{ name: rw, scope: write, key: ${keys.write} }] }]`,
    })
    const { key } = (await small.get('/ping-key')).body
    expect((await ping(small, `/ping/${key}/one?create=1`)).status).toBe(201)
    expect(await ping(small, `/ping/${key}/two?create=1`)).toMatchObject({
      status: 403,
      text: expect.stringContaining('limit monitors is 1'),
    })
    expect((await small.get('/monitors')).body.data).toHaveLength(1)
  })
})

describe('addresses of other services', () => {
  const token = (path: string): string => path.slice('/ping/'.length)

  it.each([
    ['?status=up&msg=OK&ping=12.5', 'success', 'OK', 12.5],
    ['', 'success', null, null],
    ['?status=down&msg=disk%20full&ping=', 'fail', 'disk full', null],
    ['?status=up&ping=-1', 'success', null, null],
  ])('push %s', async (query, kind, body, duration_ms) => {
    const { id, path } = await makeHeartbeat(app())
    expect((await ping(app(), `/api/push/${token(path)}${query}`)).status).toBe(200)
    expect(await pingsOf(app(), id)).toMatchObject([{ kind, body, duration_ms }])
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
    expect(await pingsOf(app(), id)).toMatchObject([{ kind, exit_status, body: 'why' }])
  })
})

describe('the list of check-ins', () => {
  it('keeps the last hundred, newest first', async () => {
    const { id, path } = await makeHeartbeat(app())
    for (let n = 1; n <= 103; n++) {
      app().clock.advance(1000)
      await ping(app(), path, { body: `${n}` })
    }
    const all = await pingsOf(app(), id, '?limit=100')
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
