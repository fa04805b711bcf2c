import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, type Server, createServer as createRawServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { digestAuthorization } from './digest.ts'
import type { HttpResponseData, RequestOptions } from './request.ts'

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const servers: Server[] = []

// Each test ends when all its connections are closed, which is itself tested here.
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

async function serve(handle: RequestListener, secure = false): Promise<string> {
  const server = secure ? createSecureServer(authority.issue({ names: ['localhost'] }), handle) : createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(server)
  return `http${secure ? 's' : ''}://localhost:${(server.address() as AddressInfo).port}`
}

function send(url: string, more: Partial<RequestOptions> = {}): Promise<HttpResponseData> {
  const signal = new AbortController().signal
  return net.request({
    url: new URL(url),
    method: 'GET',
    maxRedirects: 10,
    verify: true,
    ipVersion: 'any',
    signal,
    ...more,
  })
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const echo: RequestListener = async (request, response) => {
  const body = await textOf(request)
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }))
}

describe('a request', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'is made with %s, a path and a body',
    async (method) => {
      const response = await send(`${await serve(echo)}/a/b?c=d#e`, {
        method,
        body: 'grüße',
        headers: [{ key: 'X-Mine', value: 'yes' }],
      })
      expect(response).toMatchObject({ status: 200, reason: 'OK', httpVersion: '1.1', isCut: false })
      expect(JSON.parse(response.body.toString())).toMatchObject({
        method,
        url: '/a/b?c=d',
        body: 'grüße',
        headers: { 'x-mine': 'yes', 'content-length': '7', connection: 'close', 'user-agent': 'Lapwing' },
      })
    },
  )

  it('with HEAD waits for no body', async () => {
    const response = await send(
      await serve((_request, response) => void response.writeHead(200, { 'content-length': 1000 }).end()),
      { method: 'HEAD' },
    )
    expect([response.status, response.body.length]).toEqual([200, 0])
  })

  it.each([204, 304, 404, 418, 500, 599])('accepts status %i like any other', async (status) => {
    expect((await send(await serve((_request, response) => void response.writeHead(status).end()))).status).toBe(status)
  })

  it('accepts interim responses', async () => {
    const url = await serve(
      (_request, response) => (
        response.writeEarlyHints({ link: '</a>; rel=preload' }),
        response.writeProcessing(),
        void response.end('x')
      ),
    )
    expect((await send(url)).body.toString()).toBe('x')
  })

  it('traces its phases', async () => {
    const { trace } = await send(await serve(echo, true))
    expect(trace).toMatchObject({ address: '127.0.0.1', status: 200, redirects: [], certificateProblem: null })
    for (const time of ['dnsMs', 'connectMs', 'tlsMs', 'firstByteMs', 'transferMs'] as const)
      expect(trace[time]).toBeGreaterThanOrEqual(0)
    expect(trace.certificate?.subject).toBe('CN=localhost')
  })

  it('that is upgraded without asking ends there', async () => {
    const server = createRawServer((socket) =>
      socket
        .on('error', () => undefined)
        .resume()
        .write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    expect((await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).status).toBe(101)
  })
})

describe('a sloppy server', () => {
  it.each([
    ['says more than it announced', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok and more'],
    ['ends its lines as it likes', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['has control characters in its headers', 'HTTP/1.1 200 OK\r\nX-Odd: a\x01b\r\nContent-Length: 2\r\n\r\nok'],
    [
      'names the length twice',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    ],
    ['speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nok'],
    ['gives no reason', 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
  ])('that %s is understood', async (_what, answer) => {
    const server = createRawServer((socket) =>
      socket.on('error', () => undefined).once('data', () => socket.end(answer, 'latin1')),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.push(server)
    const { status, body } = await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    expect([status, body.toString()]).toEqual([200, 'ok'])
  })
})

describe('a body', () => {
  const packers = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    br: brotliCompressSync,
    zstd: zstdCompressSync,
  }
  const packed =
    (encoding: string, body: Buffer): RequestListener =>
    (_request, response) =>
      void response.writeHead(200, { 'content-encoding': encoding }).end(body)

  it.each(Object.entries(packers))('is decompressed from %s', async (encoding, pack) => {
    const { body, packedBytes } = await send(await serve(packed(encoding, pack('hello there'))))
    expect([body.toString(), packedBytes]).toEqual(['hello there', pack('hello there').length])
  })

  it.each(Object.entries(packers))('is cut while it is decompressed from %s', async (encoding, pack) => {
    const response = await send(await serve(packed(encoding, pack(Buffer.alloc(50_000_000)))))
    expect([response.isCut, response.body.length]).toEqual([true, 1_048_576])
    expect(response.bodyBytes).toBeLessThan(1_048_576 + 200_000)
  })

  it('is left as it is in an unknown encoding', async () => {
    expect((await send(await serve(packed('aws-chunked', Buffer.from('hello'))))).body.toString()).toBe('hello')
  })

  it('that does not match its encoding is a failure', async () => {
    await expect(send(await serve(packed('gzip', Buffer.from('hello'))))).rejects.toMatchObject({
      reason: 'content',
      message: 'the body is said to be gzip but cannot be read as that',
    })
  })

  it('is read to its cap and no further', async () => {
    const url = await serve((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', pour)
      pour()
    })
    const response = await send(url, { maxBytes: 100_000 })
    expect([response.isCut, response.body.length]).toEqual([true, 100_000])
  })

  it('of exactly the cap is not cut', async () => {
    const response = await send(await serve((_request, response) => void response.end(Buffer.alloc(1000))), {
      maxBytes: 1000,
    })
    expect([response.isCut, response.body.length]).toEqual([false, 1000])
  })

  it('is read completely and kept in part', async () => {
    const response = await send(await serve((_request, response) => void response.end(Buffer.alloc(5000))), {
      keepBytes: 10,
    })
    expect([response.isCut, response.body.length, response.bodyBytes]).toEqual([false, 10, 5000])
  })
})

describe('a body that is handed on piece by piece', () => {
  const long = Buffer.from(Array.from({ length: 400_000 }, (_, n) => `${n}\n`).join(''))
  const plain: RequestListener = (_request, response) => void response.writeHead(201, { 'x-mine': 'yes' }).end(long)
  const packed: RequestListener = (_request, response) =>
    void response.writeHead(201, { 'x-mine': 'yes', 'content-encoding': 'gzip' }).end(gzipSync(long))

  it.each([
    ['as it is', plain],
    ['inflated', packed],
  ])('arrives %s, one piece after the other, and is not kept', async (_how, handle) => {
    const pieces: Buffer[] = []
    let isBusy = false
    const response = await send(await serve(handle), {
      maxBytes: 50_000_000,
      keepBytes: 0,
      async onPiece(piece, { statusCode, headers }) {
        expect([isBusy, statusCode, headers['x-mine']]).toEqual([false, 201, 'yes'])
        isBusy = true
        pieces.push(piece)
        await new Promise((resolve) => setImmediate(resolve))
        isBusy = false
      },
    })
    expect(Buffer.concat(pieces).equals(long)).toBe(true)
    expect(response).toMatchObject({ bodyBytes: long.length, isCut: false, body: Buffer.alloc(0) })
  })

  it('leaves the rest with the server while a piece is processed', async () => {
    let sent = 0
    const endless: RequestListener = (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(long)) sent += long.length
      }
      response.on('drain', more)
      more()
    }
    const stop = new AbortController()
    const pending = send(await serve(endless), {
      maxBytes: 1e12,
      keepBytes: 0,
      signal: stop.signal,
      async onPiece() {
        for (let turn = 0; turn < 500; turn++) await new Promise((resolve) => setImmediate(resolve))
        stop.abort(new Error('enough'))
      },
    })
    await expect(pending).rejects.toThrow('enough')
    expect(sent).toBeLessThan(50_000_000)
  })

  it('ends when the consumer has enough', async () => {
    const open: RequestListener = (_request, response) => void response.write('first')
    const response = await send(await serve(open), { onPiece: async () => 'enough' as const })
    expect(response).toMatchObject({ status: 200, bodyBytes: 5, isCut: false })
  })

  it.each([
    ['long', packed],
    ['short', (_request, response) => void response.end('x')],
  ] satisfies [string, RequestListener][])('fails with whoever takes it, also when it is %s', async (_what, handle) => {
    const onPiece = async (): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('cannot be read')
    }
    await expect(send(await serve(handle), { onPiece })).rejects.toThrow('cannot be read')
  })
})

describe('redirects', () => {
  const hops =
    (count: number): RequestListener =>
    (request, response) => {
      const at = Number(request.url?.slice(1))
      if (at < count) response.writeHead(302, { location: `/${at + 1}` }).end('x'.repeat(100_000))
      else echo(request, response)
    }

  it('are followed and counted', async () => {
    const url = await serve(hops(3))
    const { status, trace, url: last } = await send(`${url}/0`)
    expect([status, last.pathname, trace.redirects.length]).toEqual([200, '/3', 3])
    expect(trace.redirects[0]).toEqual({ from: `${url}/0`, status: 302, to: `${url}/1` })
  })

  it('are followed to a site that requires its cookie', async () => {
    const url = await serve((request, response) => {
      if (request.headers.cookie === 'seen=yes') response.end('welcome')
      else response.writeHead(302, { location: '/', 'set-cookie': ['seen=yes; Path=/'] }).end()
    })
    expect((await send(url)).body.toString()).toBe('welcome')
  })

  it('are the response when they are not followed', async () => {
    const response = await send(`${await serve(hops(3))}/0`, { maxRedirects: 0 })
    expect([response.status, response.headers.location, response.bodyBytes]).toEqual([302, '/1', 100_000])
  })

  it('are the response without a usable location', async () => {
    expect(
      (await send(await serve((_request, response) => void response.writeHead(302).end('gone')))).body.toString(),
    ).toBe('gone')
  })

  it('are followed ten times at most', async () => {
    expect((await send(`${await serve(hops(10))}/0`)).status).toBe(200)
    const url = await serve(hops(11))
    await expect(send(`${url}/0`)).rejects.toMatchObject({
      reason: 'http_status',
      message: `more than 10 redirects; the last one leads to ${url}/11`,
    })
  })

  it('go from http to https and back, to another host', async () => {
    const last = await serve(echo)
    const middle = await serve(
      (_request, response) => void response.writeHead(307, { location: last.replace('localhost', '127.0.0.1') }).end(),
      true,
    )
    const first = await serve((_request, response) => void response.writeHead(301, { location: middle }).end())
    const response = await send(first, { login: { kind: 'bearer', token: 'abc' } })
    expect(response.trace).toMatchObject({ tlsMs: null, certificate: expect.anything() })
    expect(JSON.parse(response.body.toString()).headers).not.toHaveProperty('authorization')
  })

  const secrets = {
    method: 'POST',
    body: 'the secret body',
    headers: [{ key: 'X-Api-Key', value: 'secret' }],
    login: { kind: 'basic', username: 'robot', password: 'secret' },
  } as const

  it.each([307, 308])('to another origin drop body and credentials of the first (%i)', async (status) => {
    const other = await serve(echo)
    const url = await serve((_request, response) => void response.writeHead(status, { location: other }).end())
    const echoed = JSON.parse((await send(url, secrets)).body.toString())
    expect(echoed).toMatchObject({ method: 'POST', body: '', headers: { 'content-length': '0' } })
    expect(Object.keys(echoed.headers).sort()).toEqual(['accept', 'connection', 'content-length', 'host', 'user-agent'])
  })

  it('to the same origin keep all of it', async () => {
    const url = await serve((request, response) =>
      request.url === '/' ? response.writeHead(307, { location: '/next' }).end() : echo(request, response),
    )
    const echoed = JSON.parse((await send(url, secrets)).body.toString())
    expect(echoed).toMatchObject({
      method: 'POST',
      body: 'the secret body',
      headers: { 'x-api-key': 'secret', authorization: expect.stringMatching(/^Basic /) },
    })
  })

  it('are resolved and checked again at every hop', async () => {
    const url = await serve(
      (_request, response) => void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    )
    await expect(send(url)).rejects.toMatchObject({
      reason: 'connect',
      message:
        'after a redirect to http://169.254.169.254/latest: ' +
        '169.254.169.254 is a cloud metadata address, which no check may reach',
    })
  })

  it('reset the status of the previous hop', async () => {
    const { newTrace } = await import('./trace.ts')
    const trace = newTrace()
    await expect(
      send(
        await serve((_request, response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end()),
        { trace },
      ),
    ).rejects.toThrow('connection refused')
    expect(trace).toMatchObject({ status: null, redirects: [{ status: 302 }] })
  })
})

describe('a digest login', () => {
  const guarded =
    (challenge: string): RequestListener =>
    async (request, response) => {
      const body = await textOf(request)
      const authorization = request.headers.authorization
      const clientNonce = /cnonce="([^"]*)"/.exec(authorization ?? '')?.[1]
      const expected = digestAuthorization([challenge], {
        method: request.method ?? '',
        path: request.url ?? '',
        body,
        username: 'robot',
        password: 'secret',
        clientNonce,
      })
      if (authorization === expected) return void response.end('welcome')
      response.writeHead(401, { 'www-authenticate': ['Basic realm="x"', challenge] }).end('who are you?')
    }

  it.each([
    'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256',
    'Digest realm="r", nonce="n", qop="auth-int"',
    'Digest realm="r", nonce="n"',
  ])('responds to %s', async (challenge) => {
    const login = { kind: 'digest', username: 'robot', password: 'secret' } as const
    const response = await send(`${await serve(guarded(challenge))}/a?b=c`, { method: 'POST', body: 'hello', login })
    expect([response.status, response.body.toString()]).toEqual([200, 'welcome'])
  })

  it('is tried once', async () => {
    let requests = 0
    const handle = guarded('Digest realm="r", nonce="n"')
    const url = await serve(
      (request, response: ServerResponse) => ((requests += 1), void handle(request, response as never)),
    )
    const response = await send(url, { login: { kind: 'digest', username: 'robot', password: 'wrong' } })
    expect([response.status, requests]).toEqual([401, 2])
  })

  it('is not sent to a server that does not request it', async () => {
    const response = await send(
      await serve(
        (_request, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end(),
      ),
      {
        login: { kind: 'digest', username: 'robot', password: 'secret' },
      },
    )
    expect(response.status).toBe(401)
  })
})
