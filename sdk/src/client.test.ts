import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import { addressOf } from './address.ts'
import type { Monitor } from './api.ts'
import type { ClientOptions } from './client.ts'
import { ApiError, secondsToWait } from './errors.ts'
import { createClient } from './lapwing.ts'
import { listAll, listPages } from './pages.ts'

interface ServerResponse {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
  /** Ends the connection without a response. */
  readonly hangUp?: boolean
  /** Keeps the client waiting. */
  readonly silent?: boolean
}

let server: Server
let responses: ServerResponse[] = []
const requests: IncomingMessage[] = []
const waits: number[] = []

// A server per test: on a busy machine, a request that timed out in one test arrives only during the next.
beforeEach(async () => {
  requests.length = 0
  waits.length = 0
  server = createServer((request, response) => {
    // Another test may look for a port at which nobody listens, and find this one.
    if (!request.headers.authorization?.startsWith('Bearer lw_')) return void response.writeHead(404).end()
    requests.push(request)
    request.resume()
    const { status = 200, headers, body, hangUp, silent } = responses.shift() ?? {}
    if (silent) return
    if (hangUp) return void request.socket.destroy()
    // On a reused connection, Node itself repeats a request that was cut off.
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
    response.end(body === undefined ? '{}' : typeof body === 'string' ? body : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
})

function client(options: Partial<ClientOptions> = {}, ...given: ServerResponse[]) {
  responses = given
  return createClient({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    token: 'lw_key',
    sleep: async (ms) => void waits.push(ms),
    ...options,
  })
}

const busy = { status: 503, body: { error: { code: 'internal_error', message: 'Try again' } } }
const limited = (retryAfter: string): ServerResponse => ({ status: 429, headers: { 'retry-after': retryAfter } })
const draft = { name: 'Nightly backup', type: 'heartbeat', interval: 60 } as const
const keysSent = (): unknown[] => requests.map(({ headers }) => headers['idempotency-key'])

describe('a method of a resource', () => {
  it('takes ids, a body or a query, and options', async () => {
    const lapwing = client()
    await lapwing.alertRules.update('one/two', 7, { enabled: false }, { headers: { 'x-trial': '1' } })
    await lapwing.contactGroups.delete('x', { force: 'true' })
    await lapwing.monitors.create(draft, { idempotencyKey: 'mine' })
    expect(requests.map(({ method, url, headers }) => [method, url, headers['x-trial']])).toEqual([
      ['PATCH', '/v1/monitors/one%2Ftwo/alert-rules/7', '1'],
      ['DELETE', '/v1/contact-groups/x?force=true', undefined],
      ['POST', '/v1/monitors', undefined],
    ])
    expect(keysSent()[2]).toBe('mine')
    // @ts-expect-error a monitor has an interval
    void (() => lapwing.monitors.create({ name: 'x', type: 'heartbeat' }))
    // @ts-expect-error there is no such filter
    void (() => lapwing.monitors.list({ colour: 'red' }))
  })

  it('returns a list to await or to go through, and repeats its filters for later pages', async () => {
    const page = (id: string, next_cursor: string | null) => ({ body: { data: [{ id }], next_cursor } })
    const lapwing = client({}, page('a', 'more'), page('b', null), page('c', 'unused'))
    const ids: string[] = []
    for await (const { id } of lapwing.monitors.list({ tag: 'shop' })) ids.push(id)
    const first = await lapwing.monitors.list()
    expectTypeOf(first.data).toEqualTypeOf<readonly Monitor[]>()
    expect([ids, first.data.length, requests.map(({ url }) => url)]).toEqual([
      ['a', 'b'],
      1,
      ['/v1/monitors?tag=shop', '/v1/monitors?tag=shop&cursor=more', '/v1/monitors'],
    ])
  })

  it('returns the response on request, and errors with the fields that are wrong', async () => {
    const details = [{ field: 'name', message: 'Required' }]
    const refusal = { code: 'invalid_request', message: 'name: Required', details }
    const refused = { status: 400, body: { error: refusal } }
    const lapwing = client({}, { headers: { 'x-a': '1' } }, { body: 'bytes' }, { body: 'zip' }, refused)
    const { status, headers } = await lapwing.summary.get().withResponse()
    expect([status, headers.get('x-a')]).toEqual([200, '1'])
    expect(await (await lapwing.summary.get().asResponse()).text()).toBe('bytes')
    const bundle = await lapwing.incidents.getBundle(42)
    expectTypeOf(bundle).toEqualTypeOf<Response>()
    expect(await bundle.text()).toBe('zip')
    const failed = lapwing.monitors.create(draft)
    await expect(failed).rejects.toMatchObject({ code: 'invalid_request', fields: details })
  })
})

describe('a call', () => {
  it('has the types of its operation', async () => {
    const lapwing = client({}, { body: { id: 'x' } })
    const monitor = await lapwing.get('/monitors/{id}', { params: { id: 'x' } })
    expectTypeOf(monitor).toExtend<Monitor>()
    expect(monitor).toEqual({ id: 'x' })
    // @ts-expect-error the id is missing
    void (() => lapwing.get('/monitors/{id}'))
    // @ts-expect-error only the dashboard has this path
    void (() => lapwing.get('/dashboard/bulk'))
    expectTypeOf(() => listAll(lapwing, '/monitors')).returns.toEqualTypeOf<AsyncGenerator<Monitor, void, undefined>>()
  })

  it('sends the token, and returns the response with its headers', async () => {
    const lapwing = client({}, { body: { object: 'summary' }, headers: { 'x-ratelimit-remaining': '59' } })
    const { data, status, headers } = await lapwing.send('get', '/summary')
    expect([data, status, headers.get('x-ratelimit-remaining')]).toEqual([{ object: 'summary' }, 200, '59'])
    expect(requests[0]!.headers.authorization).toBe('Bearer lw_key')
    expect(requests[0]!.url).toBe('/v1/summary')
  })

  it('throws a typed error', async () => {
    const error = { code: 'not_found', message: 'Resource not found' }
    const requested = client({}, { status: 404, body: { error } }).get('/monitors/{id}', { params: { id: 'x' } })
    await expect(requested).rejects.toMatchObject({ name: 'ApiError', status: 404, ...error })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['/monitors', {}, '/monitors'],
    ['/monitors/{id}', { params: { id: 'a/b' } }, '/monitors/a%2Fb'],
    [
      '/incidents',
      { query: { status: ['open', 'firing'], since: undefined, limit: 5 } },
      '/incidents?status=open%2Cfiring&limit=5',
    ],
  ] as const)('asks at %s with %j', (path, input, address) => {
    expect(addressOf(path, input)).toBe(address)
  })

  it('treats a response that is not from Lapwing as missing', async () => {
    const requested = client({}, { body: '<h1>Welcome on board</h1>' }).get('/summary')
    await expect(requested).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'unreachable' })
  })

  it('ends at its timeout, and when the caller aborts', async () => {
    const slow = client({ timeoutMs: 5, maxRetries: 0 }, { silent: true }).get('/summary')
    await expect(slow).rejects.toMatchObject({ code: 'timeout', status: 0 })
    const reason = new Error('enough')
    const aborted = client({}, { silent: true }).get('/summary', { signal: AbortSignal.abort(reason) })
    await expect(aborted).rejects.toBe(reason)
  })
})

describe('a retry', () => {
  it('follows a lost connection and a busy server, with growing delays', async () => {
    await client({}, { hangUp: true }, busy, busy).get('/summary')
    expect(requests).toHaveLength(4)
    expect(waits).toHaveLength(3)
    waits.forEach((ms, index) => expect(ms).toBeGreaterThanOrEqual(250 * 2 ** index))
  })

  it('gives up after the last one', async () => {
    const requested = client({ maxRetries: 1 }, busy, busy, busy).get('/summary')
    await expect(requested).rejects.toMatchObject({ status: 503, message: 'Try again' })
    expect(requests).toHaveLength(2)
  })

  it('creates with one Idempotency-Key', async () => {
    await client({}, { hangUp: true }, busy).post('/monitors', { body: draft })
    expect(keysSent()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keysSent()[0], keysSent()[0]])
    await client({}).post('/monitors', { body: draft, idempotencyKey: 'mine' })
    expect(keysSent().at(-1)).toBe('mine')
  })

  it('never follows a change that may have had an effect', async () => {
    const patched = client({}, busy).patch('/monitors/{id}', { params: { id: 'x' }, body: { name: 'New' } })
    await expect(patched).rejects.toMatchObject({ status: 503 })
    const paused = client({}, { hangUp: true }).post('/monitors/{id}/pause', { params: { id: 'x' } })
    await expect(paused).rejects.toMatchObject({ code: 'unreachable' })
    expect(requests).toHaveLength(2)
  })

  it('follows a change that was refused by the rate limit', async () => {
    await client({}, limited('7')).patch('/monitors/{id}', { params: { id: 'x' }, body: { name: 'New' } })
    expect(waits).toEqual([7000])
  })

  it('treats what an unanswered deletion deleted as deleted, and what never existed as an error', async () => {
    const missing = { status: 404, body: { error: { code: 'not_found', message: 'Resource not found' } } }
    const remove = (...given: ServerResponse[]) =>
      client({}, ...given).delete('/monitors/{id}', { params: { id: 'x' } })
    await expect(remove({ hangUp: true }, missing)).resolves.toBeUndefined()
    await expect(remove(missing)).rejects.toMatchObject({ status: 404 })
    await expect(remove(limited('1'), missing)).rejects.toMatchObject({ status: 404 })
  })

  it('does not wait longer than allowed', async () => {
    await expect(client({}, limited('61')).get('/summary')).rejects.toMatchObject({ retryAfterSeconds: 61 })
  })

  it('stops when the caller aborts during the wait', async () => {
    const abort = new AbortController()
    const lapwing = createClient({ url: 'http://127.0.0.1:1', maxRetries: 9 })
    const requested = lapwing.get('/summary', { signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(requested).rejects.toThrow('enough')
  })

  it.each([
    ['120', 120],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30],
    ['Sun, 01 Mar 2026 11:59:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('reads Retry-After: %s', (text, seconds) => {
    expect(secondsToWait(text, Date.parse('2026-03-01T12:00:00Z'))).toBe(seconds)
  })
})

it('lists page by page, and asks for no page that nobody wants', async () => {
  const page = (id: string, next: string | null): ServerResponse => ({ body: { data: [{ id }], next_cursor: next } })
  const found: string[] = []
  for await (const { id } of listAll(client({}, page('a', 'two'), page('b', null)), '/monitors', {
    query: { limit: 1 },
  }))
    found.push(id)
  expect(found).toEqual(['a', 'b'])
  expect(requests.map(({ url }) => url)).toEqual(['/v1/monitors?limit=1', '/v1/monitors?limit=1&cursor=two'])
  for await (const _ of listPages(client({}, page('a', 'two')), '/monitors')) break
  expect(requests).toHaveLength(3)
})

it('explains what an error carries', () => {
  const headers = new Headers({ 'retry-after': '3' })
  expect(new ApiError('Busy', { code: 'rate_limited', status: 429, headers }).retryAfterSeconds).toBe(3)
})
