// Responses that arrive in pieces: read here, or begun here and finished by Node's client.
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { systemClock as clock } from '../../domain/clock.ts'
import type { HttpRequest, HttpResponse } from './exchange.ts'
import { exchangeOverHttp1 } from './http1.ts'
import { newTrace } from './trace.ts'

/** A connection whose server is the test. */
function connect(): { socket: Duplex; written: Buffer[]; send(more?: Partial<HttpRequest>): Promise<HttpResponse> } {
  const written: Buffer[] = []
  const socket = new Duplex({
    read() {},
    write(bytes: Buffer, _encoding, done) {
      written.push(bytes)
      done()
    },
  })
  socket.on('error', () => {})
  const address = { host: 'shop.test', address: '192.0.2.1', family: 4, port: 80, dnsMs: 0, connectMs: 0 } as const
  const request: HttpRequest = {
    url: new URL('http://shop.test/cart?x=1'),
    method: 'GET',
    headers: ['Host', 'shop.test', 'Connection', 'close'],
    body: '',
    ipVersion: 'any',
    signal: new AbortController().signal,
    verify: true,
    limits: { maxBytes: 1_000_000, keepBytes: 1_000_000 },
    trace: newTrace(),
  }
  const connection = { socket: socket as Socket, ...address }
  return { socket, written, send: (more) => exchangeOverHttp1(connection, { ...request, ...more }, clock) }
}

/** Pushes the next piece when the last was read. */
async function push(socket: Duplex, pieces: readonly (string | Buffer)[]): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => setImmediate(resolve))
    socket.push(Buffer.from(piece as string, 'latin1'))
  }
  await new Promise((resolve) => setImmediate(resolve))
}

const ok = 'HTTP/1.1 200 OK\r\n'
const packed = gzipSync('okay')
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`

describe('a response in pieces', () => {
  it.each([
    ['a plain one', [`${ok}Content-`, 'Length: 4\r\n\r\nok', 'ay']],
    ['plain chunks', [`${chunked}2`, '\r\nok\r\n2\r\na', 'y\r\n0\r\n\r', '\n']],
    ['a chunk extension after plain chunks', [`${chunked}2\r\nok\r\n`, '2;x=y\r\nay\r\n0\r\n\r\n']],
    ['a trailer', [`${chunked}4\r\nokay\r\n0\r\n`, 'X: y\r\n\r\n']],
    ['an interim response', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', `${ok}Content-Length: 4\r\n\r\nokay`]],
    ['a repeated header', [`${ok}Vary: a\r\nVary: b\r\nContent-Length: 4\r\n\r\n`, 'ok', 'ay']],
    ['a trickle', [...`${ok}X: ${'x'.repeat(40)}\r\nContent-Length: 4\r\n\r\nokay`]],
    ['a compressed body', [`${ok}Content-Encoding: gzip\r\nContent-Length: ${packed.length}\r\n\r\n`, packed]],
    ['bytes after the end', [`${ok}Content-Length: 4\r\n\r\nokay and more`]],
  ])('is read: %s', async (_what, pieces) => {
    const { socket, send, written } = connect()
    const trace = newTrace()
    const response = send({ trace })
    await push(socket, pieces)
    expect((await response).body.kept.toString()).toBe('okay')
    expect(trace).toMatchObject({ status: 200, httpVersion: '1.1' })
    expect(Buffer.concat(written).toString()).toBe(
      'GET /cart?x=1 HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
    )
    expect(socket.destroyed).toBe(true)
  })

  it.each([
    ['before its headers', [], 'waiting for the answer'],
    ['in its headers', [ok], 'waiting for the answer'],
    ['in its body', [`${ok}Content-Length: 4\r\n\r\nok`], 'reading the body'],
    ['in a body that Node reads', [`${ok}X: a\r\nX: b\r\nContent-Length: 4\r\n\r\nok`], 'reading the body'],
  ])('that breaks off %s is a failure of the connection', async (_when, pieces, phase) => {
    for (const breakOff of [
      (socket: Duplex) => socket.push(null),
      (socket: Duplex) => socket.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })),
    ]) {
      const { socket, send } = connect()
      const failed = send().catch((error: unknown) => error)
      await push(socket, pieces)
      breakOff(socket)
      expect(await failed).toMatchObject({ reason: 'connect', message: expect.stringContaining(phase) })
      expect(socket.destroyed).toBe(true)
    }
  })

  it('ends with its connection', async () => {
    const { socket, send } = connect()
    const response = send()
    await push(socket, [`${ok}Server: x\r\n\r\nok`, 'ay'])
    socket.push(null)
    expect((await response).body).toMatchObject({ bytes: 4, isCut: false })
  })

  it('is cut at its limit', async () => {
    const { socket, send } = connect()
    const response = send({ limits: { maxBytes: 3, keepBytes: 3 } })
    await push(socket, [`${ok}Content-Length: 4\r\n\r\nokay`])
    expect((await response).body).toMatchObject({ kept: Buffer.from('oka'), isCut: true })
  })
})

describe('a request', () => {
  it('is sent in one piece with its body', async () => {
    const { socket, send, written } = connect()
    const response = send({ method: 'POST', headers: ['Content-Length', '7'], body: 'grüße' })
    await push(socket, [`${ok}Content-Length: 0\r\n\r\n`])
    await response
    expect(written.map(String)).toEqual(['POST /cart?x=1 HTTP/1.1\r\nContent-Length: 7\r\n\r\ngrüße'])
  })

  it.each([
    ['a header value', ['X', 'a\r\nX-Injected: b']],
    ['a header name', ['X: a\r\nX-Injected', 'b']],
  ])('with a line break in %s is not sent', async (_where, headers) => {
    const { send, written } = connect()
    await expect(send({ headers })).rejects.toThrow(/valid/)
    expect(written).toEqual([])
  })
})
