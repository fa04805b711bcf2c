// The server's side of a TLS 1.3 handshake as messages, well made or with a mistake of the test's choice.
import {
  X509Certificate,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto'
import { Reader, extension, short, sized } from '../../../src/net/tls/wire.ts'
import { digest, expandLabel, extract, hmac } from '../../../src/net/quic/hkdf.ts'
import { KeySchedule, type TrafficSecrets } from '../../../src/net/quic/key-schedule.ts'
import type { Certificate } from '../checks/certificates.ts'

export interface Mistakes {
  suite?: number
  version?: number
  group?: number
  random?: Buffer
  /** What the key share is made of instead of a key. */
  share?: Buffer
  alpn?: string | null
  parameters?: Buffer | null
  /** A key that is not the certificate's. */
  signingKey?: string
  scheme?: number
  signed?: string
  signature?: Buffer
  finished?: Buffer
  noCertificates?: boolean
  garbledCertificate?: boolean
  /** Messages that are left out. */
  without?: readonly ('extensions' | 'certificate' | 'verify')[]
  asksForCertificate?: boolean
}

export interface Flight {
  readonly initial: Buffer
  readonly handshake: Buffer
  readonly clientSecret: Buffer
  readonly serverSecret: Buffer
  /** Of what comes after the handshake. */
  readonly application: TrafficSecrets
  /** Of everything up to the server's last message. */
  readonly transcript: Buffer
}

const message = (kind: number, ...content: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([kind]), sized(3, ...content)])

/** Answers a hello with the suite 0x1301 and a certificate on P-256. */
export function answerHello(hello: Buffer, certificate: Certificate, wrong: Mistakes = {}): Flight {
  const pair = generateKeyPairSync('x25519')
  const serverHello = helloOf(Buffer.from(pair.publicKey.export({ format: 'jwk' }).x!, 'base64url'), wrong)
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'OKP', crv: 'X25519', x: shareIn(hello).toString('base64url') },
  })
  const shared = diffieHellman({ privateKey: pair.privateKey, publicKey })
  const none = Buffer.alloc(32)
  const early = extract('sha256', none, none)
  const secret = extract('sha256', expandLabel('sha256', early, 'derived', 32, digest('sha256')), shared)
  const start = digest('sha256', hello, serverHello)
  const traffic = (label: string): Buffer => expandLabel('sha256', secret, label, 32, start)
  const said = [...handshakeMessages(wrong), ...certificates(certificate, wrong)]
  const proven = digest('sha256', hello, serverHello, ...said)
  if (!wrong.without?.includes('verify')) said.push(proof(proven, certificate, wrong))
  const key = expandLabel('sha256', traffic('s hs traffic'), 'finished', 32)
  said.push(message(20, wrong.finished ?? hmac('sha256', key, digest('sha256', hello, serverHello, ...said))))
  const transcript = digest('sha256', hello, serverHello, ...said)
  return {
    initial: serverHello,
    handshake: Buffer.concat(said),
    clientSecret: traffic('c hs traffic'),
    serverSecret: traffic('s hs traffic'),
    application: new KeySchedule('sha256', shared).applicationSecrets(transcript),
    transcript,
  }
}

function helloOf(key: Buffer, wrong: Mistakes): Buffer {
  const { suite = 0x1301, version = 0x0304, group = 0x1d, random = randomBytes(32), share = key } = wrong
  const extensions = sized(2, extension(43, short(version)), extension(51, short(group), sized(2, share)))
  return message(2, short(0x0303), random, sized(1), short(suite), Buffer.alloc(1), extensions)
}

function handshakeMessages({
  alpn = 'h3',
  parameters = Buffer.alloc(0),
  without = [],
  asksForCertificate,
}: Mistakes): Buffer[] {
  const protocol = alpn === null ? [] : [extension(16, sized(2, sized(1, Buffer.from(alpn))))]
  const transport = parameters === null ? [] : [extension(57, parameters)]
  return [
    ...(without.includes('extensions') ? [] : [message(8, sized(2, ...protocol, ...transport))]),
    ...(asksForCertificate ? [message(13, sized(1, Buffer.from('why')), sized(2))] : []),
  ]
}

function certificates({ cert }: Certificate, { without = [], noCertificates, garbledCertificate }: Mistakes): Buffer[] {
  if (without.includes('certificate')) return []
  const chain = cert.split(/(?<=-----END CERTIFICATE-----\n)/).map((pem) => new X509Certificate(pem).raw)
  const shown = noCertificates ? [] : garbledCertificate ? [Buffer.from('no certificate')] : chain
  return [message(11, sized(1), sized(3, ...shown.flatMap((der) => [sized(3, der), sized(2)])))]
}

function proof(transcript: Buffer, { key }: Certificate, wrong: Mistakes): Buffer {
  const { signingKey = key, scheme = 0x0403, signed = 'TLS 1.3, server CertificateVerify' } = wrong
  const content = Buffer.concat([Buffer.alloc(64, 0x20), Buffer.from(`${signed}\0`), transcript])
  return message(15, short(scheme), sized(2, wrong.signature ?? sign('sha256', content, createPrivateKey(signingKey))))
}

/** The client's key on X25519. */
function shareIn(hello: Buffer): Buffer {
  const reader = new Reader(hello.subarray(4))
  reader.bytes(34)
  reader.sized(1)
  reader.sized(2)
  reader.sized(1)
  const extensions = new Reader(reader.sized(2))
  for (;;) {
    const [kind, content] = [extensions.uint(2), extensions.sized(2)]
    if (kind !== 51) continue
    const shares = new Reader(new Reader(content).sized(2))
    for (;;) {
      const [group, key] = [shares.uint(2), shares.sized(2)]
      if (group === 0x1d) return key
    }
  }
}
