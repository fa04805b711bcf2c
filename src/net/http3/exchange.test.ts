import { createSocket } from 'node:dgram'
import { getEventListeners, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type QuicServer, hasCaddy, startCaddy } from '../../../test/kit/debian/caddy.ts'
import { type Wish, createAuthority } from '../../../test/kit/checks/certificates.ts'
import { type Fate, relaying } from '../../../test/kit/servers/relay.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import type { HttpResponseData } from '../index.ts'
import { createPolicy } from '../policy.ts'
import { closeFrame } from '../quic/frames.ts'
import { packetsIn, sealPacket } from '../quic/packet.ts'
import { initialProtection } from '../quic/protection.ts'
import type { RequestOptions } from '../http/request.ts'

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const days = (count: number): Date => new Date(Date.now() + count * 86_400_000)

function send(port: number, path: string, more: Partial<RequestOptions> = {}): Promise<HttpResponseData> {
  const url = new URL(`https://localhost:${port}${path}`)
  const signal = AbortSignal.timeout(120_000)
  return net.request({ ...usual, url, signal, ...more })
}

const usual = { method: 'GET', transport: 'http3', maxRedirects: 5, verify: true, ipVersion: 'any' } as const

const site = `
  respond /hello "{http.request.method} {http.request.proto} {http.request.hostport} {http.request.header.X-Mine} {http.request.header.Authorization}"
  respond /echo "{http.request.body}"
  redir /moved /hello 302
  redir /plain http://localhost/ 302
  respond /empty 204
  header /many X-Many "{http.request.uuid}"
  respond /many 404 {
    body "nothing here"
  }
  encode gzip
  file_server
`
const large = 'All systems go. '.repeat(20_000)

describe.skipIf(!hasCaddy && process.env['CI'] !== 'true')('HTTP/3 with caddy', () => {
  let server: QuicServer
  const expiresAt = days(45.5)
  beforeAll(async () => {
    const certificate = authority.issue({ names: ['localhost'], intermediate: true, to: expiresAt })
    server = await startCaddy({ certificate, site, files: { 'large.txt': large, 'huge.txt': 'x'.repeat(3_000_000) } })
  })
  afterAll(() => server.stop())

  it('sends a request and reports timings and address', async () => {
    const response = await send(server.port, '/hello?x=1', {
      headers: [
        { key: 'X-Mine', value: 'yes' },
        { key: 'Connection', value: 'keep-alive' },
      ],
      login: { kind: 'bearer', token: 'secret' },
    })
    expect(response).toMatchObject({ status: 200, httpVersion: '3', headers: { server: 'Caddy' }, isCut: false })
    expect(response.body.toString()).toBe(`GET HTTP/3.0 localhost:${server.port} yes Bearer secret`)
    const { trace } = response
    expect(trace).toMatchObject({ address: '127.0.0.1', status: 200, certificateProblem: null })
    expect(trace.certificate?.validToDate.getTime()).toBe(Math.floor(expiresAt.getTime() / 1000) * 1000)
    const times = [trace.dnsMs, trace.connectMs, trace.tlsMs, trace.firstByteMs, trace.transferMs]
    for (const time of times) expect(time).toBeGreaterThanOrEqual(0)
  })

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('supports %s', async (method) => {
    const { body } = await send(server.port, '/hello', { method })
    expect(body.toString()).toMatch(new RegExp(`^${method} HTTP/3.0`))
  })

  it('supports HEAD, without content', async () => {
    expect(await send(server.port, '/large.txt', { method: 'HEAD' })).toMatchObject({ status: 200, bodyBytes: 0 })
    expect(await send(server.port, '/empty')).toMatchObject({ status: 204, bodyBytes: 0 })
    expect(await send(server.port, '/many')).toMatchObject({ status: 404, headers: { 'x-many': expect.any(String) } })
  })

  it('sends a body larger than the first window', async () => {
    const body = 'a long story '.repeat(20_000)
    const response = await send(server.port, '/echo', { method: 'POST', body })
    expect(response.body.toString()).toBe(body)
  })

  it('reads a large body, compressed or not, and a huge one up to its cap', async () => {
    expect((await send(server.port, '/large.txt')).body.toString()).toBe(large)
    const packed = await send(server.port, '/large.txt', { headers: [{ key: 'Accept-Encoding', value: 'gzip' }] })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(packed.body.toString()).toBe(large)
    const huge = await send(server.port, '/huge.txt', { keepBytes: 10 })
    expect([huge.isCut, huge.body.toString()]).toEqual([true, 'x'.repeat(10)])
    expect(huge.bodyBytes).toBeGreaterThan(1_048_576)
    expect(huge.bodyBytes).toBeLessThan(1_300_000)
  })

  it('follows redirects, but not away from HTTP/3', async () => {
    const { body, trace } = await send(server.port, '/moved')
    expect([body.toString().slice(0, 12), trace.redirects.length]).toEqual(['GET HTTP/3.0', 1])
    await expect(send(server.port, '/plain')).rejects.toThrow(
      'http://localhost is not reached over HTTP/3, which needs https://',
    )
  })

  it('connects to the checked address, and sends the requested hostname', async () => {
    const closed = openNet({ extraTrust: [authority.root], policy: createPolicy({ allowPrivate: false }) })
    const url = new URL(`https://localhost:${server.port}/`)
    const signal = AbortSignal.timeout(120_000)
    await expect(closed.request({ ...usual, url, signal })).rejects.toMatchObject({
      reason: 'connect',
      message: expect.stringContaining('127.0.0.1 is a loopback address'),
    })
  })

  it('leaves nothing open when it is aborted', async () => {
    const stop = new AbortController()
    const pending = send(server.port, '/huge.txt', { signal: stop.signal })
    stop.abort(new Error('the prober is shutting down'))
    await expect(pending).rejects.toThrow('the prober is shutting down')
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  const fates: [what: string, fate: (direction: 'there' | 'back', place: number) => Fate][] = [
    ['the first datagram is lost', (way, place) => (way === 'there' && place === 0 ? 'lost' : 'arrives')],
    ['the first answer is lost', (way, place) => (way === 'back' && place === 0 ? 'lost' : 'arrives')],
    ['answers overtake each other', (way, place) => (way === 'back' && place % 3 === 0 ? 'late' : 'arrives')],
    ['everything comes twice', () => 'twice'],
    ['every seventh datagram is lost', (_way, place) => (place % 7 === 6 ? 'lost' : 'arrives')],
    ['what we say overtakes itself', (way, place) => (way === 'there' && place % 4 === 1 ? 'late' : 'arrives')],
  ]
  it.each(fates)('succeeds when %s', async (_what, fate) => {
    const port = await relaying(server.port, fate)
    const body = 'story '.repeat(5000)
    const response = await send(port, '/echo', { method: 'POST', body })
    expect(response.body.toString()).toBe(body)
    expect((await send(port, '/large.txt')).body.toString()).toBe(large)
  })
})

describe.skipIf(!hasCaddy && process.env['CI'] !== 'true')('HTTP/3 with a server that', () => {
  async function refused(
    wish: Partial<Wish>,
    more: { protocols?: string; by?: typeof authority; tls?: string } = {},
  ): Promise<unknown> {
    const { by = authority, ...how } = more
    const server = await startCaddy({
      certificate: by.issue({ names: ['localhost'], ...wish }),
      site: 'respond "hello"',
      ...how,
    })
    try {
      return await send(server.port, '/').then(
        (answer) => answer.status,
        (error: unknown) => error,
      )
    } finally {
      await server.stop()
    }
  }

  it.each([
    ['has an expired certificate', { from: days(-9), to: days(-2) }, /^the certificate of localhost expired on /],
    [
      'has a certificate for another host',
      { names: ['other.test'] },
      /^the certificate is for other.test, not for localhost$/,
    ],
    ['has a self-signed certificate', { selfSigned: true }, /^the certificate of localhost is self-signed$/],
  ])('%s', async (_what, wish, message) => {
    expect(await refused(wish)).toMatchObject({ reason: 'certificate', message: expect.stringMatching(message) })
  })

  it('has a certificate that is not trusted', async () => {
    expect(await refused({}, { by: createAuthority('Somebody') })).toMatchObject({
      reason: 'certificate',
      message: expect.stringMatching(/was issued by "Somebody", which is not trusted/),
    })
  })

  it('has an RSA key', async () => {
    expect(await refused({ rsaBits: 2048 })).toBe(200)
  })

  it('wants a client certificate', async () => {
    const tls = 'client_auth {\n mode require\n }'
    expect(await refused({}, { tls })).toMatchObject({
      reason: 'tls',
      message: expect.stringContaining('wants a client certificate'),
    })
    expect(await refused({}, { tls: 'client_auth {\n mode request\n }' })).toBe(200)
  })

  it('speaks only HTTP over TCP', async () => {
    expect(await refused({}, { protocols: 'h1 h2' })).toMatchObject({
      reason: 'connect',
      message: expect.stringMatching(/^connection refused by 127\.0\.0\.1:\d+$/),
    })
  })
})

describe('HTTP/3 with somebody who', () => {
  /** Responds to each datagram with the result of a function. */
  async function answering(respond: (datagram: Buffer) => Buffer | null): Promise<number> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    socket.on('message', (datagram, { port }) => {
      const reply = respond(datagram)
      if (reply) socket.send(reply, port, '127.0.0.1')
    })
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    return socket.address().port
  }

  const soon = (): Partial<RequestOptions> => ({ signal: AbortSignal.timeout(500) })

  it('is silent', async () => {
    await expect(send(await answering(() => null), '/', soon())).rejects.toMatchObject({
      reason: 'timeout',
      message: 'no response in time (while connecting)',
    })
  })

  it.each([
    ['talks garbage', (datagram: Buffer) => Buffer.alloc(datagram.length, 0x55)],
    ['echoes', (datagram: Buffer) => datagram],
    ['sends nothing in its datagrams', () => Buffer.alloc(0)],
  ])('%s', async (_what, answer) => {
    await expect(send(await answering(answer), '/', soon())).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('speaks another version of QUIC', async () => {
    const port = await answering((datagram) => {
      const { to, from } = packetsIn(datagram)[0]!
      const ids = [from, to].map((id) => Buffer.concat([Buffer.from([id.length]), id]))
      return Buffer.concat([Buffer.from([0x80, 0, 0, 0, 0]), ...ids, Buffer.from('ff00001d', 'hex')])
    })
    await expect(send(port, '/')).rejects.toMatchObject({
      reason: 'connect',
      message: `127.0.0.1:${port} does not speak version 1 of QUIC`,
    })
  })

  it.each([
    [0x0178, 'tls', 'does not speak HTTP/3'],
    [0x0170, 'tls', 'has no certificate for the requested name'],
    [0x0150, 'tls', 'broke off the TLS handshake (alert 80)'],
    [0x0002, 'connect', 'closed the connection with QUIC error 0x2'],
  ])('closes with error %i', async (code, reason, words) => {
    const port = await answering((datagram) => {
      const { to, from } = packetsIn(datagram)[0]!
      const envelope = { level: 'initial', to: from, from: Buffer.alloc(8, 1), token: Buffer.alloc(0) } as const
      return sealPacket(
        envelope,
        0,
        Buffer.concat([closeFrame(code, false), Buffer.alloc(20)]),
        initialProtection(to).server,
      )
    })
    await expect(send(port, '/')).rejects.toMatchObject({ reason, message: `127.0.0.1:${port} ${words}` })
  })
})
