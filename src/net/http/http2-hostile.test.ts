// Hostile HTTP/2 servers. Memory and time are bounded, and the failure is reported.
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { growthDuring, startFlood } from '../../../test/kit/servers/flood.ts'
import { type Behaviour, startHostile } from '../../../test/kit/servers/hostile.ts'
import {
  choosingHttp2,
  flags,
  frame,
  goaway,
  head,
  header,
  ok,
  pushPromise,
  reset,
  settings,
} from '../../../test/kit/servers/http2-frames.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { newTrace } from './trace.ts'
import type { HttpResponseData, RequestOptions } from './request.ts'

const authority = createAuthority()
const certificate = choosingHttp2(authority.issue({ names: ['127.0.0.1'] }))
const net = openNet({ extraTrust: [authority.root] })
const megabyte = 1_048_576

function request({ port }: { port: number }, more: Partial<RequestOptions> = {}): Promise<HttpResponseData> {
  const url = new URL(`https://127.0.0.1:${port}/`)
  const { signal } = new AbortController()
  return net.request({ url, method: 'GET', maxRedirects: 3, verify: true, ipVersion: 'any', signal, ...more })
}

const says =
  (...frames: (Buffer | string)[]): Behaviour =>
  (socket) =>
    void socket.once('data', () => socket.write(Buffer.concat(frames.map((one) => Buffer.from(one as string)))))

const hangsUpAfter =
  (...frames: Buffer[]): Behaviour =>
  (socket) =>
    void socket.once('data', () => socket.end(Buffer.concat(frames)))

const whole = [settings, head, frame('data', flags.endStream, 'hello')]
const interim = frame('headers', flags.endHeaders, header(':status', '103'))

describe('a server that has chosen HTTP/2', () => {
  const broken = 'broke off the connection (while waiting for the answer)'
  const brokenBody = 'broke off the connection (while reading the body)'
  const failures: [what: string, behave: Behaviour, reason: string, sentence: RegExp | string][] = [
    ['speaks HTTP/1.1', hangsUpAfter(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')), 'other', /is not HTTP\/2/],
    ['talks garbage', says(Buffer.alloc(4096, 0xab)), 'other', /is not HTTP\/2/],
    ['hangs up at once', (socket) => void socket.end(), 'connect', broken],
    ['hangs up before its answer', hangsUpAfter(settings), 'connect', broken],
    ['hangs up in its answer', hangsUpAfter(settings, head, frame('data', 0, 'hel')), 'connect', brokenBody],
    ['resets before its answer', says(settings, reset(2)), 'connect', /HTTP\/2 error INTERNAL_ERROR \(while waiting/],
    [
      'resets in its answer',
      says(settings, head, frame('data', 0, 'hel'), reset(2)),
      'connect',
      /INTERNAL_ERROR \(while reading/,
    ],
    ['cancels in its answer', says(settings, head, frame('data', 0, 'hel'), reset(8)), 'connect', brokenBody],
    ['refuses the request', says(settings, reset(7)), 'connect', /HTTP\/2 error REFUSED_STREAM/],
    ['wants us to calm down', says(settings, reset(11)), 'connect', /HTTP\/2 error ENHANCE_YOUR_CALM/],
    ['says good-bye before its answer', says(settings, goaway(0)), 'connect', /HTTP\/2 error REFUSED_STREAM/],
    ['says good-bye with an error', says(settings, goaway(12)), 'connect', /HTTP\/2 error INADEQUATE_SECURITY/],
    ['has errors of its own', says(settings, reset(0xbeef)), 'connect', /HTTP\/2 error 0xbeef/],
    ['gives no status', says(settings, frame('headers', 5, header('x', 'y'))), 'other', /failed with PROTOCOL_ERROR/],
    [
      'changes to another protocol',
      says(settings, frame('headers', 4, header(':status', '101'))),
      'other',
      /PROTOCOL_ERROR/,
    ],
    [
      'is shorter than it says',
      says(settings, frame('headers', 4, Buffer.concat([ok, header('content-length', '10')])), frame('data', 1, 'x')),
      'other',
      /PROTOCOL_ERROR/,
    ],
    [
      'pushes what we have refused',
      says(settings, frame('settings', flags.ack, '', 0), pushPromise, head),
      'other',
      /is not HTTP\/2/,
    ],
    [
      'has headers that cannot be unpacked',
      says(settings, frame('headers', 5, Buffer.alloc(100, 0xff))),
      'other',
      /COMPRESSION_ERROR|is not HTTP\/2/,
    ],
    [
      'sends larger frames than we take',
      says(settings, head, frame('data', 0, Buffer.alloc(20_000))),
      'other',
      /FRAME_SIZE_ERROR|is not HTTP\/2/,
    ],
    [
      'has large headers',
      says(settings, ...largeHeaders(5)),
      'other',
      'the headers of the answer are larger than 64 KiB',
    ],
    [
      'has headers that are large only unpacked',
      says(settings, packedHeaders(1500)),
      'other',
      'the headers of the answer are larger than 64 KiB',
    ],
    [
      'has more headers than anybody reads',
      says(settings, packedHeaders(10_000)),
      'other',
      'the answer has more than 2000 headers',
    ],
    [
      'goes on with its headers without end',
      says(settings, frame('headers', 0, ok), ...Array.from({ length: 100 }, () => frame('continuation'))),
      'other',
      /Too many CONTINUATION/,
    ],
    [
      'sends interim answers without end',
      says(settings, ...Array.from({ length: 50 }, () => interim)),
      'other',
      /more than 20 interim answers/,
    ],
    [
      'says that the body is gzip',
      says(
        settings,
        frame('headers', 4, Buffer.concat([ok, header('content-encoding', 'gzip')])),
        frame('data', 1, 'hello'),
      ),
      'content',
      /cannot be read as that/,
    ],
  ]
  it.each(failures)('and %s is reported as such', async (_what, behave, reason, sentence) => {
    const server = await startHostile(behave, certificate)
    await expect(request(server)).rejects.toMatchObject({
      reason,
      message: typeof sentence === 'string' ? expect.stringContaining(sentence) : expect.stringMatching(sentence),
    })
    await server.idle()
    await server.stop()
  })

  it.each([
    ['garbage', says(...whole, Buffer.alloc(100, 0xff))],
    ['a reset', says(...whole, reset(0))],
    ['an error', says(...whole, goaway(2))],
    ['the end of the connection', hangsUpAfter(...whole)],
    ['pings', says(...whole, frame('ping', 0, Buffer.alloc(8), 0))],
  ])('is read to the end of its response, and no further: %s', async (_what, behave) => {
    const server = await startHostile(behave, certificate)
    expect((await request(server)).body.toString()).toBe('hello')
    await server.idle()
    await server.stop()
  })

  it('is read to the end when it disconnects while its response is still being processed', async () => {
    const piece = frame('data', 0, Buffer.alloc(16_000, 'x'))
    const pieces = Array.from({ length: 20 }, () => piece)
    const acknowledged = frame('settings', flags.ack, '', 0)
    const frames = [settings, acknowledged, head, ...pieces, frame('data', flags.endStream)]
    const server = await startHostile(hangsUpAfter(...frames, goaway(0)), certificate)
    let bytes = 0
    const onPiece = async ({ length }: Buffer): Promise<void> => {
      if (bytes === 0) await server.idle()
      bytes += length
    }
    expect(await request(server, { keepBytes: 0, onPiece })).toMatchObject({ bodyBytes: 320_000, isCut: false })
    expect(bytes).toBe(320_000)
    await server.stop()
  })

  it('is read when it responds before it has read the whole request', async () => {
    const server = await startHostile(says(...whole), certificate)
    const response = await request(server, { method: 'POST', body: 'a long story '.repeat(50_000) })
    expect(response.body.toString()).toBe('hello')
    await server.idle()
    await server.stop()
  })

  it.each([
    ['a push before it has received that we want none', [settings, pushPromise, ...whole.slice(1)]],
    ['frames of kinds that nobody knows', [settings, frame('odd', 0, 'x'), ...whole.slice(1)]],
    ['trailers', [settings, head, frame('data', 0, 'hello'), frame('headers', 5, header('x', 'y'))]],
  ])('is understood with %s', async (_what, frames) => {
    const server = await startHostile(says(...frames), certificate)
    expect((await request(server)).body.toString()).toBe('hello')
    await server.idle()
    await server.stop()
  })

  it.each([
    ['never answers', says(settings), { httpVersion: '2' }, 'waiting for the answer'],
    ['never says a word', (() => undefined) as Behaviour, { httpVersion: '2' }, 'waiting for the answer'],
    [
      'falls silent in its headers',
      says(settings, frame('headers', 0, ok)),
      { httpVersion: '2' },
      'waiting for the answer',
    ],
    ['falls silent in its answer', says(settings, head, frame('data', 0, 'hel')), { status: 200 }, 'reading the body'],
  ])('and %s is waited for until the deadline', async (_what, behave, reached, phase) => {
    const server = await startHostile(behave, certificate)
    const deadline = new AbortController()
    const trace = newTrace()
    const pending = request(server, { signal: deadline.signal, trace })
    pending.catch(() => undefined)
    await expect.poll(() => trace).toMatchObject(reached)
    deadline.abort(new DOMException('', 'TimeoutError'))
    await expect(pending).rejects.toMatchObject({ reason: 'timeout', message: `no response in time (while ${phase})` })
    await server.idle()
    await server.stop()
  })
})

describe('a server that has chosen HTTP/2 and never ends', () => {
  const first = Buffer.concat([settings, head])
  const ping = frame('ping', 0, Buffer.alloc(8), 0)
  const windowUpdate = frame('windowUpdate', 0, Buffer.from([0, 0, 0, 0]), 0)
  it.each([
    ['settings', { again: settings }],
    ['acknowledged settings', { first: settings, again: frame('settings', flags.ack, '', 0) }],
    ['pings', { first: settings, again: ping }],
    ['answers to pings', { first: settings, again: frame('ping', flags.ack, Buffer.alloc(8), 0) }],
    ['frames of kinds that nobody knows', { first: settings, again: frame('odd', 0, Buffer.alloc(1000)) }],
    ['frames without content', { first, again: frame('data') }],
    ['padding', { first, again: frame('data', 8, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)])) }],
    ['pushes', { first: settings, again: pushPromise }],
    ['windows of nothing', { first: settings, again: windowUpdate }],
    ['resets of what never was', { first: settings, again: frame('reset', 0, Buffer.alloc(4), 2) }],
    ['good-byes', { first: settings, again: frame('goaway', 0, Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), 0) }],
    ['trailers', { first, again: frame('headers', flags.endHeaders, header('x', 'y')) }],
  ])('with %s is dropped early', async (_what, pour) => {
    const flood = await startFlood({ ...pour, certificate })
    const grown = await growthDuring(() => expect(request(flood)).rejects.toMatchObject({ name: 'TargetDown' }))
    await flood.hungUp
    expect(grown).toBeLessThan(100)
  })

  it.each([
    ['its body', frame('data', 0, Buffer.alloc(16_000, 'x'))],
    ['pieces of one byte', frame('data', 0, 'x')],
  ])('with %s is cut off', async (_what, again) => {
    const flood = await startFlood({ first, again, certificate })
    let response: HttpResponseData | undefined
    const grown = await growthDuring(async () => (response = await request(flood)))
    await flood.hungUp
    expect(response).toMatchObject({ status: 200, isCut: true })
    expect(response!.body.length).toBeLessThanOrEqual(megabyte)
    expect(grown).toBeLessThan(100)
  })

  it('with a small compressed body is cut off', async () => {
    const packed = Buffer.concat([ok, header('content-encoding', 'gzip')])
    const body = gzipSync(Buffer.alloc(16 * megabyte)).subarray(0, 16_000)
    const server = await startHostile(says(settings, frame('headers', 4, packed), frame('data', 1, body)), certificate)
    const response = await request(server)
    expect([response.isCut, response.body.length]).toEqual([true, megabyte])
    await server.idle()
    await server.stop()
  })
})

function largeHeaders(count: number): Buffer[] {
  const last = count - 1
  const more = (n: number): Buffer =>
    frame('continuation', n === last ? flags.endHeaders : 0, header(`x-${n}`, 'y'.repeat(15_000)))
  return [frame('headers', 0, ok), ...Array.from({ length: count }, (_, n) => more(n))]
}

/** A header of 4,000 bytes, then repeated references to it of one byte each. */
function packedHeaders(count: number): Buffer {
  const indexed = header('x-large', 'y'.repeat(4000))
  indexed[0] = 0x40
  return frame('headers', flags.endHeaders, Buffer.concat([ok, indexed, Buffer.alloc(count, 0x80 | 62)]))
}
