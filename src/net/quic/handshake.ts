// The client's side of a TLS 1.3 handshake as QUIC carries it (RFC 8446 with RFC 9001): no resumption, no early data.
import { X509Certificate, timingSafeEqual } from 'node:crypto'
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
import { MalformedMessage, Reader, extension, sized } from '../tls/wire.ts'
import { digest } from './hkdf.ts'
import { KeyAgreement } from './key-agreement.ts'
import { KeySchedule, type TrafficSecrets, finishedProof } from './key-schedule.ts'
import type { EncryptionLevel } from './packet.ts'
import { type Suite, suites } from './protection.ts'
import { isSignedBy, signatureSchemes } from './server-signature.ts'

export interface Secrets extends TrafficSecrets {
  readonly suite: Suite
}

export interface HandshakeOptions {
  readonly serverName: string
  readonly alpn: string
  readonly transportParameters: Buffer
  onSecrets(level: 'handshake' | 'application', secrets: Secrets): void
  /** Receives the server's chain once the server has proved its key; throws when the chain is not trusted. */
  verifyChain(chain: readonly X509Certificate[]): void
  /** The handshake is complete. `reply` is the client's last flight, `parameters` the server's limits. */
  onFinished(reply: Buffer, parameters: Buffer): void
}

// A ServerHello with this "random" is a HelloRetryRequest.
const retryRandom = Buffer.from('cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c', 'hex')
const maxChain = 10

export class ClientHandshake {
  readonly hello: Buffer
  readonly #options: HandshakeOptions
  readonly #agreement = new KeyAgreement()
  readonly #waiting: { initial: Buffer; handshake: Buffer } = { initial: Buffer.alloc(0), handshake: Buffer.alloc(0) }
  #transcript: Buffer[] = []
  #expected: readonly number[] = [messageTypes.serverHello]
  #suite: Suite | null = null
  #keys: KeySchedule | null = null
  #traffic: TrafficSecrets | null = null
  #parameters: Buffer = Buffer.alloc(0)
  #chain: readonly X509Certificate[] = []
  #requestContext: Buffer | null = null

  constructor(options: HandshakeOptions) {
    this.#options = options
    this.hello = this.#makeHello()
    this.#transcript.push(this.hello)
  }

  /** Processes the server's messages of one level, in order. */
  take(level: EncryptionLevel, bytes: Buffer): void {
    // Session tickets, which are not used.
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
    const keys = this.#agreement.publicKeys()
    return helloMessage({
      legacyVersion: 0x0303,
      sessionId: Buffer.alloc(0),
      ciphers: [...suites.keys()],
      extensions: [
        ...serverNameExtension(serverName),
        groupsExtension(keys.map(([group]) => group)),
        signaturesExtension(signatureSchemes),
        alpnExtension(alpn),
        ...tls13Extensions(keys),
        extension(extensionTypes.transportParameters, transportParameters),
      ],
    })
  }

  #serverHello(body: Reader): void {
    body.bytes(2)
    if (body.bytes(32).equals(retryRandom)) throw noCommonSettings()
    const session = body.sized(1)
    const suite = suites.get(body.uint(2))
    const compression = body.uint(1)
    if (session.length > 0 || compression !== 0) throw noCommonSettings()
    const extensions = extensionsIn(body.sized(2))
    const share = extensions.get(extensionTypes.keyShare)
    if (!suite || !share || extensions.get(extensionTypes.supportedVersions)?.readUInt16BE(0) !== tls13)
      throw noCommonSettings()
    const shared = this.#agreement.sharedSecret(new Reader(share))
    if (!shared) throw noCommonSettings()
    this.#suite = suite
    this.#keys = new KeySchedule(suite.hash, shared)
    this.#traffic = this.#keys.handshakeSecrets(this.#hash())
    this.#options.onSecrets('handshake', { suite, ...this.#traffic })
    this.#expected = [messageTypes.encryptedExtensions]
  }

  #encryptedExtensions(body: Reader): void {
    const extensions = extensionsIn(body.sized(2))
    const alpn = extensions.get(extensionTypes.alpn)
    const chosen = alpn && new Reader(new Reader(alpn).sized(2)).sized(1).toString('latin1')
    if (chosen !== this.#options.alpn)
      throw new TargetDown('tls', `the server agreed to ${chosen ?? 'no protocol'} instead of HTTP/3`)
    const parameters = extensions.get(extensionTypes.transportParameters)
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
    if (!isSignedBy(this.#chain[0]!.publicKey, body, transcript))
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
    this.#options.onSecrets('application', { suite, ...this.#keys!.applicationSecrets(this.#hash()) })
    const reply = this.#requestContext
      ? [this.#send(messageTypes.certificate, sized(1, this.#requestContext), sized(3))]
      : []
    reply.push(this.#send(messageTypes.finished, finishedProof(hash, client, this.#hash())))
    this.#options.onFinished(Buffer.concat(reply), this.#parameters)
  }

  #send(kind: number, ...content: Buffer[]): Buffer {
    const message = handshakeMessage(kind, ...content)
    this.#transcript.push(message)
    return message
  }

  #hash(): Buffer {
    return digest(this.#suite?.hash ?? 'sha256', ...this.#transcript)
  }
}

function extensionsIn(bytes: Buffer): Map<number, Buffer> {
  const reader = new Reader(bytes)
  const extensions = new Map<number, Buffer>()
  while (reader.left > 0) {
    const type = reader.uint(2)
    if (extensions.has(type)) throw new MalformedMessage('it has an extension twice')
    extensions.set(type, reader.sized(2))
  }
  return extensions
}

function readCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (error) {
    throw new TargetDown('tls', 'the server sent a certificate that cannot be read', { cause: error })
  }
}

function noCommonSettings(): TargetDown {
  return new TargetDown('tls', 'the server agreed on no common TLS settings')
}
