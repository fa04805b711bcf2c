// Whatever our parser accepts, it reads as Node's parser does; it may leave anything else to it.
import { type IncomingMessage, request } from 'node:http'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ResponseHead } from './exchange.ts'
import { type ReadState, SmallResponse } from './small-response.ts'

interface ReadResponse extends ResponseHead {
  readonly body: string
}

const readOf = (head: ResponseHead, body: Buffer): ReadResponse => ({
  statusCode: head.statusCode,
  statusMessage: head.statusMessage,
  httpVersion: head.httpVersion,
  headers: { ...head.headers },
  headersDistinct: { ...head.headersDistinct },
  body: body.toString('latin1'),
})

/** Null for what Node refuses. */
function throughNode(method: string, pieces: readonly Buffer[]): Promise<ReadResponse | null> {
  const stream = new Duplex({ read() {}, write: (_bytes, _encoding, done) => done() })
  const sent = request({ method, createConnection: () => stream, insecureHTTPParser: true, maxHeaderSize: 65_536 })
  return new Promise((resolve) => {
    const read = async (message: IncomingMessage): Promise<void> => {
      const body = await buffer(message).catch(() => null)
      resolve(body && message.complete ? readOf(message, body) : null)
    }
    sent.on('error', () => resolve(null)).on('response', (message) => void read(message))
    sent.end()
    for (const piece of pieces) stream.push(piece)
    stream.push(null)
  })
}

function throughOurs(method: string, pieces: readonly Buffer[]): ReadResponse | ReadState {
  const response = new SmallResponse(method)
  let state: ReadState = 'incomplete'
  for (const piece of pieces) if (state === 'incomplete') state = response.add(piece)
  if (state === 'incomplete') state = response.end()
  return state === 'whole' ? readOf(response.head!, response.body) : state
}

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('a small response', () => {
  const ok = 'HTTP/1.1 200 OK\r\n'
  it.each([
    ['with a length', 'GET', [`${ok}Content-Type: text/html; charset=utf-8\r\nContent-Length: 5\r\n\r\nhello`]],
    ['in chunks', 'GET', [`${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA\r\n, you ther\r\n0\r\n\r\n`]],
    ['that ends with its connection', 'GET', [`${ok}Server: x\r\n\r\nhe`, 'llo']],
    ['without a body', 'GET', ['HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n']],
    ['to HEAD', 'HEAD', [`${ok}Content-Length: 5\r\n\r\n`]],
    ['without a reason', 'POST', ['HTTP/1.1 404 \r\nContent-Length: 0\r\n\r\n']],
    ['with cookies', 'GET', [`${ok}Set-Cookie: a=1\r\nSet-Cookie: b=2; Path=/\r\nContent-Length:0\r\nX:\r\n\r\n`]],
    ['in many pieces', 'GET', [...`${ok}Content-Length: 1\r\n\r`.match(/..?/gs)!, '\nx']],
  ])('%s is read', async (_what, method, texts) => {
    const pieces = texts.map(bytes)
    const ours = throughOurs(method, pieces)
    expect(ours).toMatchObject({ httpVersion: '1.1' })
    expect(ours).toEqual(await throughNode(method, pieces))
  })

  const plain = `${ok}Content-Length: 2\r\n`
  it.each([
    ['an interim response', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${plain}\r\nok`],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['another protocol', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
    ['line feeds alone', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    ['a line feed in a header', `${plain}X: a\nY: b\r\n\r\nok`],
    ['a folded header', `${plain}X: a\r\n b\r\n\r\nok`],
    ['a space before a colon', `${plain}X : a\r\n\r\nok`],
    ['a header twice', `${plain}X: a\r\nX: b\r\n\r\nok`],
    ['two lengths', `${plain}Content-Length: 2\r\n\r\nok`],
    ['a length and chunks', `${plain}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['a negative length', `${ok}Content-Length: -2\r\n\r\nok`],
    ['a signed length', `${ok}Content-Length: +2\r\n\r\nok`],
    ['a compressed body', `${plain}Content-Encoding: gzip\r\n\r\nok`],
    ['more than it announced', `${plain}\r\nok and more`],
    ['less than it announced', `${plain}\r\no`],
    ['a chunk extension', `${ok}Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nok\r\n0\r\n\r\n`],
    ['a trailer', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: y\r\n\r\n`],
    ['a chunk without its end', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nokay\r\n0\r\n\r\n`],
    ['no last chunk', `${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n`],
    ['a body to a status without one', 'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nok'],
    ['large headers', `${plain}X: ${'x'.repeat(10_000)}\r\n\r\nok`],
    ['a large body', `${ok}Content-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`],
    ['many chunks', `${ok}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(100)}0\r\n\r\n`],
    ['nothing', ''],
  ])('with %s is left to Node', (_what, text) => {
    expect(throughOurs('GET', [bytes(text)])).toBe('unusual')
  })

  const oneOf = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts)
  const mostly = (usual: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: odd, weight: 1 })
  const line = fc
    .tuple(
      mostly(oneOf('X', 'Vary', 'Server', 'Set-Cookie', 'constructor'), oneOf('content-length', '__proto__', 'Ü', '')),
      mostly(oneOf(':', ': ', ':  '), oneOf(' : ', ':\t', '')),
      mostly(oneOf('', 'x', '2', 'a  b', 'x: y '), oneOf('chunked', '\tx', '\xa0x\xa0', 'x\x00', 'é', 'a\nb', 'a\rb')),
      mostly(oneOf('\r\n'), oneOf('\n', '\r', '\r\n ', '\r\n\r\n')),
    )
    .map((parts) => parts.join(''))
  const length = 'Content-Length: 2\r\n'
  const chunks = 'Transfer-Encoding: chunked\r\n'
  const random = fc.record({
    method: oneOf('GET', 'GET', 'HEAD', 'POST'),
    status: mostly(
      oneOf('200 OK', '404 Not  Found', '302 '),
      oneOf('204 x', '304 x', '100 x', '200', '999 x', '200 \xe9 '),
    ),
    lines: fc.array(line, { maxLength: 3 }).map((lines) => lines.join('')),
    framed: mostly(
      oneOf(
        `${length}\r\nok`,
        `${chunks}\r\n2\r\nok\r\n0\r\n\r\n`,
        '\r\nokay',
        `${length}\r\n`,
        `${chunks}\r\n0\r\n\r\n`,
      ),
      oneOf(
        `${chunks}\r\n2;x\r\nok\r\n0\r\n\r\n`,
        `${chunks}\r\n0002\r\nok\r\n00\r\nX: y\r\n\r\n`,
        `${length}\r\nokay`,
      ),
    ),
    damage: fc.option(fc.tuple(fc.nat(), fc.nat(255)), { nil: null, freq: 2 }),
    cut: fc.nat(),
  })

  it('in any form is read as Node reads it, or left to Node', async () => {
    await fc.assert(
      fc.asyncProperty(random, async ({ method, status, lines, framed, damage, cut }) => {
        const all = bytes(`HTTP/1.1 ${status}\r\n${lines}${framed}`)
        if (damage) all[damage[0] % all.length] = damage[1]
        const at = cut % all.length
        const pieces = [all.subarray(0, at), all.subarray(at)].filter(({ length }) => length > 0)
        const ours = throughOurs(method, pieces)
        if (typeof ours !== 'string') expect(ours).toEqual(await throughNode(method, pieces))
      }),
      { numRuns: 600 },
    )
  })
})
