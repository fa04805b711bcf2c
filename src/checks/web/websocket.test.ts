import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, STATUS_CODES, type Server, createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { startHostile } from '../../../test/kit/servers/hostile.ts'
import { openNet, runCheck, runSlowly } from '../../../test/kit/checks/run-check.ts'
import { keepsTheContract } from '../../../test/kit/checks/run-contract.ts'
import type { Outcome } from '../../domain/outcome.ts'
import { websocket } from './websocket.ts'

function agreement(request: Buffer, accept?: string): string {
  const key = /sec-websocket-key: (.*)\r/i.exec(request.toString())?.[1] ?? ''
  const right = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n'
  return `${head}Sec-WebSocket-Accept: ${accept ?? right}\r\n\r\n`
}

keepsTheContract({
  check: websocket,
  transport: 'both',
  target: ({ host, port, secure }) => `${secure ? 'wss' : 'ws'}://${host}:${port}/`,
  config: { expectPattern: 'never said' },
  opening: (request) => agreement(request),
  misbehaviours: {
    'never says a word': 'timeout',
    'closes at once': 'connect',
    'resets at once': 'connect',
    'resets when it received the request': 'connect',
    'talks garbage': 'other',
    // Expectations only set metrics: silence after the handshake is a missing message and a missing pong.
    'falls silent in its answer': 'success',
    'resets in its answer': 'connect',
    'drips its answer': 'other',
    'never ends its answer': 'other',
  },
})

const authority = createAuthority()
const net = openNet({ extraTrust: [authority.root] })
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

interface Options extends ServerOptions {
  secure?: boolean
}

async function serve(
  behave: (socket: WebSocket, request: IncomingMessage) => void,
  { secure = false, ...options }: Options = {},
): Promise<string> {
  const server: Server = secure
    ? createSecureServer(authority.issue({ names: ['localhost'], to: new Date(Date.now() + 20.5 * 86_400_000) }))
    : createServer()
  const sockets = new WebSocketServer({ server, ...options })
  sockets.on('connection', (socket, request) =>
    behave(
      socket.on('error', () => undefined),
      request,
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(() => new Promise((resolve) => (sockets.close(), server.close(resolve))))
  return `${secure ? 'wss' : 'ws'}://localhost:${(server.address() as AddressInfo).port}/`
}

const check = (target: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
  runCheck(websocket, target, { net, config, deadlineMs: 60_000 })
const checkToTheEnd = (target: string, config: Record<string, unknown> = {}): Promise<Outcome> =>
  runSlowly(websocket, target, { config, deadlineMs: 500 })
const time = expect.any(Number)

describe('a websocket check', () => {
  it('connects, pings and closes', async () => {
    const outcome = await check(await serve(() => undefined))
    expect(outcome).toMatchObject({
      success: true,
      statusCode: 101,
      error: null,
      evidence: { status: '101 Switching Protocols', address: '127.0.0.1' },
    })
    expect(outcome.metrics).toEqual({
      'websocket.status_code': 101,
      'websocket.connect_time_ms': time,
      'websocket.upgrade_time_ms': time,
      'websocket.ping_rtt_ms': time,
      'websocket.pong_received': 1,
      'websocket.messages_received': 0,
      'websocket.bytes_received': 0,
      'websocket.close_code': 1000,
      'websocket.cert_days_left': -1,
      'websocket.check_time_ms': time,
    })
  })

  it('measures TLS and reads the certificate', async () => {
    const { success, metrics, evidence } = await check(await serve(() => undefined, { secure: true }))
    expect([success, metrics]).toEqual([
      true,
      expect.objectContaining({
        'websocket.tls_time_ms': time,
        'websocket.cert_days_left': 20,
        'websocket.cert_valid': 1,
        'websocket.close_code': 1000,
      }),
    ])
    expect(evidence).toMatchObject({ certificate: { subject: 'localhost' } })
  })

  it('accepts an invalid certificate if configured, and reports it', async () => {
    const target = (await serve(() => undefined, { secure: true })).replace('localhost', '127.0.0.1')
    expect(await check(target, { verifyTls: false })).toMatchObject({
      success: true,
      metrics: { 'websocket.cert_valid': 0, 'websocket.cert_days_left': 20 },
    })
    expect(await check(target)).toMatchObject({
      success: false,
      cause: 'certificate',
      metrics: { 'websocket.cert_valid': 0, 'websocket.cert_days_left': 20 },
    })
  })

  it('sends a text and matches the reply', async () => {
    const target = await serve((socket) =>
      socket.on('message', (data, isBinary) => socket.send(`${isBinary ? 'binary' : 'text'} ${String(data)}`)),
    )
    expect(await check(target, { sendMessage: 'grüße', expectPattern: '^text grüße$' })).toMatchObject({
      success: true,
      metrics: {
        'websocket.expect_match': 1,
        'websocket.messages_received': 1,
        'websocket.bytes_received': 12,
        'websocket.first_message_ms': time,
      },
      evidence: { first_message: 'text grüße' },
    })
  })

  it('sends bytes and waits for any reply', async () => {
    const target = await serve((socket) =>
      socket.on('message', (data, isBinary) => void setTimeout(() => socket.send(data, { binary: isBinary }), 100)),
    )
    const { metrics } = await check(target, { sendBase64: Buffer.from([1, 2, 3, 255]).toString('base64') })
    expect(metrics).toMatchObject({ 'websocket.messages_received': 1, 'websocket.bytes_received': 4 })
    expect(metrics).not.toHaveProperty('websocket.expect_match')
  })

  it('reads messages until one matches', async () => {
    const target = await serve((socket) => ['one', 'two', 'three', 'four'].forEach((word) => socket.send(word)))
    const { metrics } = await check(target, { expectPattern: 'two', sendPing: false })
    expect(metrics).toMatchObject({ 'websocket.expect_match': 1 })
    expect(metrics).not.toHaveProperty('websocket.pong_received')
  })

  it('reads at most the configured number of messages', async () => {
    const target = await serve((socket) => Array.from({ length: 50 }, (_, index) => socket.send(`message ${index}`)))
    const { success, metrics } = await check(target, { expectPattern: 'message 9', maxMessages: 3 })
    expect([success, metrics['websocket.expect_match']]).toEqual([true, 0])
  })

  it('succeeds without the expected message at the deadline', async () => {
    const target = await serve((socket) => socket.send('hello'))
    expect(await checkToTheEnd(target, { expectPattern: 'goodbye' })).toMatchObject({
      success: true,
      metrics: { 'websocket.expect_match': 0, 'websocket.pong_received': 1, 'websocket.close_code': 1000 },
    })
  })

  it('reports a server that does not respond to pings', async () => {
    expect(await checkToTheEnd(await serve(() => undefined, { autoPong: false }))).toMatchObject({
      success: true,
      metrics: { 'websocket.pong_received': 0 },
    })
  })

  it('responds to pings of the server', async () => {
    let pongs = 0
    const target = await serve((socket) => socket.on('pong', () => ((pongs += 1), socket.send('thanks'))).ping('hello'))
    expect(await check(target, { expectPattern: 'thanks' })).toMatchObject({ metrics: { 'websocket.expect_match': 1 } })
    expect(pongs).toBe(1)
  })

  it('sends its headers, its origin and its login', async () => {
    const target = await serve((socket, { headers }) =>
      socket.send(
        `${headers['x-mine']} ${headers.origin} ${headers.authorization} ${headers['sec-websocket-version']}`,
      ),
    )
    const config = {
      requestHeaders: [
        { key: 'X-Mine', value: 'yes' },
        { key: 'Sec-WebSocket-Version', value: '99' },
      ],
      origin: 'https://shop.test',
      authType: 'bearer',
      bearerToken: 'abc',
      expectPattern: '.',
    }
    expect((await check(target, config)).evidence?.['first_message']).toBe('yes https://shop.test Bearer abc 13')
  })

  it.each([
    [['v2', 'v1'], 1],
    [['v3'], 0],
    [undefined, undefined],
  ])('reports whether the server accepted one of the subprotocols %j', async (subprotocols, expected) => {
    const target = await serve(() => undefined, { handleProtocols: () => 'v1' })
    const { success, metrics } = await check(target, { subprotocols })
    expect([success, metrics['websocket.subprotocol_match']]).toEqual([true, expected])
  })

  it.each([
    [1000, [1000, 1001], true],
    [1001, [1000, 1001], true],
    [1011, [1000, 1001], false],
    [4321, [4321], true],
    [1000, [1001], false],
  ])('compares close code %i with the accepted %j', async (code, acceptedCloseCodes, success) => {
    const target = await serve((socket) => socket.close(code, 'so long'))
    const outcome = await check(target, { acceptedCloseCodes, expectPattern: 'never' })
    expect(outcome).toMatchObject({ success, metrics: { 'websocket.close_code': code } })
    if (!success)
      expect([outcome.cause, outcome.error]).toEqual([
        'other',
        `the server closed the WebSocket with code ${code} (so long)`,
      ])
  })

  it('counts a close without a code as a normal one', async () => {
    expect(await check(await serve((socket) => socket.close()), { expectPattern: 'never' })).toMatchObject({
      success: true,
      metrics: { 'websocket.close_code': 1005 },
    })
  })

  it.each([
    [503, 'http_status', 'the handshake got HTTP 503 Service Unavailable instead of 101'],
    [401, 'auth', 'the handshake got HTTP 401 Unauthorized instead of 101'],
    [200, 'http_status', 'the handshake got HTTP 200 OK instead of 101'],
  ])('fails if the handshake gets status %i', async (status, cause, error) => {
    const server = createServer()
    server.on('upgrade', (_request, socket) =>
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Length: 2\r\n\r\nno`),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    stops.push(() => new Promise((resolve) => server.close(resolve)))
    const outcome = await check(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(outcome).toMatchObject({
      success: false,
      statusCode: status,
      cause,
      error,
      metrics: { 'websocket.status_code': status },
      evidence: { body: 'no' },
    })
  })

  it('rejects a handshake without a valid accept header, unless configured', async () => {
    const server = await startHostile(
      (socket) => void socket.once('data', (request) => socket.write(agreement(request, 'wrong'))),
    )
    stops.push(() => server.stop())
    const target = `ws://127.0.0.1:${server.port}/`
    expect(await check(target)).toMatchObject({
      success: false,
      error: 'the Sec-WebSocket-Accept header of the response is missing or wrong',
    })
    expect(await checkToTheEnd(target, { ignoreSecWebsocketAccept: true, sendPing: false })).toMatchObject({
      success: true,
      metrics: { 'websocket.close_code': 0 },
    })
    await server.idle()
  })

  it('reads data that arrives together with the handshake', async () => {
    const server = await startHostile(
      (socket) =>
        void socket.once('data', (request) => socket.write(`${agreement(request)}\u0081\u0005hello`, 'latin1')),
    )
    stops.push(() => server.stop())
    expect(await check(`ws://127.0.0.1:${server.port}/`, { expectPattern: 'hello', sendPing: false })).toMatchObject({
      metrics: { 'websocket.expect_match': 1 },
    })
    await server.idle()
  })

  it('stops reading a message that is too large', async () => {
    const target = await serve((socket) => socket.send(Buffer.alloc(3_000_000)))
    expect(await check(target, { expectPattern: 'never' })).toMatchObject({
      success: true,
      metrics: { 'websocket.expect_match': 0, 'websocket.messages_received': 0 },
    })
  })
})
