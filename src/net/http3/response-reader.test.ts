import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { TargetDown } from '../../domain/outcome.ts'
import { MalformedMessage, varint } from '../tls/wire.ts'
import { ResponseReader } from './response-reader.ts'
import { type HeaderField, encodeFields } from './qpack.ts'

const frame = (type: number, content: Buffer): Buffer => Buffer.concat([varint(type), varint(content.length), content])
const head = (...fields: HeaderField[]): Buffer => frame(1, encodeFields(fields))
const data = (text: string): Buffer => frame(0, Buffer.from(text))

const many = (count: number, bytes: Buffer): Buffer => Buffer.alloc(count * bytes.length, bytes)

function read(bytes: Buffer, size = bytes.length): ResponseReader {
  const reader = new ResponseReader()
  for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size), at + size >= bytes.length)
  return reader
}

describe('an answer', () => {
  const whole = Buffer.concat([
    frame(0x21, Buffer.from('grease')),
    head([':status', '103'], ['link', 'x']),
    head([':status', '200'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['vary', 'a'], ['vary', 'b']),
    data('hello '),
    frame(0x40, Buffer.alloc(0)),
    data(''),
    data('world'),
    head(['trailer', 'x']),
  ])

  it.each([1, 2, 3, 7, 1000])('is read from pieces of %i bytes', async (size) => {
    const { message } = read(whole, size)
    expect(message).toMatchObject({
      statusCode: 200,
      httpVersion: '3',
      headers: { 'set-cookie': ['a=1', 'b=2'], vary: 'a, b' },
      headersDistinct: { vary: ['a', 'b'] },
    })
    expect((await buffer(message!)).toString()).toBe('hello world')
  })

  it.each([
    ['ends in a frame', whole.subarray(0, -20), TargetDown],
    ['ends before its headers', frame(0x21, Buffer.alloc(3)), TargetDown],
    ['has a body before its headers', data('x'), MalformedMessage],
    ['has no status', head(['server', 'x']), MalformedMessage],
    ['has a status that is none', head([':status', 'yes']), MalformedMessage],
    ['has headers without end', Buffer.concat([varint(1), varint(70_000), Buffer.alloc(9)]), TargetDown],
    [
      'has more headers than anybody reads',
      frame(1, Buffer.concat([Buffer.alloc(2), Buffer.alloc(3000, 0xd9)])),
      MalformedMessage,
    ],
    ['has interim answers without end', many(21, head([':status', '103'])), TargetDown],
    ['has empty frames without end', Buffer.concat([head([':status', '200']), many(1001, data(''))]), MalformedMessage],
    ['says nothing at length', many(1001, frame(0x21, Buffer.alloc(0))), MalformedMessage],
    [
      'ends in a frame of endless length',
      Buffer.concat([varint(0x21), varint(2 ** 53 - 1), Buffer.alloc(9)]),
      TargetDown,
    ],
  ])('is refused when it %s', (_what, bytes, error) => {
    expect(() => read(bytes)).toThrow(error)
  })
})
