import { type CipherGCMTypes, type X509Certificate, createDecipheriv } from 'node:crypto'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { createServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { createAuthority } from '../../../test/kit/checks/certificates.ts'
import { listening } from '../../../test/kit/servers/listening.ts'
import { type Flight, type Mistakes, answerHello } from '../../../test/kit/servers/tls13-server.ts'
import { sized } from '../tls/wire.ts'
import { ClientHandshake, type Secrets } from './handshake.ts'
import { digest, expandLabel, hmac } from './hkdf.ts'

const authority = createAuthority()
const certificate = authority.issue({ names: ['a.test'], intermediate: true })
const other = authority.issue({ names: ['a.test'] })

function shaking(verifyChain: (chain: readonly X509Certificate[]) => void = () => undefined) {
  const result = {
    levels: [] as string[],
    secrets: null as Secrets | null,
    chain: [] as string[],
    reply: null as Buffer | null,
    parameters: null as Buffer | null,
  }
  const handshake = new ClientHandshake({
    serverName: 'a.test',
    alpn: 'h3',
    transportParameters: Buffer.from('ours'),
    onSecrets(level, secrets) {
      result.levels.push(level)
      result.secrets = secrets
    },
    verifyChain(chain) {
      result.chain = chain.map(({ subject }) => subject)
      verifyChain(chain)
    },
    onFinished: (reply, parameters) => Object.assign(result, { reply, parameters }),
  })
  const receive = ({ initial, handshake: rest }: Flight, size = 10_000): void => {
    for (let at = 0; at < initial.length; at += size) handshake.take('initial', initial.subarray(at, at + size))
    for (let at = 0; at < rest.length; at += size) handshake.take('handshake', rest.subarray(at, at + size))
  }
  return { handshake, seen: result, hear: receive }
}

describe('a handshake', () => {
  it.each([1, 7, 10_000])('completes with a correct server, in pieces of %i bytes', (size) => {
    const { handshake, seen, hear } = shaking()
    const flight = answerHello(handshake.hello, certificate, { parameters: Buffer.from('theirs') })
    hear(flight, size)
    expect(seen).toMatchObject({
      levels: ['handshake', 'application'],
      chain: ['CN=a.test', 'CN=Lapwing test root intermediate'],
    })
    expect(seen.parameters?.toString()).toBe('theirs')
    const key = expandLabel('sha256', flight.clientSecret, 'finished', 32)
    expect(seen.reply).toEqual(Buffer.concat([Buffer.from([20, 0, 0, 32]), hmac('sha256', key, flight.transcript)]))
  })

  it('sends an empty certificate when the server requests one', () => {
    const { handshake, seen, hear } = shaking()
    hear(answerHello(handshake.hello, certificate, { asksForCertificate: true }))
    expect(seen.reply?.subarray(0, 11).toString('hex')).toBe(
      `0b000007${'03'}${Buffer.from('why').toString('hex')}000000`,
    )
  })

  it.each(['X25519MLKEM768', 'X25519', 'P-256'])('agrees with OpenSSL on a key of %s', async (group) => {
    const { handshake, seen } = shaking()
    const port = await listening(createServer({ ...certificate, ecdhCurve: group, ALPNProtocols: ['h3'] }))
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(Buffer.concat([Buffer.from([22, 3, 1]), sized(2, handshake.hello)]))
    const [serverHello, encrypted] = await records(socket, 2)
    socket.destroy()
    handshake.take('initial', serverHello!.subarray(5))
    const extensions = decrypted(encrypted!, seen.secrets!)
    // OpenSSL speaks TLS here, and not QUIC.
    expect(() => handshake.take('handshake', extensions)).toThrow('no QUIC transport parameters')
  })

  const mistakes: [what: string, wrong: Mistakes, sentence: RegExp][] = [
    ['chooses a suite nobody offered', { suite: 0x1304 }, /no common TLS settings/],
    ['chooses another version', { version: 0x0303 }, /no common TLS settings/],
    ['chooses another group', { group: 0x18 }, /no common TLS settings/],
    ['wants another hello', { random: digest('sha256', Buffer.from('HelloRetryRequest')) }, /no common TLS settings/],
    ['sends a key that is none', { share: Buffer.alloc(7) }, /a key that cannot be used/],
    ['sends a key that gives the secret away', { share: Buffer.alloc(32) }, /a key that cannot be used/],
    ['speaks another protocol', { alpn: 'h2' }, /agreed to h2 instead of HTTP\/3/],
    ['names no protocol', { alpn: null }, /agreed to no protocol instead of HTTP\/3/],
    ['says nothing about QUIC', { parameters: null }, /no QUIC transport parameters/],
    ['presents nothing', { noCertificates: true }, /presented no certificate/],
    ['presents what is no certificate', { garbledCertificate: true }, /a certificate that cannot be read/],
    ['does not hold the key', { signingKey: other.key }, /did not prove that it holds the key/],
    ['signs with another scheme than it says', { scheme: 0x0503 }, /did not prove that it holds the key/],
    ['signs with a scheme nobody offered', { scheme: 0x0203 }, /did not prove that it holds the key/],
    ['signs as a client', { signed: 'TLS 1.3, client CertificateVerify' }, /did not prove that it holds the key/],
    ['sends no signature', { signature: Buffer.alloc(0) }, /did not prove that it holds the key/],
    ['does not know the secret', { finished: Buffer.alloc(32) }, /was tampered with/],
    ['ends with half a proof', { finished: Buffer.alloc(16) }, /was tampered with/],
    ['proves nothing', { without: ['verify'] }, /broke the order/],
    ['leaves out the certificate', { without: ['certificate', 'verify'] }, /broke the order/],
    ['leaves out its extensions', { without: ['extensions'] }, /broke the order/],
  ]
  it.each(mistakes)('fails with a server that %s', (_what, wrong, sentence) => {
    const { handshake, seen, hear } = shaking()
    expect(() => hear(answerHello(handshake.hello, certificate, wrong))).toThrow(sentence)
    expect([seen.reply, seen.levels.includes('application')]).toEqual([null, false])
  })

  it('fails with an untrusted certificate, after the server has proved its key', () => {
    const refuse = (): void => {
      throw new Error('not good enough')
    }
    const one = shaking(refuse)
    expect(() => one.hear(answerHello(one.handshake.hello, certificate))).toThrow('not good enough')
    const two = shaking(refuse)
    expect(() => two.hear(answerHello(two.handshake.hello, certificate, { signingKey: other.key }))).toThrow(
      'did not prove',
    )
    expect(two.seen.chain).toEqual([])
  })

  it('rejects messages on the wrong level, and duplicates', () => {
    const one = shaking()
    const flight = answerHello(one.handshake.hello, certificate)
    expect(() => one.handshake.take('handshake', flight.initial)).toThrow('broke the order')
    const two = shaking()
    two.handshake.take('initial', answerHello(two.handshake.hello, certificate).initial)
    expect(() => two.handshake.take('initial', flight.initial)).toThrow('broke the order')
    expect(() => shaking().handshake.take('initial', Buffer.from([2, 0xff, 0xff, 0xff]))).toThrow('oversized')
  })

  it('ignores messages after it', () => {
    const { handshake, hear } = shaking()
    hear(answerHello(handshake.hello, certificate))
    expect(() => handshake.take('application', Buffer.from([4, 0, 0, 1, 0]))).not.toThrow()
  })
})

async function records(socket: Socket, count: number): Promise<Buffer[]> {
  let received = Buffer.alloc(0)
  for (;;) {
    const found: Buffer[] = []
    for (let at = 0; received.length >= at + 5;) {
      const end = at + 5 + received.readUInt16BE(at + 3)
      if (received.length < end) break
      // OpenSSL also sends a ChangeCipherSpec, which means nothing.
      if (received[at] !== 20) found.push(received.subarray(at, end))
      at = end
    }
    if (found.length >= count) return found
    received = Buffer.concat([received, ((await once(socket, 'data')) as [Buffer])[0]])
  }
}

/** The content of the server's first encrypted record (RFC 8446, section 5.2), without its type. */
function decrypted(record: Buffer, { suite, server }: Secrets): Buffer {
  const [key, iv] = [expandLabel(suite.hash, server, 'key', suite.keyBytes), expandLabel(suite.hash, server, 'iv', 12)]
  const options = { authTagLength: 16 }
  const opening = createDecipheriv(suite.cipher as CipherGCMTypes, key, iv, options)
  opening.setAAD(record.subarray(0, 5), { plaintextLength: record.length - 21 }).setAuthTag(record.subarray(-16))
  return Buffer.concat([opening.update(record.subarray(5, -16)), opening.final()]).subarray(0, -1)
}
