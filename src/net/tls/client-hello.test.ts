import { createServer } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { openNet } from '../../../test/kit/checks/run-check.ts'
import { type Agreement, HelloReader, type Offer, type Protocol, clientHello } from './client-hello.ts'
import { sendAndReceive } from '../send-receive.ts'

const signal = new AbortController().signal

async function readResponse(port: number, offer: Offer): Promise<Agreement | null> {
  const connection = await openNet().connect({ host: '127.0.0.1', port, ipVersion: 'any', signal })
  const reader = new HelloReader(offer)
  await sendAndReceive(connection, { payload: clientHello(offer), take: (chunk) => reader.take(chunk), signal })
  connection.socket.destroy()
  return reader.agreement
}

describe('a hello by hand', () => {
  const all = [0xc02b, 0xc02f, 0x009e, 0xc009, 0x002f]
  const versions: [minVersion: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3', protocol: Protocol][] = [
    ['TLSv1', 'TLS 1.0'],
    ['TLSv1.1', 'TLS 1.1'],
    ['TLSv1.2', 'TLS 1.2'],
    ['TLSv1.3', 'TLS 1.3'],
  ]

  it.each(versions)(
    'is accepted by a server of %s alone, and refused by it for any other version',
    async (version, spoken) => {
      let requested: string | undefined
      const port = await listening(
        createServer({
          ...createAuthority().issue({ names: ['inner.test'] }),
          minVersion: version,
          maxVersion: version,
          ciphers: 'DEFAULT@SECLEVEL=0',
          SNICallback: (name, answer) => {
            requested = name
            answer(null)
          },
        }).on('tlsClientError', () => undefined),
      )
      for (const [, protocol] of versions) {
        const ciphers = protocol === 'TLS 1.3' ? [0x1301] : all
        const response = await readResponse(port, { protocol, ciphers, serverName: 'inner.test' })
        expect([protocol, response?.cipher]).toEqual([
          protocol,
          protocol === spoken ? ciphers[protocol === 'TLS 1.0' || protocol === 'TLS 1.1' ? 3 : 0] : undefined,
        ])
      }
      expect(requested).toBe('inner.test')
      for (const protocol of ['SSL 2.0', 'SSL 3.0'] as const)
        expect(await readResponse(port, { protocol, ciphers: all, serverName: 'inner.test' })).toBeNull()
    },
  )

  it('sends no server name for an address', () => {
    const offer = { protocol: 'TLS 1.2', ciphers: all } as const
    expect(clientHello({ ...offer, serverName: '192.0.2.1' }).includes('192.0.2.1')).toBe(false)
    expect(clientHello({ ...offer, serverName: 'a.test' }).includes('a.test')).toBe(true)
  })
})

const hello = (version: number, cipher: number): Buffer => {
  const body = Buffer.alloc(38)
  body.writeUInt16BE(version, 0)
  body.writeUInt16BE(cipher, 35)
  return message(2, body)
}
const message = (kind: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([kind, 0, body.length >> 8, body.length & 0xff]), body])
const record = (kind: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([kind, 3, 3, content.length >> 8, content.length & 0xff]), content])
const keyExchange = (prime: Buffer): Buffer =>
  message(12, Buffer.concat([Buffer.from([0, prime.length]), prime, Buffer.from([0, 1, 2])]))

function read(
  bytes: Buffer,
  more: Partial<Offer> = {},
  size = bytes.length,
): { agreement: Agreement | null; enough: boolean } {
  const reader = new HelloReader({ protocol: 'TLS 1.2', ciphers: [0x009e], serverName: 'a.test', ...more })
  let enough = false
  for (let at = 0; at < bytes.length && !enough; at += size) enough = reader.take(bytes.subarray(at, at + size))
  return { agreement: reader.agreement, enough }
}

describe('the answer to a hello', () => {
  const prime = Buffer.concat([Buffer.from([0, 0x3f]), Buffer.alloc(95, 1)])
  const whole = record(22, Buffer.concat([hello(0x0303, 0x009e), message(11, Buffer.alloc(300)), keyExchange(prime)]))

  it.each([1, 2, 5, 7, 64, 1000])('is read in pieces of %i bytes', (size) => {
    expect(read(whole, { asksForGroup: true }, size)).toEqual({
      agreement: { cipher: 0x009e, groupBits: 766 },
      enough: true,
    })
    expect(read(whole, {}, size)).toEqual({ agreement: { cipher: 0x009e, groupBits: null }, enough: true })
  })

  it.each([
    ['an alert', record(21, Buffer.from([2, 40]))],
    ['another protocol', Buffer.from('220 mail.test ESMTP\r\n')],
    ['another version', record(22, hello(0x0301, 0x009e))],
    ['a cipher nobody offered', record(22, hello(0x0303, 0x0005))],
    ['a hello cut short', record(22, message(2, Buffer.alloc(20)))],
  ])('is no agreement when it is %s', (_what, bytes) => {
    expect(read(bytes)).toEqual({ agreement: null, enough: true })
  })

  it('ends when the server has finished without a group', () => {
    const bytes = record(22, Buffer.concat([hello(0x0303, 0x009e), message(14, Buffer.alloc(0))]))
    expect(read(bytes, { asksForGroup: true })).toEqual({
      agreement: { cipher: 0x009e, groupBits: null },
      enough: true,
    })
  })

  it('is limited in size', () => {
    const endless = Buffer.concat(Array.from({ length: 300 }, () => record(22, message(11, Buffer.alloc(250)))))
    expect(read(endless, {}, 1000).enough).toBe(true)
  })

  it('accepts arbitrary bytes', () => {
    const protocol = fc.constantFrom<Protocol>('SSL 2.0', 'SSL 3.0', 'TLS 1.2', 'TLS 1.3')
    const start = fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from([22, 3, 3]),
      record(22, hello(0x0303, 0x009e)),
      Buffer.from([22, 3, 3, 0, 4, 12, 0, 0, 0]),
    )
    fc.assert(
      fc.property(protocol, start, fc.uint8Array({ maxLength: 200 }), (name, head, tail) => {
        expect(() => read(Buffer.concat([head, tail]), { protocol: name, asksForGroup: true }, 13)).not.toThrow()
      }),
    )
  })
})
