import { describe, expect, it } from 'vitest'
import { sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'
import { chunk, chunked, dial, expectError, head, json, send, withBody } from '../../kit/lapwing/raw.ts'

const app = sharedLapwing({ operations: withNotes })

describe('a body over 256 KiB', () => {
  it('is accepted at exactly 262,144 bytes and refused at one more', async () => {
    const frame = '{"title":"a","anything":""}'
    const fits = frame.replace('""', `"${'x'.repeat(262_144 - frame.length)}"`)
    expect((await app().post('/notes', fits)).status).toBe(201)
    expect((await app().post('/notes', `${fits} `)).status).toBe(413)
  })

  it('is counted in bytes, not in characters', async () => {
    expect((await app().post('/notes', { title: 'a', anything: '\u00e9'.repeat(131_000) })).status).toBe(201)
    expect((await app().post('/notes', { title: 'a', anything: '\u00e9'.repeat(132_000) })).status).toBe(413)
  })

  it('is refused by its announced length before any of it is sent', async () => {
    const wire = dial(app().origin)
    wire.write(head({ headers: [json, 'content-length: 262145'] }))
    expectError(await wire.answer(), 413, /256 KiB/)
    await wire.closed
  })

  it('is refused while it streams in chunks, before its end', async () => {
    const wire = dial(app().origin)
    wire.write(head({ headers: [json, chunked] }))
    for (let sent = 0; sent <= 262_144; sent += 65_536) wire.write(chunk(' '.repeat(65_536)))
    expectError(await wire.answer(), 413, /256 KiB/)
    await wire.closed
  })

  it('is refused even on paths without a body', async () => {
    const wire = dial(app().origin)
    wire.write(head({ path: '/v1/slow-notes', headers: [json, chunked] }))
    for (let sent = 0; sent <= 262_144; sent += 65_536) wire.write(chunk(' '.repeat(65_536)))
    expectError(await wire.answer(), 413, /256 KiB/)
    await wire.closed
  })

  it('is not read if the request is refused for another reason', async () => {
    for (const [method, path, status] of [
      ['POST', '/v1/nowhere', 404],
      ['PUT', '/v1/me', 405],
    ] as const) {
      const wire = dial(app().origin)
      wire.write(head({ method, path, headers: ['content-type: text/plain', 'content-length: 100000000'] }))
      expect((await wire.answer())?.status).toBe(status)
      await wire.closed
    }
  })

  it('is not read without a key', async () => {
    const wire = dial(app().origin)
    wire.write(`POST /v1/notes HTTP/1.1\r\nhost: lapwing\r\n${json}\r\n${chunked}\r\n\r\n${chunk('{')}`)
    expectError(await wire.answer(), 401, /Authorization header missing/)
    await wire.closed
  })
})

describe('a body', () => {
  it('that breaks off causes no error log', async () => {
    const wire = dial(app().origin)
    wire.write(`${head({ headers: [json, 'content-length: 20'] })}{"title"`)
    wire.end()
    await wire.closed
    expect((await app().get('/me')).status).toBe(200)
  })

  it('in chunks is read like any other', async () => {
    const answer = await send(
      app().origin,
      `${head({ headers: [json, chunked] })}${chunk('{"title":')}${chunk('"a"}')}0\r\n\r\n`,
    )
    expect(answer?.status).toBe(201)
  })

  const mediaTypes = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'json',
    ';',
    '',
  ]
  it.each(mediaTypes)('of the type %j is refused with the accepted type', async (type) => {
    expectError(
      await send(app().origin, withBody('{"title":"a"}', [`content-type: ${type}`])),
      400,
      /^Content-Type: must be application\/json$/,
    )
  })

  it('that is empty needs no type', async () => {
    for (const type of [[], ['content-type: text/plain'], ['content-type: application/x-www-form-urlencoded']])
      for (const [length, rest] of [
        ['content-length: 0', ''],
        [chunked, '0\r\n\r\n'],
      ] as const)
        expectError(await send(app().origin, head({ headers: [...type, length] }) + rest), 400, /^body: Required$/)
  })

  it.each(['content-type: text/plain', 'accept: */*'])(
    'that is too large is refused for its size first (%s)',
    async (line) => {
      const wire = dial(app().origin)
      wire.write(head({ headers: [line, 'content-length: 262145'] }))
      expectError(await wire.answer(), 413, /256 KiB/)
      await wire.closed
    },
  )

  it('without a type is refused', async () => {
    expectError(
      await send(app().origin, withBody('{"title":"a"}', [])),
      400,
      /^Content-Type: must be application\/json$/,
    )
  })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('of the type %s is read', async (type) => {
    expect((await send(app().origin, withBody('{"title":"a"}', [`content-type: ${type}`])))?.status).toBe(201)
  })

  it('that is empty or missing lacks required fields', async () => {
    expectError(await send(app().origin, withBody('')), 400, /^body: Required$/)
    expectError(await send(app().origin, head({ headers: ['content-length: 0'] })), 400, /^body: Required$/)
    expectError(await send(app().origin, head({ headers: [json, chunked] }) + '0\r\n\r\n'), 400, /^body: Required$/)
    expectError(await send(app().origin, head()), 400, /^body: Required$/)
  })

  it('that is compressed is refused', async () => {
    expectError(
      await send(app().origin, withBody(Buffer.from([0x1f, 0x8b, 8, 0, 0]), [json, 'content-encoding: gzip'])),
      400,
      /./,
    )
  })

  it('that is not UTF-8 is refused', async () => {
    const latin = Buffer.from('{"title":"caf\u00e9"}', 'latin1')
    expectError(await send(app().origin, withBody(latin)), 400, /^Malformed JSON: /)
    const answer = await send(
      app().origin,
      Buffer.concat([
        Buffer.from(head({ headers: [json, chunked] })),
        Buffer.from(`${latin.length.toString(16)}\r\n`),
        latin,
        Buffer.from('\r\n0\r\n\r\n'),
      ]),
    )
    expectError(answer, 400, /^Malformed JSON: /)
  })

  it('with a byte order mark is read', async () => {
    expect((await send(app().origin, withBody('\ufeff{"title":"a"}')))?.status).toBe(201)
  })

  it.each([
    ['NUL in a text', { title: 'a\0b' }, /^title: must be valid Unicode text without NUL/],
    [
      'NUL in an untyped text',
      { title: 'a', anything: { deep: ['\0'] } },
      /^anything.deep\[0\]: must be valid Unicode/,
    ],
    ['NUL in a name', { title: 'a', anything: { 'x\0': 1 } }, /^anything: must be valid Unicode/],
    ['half a surrogate pair', '{"title":"\\ud800"}', /^title: must be valid Unicode text/],
    ['the wrong half of a pair', '{"title":"\\udc00\\ud800"}', /^title: must be valid Unicode text/],
  ])('with %s is refused', async (_case, body, message) => {
    const { status, body: answer } = await app().post('/notes', body)
    expect(status).toBe(400)
    expect(answer.error.message).toMatch(message)
  })

  it('with any other Unicode is stored unchanged', async () => {
    for (const title of [
      '\u{1f426} Kiebitz',
      'e\u0301',
      '\u202e',
      '\u0007',
      '\ufffd',
      '\\u0000',
      "Robert'); drop table activity;--",
    ]) {
      const { body } = await app().post('/notes', { title })
      expect((await app().get(`/notes/${body.id}`)).body.title).toBe(title)
    }
  })

  const nested = (depth: number): string => `{"title":"a","anything":${'['.repeat(depth)}${']'.repeat(depth)}}`
  it.each([33, 1000, 131_000])('nested %i levels deep is refused', async (depth) => {
    for (const headers of [{}, { 'idempotency-key': `deep ${depth}` }] as Record<string, string>[]) {
      const { status, body } = await app().post('/notes', nested(depth), { headers })
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/^body: nested deeper than 32 levels/)
    }
  })

  it('nested a few levels deep is accepted', async () => {
    expect((await app().post('/notes', nested(30))).status).toBe(201)
  })

  it('never reaches the prototype of anything', async () => {
    const body =
      '{"title":"a","anything":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}'
    expect((await app().post('/notes', body)).status).toBe(201)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  it('with a duplicate name uses the last value, like JSON parsers', async () => {
    expect((await app().post('/notes', '{"title":"first","title":"last"}')).body.title).toBe('last')
  })

  it('of a GET is ignored', async () => {
    const wire = dial(app().origin)
    wire.write(`${head({ method: 'GET', path: '/v1/me', headers: [json, 'content-length: 1'] })}{`)
    expect((await wire.answer())?.status).toBe(200)
  })
})

describe('a path or query', () => {
  it.each(['/v1/%', '/v1/%zz', '/v1/notes/%e0%a4', '/v1/notes/%ff'])(
    'with the bad percent-encoding %s is refused',
    async (path) => {
      expectError(await send(app().origin, head({ method: 'GET', path })), 400, /./)
    },
  )

  it.each(['/v1/%00', '/v1/me%00', '/v1/notes%00/x'])('with NUL is 404: %s', async (path) => {
    expectError(await send(app().origin, head({ method: 'GET', path })), 404, / does not exist$/)
  })

  it.each([
    '/v1/notes/%00',
    '/v1/notes?limit=%00',
    '/v1/notes?cursor=%00',
    '/v1/activity?action=%00',
    '/v1/activity?actor=a%00b',
  ])('with NUL in a value is refused: %s', async (path) => {
    expectError(await send(app().origin, head({ method: 'GET', path })), 400, /must be/)
  })

  it.each(['limit', 'cursor', 'action', 'actor', 'since', 'entity_id'])(
    'with %s given twice is refused',
    async (name) => {
      expectError(
        await send(app().origin, head({ method: 'GET', path: `/v1/activity?${name}=1&${name}=1` })),
        400,
        new RegExp(`^${name}: `),
      )
    },
  )

  it('with a bad percent-encoding in a value causes no error', async () => {
    expect(
      (await send(app().origin, head({ method: 'GET', path: '/v1/activity?entity_id=%zz&actor=%ff%fe' })))?.status,
    ).toBe(200)
  })

  it('with unknown parameters is refused, with any name', async () => {
    for (const unknown of ['x=1', '__proto__=1', 'constructor=2', 'a[b]=3', '=4', 'hasOwnProperty=5']) {
      const answer = await send(app().origin, head({ method: 'GET', path: `/v1/me?${unknown}` }))
      expect([unknown, answer?.status]).toEqual([unknown, 400])
    }
  })

  it.each(['since', 'until'])('with a %s that is not a date-time is refused', async (name) => {
    for (const value of ['yesterday', '2026-03-01', '1772366400', '2026-13-01T00:00:00Z', '2026-03-01T25:00:00Z', ''])
      expectError(
        await send(app().origin, head({ method: 'GET', path: `/v1/activity?${name}=${value}` })),
        400,
        /must be a valid ISO 8601 datetime/,
      )
  })

  it.each(['0000-01-01T00:00:00Z', '0000-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59-23:59'])(
    'with the distant time %s is accepted',
    async (moment) => {
      for (const name of ['since', 'until'])
        expect(
          (await send(app().origin, head({ method: 'GET', path: `/v1/activity?${name}=${moment}` })))?.status,
        ).toBe(200)
    },
  )

  it('with dots does not leave the API', async () => {
    expect((await send(app().origin, head({ method: 'GET', path: '/v1/../healthz' })))?.status).toBe(404)
    expect((await send(app().origin, head({ method: 'GET', path: '/policies/../../package.json' })))?.status).toBe(404)
    expect((await send(app().origin, head({ method: 'GET', path: '/policies/%2e%2e%2fpackage.json' })))?.status).toBe(
      404,
    )
  })

  it('may contain the host', async () => {
    expect((await send(app().origin, head({ method: 'GET', path: 'http://lapwing/v1/me' })))?.status).toBe(200)
  })
})
