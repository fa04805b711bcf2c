import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MalformedMessage } from '../tls/wire.ts'
import { ackFrame, closeFrame, cryptoFrame, framesIn, pingFrame, streamFrame } from './frames.ts'
import { Reassembly } from './reassembly.ts'
import { PacketNumberSpace } from './packet-number-space.ts'

describe('frames', () => {
  it('are decoded as they were encoded', () => {
    const data = Buffer.from('hello')
    const payload = Buffer.concat([
      Buffer.alloc(3),
      pingFrame,
      cryptoFrame(70_000, data),
      streamFrame(4, 0, data, true),
      ackFrame([
        [9, 12],
        [3, 5],
      ]),
      closeFrame(0x100, true),
    ])
    expect(framesIn(payload, 'application')).toEqual({
      count: 5,
      elicitsAck: true,
      frames: [
        { kind: 'crypto', offset: 70_000, data },
        { kind: 'stream', id: 4, offset: 0, data, isLast: true },
        {
          kind: 'ack',
          ranges: [
            [9, 12],
            [3, 5],
          ],
        },
        { kind: 'connection_close', code: 0x100, isApplication: true, reason: '' },
      ],
    })
  })

  it('that only acknowledge or close need no acknowledgement', () => {
    expect(
      framesIn(Buffer.concat([ackFrame([[0, 0]]), closeFrame(0, false), Buffer.alloc(9)]), 'application').elicitsAck,
    ).toBe(false)
    expect(framesIn(pingFrame, 'application')).toEqual({ frames: [], count: 1, elicitsAck: true })
  })

  it('accept arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        try {
          framesIn(Buffer.from(bytes), 'application')
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMessage)
        }
      }),
    )
  })
})

describe('bytes in order', () => {
  it('come out complete, however they were cut, reordered and duplicated', () => {
    const whole = Buffer.from(Array.from({ length: 60 }, (_, n) => n))
    const piece = fc.tuple(fc.nat(59), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const ordered = new Reassembly(1000)
        const all = [...pieces, [0, 30] as const, [30, 30] as const]
        const received = all.map(([offset, size]) => ordered.take(offset, whole.subarray(offset, offset + size)))
        expect(Buffer.concat(received)).toEqual(whole)
        expect(ordered.end).toBe(60)
      }),
    )
  })

  it('are rejected beyond the limit', () => {
    const ordered = new Reassembly(10)
    expect(ordered.take(5, Buffer.alloc(5))).toHaveLength(0)
    expect(() => ordered.take(8, Buffer.alloc(3))).toThrow(MalformedMessage)
  })
})

describe('a numbering of packets', () => {
  it('acknowledges exactly the packets that arrived, once', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 1 }), (numbers) => {
        const space = new PacketNumberSpace('application')
        const received = new Set<number>()
        for (const number of numbers) {
          expect(space.note(number, true)).toBe(!received.has(number))
          received.add(number)
        }
        const [ack] = framesIn(space.acknowledgement()!, 'application').frames as unknown as [
          { ranges: [number, number][] },
        ]
        const acknowledged = ack.ranges.flatMap(([low, high]) =>
          Array.from({ length: high - low + 1 }, (_, n) => low + n),
        )
        expect(new Set(acknowledged)).toEqual(received)
        expect(space.acknowledgement()).toBeNull()
      }),
    )
  })

  it('retransmits a packet when three later ones have arrived', () => {
    const space = new PacketNumberSpace('application')
    const frames = ['a', 'b', 'c', 'd', 'e'].map((text) => Buffer.from(text))
    for (const frame of frames) space.send([frame], 1, 5)
    expect(space.acknowledge([[3, 3]])).toEqual({ bytes: 1, sentAt: 5, lost: true })
    expect(space.queue.map(String)).toEqual(['a'])
    expect(space.bytesInFlight).toBe(3)
    expect(
      space.acknowledge([
        [4, 4],
        [1, 2],
      ]),
    ).toEqual({ bytes: 3, sentAt: 5, lost: false })
    expect(space.sendAgain()).toBe(false)
  })

  it('retransmits everything after a timeout', () => {
    const space = new PacketNumberSpace('initial')
    space.send([Buffer.from('a')], 1, 0)
    space.send([], 1, 0)
    expect(space.sendAgain()).toBe(true)
    expect(space.queue.map(String)).toEqual(['a'])
    expect(space.bytesInFlight).toBe(0)
  })
})
