// Connections that are used again, and servers that make that difficult.
import { type Server, type Socket, createServer } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { waitUntil } from '../../../test/kit/wait-until.ts'
import { systemClock } from '../../domain/clock.ts'
import { KeptConnections } from './kept-connections.ts'
import type { HttpResponseData, RequestOptions } from './request.ts'

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const ok = 'HTTP/1.1 200 OK\r\n'
const okay = `${ok}Content-Length: 4\r\n\r\nokay`

/** What the server does with a request, given how many came before it on the same connection. */
type Handle = (socket: Socket, earlier: number) => void

interface RawServer {
  readonly url: URL
  readonly sockets: Socket[]
  readonly requests: string[]
}

async function serve(handle: Handle, isSecure = false): Promise<RawServer> {
  const sockets: Socket[] = []
  const requests: string[] = []
  const onConnection = (socket: Socket): void => {
    sockets.push(socket)
    let earlier = 0
    let received = ''
    socket
      .on('error', () => {})
      .on('data', (bytes) => {
        received += bytes.toString('latin1')
        if (!received.endsWith('.')) return
        requests.push(received)
        received = ''
        handle(socket, earlier++)
      })
  }
  const server: Server = isSecure
    ? createSecureServer(authority.issue({ names: ['localhost'] }), onConnection)
    : createServer(onConnection)
  const port = await listening(server)
  return { url: new URL(`http${isSecure ? 's' : ''}://localhost:${port}/hook`), sockets, requests }
}

const always =
  (response: string): Handle =>
  (socket) =>
    void socket.write(response, 'latin1')

function keeper(clock = systemClock) {
  const connections = new KeptConnections(clock)
  const send = (url: URL, more: Partial<RequestOptions> & { owner?: string } = {}): Promise<HttpResponseData> => {
    const { owner = 'somebody', ...options } = more
    const { signal } = new AbortController()
    const fixed = { method: 'POST', body: 'event.', maxRedirects: 0, verify: true, ipVersion: 'any', signal } as const
    return net.request({ url, ...fixed, keep: { connections, owner }, ...options })
  }
  return { connections, send }
}

it.each([
  ['a length', okay, false],
  ['a length, over TLS', okay, true],
  ['chunks', `${ok}Connection: Keep-Alive\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nokay\r\n0\r\n\r\n`, false],
  ['no body', 'HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n', false],
])('a connection is used again after a response with %s', async (_what, response, isSecure) => {
  const { url, sockets, requests } = await serve(always(response), isSecure)
  const { connections, send } = keeper()
  for (const path of ['/a', '/b', '/c']) expect((await send(new URL(path, url))).status).toBeLessThan(300)
  expect(sockets).toHaveLength(1)
  expect(requests.map((text) => text.split(' ', 2)[1])).toEqual(['/a', '/b', '/c'])
  expect(requests[0]).toContain('Connection: keep-alive')
  connections.close()
  await waitUntil(() => sockets[0]!.destroyed)
})

it.each([
  ['says that it closes', `${ok}Connection: close\r\nContent-Length: 4\r\n\r\nokay`],
  ['says anything else about the connection', `${ok}Connection: keep-alive, x\r\nContent-Length: 4\r\n\r\nokay`],
  ['speaks HTTP/1.0', 'HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 4\r\n\r\nokay'],
  ['sends bytes after its response', `${okay}${okay}`],
  ['sends an interim response', `HTTP/1.1 100 Continue\r\n\r\n${okay}`],
  ['extends its chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n4;x=y\r\nokay\r\n0\r\n\r\n`],
  ['repeats a header', `${ok}Vary: a\r\nVary: b\r\nContent-Length: 4\r\n\r\nokay`],
  ['failed', 'HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nokay'],
])('a connection is not used again if the server %s', async (_what, response) => {
  const { url, sockets } = await serve(always(response))
  const { connections, send } = keeper()
  for (let n = 0; n < 2; n++) expect((await send(url)).body.toString()).toBe('okay')
  expect([sockets.length, connections.size]).toEqual([2, 0])
})

it('a connection is not used again if its response ended with it', async () => {
  const { url, sockets } = await serve((socket) => socket.end(`${ok}Server: x\r\n\r\nokay`))
  const { connections, send } = keeper()
  for (let n = 0; n < 2; n++) expect((await send(url)).body.toString()).toBe('okay')
  expect([sockets.length, connections.size]).toEqual([2, 0])
})

it('a connection is not used again if the server did not read the whole request', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    socket.once('data', () => socket.pause().write(okay))
  })
  const url = new URL(`http://localhost:${await listening(server)}/`)
  const { connections, send } = keeper()
  for (let n = 0; n < 2; n++) await send(url, { body: 'x'.repeat(20_000_000) })
  expect([sockets.length, connections.size]).toEqual([2, 0])
})

it.each<[string, Partial<RequestOptions> & { owner?: string; host?: string }]>([
  ['another owner', { owner: 'somebody else' }],
  ['another host', { host: '127.0.0.1' }],
  ['a server that need not be trusted', { verify: false }],
  ['another version of IP', { ipVersion: 'ip4' }],
])('a connection is not used for %s', async (_what, { host = 'localhost', ...more }) => {
  const { url, sockets } = await serve(always(okay))
  const { connections, send } = keeper()
  await send(url)
  const other = new URL(url)
  other.hostname = host
  await send(other, more)
  await send(url)
  expect([sockets.length, connections.size]).toEqual([2, 2])
  connections.close()
})

it.each<[string, Handle]>([
  ['closes it without a word', (socket) => socket.end(okay)],
  ['resets it', (socket) => void socket.write(okay, () => setImmediate(() => socket.resetAndDestroy()))],
  ['sends more, unasked', (socket) => void socket.write(okay, () => setImmediate(() => socket.write(okay)))],
])('an idle connection is dropped when the server %s', async (_what, handle) => {
  const { url, sockets, requests } = await serve(handle)
  const { connections, send } = keeper()
  await send(url)
  await waitUntil(() => connections.size === 0)
  await send(url)
  expect([sockets.length, requests.length]).toEqual([2, 2])
})

const firstThen =
  (then: (socket: Socket) => void): Handle =>
  (socket, earlier) =>
    earlier === 0 ? void socket.write(okay) : then(socket)

it.each<[string, (socket: Socket) => void]>([
  ['closes it', (socket) => socket.end()],
  ['resets it', (socket) => socket.resetAndDestroy()],
  ['had sent more than its last response', (socket) => void socket.write(` and more${okay}`)],
])('a request goes out again at once if the server of a used connection %s', async (_what, then) => {
  const { url, sockets, requests } = await serve(firstThen(then))
  const { connections, send } = keeper()
  await send(url)
  expect((await send(url)).body.toString()).toBe('okay')
  expect([sockets.length, requests.length]).toEqual([2, 3])
  expect(requests[2]).toBe(requests[1])
  connections.close()
})

it('a request goes out again only once', async () => {
  let isFirst = true
  const { url, sockets } = await serve((socket) => {
    if (isFirst) socket.write(okay)
    else socket.end()
    isFirst = false
  })
  const { connections, send } = keeper()
  await send(url)
  await expect(send(url)).rejects.toMatchObject({ reason: 'connect' })
  expect([sockets.length, connections.size]).toEqual([2, 0])
})

it('a request whose response has begun does not go out again', async () => {
  const { url, requests } = await serve(firstThen((socket) => socket.end(ok)))
  const { send } = keeper()
  await send(url)
  await expect(send(url)).rejects.toMatchObject({ reason: 'connect' })
  expect(requests).toHaveLength(2)
})

it('a request that is aborted takes its connection with it', async () => {
  const { url, sockets, requests } = await serve(firstThen(() => {}))
  const { connections, send } = keeper()
  await send(url)
  const abort = new AbortController()
  const aborted = send(url, { signal: abort.signal })
  await waitUntil(() => requests.length === 2)
  abort.abort(new Error('enough'))
  await expect(aborted).rejects.toThrow('enough')
  await waitUntil(() => sockets[0]!.destroyed)
  expect(connections.size).toBe(0)
})

it('at most eight idle connections of an owner are kept', async () => {
  const waiting: Socket[] = []
  const { url, sockets } = await serve((socket) => {
    waiting.push(socket)
    if (waiting.length === 10) for (const one of waiting) one.write(okay)
  })
  const { connections, send } = keeper()
  await Promise.all(Array.from({ length: 10 }, () => send(url)))
  expect(connections.size).toBe(8)
  connections.close()
  await waitUntil(() => sockets.every(({ destroyed }) => destroyed))
})

it('an idle connection is closed after two to four seconds', async () => {
  const clock = fakeClock()
  const { url, sockets } = await serve(always(okay))
  const { connections, send } = keeper(clock)
  await send(url)
  clock.advance(1500)
  await send(url)
  clock.advance(500)
  expect(connections.size).toBe(1)
  clock.advance(2000)
  expect(connections.size).toBe(0)
  await waitUntil(() => sockets[0]!.destroyed)
  expect(sockets).toHaveLength(1)
})

it('a connection that is in use all the time is replaced after a minute', async () => {
  const clock = fakeClock()
  const { url, sockets } = await serve(always(okay))
  const { connections, send } = keeper(clock)
  for (let second = 0; second < 70; second++) {
    await send(url)
    clock.advance(1000)
  }
  expect(sockets).toHaveLength(2)
  connections.close()
})

it('a connection that comes back after the end is closed', async () => {
  const { url, sockets, requests } = await serve((socket, earlier) => {
    if (earlier > 0) setImmediate(() => socket.write(okay))
    else socket.write(okay)
  })
  const { connections, send } = keeper()
  await send(url)
  const last = send(url)
  await waitUntil(() => requests.length === 2)
  connections.close()
  expect((await last).status).toBe(200)
  await waitUntil(() => sockets[0]!.destroyed)
  expect(connections.size).toBe(0)
})
