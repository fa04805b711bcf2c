import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as ws from 'ws'
import { type WebSocketMessage, MessageReader, encodeMessage } from './frames.ts'

// ws exports these classes without types.
const { Receiver, Sender } = ws as unknown as {
  Receiver: new (options: { isServer: boolean }) => NodeJS.WritableStream
  Sender: { frame(data: Buffer, options: Record<string, unknown>): Buffer[] }
}

const kinds = ['text', 'binary', 'ping', 'pong', 'close'] as const
const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 }

/** A frame as servers write it. */
function frame(opcode: number, payload: Buffer, { isFinal = true, reserved = 0 } = {}): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0, payload.length])
      : payload.length < 65_536
        ? Buffer.from([0, 126, 0, 0])
        : Buffer.alloc(10)
  head[0] = (isFinal ? 0x80 : 0) | reserved | opcode
  if (head.length === 4) head.writeUInt16BE(payload.length, 2)
  if (head.length === 10) head.writeBigUInt64BE(BigInt(payload.length), 2)
  if (head.length === 10) head[1] = 127
  return Buffer.concat([head, payload])
}

function read(bytes: Buffer, cuts: number[] = [], maxBytes = 1_000_000): WebSocketMessage[] {
  const reader = new MessageReader({ maxBytes, maxFrames: 1000 })
  const marks = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other)
  return [0, ...marks].flatMap((start, index) => reader.push(bytes.subarray(start, marks[index] ?? bytes.length)))
}

describe('reading messages', () => {
  it('gives the same result for any cuts', () => {
    const message = fc.record({ kind: fc.constantFrom(...kinds), size: fc.constantFrom(0, 1, 5, 125) })
    const long = fc.record({ kind: fc.constantFrom('text', 'binary'), size: fc.constantFrom(126, 70_000) })
    fc.assert(
      fc.property(fc.array(fc.oneof(message, long), { maxLength: 6 }), fc.array(fc.nat(200_000)), (wanted, cuts) => {
        const messages = wanted.map(({ kind, size }) => ({ kind, payload: Buffer.alloc(size, kind) }))
        const bytes = Buffer.concat(
          messages.map(({ kind, payload }) => frame(opcodes[kind as keyof typeof opcodes], payload)),
        )
        expect(read(bytes, cuts)).toEqual(messages)
      }),
    )
  })

  it('limits the number of frames, empty ones too', () => {
    const reader = new MessageReader({ maxBytes: 1000, maxFrames: 100 })
    reader.push(frame(1, Buffer.alloc(0), { isFinal: false }))
    const empty = frame(0, Buffer.alloc(0), { isFinal: false })
    const messages = Array.from({ length: 200 }, () => reader.push(empty)).flat()
    expect([messages, reader.isFull]).toEqual([[], true])
    expect(reader.push(frame(0, Buffer.from('end')))).toEqual([])
  })

  it('assembles one frame from a great many pieces', () => {
    const bytes = frame(1, Buffer.alloc(900, 'a'))
    const reader = new MessageReader({ maxBytes: 1000, maxFrames: 1 })
    const messages = [...bytes].flatMap((byte) => reader.push(Buffer.from([byte])))
    expect(messages).toEqual([{ kind: 'text', payload: Buffer.alloc(900, 'a') }])
  })

  it('joins fragments, with a ping between them', () => {
    const bytes = Buffer.concat([
      frame(1, Buffer.from('one '), { isFinal: false }),
      frame(9, Buffer.from('ping')),
      frame(0, Buffer.from('two '), { isFinal: false }),
      frame(0, Buffer.from('three')),
    ])
    expect(read(bytes).map(({ kind, payload }) => `${kind} ${payload.toString()}`)).toEqual([
      'ping ping',
      'text one two three',
    ])
  })

  it('stops at its cap, before the payload has arrived', () => {
    const reader = new MessageReader({ maxBytes: 1000, maxFrames: 1000 })
    expect(reader.push(frame(2, Buffer.alloc(900)))).toHaveLength(1)
    expect(reader.push(frame(2, Buffer.alloc(101)).subarray(0, 2))).toEqual([])
    expect(reader.isFull).toBe(true)
    expect(reader.push(frame(1, Buffer.from('x')))).toEqual([])
  })

  it.each([
    [
      'a masked frame',
      Buffer.from([0x81, 0x80, 1, 2, 3, 4]),
      'the server sent a masked frame, which only clients may send',
    ],
    [
      'an extension',
      frame(1, Buffer.alloc(1), { reserved: 0x40 }),
      'the server sent a frame with an extension that was not agreed on',
    ],
    ['an unknown kind', frame(3, Buffer.alloc(1)), 'the server sent a frame of unknown kind 3'],
    ['an unknown control frame', frame(11, Buffer.alloc(1)), 'the server sent a broken control frame'],
    ['a long ping', frame(9, Buffer.alloc(126)), 'the server sent a broken control frame'],
    ['a cut close', frame(8, Buffer.alloc(2), { isFinal: false }), 'the server sent a broken control frame'],
    ['a loose end', frame(0, Buffer.alloc(1)), 'the server sent fragments out of order'],
    [
      'a second beginning',
      Buffer.concat([frame(1, Buffer.alloc(1), { isFinal: false }), frame(1, Buffer.alloc(1))]),
      'the server sent fragments out of order',
    ],
  ])('refuses %s', (_what, bytes, message) => {
    expect(() => read(bytes)).toThrow(message)
  })

  it('reads what ws writes', () => {
    for (const size of [0, 125, 126, 65_535, 65_536, 100_000])
      expect(
        read(
          Buffer.concat(
            Sender.frame(Buffer.alloc(size, 7), { fin: true, rsv1: false, opcode: 2, mask: false, readOnly: false }),
          ),
        ),
      ).toEqual([{ kind: 'binary', payload: Buffer.alloc(size, 7) }])
  })
})

describe('writing messages', () => {
  it.each([0, 1, 125, 126, 65_535, 65_536])('of %i bytes is read by ws', async (size) => {
    const receiver = new Receiver({ isServer: true })
    const received = new Promise((resolve) => receiver.on('message', resolve))
    receiver.write(encodeMessage('binary', Buffer.alloc(size, 7)))
    expect(await received).toEqual(Buffer.alloc(size, 7))
  })
})
