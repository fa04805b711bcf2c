import { describe, expect, it, onTestFinished } from 'vitest'
import { type Answered, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { fakeClock } from '../../kit/clock.ts'
import { quiet } from '../../kit/log.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { newGate, noteOperations, withNotes } from '../../kit/lapwing/operations.ts'
import { newDatabase } from '../../kit/lapwing/database.ts'
import { proxyTo } from '../../kit/lapwing/proxy.ts'
import { databaseAway, databaseSilent } from '../../../src/domain/self-monitoring.ts'
import { operations } from '../../../src/operations/index.ts'

const app = sharedLapwing({ operations: withNotes })
const nobody = '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'

function expectError({ status, body, headers }: Answered, expected: number, code: string): void {
  expect({ status, code: body.error.code }).toEqual({ status: expected, code })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  const { details = [], ...error } = body.error
  expect({ ...body, error }).toEqual({ error: { code, message: expect.stringMatching(/\S/) } })
  for (const { field, message } of details) expect(error.message).toContain(`${field}: ${message}`)
}

describe('the shape of an error', () => {
  it.each(['/nowhere', '/', '', '/me/nothing', '/ME', '/%6eowhere', '/notes/a/b', '/internal-notes', '/..%2fetc'])(
    'is JSON for the unknown path %s',
    async (path) => {
      expectError(await app().get(path), 404, 'not_found')
    },
  )

  it('is also JSON beside the API root', async () => {
    for (const path of ['/nowhere', '/v2/me', '/v1x', '/favicon.ico']) {
      const response = await fetch(`${app().origin}${path}`, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ error: { code: 'not_found', message: expect.any(String) } })
    }
  })

  it('is RFC 9457 with the usual error inside on request', async () => {
    const usual = await app().get('/nowhere')
    const requested = await app().get('/nowhere', { headers: { accept: 'application/problem+json' } })
    expect(requested.status).toBe(404)
    expect(requested.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    const { error } = usual.body
    expect(requested.body).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: error.message,
      code: 'not_found',
      error,
    })
  })

  it('names the fields that are wrong, and none that a text only mentions', async () => {
    const { body } = await app().post('/contacts', { name: 'Ada', 'x; name: y': 1, email: 'nobody' })
    expect(body.error.message).toContain('; x; name: y: unsupported field')
    expect(body.error.details).toEqual([{ field: 'email', message: 'must be a valid email address' }])
    const query = await app().get('/monitors?a%3B+name%3A+b=1')
    expect(query.body.error.message).toMatch(/^a; name: b: unsupported query parameter/)
    expect(query.body.error.details).toBeUndefined()
  })

  it('does not affect successful responses that accept RFC 9457', async () => {
    const { status, headers } = await app().get('/me', {
      headers: { accept: 'application/problem+json, application/json' },
    })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

describe('400 invalid_request', () => {
  it.each(['{', '{"title":}', '{"title":"a"', "{'title':'a'}", 'title=a', '{"title":"a"}}', '\u0000', '[1,]', 'NaN'])(
    'for the malformed JSON %j',
    async (body) => {
      const answer = await app().post('/notes', body)
      expectError(answer, 400, 'invalid_request')
      expect(answer.body.error.message).toMatch(/^Malformed JSON: /)
    },
  )

  const invalid: [string, unknown, string][] = [
    ['a missing field', {}, 'title: Required'],
    ['a field of the wrong type', { title: 5 }, 'title: Expected string, received number'],
    ['null for a field', { title: null }, 'title: Expected string, received null'],
    ['an array for the body', [], 'body: Expected object, received array'],
    ['a string for the body', '"x"', 'body: Expected object, received string'],
    ['null for the body', 'null', 'body: Expected object, received null'],
    ['no body', undefined, 'body: Required'],
    ['an empty body', '', 'body: Required'],
    ['a blank body', '  \n', 'body: Required'],
    ['a text that is too short', { title: '' }, 'title: String must contain at least 1 character(s)'],
    ['a text that is too long', { title: 'x'.repeat(101) }, 'title: String must contain at most 100 character(s)'],
    ['a number that is too small', { title: 'a', count: 0 }, 'count: Number must be greater than or equal to 1'],
    ['a number that is too large', { title: 'a', count: 11 }, 'count: Number must be less than or equal to 10'],
    ['a broken number', { title: 'a', count: 1.5 }, 'count: Expected integer, received float'],
    ['a number as text', { title: 'a', count: '5' }, 'count: Expected number, received string'],
    ['a value that is not allowed', { title: 'a', kind: 'loud' }, 'kind: Invalid value. Allowed values: plain, urgent'],
    ['a wrong date-time', { title: 'a', startsAt: 'tomorrow' }, 'startsAt: must be a valid ISO 8601 datetime'],
    ['a date without a time', { title: 'a', startsAt: '2026-03-01' }, 'startsAt: must be a valid ISO 8601 datetime'],
    [
      'a day that does not exist',
      { title: 'a', startsAt: '2026-02-30T00:00:00Z' },
      'startsAt: must be a valid ISO 8601 datetime',
    ],
    [
      'a list that is too long',
      { title: 'a', labels: Array(4).fill({ text: 'x' }) },
      'labels: Array must contain at most 3 element(s)',
    ],
    [
      'a fault inside a list',
      { title: 'a', labels: [{ text: 'x' }, { text: 7 }] },
      'labels[1].text: Expected string, received number',
    ],
    ['an unsupported field', { title: 'a', surprise: 1 }, 'surprise: unsupported field'],
    [
      'an unsupported field inside',
      { title: 'a', labels: [{ text: 'x', color: 'red' }] },
      'labels[0].color: unsupported field',
    ],
    ['a field named __proto__', '{"title":"a","__proto__":{"admin":true}}', '__proto__: unsupported field'],
    ['a field named constructor', { title: 'a', constructor: 1 }, 'constructor: unsupported field'],
    [
      'several faults',
      { count: 0, startsAt: 'x', b: 1 },
      'title: Required; count: Number must be greater than or equal to 1; startsAt: must be a valid ISO 8601 datetime; b: unsupported field',
    ],
  ]
  it.each(invalid)('for %s, with field and rule', async (_case, body, message) => {
    const answer = await app().post('/notes', body)
    expectError(answer, 400, 'invalid_request')
    expect(answer.body.error.message).toBe(message)
  })

  it('for a body where none is expected', async () => {
    const answer = await app().post('/slow-notes', { title: 'a' })
    expectError(answer, 400, 'invalid_request')
    expect(answer.body.error.message).toBe('title: unsupported field')
  })

  it.each([
    'not-an-id',
    '1',
    '0198c5a2-8a00-7e55-a1b2',
    `${nobody}0`,
    'null',
    '%20',
    '%00',
    '%F0%9F%90%A6',
    '..%2f..',
    "'or'1'='1",
  ])('for the malformed id %s', async (id) => {
    const answer = await app().get(`/notes/${id}`)
    expectError(answer, 400, 'invalid_request')
    expect(answer.body.error.message).toMatch(/^id: /)
  })

  it.each([101, 10_000])('for an id of %i characters, with a valid key', async (length) => {
    const path = `/notes/${'x'.repeat(length)}`
    expectError(await app().get(path, { key: null }), 401, 'unauthorized')
    const answer = await app().get(path)
    expectError(answer, 400, 'invalid_request')
    expect(answer.body.error.message).toBe('id: must be a valid UUID')
  })

  it('for a limit outside 1-100, a sort parameter and a malformed cursor', async () => {
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'sort=name', 'cursor=x'])
      expectError(await app().get(`/notes?${query}`), 400, 'invalid_request')
  })

  it('for an Idempotency-Key longer than 255 characters', async () => {
    const answer = await app().post('/notes', { title: 'a' }, { headers: { 'idempotency-key': 'x'.repeat(256) } })
    expectError(answer, 400, 'invalid_request')
    expect(answer.body.error.message).toBe('Idempotency-Key: must be 1 to 255 characters')
  })
})

describe('the other errors', () => {
  it('401 unauthorized for a request without a valid credential', async () => {
    expectError(await app().get('/me', { key: null }), 401, 'unauthorized')
  })

  it('403 forbidden for a credential without the write scope, and for a plan without API access', async () => {
    expectError(await app().post('/notes', { title: 'a' }, { key: keys.read }), 403, 'forbidden')
    expectError(await app().get('/me', { key: keys.free }), 403, 'forbidden')
  })

  it('404 not_found for missing resources', async () => {
    expectError(await app().get(`/notes/${nobody}`), 404, 'not_found')
    expectError(await app().ask('DELETE', `/notes/${nobody}`), 404, 'not_found')
  })

  it.each([
    ['POST', '/me', 'GET, HEAD'],
    ['PUT', '/notes', 'POST, GET, HEAD'],
    ['PATCH', `/notes/${nobody}`, 'GET, HEAD, DELETE'],
    ['GET', '/slow-notes', 'POST'],
    ['HEAD', '/slow-notes', 'POST'],
    ['DELETE', '/openapi.json', 'GET, HEAD'],
    ['PROPFIND', '/me', 'GET, HEAD'],
    ['PURGE', '/me', 'GET, HEAD'],
    ['QUERY', '/me', 'GET, HEAD'],
    ['PATCH', '/monitors/bulk', 'POST'],
    ['DELETE', '/incidents/stats', 'GET, HEAD'],
  ])('405 method_not_allowed for %s %s, with the supported methods in Allow', async (method, path, allow) => {
    const answer = await app().ask(method, path, method === 'GET' || method === 'HEAD' ? {} : { body: { any: 'body' } })
    expect(answer.headers.get('allow')).toBe(allow)
    if (method !== 'HEAD') expectError(answer, 405, 'method_not_allowed')
    else expect(answer.status).toBe(405)
  })

  it('405 even without a required body', async () => {
    expectError(await app().ask('QUERY', '/me'), 405, 'method_not_allowed')
  })

  it('405 even with a body that is not JSON', async () => {
    expectError(
      await app().ask('PUT', '/me', { body: '{', headers: { 'content-type': 'text/plain' } }),
      405,
      'method_not_allowed',
    )
    expectError(await app().ask('PUT', '/me', { body: '{' }), 405, 'method_not_allowed')
  })

  it('409 conflict for an Idempotency-Key that was used for another request', async () => {
    const headers = { 'idempotency-key': 'errors-409' }
    await app().post('/notes', { title: 'a' }, { headers })
    expectError(await app().post('/notes', { title: 'b' }, { headers }), 409, 'conflict')
  })

  it('413 payload_too_large for a JSON body over 256 KiB', async () => {
    expectError(await app().post('/notes', { title: 'x'.repeat(262_144) }), 413, 'payload_too_large')
  })

  it('429 rate_limited with Retry-After for an exceeded budget', async () => {
    const own = await lapwing()
    for (let requested = 0; requested < 5; requested++)
      expect((await own.get('/me', { key: keys.starter })).status).toBe(200)
    const answer = await own.get('/me', { key: keys.starter })
    expectError(answer, 429, 'rate_limited')
    expect(answer.headers.get('retry-after')).toBe('60')
  })

  it('500 internal_error for an internal error, without details', async () => {
    const failures: unknown[] = []
    const own = await lapwing({
      operations: withNotes,
      log: { ...quiet, error: (_message, fields) => failures.push(fields) },
    })
    const answer = await own.post('/broken-notes')
    expectError(answer, 500, 'internal_error')
    expect(answer.text).not.toContain('secret detail')
    expect(failures).toEqual([expect.objectContaining({ error: expect.any(TypeError), path: '/v1/broken-notes' })])
    expect((await own.get('/notes')).body.data).toEqual([])
  })

  it('503 internal_error while the database is unreachable, until it is back', async () => {
    const gate = newGate()
    const database = await proxyTo(await newDatabase())
    const own = await lapwing({
      operations: [...operations, ...noteOperations(gate)],
      database: database.connection,
      log: quiet,
    })
    onTestFinished(gate.open)
    const ready = async (): Promise<unknown> => (await fetch(`${own.origin}/readyz`)).json()
    const running = own.post('/slow-notes')
    await gate.entered
    await database.cut()
    gate.open()
    for (const answer of [
      await running,
      await own.get('/activity'),
      await own.get('/me', { key: keys.other }),
      await own.post('/notes', { title: 'a' }),
    ]) {
      expectError(answer, 503, 'internal_error')
      expect(answer.body.error.message).toBe('The service is temporarily unavailable; it is safe to try again')
      expect(answer.headers.get('retry-after')).toBe('5')
    }
    expect(await ready()).toEqual({
      ready: false,
      database: 'unreachable',
      migrations: 'unknown',
      problems: [databaseAway],
    })
    expect((await fetch(`${own.origin}/healthz`)).status).toBe(200)
    await database.mend()
    expect((await own.post('/notes', { title: 'a' })).status).toBe(201)
    expect((await own.get('/notes')).body.data).toHaveLength(1)
    expect(await ready()).toMatchObject({ ready: true })
  })

  it('/readyz returns 503 within seconds while the database is frozen', async () => {
    const database = await proxyTo(await newDatabase())
    const clock = fakeClock()
    const own = await lapwing({ operations, database: database.connection, clock, log: quiet })
    const ask = (): Promise<Response> => fetch(`${own.origin}/readyz`)
    expect((await ask()).status).toBe(200)
    database.swallow()
    let answer: Response | undefined
    void ask().then((response) => (answer = response))
    await waitUntil(() => {
      clock.advance(2500)
      return answer !== undefined
    })
    expect([answer!.status, await answer!.json()]).toEqual([
      503,
      expect.objectContaining({ ready: false, problems: [databaseSilent] }),
    ])
    // Pending queries fail at once, so that Lapwing can stop.
    await database.cut()
    await database.mend()
  })

  it('501 not_implemented is reserved and described', async () => {
    const { components } = (await app().get('/openapi.json')).body
    expect(components.schemas.Error.properties.error.properties.code.enum).toContain('not_implemented')
  })
})
