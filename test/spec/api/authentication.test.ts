import { describe, expect, it, onTestFinished } from 'vitest'
import { acme, keys, lapwing, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'
import { quiet } from '../../kit/log.ts'
import { apiKey } from '../../../src/domain/secret.ts'
import { operations } from '../../../src/operations/index.ts'
import { type DatabaseConnection, openStore } from '../../../src/store/database/database.ts'
import { type Statement, sql } from '../../../src/store/database/sql.ts'

const app = sharedLapwing({ operations: withNotes })
const bearer = { authorization: `Bearer ${keys.write}` }

async function change(database: DatabaseConnection, statement: Statement): Promise<void> {
  const store = openStore(database, { log: quiet, connections: 1 })
  onTestFinished(() => store.close())
  expect(await store.run(statement)).toBe(1)
}

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('accepts an API key with the scheme %s', async (scheme) => {
    const { status } = await app().get('/me', { key: null, headers: { authorization: `${scheme} ${keys.write}` } })
    expect(status).toBe(200)
  })

  const refused: [string, Record<string, string>, RegExp][] = [
    ['is missing', {}, /^Authorization header missing/],
    ['is empty', { authorization: '' }, /Authorization: Bearer <API_KEY>/],
    ['has the scheme Basic', { authorization: 'Basic bHc6bHc=' }, /^unsupported authorization scheme/],
    ['has the scheme Token', { authorization: `Token ${keys.write}` }, /^unsupported authorization scheme/],
    [
      'has a scheme that only begins like Bearer',
      { authorization: `Bearers ${keys.write}` },
      /^unsupported authorization scheme/,
    ],
    ['is a bare key', { authorization: keys.write }, /^unsupported authorization scheme/],
    ['has no credentials', { authorization: 'Bearer' }, /^Empty credentials/],
    ['has blank credentials', { authorization: 'Bearer    ' }, /^Empty credentials/],
    ['has two credentials', { authorization: `Bearer ${keys.write} ${keys.read}` }, /^Malformed Authorization header/],
    [
      'has an unknown key',
      { authorization: 'Bearer lw_test_nobody_0123456789abcdef' },
      /^Unknown, revoked or expired API key/,
    ],
    [
      'has a key in another case',
      { authorization: `Bearer ${keys.write.toUpperCase()}` },
      /^Unknown, revoked or expired/,
    ],
    [
      'has only the start of a key',
      { authorization: `Bearer ${keys.write.slice(0, -1)}` },
      /^Unknown, revoked or expired/,
    ],
    ['has characters beyond ASCII', { authorization: 'Bearer l\u00e4pwing' }, /^Unknown, revoked or expired/],
    ['has a very long key', { authorization: `Bearer ${'x'.repeat(8000)}` }, /^Unknown, revoked or expired/],
    [
      'has SQL in place of a key',
      { authorization: `Bearer ';drop/**/table/**/api_keys;--` },
      /^Unknown, revoked or expired/,
    ],
  ]
  it.each(refused)('causes 401 if it %s', async (_case, headers, message) => {
    const answer = await app().get('/me', { key: null, headers })
    expect(answer.status).toBe(401)
    expect(answer.body.error.code).toBe('unauthorized')
    expect(answer.body.error.message).toMatch(message)
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer (error="invalid_token", )?resource_metadata="http:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/v1", scope="read"$/,
    )
  })

  it('is never repeated in a response', async () => {
    const { text } = await app().get('/me', { key: 'lw_test_nobody_0123456789abcdef' })
    expect(text).not.toContain('nobody')
  })

  it('is not read from the query', async () => {
    expect(
      (await app().get(`/me?api_key=${keys.write}&authorization=Bearer%20${keys.write}`, { key: null })).status,
    ).toBe(401)
  })
})

describe('keys', () => {
  it('cause 401 once they are revoked', async () => {
    const own = await lapwing()
    expect((await own.get('/me')).status).toBe(200)
    await change(
      own.database,
      sql`update api_keys set revoked_at = ${own.clock.now()} where hash = ${apiKey(keys.write).hash}`,
    )
    own.clock.advance(2000)
    expect((await own.get('/me')).status).toBe(401)
    expect((await own.get('/me', { key: keys.read })).status).toBe(200)
  })

  it('cause 401 if the provision file no longer lists them', async () => {
    const own = await lapwing()
    await own.get('/me', { key: keys.read })
    const provision = acme.replace(/.*key: lw_test_read.*\n/, '')
    const next = await lapwing({ provision, database: own.database, clock: own.clock })
    expect((await next.get('/me', { key: keys.read })).status).toBe(401)
    own.clock.advance(2000)
    expect((await own.get('/me', { key: keys.read })).status).toBe(401)
  })

  it('cause 401 once they expire', async () => {
    const own = await lapwing()
    const expiresAt = new Date(own.clock.now().getTime() + 10_000)
    await change(
      own.database,
      sql`update api_keys set expires_at = ${expiresAt} where hash = ${apiKey(keys.write).hash}`,
    )
    own.clock.advance(9999)
    const { status, body } = await own.get('/me')
    expect(status).toBe(200)
    expect(body.credential.expires_at).toBe(expiresAt.toISOString())
    own.clock.advance(1)
    expect((await own.get('/me')).status).toBe(401)
  })

  it('with the read scope are enough for GET operations', async () => {
    for (const path of ['/me', '/plan', '/locations', '/activity', '/notes'])
      expect((await app().get(path, { key: keys.read })).status).toBe(200)
  })

  it('with the read scope get 403 from write operations', async () => {
    for (const [method, path] of [
      ['POST', '/notes'],
      ['DELETE', '/notes/0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'],
    ] as const) {
      const { status, body } = await app().ask(method, path, { key: keys.read, body: { title: 'x' } })
      expect(status).toBe(403)
      expect(body.error).toEqual({
        code: 'forbidden',
        message: 'This needs a key with the write scope; this key has the read scope',
      })
    }
  })

  it('with the read scope get 403 before the request and the resource are checked', async () => {
    expect((await app().ask('DELETE', '/notes/no-id', { key: keys.read })).status).toBe(403)
    expect((await app().post('/notes', '{', { key: keys.read })).status).toBe(403)
    expect((await app().post('/notes', 'x'.repeat(300_000), { key: keys.read })).status).toBe(403)
  })

  it('with the write scope may also read', async () => {
    expect((await app().get('/notes')).status).toBe(200)
  })

  it('remember when they were last used, to the minute', async () => {
    const own = await lapwing()
    expect((await own.get('/me')).body.credential.last_used_at).toBeNull()
    own.clock.advance(30_000)
    expect((await own.get('/me')).body.credential.last_used_at).toBe('2026-03-01T12:00:00.000Z')
    own.clock.advance(61_000)
    await own.get('/me')
    own.clock.advance(3000)
    expect((await own.get('/me')).body.credential.last_used_at).toBe('2026-03-01T12:01:31.000Z')
  })
})

describe('the plan', () => {
  it('without API access causes 403 for every operation that needs a key', async () => {
    for (const path of ['/me', '/plan', '/locations', '/activity']) {
      const { status, body } = await app().get(path, { key: keys.free })
      expect(status).toBe(403)
      expect(body.error).toEqual({ code: 'forbidden', message: 'The free plan does not include API access' })
    }
  })

  it('causes 403 with the name of the reached limit', async () => {
    const own = await lapwing({
      operations: withNotes,
      provision: acme.replace('- name: Acme', '- name: Acme\n    limits: { contacts: 1 }'),
    })
    expect((await own.post('/notes', { title: 'first' })).status).toBe(201)
    const { status, body } = await own.post('/notes', { title: 'second' })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('1 contacts') })
  })

  it('is checked after the rate limit: an exceeded budget is 429 even if plan or scope would cause 403', async () => {
    const provision = acme.replace(
      '- name: Acme',
      '- name: Acme\n    limits: { api_requests_per_minute: 2, contacts: 0 }',
    )
    const own = await lapwing({ operations: withNotes, provision })
    for (const key of [keys.write, keys.read]) {
      expect((await own.post('/notes', { title: 'x' }, { key })).status).toBe(403)
      expect((await own.post('/notes', { title: 'x' }, { key })).status).toBe(403)
      expect((await own.post('/notes', { title: 'x' }, { key })).status).toBe(429)
    }
  })
})

describe('of several reasons to refuse a request', () => {
  const none = '0198c5a2-8a00-7e55-a1b2-c3d4e5f60718'

  it.each([
    ['an unknown path comes before a missing key', 'GET', '/nowhere', null, 404],
    ['an unknown method comes before a missing key', 'PUT', '/monitors', null, 405],
    ['an unknown path comes before a wrong key', 'GET', '/nowhere', 'lw_test_nobody_0123456789abcdef', 404],
    ['a missing key comes before an unknown object', 'DELETE', `/monitors/${none}`, null, 401],
    ['a missing key comes before an invalid query', 'GET', '/monitors?limit=0', null, 401],
    ['a missing scope comes before an unknown object', 'DELETE', `/monitors/${none}`, keys.read, 403],
    ['an unknown object is what is left', 'DELETE', `/monitors/${none}`, keys.write, 404],
  ])('%s', async (_rule, method, path, key, status) => {
    expect((await app().ask(method, path, { key })).status).toBe(status)
  })
})

describe('another organization', () => {
  it('has its resources reported as missing, with the same message', async () => {
    const { id } = (await app().post('/notes', { title: 'ours' })).body
    const missing = await app().get('/notes/0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', { key: keys.other })
    for (const method of ['GET', 'DELETE']) {
      const theirs = await app().ask(method, `/notes/${id}`, { key: keys.other })
      expect(theirs.status).toBe(404)
      expect(theirs.text).toBe(missing.text)
    }
    expect((await app().get(`/notes/${id}`, { key: keys.read })).status).toBe(200)
  })
})

describe('keyless endpoints', () => {
  const keyless = ['/openapi.json', '/meta/monitor-types', '/config/schema', '/signing-keys']

  it.each(keyless)('respond without a key: %s', async (path) => {
    expect((await app().get(path, { key: null })).status).toBe(200)
  })

  it.each(keyless)('ignore a sent key: %s', async (path) => {
    expect((await app().get(path, { key: 'lw_test_nobody_0123456789abcdef' })).status).toBe(200)
    expect((await app().get(path, { key: keys.free })).status).toBe(200)
  })

  it('are the only ones', () => {
    const open = operations
      .filter(({ access, audience }) => access === 'none' && audience === 'public')
      .map(({ path }) => path)
    expect(open.toSorted()).toEqual(keyless.toSorted())
  })
})

describe('CORS', () => {
  const answers: [string, () => Promise<Response>][] = [
    ['an answer', () => fetch(`${app().origin}/v1/me`, { headers: bearer })],
    ['a 401', () => fetch(`${app().origin}/v1/me`)],
    ['a 403', () => fetch(`${app().origin}/v1/me`, { headers: { authorization: `Bearer ${keys.free}` } })],
    ['a 404', () => fetch(`${app().origin}/v1/nowhere`)],
    ['a 405', () => fetch(`${app().origin}/v1/me`, { method: 'PUT' })],
    ['a 400', () => fetch(`${app().origin}/v1/locations?limit=0`, { headers: bearer })],
    ['a keyless answer', () => fetch(`${app().origin}/v1/openapi.json`)],
    ['a preflight', () => fetch(`${app().origin}/v1/me`, { method: 'OPTIONS' })],
  ]
  it.each(answers)('allows every origin to read %s', async (_case, ask) => {
    const { headers } = await ask()
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  it('exposes every header to scripts', async () => {
    expect((await app().get('/me')).headers.get('access-control-expose-headers')).toBe('*')
  })

  it.each(['/me', '/notes', '/notes/0198c5a2-8a00-7e55-a1b2-c3d4e5f60718', '/nowhere'])(
    'responds to a preflight of %s without a key',
    async (path) => {
      const { status, headers, text } = await app().ask('OPTIONS', path, {
        key: null,
        headers: {
          origin: 'https://app.example',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization',
        },
      })
      expect(status).toBe(204)
      expect(text).toBe('')
      expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE, OPTIONS')
      expect(headers.get('access-control-allow-headers')).toBe('Authorization, Content-Type, Idempotency-Key')
      expect(headers.get('access-control-max-age')).toBe('86400')
    },
  )

  it('a preflight allows more only where it is supported', async () => {
    const logo = await app().ask('OPTIONS', '/status-pages/1/logo', { key: null })
    expect(logo.headers.get('access-control-allow-methods')).toBe('GET, POST, PATCH, DELETE, OPTIONS')
    const diagnostics = await app().ask('OPTIONS', '/diagnostics', { key: null })
    expect(diagnostics.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, Prefer',
    )
    const events = await app().ask('OPTIONS', '/events', { key: null })
    expect(events.headers.get('access-control-allow-headers')).toMatch(/, Last-Event-ID$/)
  })
})
