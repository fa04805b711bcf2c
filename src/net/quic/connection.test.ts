import { createCipheriv } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '../../../test/kit/clock.ts'
import { sized } from '../tls/wire.ts'
import { ClosedWithoutError, closeFailure } from './connection-close.ts'
import { QuicConnection } from './connection.ts'
import { ackFrame, framesIn, pingFrame } from './frames.ts'
import { type EncryptionLevel, openPacket, packetsIn, sealPacket } from './packet.ts'
import { initialProtection } from './protection.ts'

function starting() {
  const clock = fakeClock()
  const sent: Buffer[] = []
  const failures: Error[] = []
  const connection = new QuicConnection({
    clock,
    peer: '192.0.2.1:443',
    serverName: 'a.test',
    alpn: 'h3',
    maxBytes: 1000,
    send: (datagram) => void sent.push(datagram),
    verifyChain: () => undefined,
    onFirstPacket: () => undefined,
    onReady: () => undefined,
    onData: () => undefined,
    onReset: () => undefined,
    onFailure: (error) => void failures.push(error),
  })
  connection.start()
  const first = packetsIn(sent[0]!)[0]!
  return { clock, sent, failures, connection, first }
}

/** The crypto data the client sent in Initial packets. */
function framesOf(datagram: Buffer, connectionId: Buffer, largest = -1) {
  const opened = openPacket(packetsIn(datagram)[0]!, largest, initialProtection(connectionId).client)!
  return { number: opened.number, ...framesIn(opened.payload, 'initial') }
}

function serverSays(first: { to: Buffer; from: Buffer }, payload: Buffer, number = 0): Buffer {
  const fields = {
    level: 'initial' as EncryptionLevel,
    to: first.from,
    from: Buffer.alloc(8, 9),
    token: Buffer.alloc(0),
  }
  return sealPacket(fields, number, Buffer.concat([payload, Buffer.alloc(40)]), initialProtection(first.to).server)
}

function retry(first: { to: Buffer; from: Buffer }, token: string): Buffer {
  const head = Buffer.concat([
    Buffer.from([0xf0, 0, 0, 0, 1]),
    sized(1, first.from),
    sized(1, Buffer.from('new id')),
    Buffer.from(token),
  ])
  const key = Buffer.from('be0c690b9f66575a1d766b54e368c84e', 'hex')
  const sealing = createCipheriv('aes-128-gcm', key, Buffer.from('461599d35d632bf2239825bb', 'hex'))
  sealing.setAAD(Buffer.concat([sized(1, first.to), head])).final()
  return Buffer.concat([head, sealing.getAuthTag()])
}

describe('a connection', () => {
  it('begins with a hello in two datagrams of full length: a hybrid key fills more than one', () => {
    const { sent, first } = starting()
    expect([sent.map(({ length }) => length), first.kind]).toEqual([[1200, 1200], 'initial'])
    expect(framesOf(sent[0]!, first.to).frames[0]).toMatchObject({ kind: 'crypto', offset: 0 })
  })

  it('retransmits with backoff while no response comes', () => {
    const { clock, sent, first } = starting()
    for (const [ms, count] of [
      [999, 2],
      [1, 4],
      [1999, 4],
      [1, 6],
      [4000, 8],
    ] as const) {
      clock.advance(ms)
      expect(sent.length).toBe(count)
    }
    const again = framesOf(sent[6]!, first.to)
    expect(again).toMatchObject({ number: 6, frames: [{ kind: 'crypto', offset: 0 }, { kind: 'crypto' }] })
  })

  it('sends a PING when everything has arrived and the server has reached its sending limit', () => {
    const { clock, sent, first, connection } = starting()
    connection.receive(serverSays(first, ackFrame([[0, 1]])))
    clock.advance(1000)
    expect(framesOf(sent.at(-1)!, first.to)).toEqual({ number: 2, frames: [], count: 1, elicitsAck: true })
  })

  it('acknowledges packets, and ignores duplicates', () => {
    const { sent, first, connection } = starting()
    const ping = serverSays(first, pingFrame, 5)
    connection.receive(ping)
    expect(framesOf(sent[2]!, first.to).frames).toEqual([{ kind: 'ack', ranges: [[5, 5]] }])
    connection.receive(ping)
    expect(sent.length).toBe(3)
  })

  it('starts again with the token of a Retry, once', () => {
    const { sent, first, connection } = starting()
    connection.receive(retry(first, 'prove it'))
    const [again] = packetsIn(sent[2]!)
    expect(again!.to.toString()).toBe('new id')
    expect(sent[2]!.includes('prove it')).toBe(true)
    expect(sent[2]!.length).toBe(1200)
    expect(framesOf(sent[2]!, again!.to).frames[0]).toMatchObject({ kind: 'crypto', offset: 0 })
    connection.receive(retry(first, 'prove it again'))
    expect(sent.length).toBe(4)
  })

  it('ignores a Retry that belongs to another connection or has no token', () => {
    const { sent, first, connection } = starting()
    connection.receive(retry({ ...first, to: Buffer.alloc(8) }, 'token'))
    connection.receive(retry(first, ''))
    connection.receive(retry(first, 'x'.repeat(800)))
    expect(sent.length).toBe(2)
  })

  it('fails on invalid frames', () => {
    const { failures, first, connection } = starting()
    connection.receive(serverSays(first, Buffer.from([0x3f])))
    expect(failures).toMatchObject([
      { reason: 'other', message: expect.stringMatching(/^what 192\.0\.2\.1:443 answered is not QUIC/) },
    ])
  })

  it('sends and receives nothing after it was closed', () => {
    const { clock, sent, first, failures, connection } = starting()
    connection.close(0)
    const sentCount = sent.length
    expect(framesOf(sent.at(-1)!, first.to).frames).toMatchObject([{ kind: 'connection_close', code: 0 }])
    connection.receive(serverSays(first, Buffer.from([0x3f])))
    clock.advance(100_000)
    expect([sent.length, failures]).toEqual([sentCount, []])
  })
})

describe('a connection that the server closes', () => {
  it.each([
    [0x100, true, '', 'connect', 'closed the connection before it had answered', true],
    [0x101, true, 'odd', 'other', 'closed the connection with HTTP/3 error 0x101: odd', false],
    [0x000, false, '', 'connect', 'closed the connection with QUIC error 0x0', false],
    [0x128, false, 'x', 'tls', 'agreed on no common TLS settings', false],
    [0x132, false, 'bad', 'tls', 'broke off the TLS handshake (alert 50: bad)', false],
  ])('with %i is reported', (code, isApplication, reason, cause, words, inPeace) => {
    const error = closeFailure({ code, isApplication, reason }, 'peer')
    expect([error.reason, error.message, error instanceof ClosedWithoutError]).toEqual([
      cause,
      `peer ${words}`,
      inPeace,
    ])
  })
})
