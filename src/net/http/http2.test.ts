import { type Http2ServerRequest, type Http2ServerResponse, createSecureServer } from 'node:http2'
import { createServer as createHttp1Server } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { getEventListeners } from 'node:events'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type QuicServer, hasCaddy, startCaddy } from '../../../test/kit/debian/caddy.ts'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import { choosingHttp2, reset, settings } from '../../../test/kit/servers/http2-frames.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { type WebServer, hasNginx, startNginx } from '../../../test/kit/debian/nginx.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import type { HttpResponseData } from '../index.ts'
import { digestAuthorization } from './digest.ts'
import { newTrace } from './trace.ts'
import type { RequestOptions } from './request.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['localhost', '127.0.0.1'] })
const net = openNet({ extraTrust: [authority.root] })
const isRequired = process.env['CI'] === 'true'

function send(port: number, path = '/', more: Partial<RequestOptions> = {}): Promise<HttpResponseData> {
  const url = new URL(`https://localhost:${port}${path}`)
  const signal = AbortSignal.timeout(120_000)
  return net.request({ url, method: 'GET', maxRedirects: 5, verify: true, ipVersion: 'any', signal, ...more })
}

type RequestHandler = (request: Http2ServerRequest, response: Http2ServerResponse) => void

interface SmallServer {
  readonly port: number
  /** Sessions opened in total, and those still open. */
  readonly sessions: { opened: number; open: number }
}

async function serve(handler: RequestHandler, allowHTTP1 = false): Promise<SmallServer> {
  const sessions = { opened: 0, open: 0 }
  const server = createSecureServer({ ...certificate, allowHTTP1 }, handler)
  server.on('session', (session) => {
    sessions.opened += 1
    sessions.open += 1
    session.on('error', () => undefined).once('close', () => (sessions.open -= 1))
  })
  return { port: await listening(server), sessions }
}

async function textOf(request: Http2ServerRequest): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const echo: RequestHandler = async (request, response) => {
  const { method, url, headers, httpVersion } = request
  response.end(JSON.stringify({ method, url, headers, httpVersion, body: await textOf(request) }))
}

describe('which HTTP is spoken', () => {
  it.each([
    ['HTTP/2 alone', false, {}, '2'],
    ['both', true, {}, '2'],
    ['both, to who wants only HTTP/1.1', true, { onlyHttp1: true }, '1.1'],
  ])('is chosen by the server: %s', async (_what, allowHTTP1, more, version) => {
    const { port } = await serve(echo, allowHTTP1)
    const { httpVersion, trace, body } = await send(port, '/', more)
    expect([httpVersion, trace.httpVersion, JSON.parse(body.toString()).httpVersion.slice(0, 3)]).toEqual([
      version,
      version,
      version === '2' ? '2.0' : '1.1',
    ])
  })

  it.each([
    ['knows of HTTP/1.1 alone', ['http/1.1']],
    ['knows nothing of ALPN', undefined],
  ])('is HTTP/1.1 with a server that %s', async (_what, ALPNProtocols) => {
    const server = createHttp1Server({ ...certificate, ALPNProtocols }, (_request, response) => void response.end('x'))
    expect((await send(await listening(server))).httpVersion).toBe('1.1')
  })

  it('is HTTP/1.1 for an upgrade, even if the server supports HTTP/2', async () => {
    const { port } = await serve(echo, true)
    const url = new URL(`https://localhost:${port}/`)
    const signal = AbortSignal.timeout(120_000)
    const how = { url, method: 'GET', verify: true, ipVersion: 'any', signal, protocol: 'websocket' } as const
    expect(await net.upgrade(how)).toMatchObject({ status: 200, httpVersion: '1.1', connection: null })
  })

  it('is reported for a failed request too', async () => {
    const { port } = await serve(({ stream }) => stream.close(2))
    const trace = newTrace()
    await expect(send(port, '/', { trace })).rejects.toMatchObject({ reason: 'connect' })
    expect(trace).toMatchObject({ httpVersion: '2', status: null, tlsMs: expect.any(Number) })
  })

  it('is HTTP/1.1 when the server has chosen HTTP/2 and then requires HTTP/1.1', async () => {
    const server = await startHostile(
      (socket) => {
        if ((socket as TLSSocket).alpnProtocol === 'h2') return socket.once('data', () => socket.write(answerHttp1))
        return socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nover 1.1'))
      },
      Object.assign(choosingHttp2(certificate), { ALPNProtocols: ['h2', 'http/1.1'] }),
    )
    const answerHttp1 = Buffer.concat([settings, reset(13)])
    expect((await send(server.port)).body.toString()).toBe('over 1.1')
    await server.idle()
    await server.stop()
  })
})

describe('a request over HTTP/2', () => {
  it('sends the same headers as HTTP/1.1, except for connection headers', async () => {
    const { port } = await serve(echo)
    const response = await send(port, '/a/b?c=d#e', {
      method: 'POST',
      body: 'grüße',
      login: { kind: 'bearer', token: 'secret' },
      headers: [
        { key: 'Host', value: 'other.example' },
        { key: 'X-Mine', value: 'one' },
        { key: 'X-Mine', value: 'zwölf' },
        { key: 'TE', value: 'gzip' },
        { key: 'HTTP2-Settings', value: 'x' },
        { key: 'Proxy-Connection', value: 'keep-alive' },
      ],
    })
    expect(response).toMatchObject({ status: 200, reason: '', url: { pathname: '/a/b' }, isCut: false })
    const echoed = JSON.parse(response.body.toString())
    expect(echoed).toMatchObject({ method: 'POST', url: '/a/b?c=d', body: 'grüße' })
    expect(echoed.headers).toEqual({
      ':method': 'POST',
      ':scheme': 'https',
      ':authority': 'other.example',
      ':path': '/a/b?c=d',
      'x-mine': `one, ${Buffer.from('zwölf').toString('latin1')}`,
      'user-agent': 'Lapwing',
      accept: '*/*',
      authorization: 'Bearer secret',
      'content-length': '7',
    })
  })

  it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('supports %s', async (method) => {
    const { port } = await serve(echo)
    expect(JSON.parse((await send(port, '/', { method })).body.toString()).method).toBe(method)
  })

  it('gets no content with HEAD, 204 and 304', async () => {
    const { port } = await serve(({ url }, response) => {
      response.writeHead(url === '/' ? 200 : Number(url.slice(1)), url === '/' ? { 'content-length': 1000 } : {}).end()
    })
    expect(await send(port, '/', { method: 'HEAD' })).toMatchObject({ status: 200, bodyBytes: 0 })
    expect(await send(port, '/204')).toMatchObject({ status: 204, bodyBytes: 0 })
    expect(await send(port, '/304')).toMatchObject({ status: 304, bodyBytes: 0 })
  })

  it('accepts interim responses, trailers and separate cookie headers', async () => {
    const { port } = await serve((_request, response) => {
      response.writeEarlyHints({ link: '</a>; rel=preload' })
      response.setHeader('set-cookie', ['a=b', 'c=d'])
      response.addTrailers({ 'x-after': 'all' })
      response.end('x')
    })
    const { headers, body } = await send(port)
    expect(body.toString()).toBe('x')
    expect(headers).toMatchObject({ 'set-cookie': ['a=b', 'c=d'] })
    expect(Object.keys(headers)).not.toContain(':status')
  })

  it('sends a body larger than the first window, and reads one in pieces', async () => {
    const { port } = await serve((request, response) => void request.pipe(response))
    const body = 'a long story '.repeat(50_000)
    expect((await send(port, '/', { method: 'POST', body })).body.equals(Buffer.from(body))).toBe(true)
    const pieces: Buffer[] = []
    const onPiece = async (piece: Buffer): Promise<void> => {
      await new Promise((resolve) => setImmediate(resolve))
      pieces.push(piece)
    }
    await send(port, '/', { method: 'POST', body, keepBytes: 0, onPiece })
    expect(Buffer.concat(pieces).equals(Buffer.from(body))).toBe(true)
  })

  it('decompresses the body', async () => {
    const { port } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync('hello there'))
    })
    expect((await send(port)).body.toString()).toBe('hello there')
  })

  it('follows redirects, each on a new connection, and sends no secrets to another origin', async () => {
    const other = await serve(echo)
    const { port, sessions } = await serve((request, response) => {
      if (request.url === '/home') return echo(request, response)
      const location = request.url === '/' ? '/home' : `https://127.0.0.1:${other.port}/`
      response.writeHead(307, { location, 'set-cookie': 'seen=yes' }).end('moved')
    })
    const mine = { headers: [{ key: 'X-Api-Key', value: 'secret' }], login: { kind: 'bearer', token: 'x' } } as const
    const home = JSON.parse((await send(port, '/', mine)).body.toString())
    expect(home.headers).toMatchObject({ 'x-api-key': 'secret', authorization: 'Bearer x', cookie: 'seen=yes' })
    const away = JSON.parse((await send(port, '/away', mine)).body.toString())
    const pseudo = [':authority', ':method', ':path', ':scheme']
    expect(Object.keys(away.headers).sort()).toEqual([...pseudo, 'accept', 'user-agent'])
    expect(sessions.opened).toBe(3)
  })

  it('performs a digest login', async () => {
    const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256'
    const login = { kind: 'digest', username: 'robot', password: 'secret' } as const
    const { port } = await serve(({ method, url, headers }, response) => {
      const clientNonce = /cnonce="([^"]*)"/.exec(headers.authorization ?? '')?.[1]
      const expected = digestAuthorization([challenge], { method, path: url, body: '', ...login, clientNonce })
      if (headers.authorization === expected) return void response.end('welcome')
      response.writeHead(401, { 'www-authenticate': ['Basic realm="x"', challenge] }).end('who are you?')
    })
    const response = await send(port, '/a?b=c', { login })
    expect([response.status, response.body.toString()]).toEqual([200, 'welcome'])
  })

  it('leaves no session open after success or failure', async () => {
    const { port, sessions } = await serve(({ url, stream }, response) => {
      if (url === '/silent') return
      if (url === '/broken') return void stream.close(2)
      response.end('x'.repeat(url === '/long' ? 3_000_000 : 10))
    })
    const stop = new AbortController()
    await send(port)
    expect(await send(port, '/long')).toMatchObject({ isCut: true })
    await expect(send(port, '/broken')).rejects.toThrow('HTTP/2 error INTERNAL_ERROR')
    const silent = send(port, '/silent', { signal: stop.signal })
    await expect.poll(() => sessions.opened).toBe(4)
    stop.abort(new Error('the prober is shutting down'))
    await expect(silent).rejects.toThrow('the prober is shutting down')
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
    await expect.poll(() => sessions.open).toBe(0)
  })
})

describe.skipIf(!hasNginx && !isRequired)('HTTP/2 with nginx', () => {
  let server: WebServer
  beforeAll(async () => {
    const files = { 'large.txt': 'All systems go. '.repeat(20_000), 'huge.txt': 'x'.repeat(3_000_000) }
    const locations = 'gzip on; location /hello { return 200 "$server_protocol $host $http_x_mine"; }'
    server = await startNginx({ certificate, locations, files, http2: true })
  })
  afterAll(() => server.stop())

  it('sends a request and reports timings and address', async () => {
    const response = await send(server.https, '/hello', { headers: [{ key: 'X-Mine', value: 'yes' }] })
    expect(response).toMatchObject({ status: 200, httpVersion: '2', isCut: false })
    expect(response.body.toString()).toBe('HTTP/2.0 localhost yes')
    const { trace } = response
    expect(trace).toMatchObject({ address: '127.0.0.1', status: 200, certificateProblem: null, redirects: [] })
    expect(trace.certificate?.subject).toBe('CN=localhost')
    const times = [trace.dnsMs, trace.connectMs, trace.tlsMs, trace.firstByteMs, trace.transferMs]
    for (const time of times) expect(time).toBeGreaterThanOrEqual(0)
  })

  it('reads a large body, compressed or not, and a huge one up to its cap', async () => {
    expect(await send(server.https, '/large.txt')).toMatchObject({ bodyBytes: 320_000, isCut: false })
    const packed = await send(server.https, '/large.txt', { headers: [{ key: 'Accept-Encoding', value: 'gzip' }] })
    expect([packed.headers['content-encoding'], packed.bodyBytes]).toEqual(['gzip', 320_000])
    const huge = await send(server.https, '/huge.txt', { keepBytes: 10 })
    expect([huge.isCut, huge.body.toString()]).toEqual([true, 'x'.repeat(10)])
  })
})

describe.skipIf(!hasCaddy && !isRequired)('HTTP/2 with caddy', () => {
  let server: QuicServer
  beforeAll(async () => {
    server = await startCaddy({ certificate, site: 'respond "{http.request.proto}"', protocols: 'h1 h2' })
  })
  afterAll(() => server.stop())

  it('sends a request and reads the response', async () => {
    const response = await send(server.port)
    expect([response.httpVersion, response.body.toString()]).toEqual(['2', 'HTTP/2.0'])
  })
})
