// The client's side of a TLS 1.3 handshake as QUIC carries it (RFC 8446 with RFC 9001): no resumption, no early data.
import {
  type KeyObject,
  X509Certificate,
  constants,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { TargetDown } from '../../domain/outcome.ts'
import {
  alpnExtension,
  extensionTypes,
  groupsExtension,
  handshakeMessage,
  helloMessage,
  messageTypes,
  serverNameExtension,
  signaturesExtension,
  tls13,
  tls13Extensions,
} from '../tls/hello-message.ts'
import { Malformed, Reader, extension, sized } from '../tls/wire.ts'
import { type Hash, digest, expandLabel, extract, hmac } from './hkdf.ts'
import type { EncryptionLevel } from './packet.ts'
import { type Suite, suites } from './protection.ts'

export interface Secrets {
  readonly suite: Suite
  readonly client: Buffer
  readonly server: Buffer
}

export interface HandshakeOptions {
  readonly serverName: string
  readonly alpn: string
  readonly transportParameters: Buffer
  onSecrets(level: 'handshake' | 'application', secrets: Secrets): void
  /** Gets the server's chain once the server has shown that it holds the key; throws when it is not good enough. */
  verifyChain(chain: readonly X509Certificate[]): void
  /** All is agreed. `reply` is the client's last flight, `parameters` what the server allows. */
  onFinished(reply: Buffer, parameters: Buffer): void
}

const curves = { x25519: 0x1d, p256: 0x17 }
// A ServerHello with this "random" asks for another hello.
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex')
const maxChain = 10

interface Scheme {
  readonly hash: string | null
  /** The kind of key that may sign so. */
  readonly key: string
}

const schemes: ReadonlyMap<number, Scheme> = new Map([
  [0x0403, { hash: 'sha256', key: 'ec prime256v1' }],
  [0x0503, { hash: 'sha384', key: 'ec secp384r1' }],
  [0x0603, { hash: 'sha512', key: 'ec secp521r1' }],
  [0x0804, { hash: 'sha256', key: 'rsa' }],
  [0x0805, { hash: 'sha384', key: 'rsa' }],
  [0x0806, { hash: 'sha512', key: 'rsa' }],
  [0x0807, { hash: null, key: 'ed25519' }],
])

export class ClientHandshake {
  readonly hello: Buffer
  readonly #options: HandshakeOptions
  readonly #x25519 = generateKeyPairSync('x25519')
  readonly #p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #waiting: { initial: Buffer; handshake: Buffer } = { initial: Buffer.alloc(0), handshake: Buffer.alloc(0) }
  #transcript: Buffer[] = []
  #expected: readonly number[] = [messageTypes.serverHello]
  #suite: Suite | null = null
  #handshakeSecret: Buffer = Buffer.alloc(0)
  #traffic: { client: Buffer; server: Buffer } | null = null
  #parameters: Buffer = Buffer.alloc(0)
  #chain: readonly X509Certificate[] = []
  #requestContext: Buffer | null = null

  constructor(options: HandshakeOptions) {
    this.#options = options
    this.hello = this.#makeHello()
    this.#transcript.push(this.hello)
  }

  /** Takes what the server says on one level, in order. */
  take(level: EncryptionLevel, bytes: Buffer): void {
    // Tickets for next time; there is none.
    if (level === 'application') return
    let waiting = Buffer.concat([this.#waiting[level], bytes])
    while (waiting.length >= 4) {
      const end = 4 + waiting.readUIntBE(1, 3)
      if (end > 131_072) throw new TargetDown('tls', 'the server sent an oversized TLS message')
      if (waiting.length < end) break
      const message = waiting.subarray(0, end)
      waiting = waiting.subarray(end)
      this.#handle(level, message)
    }
    this.#waiting[level] = waiting
  }

  #handle(level: EncryptionLevel, message: Buffer): void {
    const kind = message[0]!
    const belongs = level === (kind === messageTypes.serverHello ? 'initial' : 'handshake')
    if (!belongs || !this.#expected.includes(kind))
      throw new TargetDown('tls', 'the server broke the order of the TLS handshake')
    const body = new Reader(message.subarray(4))
    const before = this.#hash()
    this.#transcript.push(Buffer.from(message))
    if (kind === messageTypes.serverHello) this.#serverHello(body)
    else if (kind === messageTypes.encryptedExtensions) this.#encryptedExtensions(body)
    else if (kind === messageTypes.certificateRequest) this.#certificateRequest(body)
    else if (kind === messageTypes.certificate) this.#certificate(body)
    else if (kind === messageTypes.certificateVerify) this.#certificateVerify(body, before)
    else this.#serverFinished(body, before)
  }

  #makeHello(): Buffer {
    const { serverName, alpn, transportParameters } = this.#options
    const { x, y } = this.#p256.publicKey.export({ format: 'jwk' })
    const p256 = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')])
    const x25519 = Buffer.from(this.#x25519.publicKey.export({ format: 'jwk' }).x!, 'base64url')
    return helloMessage({
      legacyVersion: 0x0303,
      sessionId: Buffer.alloc(0),
      ciphers: [...suites.keys()],
      extensions: [
        ...serverNameExtension(serverName),
        groupsExtension(Object.values(curves)),
        signaturesExtension([...schemes.keys()]),
        alpnExtension(alpn),
        ...tls13Extensions([
          [curves.x25519, x25519],
          [curves.p256, p256],
        ]),
        extension(extensionTypes.transportParameters, transportParameters),
      ],
    })
  }

  #serverHello(body: Reader): void {
    body.bytes(2)
    if (body.bytes(32).equals(retryRandom)) throw noCommonSettings()
    body.sized(1)
    const suite = suites.get(body.uint(2))
    body.bytes(1)
    const found = extensionsIn(body.sized(2))
    const share = found.get(extensionTypes.keyShare)
    if (!suite || !share || found.get(extensionTypes.supportedVersions)?.readUInt16BE(0) !== tls13)
      throw noCommonSettings()
    this.#suite = suite
    this.#deriveHandshake(suite, this.#agree(new Reader(share)))
    this.#expected = [messageTypes.encryptedExtensions]
  }

  #agree(share: Reader): Buffer {
    const group = share.uint(2)
    const theirs = share.sized(2)
    try {
      if (group === curves.x25519)
        return diffieHellman({ privateKey: this.#x25519.privateKey, publicKey: x25519Key(theirs) })
      if (group === curves.p256) return diffieHellman({ privateKey: this.#p256.privateKey, publicKey: p256Key(theirs) })
    } catch (error) {
      throw new TargetDown('tls', 'the server sent a key that cannot be used', { cause: error })
    }
    throw noCommonSettings()
  }

  #deriveHandshake(suite: Suite, shared: Buffer): void {
    const { hash } = suite
    const none = Buffer.alloc(digest(hash).length)
    const early = extract(hash, none, none)
    this.#handshakeSecret = extract(hash, derive(hash, early, 'derived', digest(hash)), shared)
    this.#traffic = this.#trafficSecrets('hs', this.#handshakeSecret)
    this.#options.onSecrets('handshake', { suite, ...this.#traffic })
  }

  #trafficSecrets(stage: 'hs' | 'ap', secret: Buffer): { client: Buffer; server: Buffer } {
    const { hash } = this.#suite!
    const side = (name: 'c' | 's'): Buffer => derive(hash, secret, `${name} ${stage} traffic`, this.#hash())
    return { client: side('c'), server: side('s') }
  }

  #encryptedExtensions(body: Reader): void {
    const found = extensionsIn(body.sized(2))
    const alpn = found.get(extensionTypes.alpn)
    const chosen = alpn && new Reader(new Reader(alpn).sized(2)).sized(1).toString('latin1')
    if (chosen !== this.#options.alpn)
      throw new TargetDown('tls', `the server agreed to ${chosen ?? 'no protocol'} instead of HTTP/3`)
    const parameters = found.get(extensionTypes.transportParameters)
    if (!parameters) throw new TargetDown('tls', 'the server sent no QUIC transport parameters')
    this.#parameters = Buffer.from(parameters)
    this.#expected = [messageTypes.certificateRequest, messageTypes.certificate]
  }

  #certificateRequest(body: Reader): void {
    this.#requestContext = body.sized(1)
    this.#expected = [messageTypes.certificate]
  }

  #certificate(body: Reader): void {
    body.sized(1)
    const list = new Reader(body.sized(3))
    const chain: X509Certificate[] = []
    while (list.left > 0 && chain.length < maxChain) {
      chain.push(readCertificate(list.sized(3)))
      list.sized(2)
    }
    if (chain.length === 0) throw new TargetDown('tls', 'the server presented no certificate')
    this.#chain = chain
    this.#expected = [messageTypes.certificateVerify]
  }

  #certificateVerify(body: Reader, transcript: Buffer): void {
    const scheme = schemes.get(body.uint(2))
    const signature = body.sized(2)
    const content = Buffer.concat([
      Buffer.alloc(64, 0x20),
      Buffer.from('TLS 1.3, server CertificateVerify\0'),
      transcript,
    ])
    const { publicKey } = this.#chain[0]!
    if (!scheme || scheme.key !== keyName(publicKey) || !isSigned(content, signature, publicKey, scheme))
      throw new TargetDown('tls', 'the server did not prove that it holds the key of its certificate')
    this.#options.verifyChain(this.#chain)
    this.#expected = [messageTypes.finished]
  }

  #serverFinished(body: Reader, transcript: Buffer): void {
    const suite = this.#suite!
    const { hash } = suite
    const { client, server } = this.#traffic!
    const proof = body.rest()
    const own = finishedProof(hash, server, transcript)
    if (proof.length !== own.length || !timingSafeEqual(proof, own))
      throw new TargetDown('tls', 'the TLS handshake was tampered with')
    this.#expected = []
    const master = extract(hash, derive(hash, this.#handshakeSecret, 'derived', digest(hash)), Buffer.alloc(own.length))
    const application = this.#trafficSecrets('ap', master)
    this.#options.onSecrets('application', { suite, ...application })
    const reply = this.#requestContext
      ? [this.#say(messageTypes.certificate, sized(1, this.#requestContext), sized(3))]
      : []
    reply.push(this.#say(messageTypes.finished, finishedProof(hash, client, this.#hash())))
    this.#options.onFinished(Buffer.concat(reply), this.#parameters)
  }

  #say(kind: number, ...content: Buffer[]): Buffer {
    const message = handshakeMessage(kind, ...content)
    this.#transcript.push(message)
    return message
  }

  #hash(): Buffer {
    return digest(this.#suite?.hash ?? 'sha256', ...this.#transcript)
  }
}

function derive(hash: Hash, secret: Buffer, label: string, context: Buffer): Buffer {
  return expandLabel(hash, secret, label, context.length, context)
}

function finishedProof(hash: Hash, secret: Buffer, transcript: Buffer): Buffer {
  return hmac(hash, expandLabel(hash, secret, 'finished', transcript.length), transcript)
}

function extensionsIn(bytes: Buffer): Map<number, Buffer> {
  const reader = new Reader(bytes)
  const found = new Map<number, Buffer>()
  while (reader.left > 0) found.set(reader.uint(2), reader.sized(2))
  return found
}

function x25519Key(bytes: Buffer): KeyObject {
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'X25519', x: bytes.toString('base64url') } })
}

function p256Key(bytes: Buffer): KeyObject {
  if (bytes.length !== 65 || bytes[0] !== 4) throw new Malformed('it is no point of P-256')
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  return createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
}

function readCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (error) {
    throw new TargetDown('tls', 'the server sent a certificate that cannot be read', { cause: error })
  }
}

function keyName({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  return [asymmetricKeyType, asymmetricKeyDetails?.namedCurve].filter(Boolean).join(' ')
}

function isSigned(content: Buffer, signature: Buffer, key: KeyObject, { hash, key: kind }: Scheme): boolean {
  const padding =
    kind === 'rsa' ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {}
  return verify(hash, content, { key, ...padding }, signature)
}

function noCommonSettings(): TargetDown {
  return new TargetDown('tls', 'the server agreed on no common TLS settings')
}
