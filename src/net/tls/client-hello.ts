// The first messages of a TLS handshake, built by hand: OpenSSL no longer offers old versions and ciphers that a scan
// has to try, and the response comes before encryption. No handshake is ever completed here.
import { randomBytes } from 'node:crypto'
import {
  extensionTypes,
  groupsExtension,
  helloMessage,
  messageTypes,
  serverNameExtension,
  signaturesExtension,
  tls13,
  tls13Extensions,
} from './hello-message.ts'
import { extension, short, sized } from './wire.ts'

export const protocols = ['SSL 2.0', 'SSL 3.0', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3'] as const
export type Protocol = (typeof protocols)[number]

export interface Offer {
  readonly protocol: Protocol
  /** Codes of cipher suites; SSL 2.0 has its own and always offers all of them. */
  readonly ciphers: readonly number[]
  readonly serverName: string
  /** Also waits for the server's half of a Diffie-Hellman exchange, to learn the size of its group. */
  readonly asksForGroup?: boolean
}

/** The result of a negotiation. */
export interface Agreement {
  readonly cipher: number
  /** Bits of the prime; null when it was not requested or the suite has none. */
  readonly groupBits: number | null
}

const codes: Readonly<Record<Protocol, number>> = {
  'SSL 2.0': 0x0002,
  'SSL 3.0': 0x0300,
  'TLS 1.0': 0x0301,
  'TLS 1.1': 0x0302,
  'TLS 1.2': 0x0303,
  'TLS 1.3': tls13,
}

const recordTypes = { handshake: 22 }
const x25519 = 0x1d
const groups = [x25519, 0x17, 0x18, 0x19]
const signatures = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0804, 0x0805, 0x0806, 0x0809, 0x080a, 0x080b, 0x0401, 0x0501, 0x0601, 0x0402,
  0x0203, 0x0201, 0x0202,
]

export function clientHello(offer: Offer): Buffer {
  if (offer.protocol === 'SSL 2.0') return oldestHello()
  const code = codes[offer.protocol]
  const message = helloMessage({
    legacyVersion: Math.min(code, codes['TLS 1.2']),
    sessionId: code === tls13 ? randomBytes(32) : Buffer.alloc(0),
    ciphers: offer.ciphers,
    extensions: code === codes['SSL 3.0'] ? null : extensionsFor(offer, code),
  })
  const record = [Buffer.from([recordTypes.handshake]), short(Math.min(code, codes['TLS 1.0'])), sized(2, message)]
  return Buffer.concat(record)
}

function extensionsFor({ serverName }: Offer, code: number): Buffer[] {
  return [
    ...serverNameExtension(serverName),
    groupsExtension(groups),
    extension(extensionTypes.pointFormats, sized(1, Buffer.alloc(1))),
    extension(extensionTypes.extendedMasterSecret, Buffer.alloc(0)),
    extension(extensionTypes.renegotiationInfo, Buffer.alloc(1)),
    ...(code >= codes['TLS 1.2'] ? [signaturesExtension(signatures)] : []),
    // Any 32 bytes are a valid public key of this curve.
    ...(code === tls13 ? tls13Extensions([[x25519, randomBytes(32)]]) : []),
  ]
}

const oldestCiphers = [0x010080, 0x020080, 0x030080, 0x040080, 0x050080, 0x060040, 0x0700c0]

function oldestHello(): Buffer {
  const ciphers = Buffer.concat(oldestCiphers.map((code) => Buffer.from([code >> 16, (code >> 8) & 0xff, code & 0xff])))
  const sizes = [ciphers.length, 0, 16].map(short)
  const body = Buffer.concat([
    Buffer.from([messageTypes.clientHello]),
    short(codes['SSL 2.0']),
    ...sizes,
    ciphers,
    randomBytes(16),
  ])
  return Buffer.concat([short(0x8000 | body.length), body])
}

const maxBytes = 65_536

/** Reads the response to an offer as it arrives. */
export class HelloReader {
  /** Null until the server accepts exactly what was offered; stays null when it does not. */
  agreement: Agreement | null = null
  readonly #offer: Offer
  #bytes = Buffer.alloc(0)

  constructor(offer: Offer) {
    this.#offer = offer
  }

  /** True when nothing more is needed. */
  take(chunk: Buffer): boolean {
    this.#bytes = Buffer.concat([this.#bytes, chunk])
    if (this.#bytes.length > maxBytes) return true
    return this.#offer.protocol === 'SSL 2.0' ? this.#readOldest() : this.#read()
  }

  #readOldest(): boolean {
    const bytes = this.#bytes
    if (bytes.length < 11) return false
    const isHello = (bytes[0]! & 0x80) !== 0 && bytes[2] === 4 && bytes.readUInt16BE(5) === codes['SSL 2.0']
    // A server may support the protocol but share no cipher.
    if (isHello && bytes.readUInt16BE(9) > 0) this.agreement = { cipher: 0, groupBits: null }
    return true
  }

  #read(): boolean {
    const { handshake, isOver } = unwrapped(this.#bytes)
    for (const { kind, body } of messagesIn(handshake)) {
      if (kind === messageTypes.serverHello) {
        const cipher = agreedCipher(body, codes[this.#offer.protocol])
        if (cipher === null || !this.#offer.ciphers.includes(cipher)) return true
        this.agreement = { cipher, groupBits: null }
        if (!this.#offer.asksForGroup) return true
      } else if (kind === messageTypes.serverKeyExchange && this.agreement && body.length > 2) {
        this.agreement = { ...this.agreement, groupBits: bitsOf(body.subarray(2, 2 + body.readUInt16BE(0))) }
        return true
      } else if (kind === messageTypes.serverHelloDone) {
        return true
      }
    }
    return isOver
  }
}

/**
 * The content of the complete records; ends at an alert or at anything that is not a TLS record.
 */
function unwrapped(bytes: Buffer): { handshake: Buffer; isOver: boolean } {
  const parts: Buffer[] = []
  let at = 0
  let isOver = false
  while (!isOver && at < bytes.length) {
    isOver = bytes[at] !== recordTypes.handshake || (bytes.length > at + 1 && bytes[at + 1] !== 3)
    if (isOver || bytes.length < at + 5) break
    const end = at + 5 + bytes.readUInt16BE(at + 3)
    if (end > bytes.length) break
    parts.push(bytes.subarray(at + 5, end))
    at = end
  }
  return { handshake: Buffer.concat(parts), isOver }
}

function* messagesIn(handshake: Buffer): Generator<{ kind: number; body: Buffer }> {
  let at = 0
  while (at + 4 <= handshake.length) {
    const end = at + 4 + handshake.readUIntBE(at + 1, 3)
    if (end > handshake.length) return
    yield { kind: handshake[at]!, body: handshake.subarray(at + 4, end) }
    at = end
  }
}

/** The cipher suite of a ServerHello of this version. */
function agreedCipher(hello: Buffer, version: number): number | null {
  const afterSession = 35 + (hello[34] ?? 0)
  if (hello.length < afterSession + 3) return null
  const chosen = chosenVersion(hello.subarray(afterSession + 3)) ?? hello.readUInt16BE(0)
  return chosen === version ? hello.readUInt16BE(afterSession) : null
}

function chosenVersion(tail: Buffer): number | null {
  let at = 2
  while (at + 4 <= tail.length) {
    const [kind, size] = [tail.readUInt16BE(at), tail.readUInt16BE(at + 2)]
    if (kind === extensionTypes.supportedVersions && size === 2 && tail.length >= at + 6)
      return tail.readUInt16BE(at + 4)
    at += 4 + size
  }
  return null
}

function bitsOf(prime: Buffer): number {
  const first = prime.findIndex((byte) => byte !== 0)
  return first < 0 ? 0 : (prime.length - first) * 8 - Math.clz32(prime[first]!) + 24
}
