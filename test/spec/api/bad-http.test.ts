import { describe, expect, it } from 'vitest'
import { keys, sharedLapwing } from '../../kit/lapwing/lapwing.ts'
import { withNotes } from '../../kit/lapwing/operations.ts'
import { chunked, dial, expectError, head, json, send, withBody } from '../../kit/lapwing/raw.ts'

const app = sharedLapwing({ operations: withNotes })

describe('HTTP that cannot be read', () => {
  const broken: [string, string][] = [
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01'],
    ['an unknown method', 'FETCH /v1/me HTTP/1.1\r\nhost: lapwing\r\n\r\n'],
    ['an unknown version', 'GET /v1/me HTTP/9.9\r\nhost: lapwing\r\n\r\n'],
    ['a header without a name', 'GET /v1/me HTTP/1.1\r\nhost: lapwing\r\n: x\r\n\r\n'],
    ['a space in a header name', 'GET /v1/me HTTP/1.1\r\nhost: lapwing\r\na b: x\r\n\r\n'],
    ['NUL in a header', 'GET /v1/me HTTP/1.1\r\nhost: lapwing\r\nx: \0\r\n\r\n'],
    ['two lengths', 'POST /v1/notes HTTP/1.1\r\nhost: lapwing\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{'],
    [
      'a length and chunks',
      `POST /v1/notes HTTP/1.1\r\nhost: lapwing\r\ncontent-length: 1\r\n${chunked}\r\n\r\n0\r\n\r\n`,
    ],
    ['a negative length', 'POST /v1/notes HTTP/1.1\r\nhost: lapwing\r\ncontent-length: -1\r\n\r\n'],
    ['a chunk of no size', `${head({ headers: [json, chunked] })}zz\r\n`],
    ['headers without end', `GET /v1/me HTTP/1.1\r\nhost: lapwing\r\n${'x: y\r\n'.repeat(5000)}\r\n`],
    ['one very long header', `GET /v1/me HTTP/1.1\r\nhost: lapwing\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`],
    ['a very long path', `GET /v1/${'y'.repeat(20_000)} HTTP/1.1\r\nhost: lapwing\r\n\r\n`],
  ]
  it.each(broken)('gets 400 and is disconnected: %s', async (_case, text) => {
    const wire = dial(app().origin)
    wire.write(text)
    expectError(await wire.answer(), 400, /./)
    await wire.closed
  })

  it.each(['TRACE', 'PROPFIND', 'M-SEARCH'])(
    'does not include the method %s, which is only not allowed',
    async (method) => {
      expectError(
        await send(app().origin, head({ method, path: '/v1/me' })),
        405,
        /^\S+ is not supported here\. Supported: GET, HEAD\.$/,
      )
    },
  )

  it.each(['/v1/events', '/v1/sandbox/monitors', '/mcp', '/a2a'])('does not include TRACE %s', async (path) => {
    expect((await send(app().origin, head({ method: 'TRACE', path })))?.status).toBe(405)
  })

  it('includes a request without a Host header', async () => {
    expectError(await send(app().origin, 'GET /v1/me HTTP/1.1\r\n\r\n'), 400, /^Host: Required$/)
    expect(
      (await send(app().origin, `GET /v1/me HTTP/1.0\r\nauthorization: Bearer ${keys.write}\r\n\r\n`))?.status,
    ).toBe(200)
  })

  it.each(['lapwing', 'other.example', ''])('includes a request with a second Host header: %j', async (second) => {
    const wire = dial(app().origin)
    wire.write(head({ method: 'GET', path: '/v1/me', headers: [`Host: ${second}`] }))
    expectError(await wire.answer(), 400, /^Host: must be sent once$/)
    await wire.closed
    const page = await send(app().origin, `GET / HTTP/1.1\r\nhost: a.example\r\nHOST: ${second}\r\n\r\n`)
    expect(page?.status).toBe(400)
  })

  it('includes CONNECT, which is disconnected', async () => {
    const wire = dial(app().origin)
    wire.write('CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n')
    await expect(wire.closed).resolves.toBeUndefined()
  })

  it('does not include an upgrade request, which is ignored', async () => {
    const headers = [
      'connection: upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: eA==',
    ]
    expect((await send(app().origin, head({ method: 'GET', path: '/v1/me', headers })))?.status).toBe(200)
  })

  it('does not affect the next client', async () => {
    expect((await app().get('/me')).status).toBe(200)
  })
})

describe('one connection', () => {
  it('serves several requests, including refused ones', async () => {
    const wire = dial(app().origin)
    const statuses: (number | undefined)[] = []
    const get = (path: string): string => head({ method: 'GET', path })
    for (const request of [
      get('/v1/me'),
      withBody('{}'),
      withBody('{"title":"a"}'),
      get('/v1/nowhere'),
      get('/v1/me'),
    ]) {
      wire.write(request)
      statuses.push((await wire.answer())?.status)
    }
    expect(statuses).toEqual([200, 400, 201, 404, 200])
  })

  it('is not confused by the body of a refused request', async () => {
    const wire = dial(app().origin)
    const smuggled = head({ method: 'DELETE', path: '/v1/me' })
    wire.write(
      `${head({ method: 'PUT', path: '/v1/me', headers: ['content-type: text/plain', `content-length: ${smuggled.length}`] })}${smuggled}`,
    )
    expect((await wire.answer())?.body.error.message).toMatch(/^PUT is not supported/)
    wire.write(head({ method: 'GET', path: '/v1/plan' }))
    const next = await wire.answer()
    expect(next === undefined || next.body.object === 'plan').toBe(true)
  })
})
