import { describe, expect, it } from 'vitest'
import { framesIn } from './frames.ts'
import { openPacket, packetsIn, retryToken, roomIn, sealPacket } from './packet.ts'
import { initialProtection, protection, suites } from './protection.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex')
const connectionId = hex('8394c8f03e515708')

describe('the samples of RFC 9001, appendix A', () => {
  it('A.3: decrypts the Initial packet of a server', () => {
    const [packet] = packetsIn(
      hex(`cf000000010008f067a5502a4262b5004075c0d95a482cd0991cd25b0aac406a
           5816b6394100f37a1c69797554780bb38cc5a99f5ede4cf73c3ec2493a1839b3
           dbcba3f6ea46c5b7684df3548e7ddeb9c3bf9c73cc3f3bded74b562bfb19fb84
           022f8ef4cdd93795d77d06edbb7aaf2f58891850abbdca3d20398c276456cbc4
           2158407dd074ee`),
    )
    expect(packet).toMatchObject({ kind: 'initial', from: hex('f067a5502a4262b5') })
    const opened = openPacket(packet!, -1, initialProtection(connectionId).server)
    expect(opened?.number).toBe(1)
    expect(framesIn(opened!.payload, 'application')).toMatchObject({
      elicitsAck: true,
      frames: [
        { kind: 'ack', ranges: [[0, 0]] },
        { kind: 'crypto', offset: 0 },
      ],
    })
  })

  it('A.4: reads the token of a Retry packet, only for its own connection', () => {
    const [packet] = packetsIn(hex('ff000000010008f067a5502a4262b5746f6b656e04a265ba2eff4d829058fb3f0f2496ba'))
    expect(packet?.kind).toBe('retry')
    expect(retryToken(packet!, connectionId)?.toString()).toBe('token')
    expect(retryToken(packet!, hex('0000000000000000'))).toBeNull()
  })

  it('A.5: decrypts a short packet of ChaCha20', () => {
    const secret = hex('9ac312a7f877468ebe69422748ad00a15443f18203a07d6060f688f30f21632b')
    const bytes = hex('4cfe4189655e5cd55c41f69080575d7999c25a5bfb')
    const packet = { kind: 'application', to: Buffer.alloc(0), from: Buffer.alloc(0), numberAt: 1, bytes } as const
    const opened = openPacket(packet, 654_360_563, protection(suites.get(0x1303)!, secret))
    expect(opened).toEqual({ number: 654_360_564, payload: Buffer.from([1]) })
  })
})

describe('a packet', () => {
  const fields = { to: connectionId, from: hex('0102030405060708'), token: Buffer.from('token') }

  it.each([...suites])('is decrypted with its own key only: suite %i', (_code, suite) => {
    const keys = protection(suite, Buffer.alloc(48, 7))
    const others = protection(suite, Buffer.alloc(48, 8))
    for (const level of ['initial', 'handshake', 'application'] as const) {
      const payload = Buffer.alloc(roomIn({ level, ...fields }), 1)
      const bytes = sealPacket({ level, ...fields }, 70_000, payload, keys)
      expect(bytes.length).toBe(1200)
      const [packet, ...more] = packetsIn(bytes)
      expect([packet!.kind, packet!.to, more]).toEqual([level, connectionId, []])
      expect(openPacket(packet!, 69_990, keys)).toEqual({ number: 70_000, payload })
      expect(openPacket(packet!, 69_990, others)).toBeNull()
      bytes[bytes.length - 1]! ^= 1
      expect(openPacket(packetsIn(bytes)[0]!, 69_990, keys)).toBeNull()
    }
  })

  it('is found after others in one datagram, up to an unreadable one', () => {
    const keys = initialProtection(connectionId).client
    const first = sealPacket({ level: 'initial', ...fields }, 0, Buffer.alloc(20), keys)
    const second = sealPacket({ level: 'handshake', ...fields }, 0, Buffer.alloc(30), keys)
    expect(packetsIn(Buffer.concat([first, second, Buffer.from([0xc0, 0])])).map(({ kind }) => kind)).toEqual([
      'initial',
      'handshake',
    ])
    expect(packetsIn(first.subarray(0, 30))).toEqual([])
  })
})
