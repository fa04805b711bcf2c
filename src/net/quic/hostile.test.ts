// A hostile server with valid keys. The memory, packets and time it can cost a connection are bounded.
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { fakeClock } from '../../../test/kit/clock.ts'
import { growthDuring } from '../../../test/kit/servers/flood.ts'
import { answerHello } from '../../../test/kit/servers/tls13-server.ts'
import { sized, varint } from '../tls/wire.ts'
import { QuicConnection } from './connection.ts'
import { ackFrame, cryptoFrame, framesIn, pingFrame, streamFrame } from './frames.ts'
import { type EncryptionLevel, type ProtectedPacket, openPacket, packetsIn, sealPacket } from './packet.ts'
import { type Protection, initialProtection, protection, suites } from './protection.ts'
import { Reassembly } from './reassembly.ts'

const certificate = createAuthority().issue({ names: ['a.test'] })
const suite = suites.get(0x1301)!
const maxBytes = 100_000
const serverId = Buffer.alloc(8, 9)

function begin() {
  const sent: Buffer[] = []
  const failures: Error[] = []
  const results = { received: 0, isReady: false }
  const connection = new QuicConnection({
    clock: fakeClock(),
    peer: 'peer',
    serverName: 'a.test',
    alpn: 'h3',
    maxBytes,
    send: (datagram) => void sent.push(datagram),
    verifyChain: () => undefined,
    onFirstPacket: () => undefined,
    onReady: () => (results.isReady = true),
    onData: (_stream, bytes) => (results.received += bytes.length),
    onReset: () => undefined,
    onFailure: (error) => void failures.push(error),
  })
  connection.start()
  const first = packetsIn(sent[0]!)[0]!
  const numbers = { initial: 0, handshake: 0, application: 0 }
  const keys: Partial<Record<EncryptionLevel, Protection>> = { initial: initialProtection(first.to).server }
  const deliver = (level: EncryptionLevel, ...frames: Buffer[]): void => {
    const payload = Buffer.concat([...frames, Buffer.alloc(8)])
    const header = { level, to: first.from, from: serverId, token: Buffer.alloc(0) }
    connection.receive(sealPacket(header, numbers[level]++, payload, keys[level]!))
  }
  return { connection, sent, failures, seen: results, first, keys, tell: deliver }
}

type Begun = ReturnType<typeof begin>

function helloIn({ sent, first }: Begun): Buffer {
  const opened = sent.map((datagram) => openPacket(packetsIn(datagram)[0]!, -1, initialProtection(first.to).client)!)
  const frames = opened.flatMap(({ payload }) => framesIn(payload, 'initial').frames)
  return Buffer.concat(frames.flatMap((frame) => (frame.kind === 'crypto' ? [frame.data] : [])))
}

function parametersFor({ to }: ProtectedPacket, more: Buffer[] = []): Buffer {
  const entry = (kind: number, value: Buffer): Buffer => Buffer.concat([varint(kind), varint(value.length), value])
  const limits = [0x04, 0x06, 0x07].map((kind) => entry(kind, varint(1_000_000)))
  return Buffer.concat([entry(0x00, to), entry(0x0f, serverId), ...limits, ...more])
}

/** A connection after a successful handshake, with a pending request. */
function connected(): Begun {
  const begun = begin()
  const flight = answerHello(helloIn(begun), certificate, { parameters: parametersFor(begun.first) })
  begun.tell('initial', cryptoFrame(0, flight.initial))
  begun.keys.handshake = protection(suite, flight.serverSecret)
  begun.keys.application = protection(suite, flight.application.server)
  begun.tell('handshake', cryptoFrame(0, flight.handshake))
  begun.connection.write(0, Buffer.from('a request'), true)
  begun.tell('application', Buffer.from([0x1e]))
  expect([begun.seen.isReady, begun.failures]).toEqual([true, []])
  return begun
}

/** Repeats until the connection gives up; returns the number of rounds. */
function untilItGivesUp(begun: Begun, level: EncryptionLevel, frames: (round: number) => Buffer[]): number {
  for (let round = 0; round < 100_000; round++) {
    if (begun.failures.length > 0) return round
    begun.tell(level, ...frames(round))
  }
  return Infinity
}

describe('a server that never stops', () => {
  const newId = (n: number): Buffer =>
    Buffer.concat([varint(0x18), varint(n + 1), varint(n + 1), sized(1, Buffer.alloc(8, n)), Buffer.alloc(16)])
  const floods: [what: string, frames: (round: number) => Buffer[]][] = [
    ['pinging', () => Array.from({ length: 500 }, () => pingFrame)],
    ['saying nothing on a stream', () => Array.from({ length: 200 }, () => streamFrame(0, 0, Buffer.alloc(0), false))],
    ['repeating a byte', () => Array.from({ length: 100 }, () => streamFrame(0, 0, Buffer.from('x'), false))],
    ['talking on streams of its own', () => [streamFrame(3, 0, Buffer.alloc(1000), false)]],
    ['acknowledging', () => Array.from({ length: 100 }, () => ackFrame([[0, 0]]))],
    ['asking whether we are there', () => Array.from({ length: 50 }, () => Buffer.from('1a0102030405060708', 'hex'))],
    ['changing its name', newIdsFrom],
    ['offering tickets', (round) => [cryptoFrame(round * 1000, Buffer.alloc(1000))]],
  ]
  function newIdsFrom(round: number): Buffer[] {
    return Array.from({ length: 20 }, (_, n) => newId((round * 20 + n) % 50_000))
  }

  it.each(floods)('%s is dropped', async (_what, frames) => {
    const begun = connected()
    const before = begun.sent.length
    let rounds = 0
    const grown = await growthDuring(async () => (rounds = untilItGivesUp(begun, 'application', frames)))
    expect(rounds).toBeLessThan(7000)
    expect(begun.failures[0]?.message).toMatch(/sends much more over QUIC|more than it may/)
    expect(begun.sent.length - before).toBeLessThan(7000)
    expect(grown).toBeLessThan(100)
  })

  it('is dropped early during the handshake, and gets no more bytes than it sent', () => {
    const begun = begin()
    expect(untilItGivesUp(begun, 'initial', () => [pingFrame, Buffer.alloc(1100)])).toBeLessThanOrEqual(1001)
    expect(begun.sent.length).toBeLessThanOrEqual(1003)
  })

  it('with unreadable datagrams is dropped too', () => {
    const begun = connected()
    const garbage = Buffer.concat([Buffer.from([0x40]), begun.first.from, Buffer.alloc(100, 7)])
    for (let n = 0; n < 7000; n++) begun.connection.receive(garbage)
    expect(begun.failures[0]?.message).toBe('peer sends much more over QUIC than it says')
  })
})

describe('a server that lies', () => {
  const lies: [what: string, frames: Buffer[], sentence: RegExp][] = [
    ['acknowledges what was never sent', [ackFrame([[0, 90_000]])], /acknowledges what was never sent/],
    ['acknowledges less than nothing', [Buffer.from('020500030900090009', 'hex')], /not QUIC/],
    ['sends more than it may', [streamFrame(0, maxBytes, Buffer.from('x'), false)], /more than it may/],
    ['sends at the end of all numbers', [streamFrame(0, 2 ** 53 - 1, Buffer.from('x'), false)], /more than it may/],
    ['has two ends', [streamFrame(0, 0, Buffer.from('ab'), true), streamFrame(0, 0, Buffer.from('a'), true)], /ends/],
    [
      'goes on after the end',
      [streamFrame(0, 0, Buffer.from('a'), true), streamFrame(0, 1, Buffer.from('b'), false)],
      /ends/,
    ],
    ['says how long a frame is and stops', [Buffer.from('0e0000ffffffffffffffff', 'hex')], /ends too early/],
    ['offers an id of no length', [Buffer.from(`18010000${'00'.repeat(16)}`, 'hex')], /an id that cannot be/],
    ['has frames of its own', [Buffer.from([0x3f])], /no frame of type/],
  ]
  it.each(lies)('and %s is dropped', (_what, frames, sentence) => {
    const begun = connected()
    begun.tell('application', ...frames)
    expect(begun.failures[0]?.message).toMatch(sentence)
  })

  it.each([
    ['an answer', streamFrame(0, 0, Buffer.from('x'), true)],
    ['the end of the handshake', Buffer.from([0x1e])],
    ['room', Buffer.from('1040ff', 'hex')],
  ])('cannot put %s into packets that anyone can forge', (_what, frame) => {
    const begun = begin()
    begun.tell('initial', frame)
    expect(begun.failures[0]?.message).toMatch(/a frame in it comes too early/)
  })

  it('about its connection IDs fails the handshake', () => {
    const begun = begin()
    const flight = answerHello(helloIn(begun), certificate, {
      parameters: parametersFor({ ...begun.first, to: Buffer.alloc(8) }),
    })
    begun.tell('initial', cryptoFrame(0, flight.initial))
    begun.keys.handshake = protection(suite, flight.serverSecret)
    begun.tell('handshake', cryptoFrame(0, flight.handshake))
    expect([begun.seen.isReady, begun.failures[0]?.message]).toEqual([
      false,
      'the server does not confirm the ids of the connection',
    ])
  })

  it('about versions is ignored while it lists ours, or belongs to another connection', () => {
    const versions = (offered: string, from: Buffer, to: Buffer): Buffer =>
      Buffer.concat([Buffer.from('8000000000', 'hex'), sized(1, to), sized(1, from), Buffer.from(offered, 'hex')])
    const { connection, failures, first } = begin()
    connection.receive(versions('0000000100000002', first.to, first.from))
    connection.receive(versions('00000002', Buffer.alloc(8), first.from))
    expect(failures).toEqual([])
    connection.receive(versions('00000002', first.to, first.from))
    expect(failures[0]?.message).toBe('peer does not speak version 1 of QUIC')
  })

  it('with other keys is ignored', () => {
    const begun = connected()
    begun.keys.application = protection(suite, Buffer.alloc(32))
    begun.tell('application', streamFrame(0, 0, Buffer.from('x'), true))
    expect([begun.seen.received, begun.failures]).toEqual([0, []])
  })
})

describe('a handshake in pieces', () => {
  it('of one byte, last first, completes', () => {
    const begun = begin()
    const flight = answerHello(helloIn(begun), certificate, { parameters: parametersFor(begun.first) })
    begun.tell('initial', cryptoFrame(0, flight.initial))
    begun.keys.handshake = protection(suite, flight.serverSecret)
    for (let at = flight.handshake.length - 1; at >= 0; at -= 1)
      begun.tell('handshake', cryptoFrame(at, flight.handshake.subarray(at, at + 1)))
    expect([begun.seen.isReady, begun.failures]).toEqual([true, []])
  })

  it('that never fit together fails', () => {
    const pieces = new Reassembly(1_000_000)
    const scatter = (): void => {
      for (let at = 1; at < 20_000; at += 2) pieces.take(at, Buffer.from('x'))
    }
    expect(scatter).toThrow('too many pieces out of order')
  })
})
