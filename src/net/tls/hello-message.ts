// The ClientHello of TLS (RFC 8446, section 4.1.2) and its extensions, as bytes.
import crypto, { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { extension, short, sized } from './wire.ts'

export const tls13 = 0x0304

/** Whether this Node offers the hybrid group X25519MLKEM768; before 24.7 it has no ML-KEM. */
export const offersHybrid = typeof crypto.decapsulate === 'function'

export const messageTypes = {
  clientHello: 1,
  serverHello: 2,
  encryptedExtensions: 8,
  certificate: 11,
  serverKeyExchange: 12,
  certificateRequest: 13,
  serverHelloDone: 14,
  certificateVerify: 15,
  finished: 20,
}

export const extensionTypes = {
  serverName: 0,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  alpn: 16,
  extendedMasterSecret: 23,
  supportedVersions: 43,
  pskModes: 45,
  keyShare: 51,
  transportParameters: 57,
  renegotiationInfo: 0xff01,
}

export interface HelloFields {
  /** TLS 1.3 puts 1.2 here and its real version in an extension. */
  readonly legacyVersion: number
  readonly sessionId: Buffer
  readonly ciphers: readonly number[]
  /** Null for SSL 3.0, which has no extensions. */
  readonly extensions: readonly Buffer[] | null
}

export function helloMessage({ legacyVersion, sessionId, ciphers, extensions }: HelloFields): Buffer {
  const noCompression = sized(1, Buffer.alloc(1))
  return handshakeMessage(
    messageTypes.clientHello,
    short(legacyVersion),
    randomBytes(32),
    sized(1, sessionId),
    sized(2, ...ciphers.map(short)),
    noCompression,
    ...(extensions === null ? [] : [sized(2, ...extensions)]),
  )
}

export function handshakeMessage(type: number, ...content: readonly Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from([type]), sized(3, ...content)])
}

/** None for an address. */
export function serverNameExtension(host: string): Buffer[] {
  if (isIP(host)) return []
  return [extension(extensionTypes.serverName, sized(2, Buffer.alloc(1), sized(2, Buffer.from(host, 'latin1'))))]
}

export function groupsExtension(groups: readonly number[]): Buffer {
  return extension(extensionTypes.supportedGroups, sized(2, ...groups.map(short)))
}

export function signaturesExtension(schemes: readonly number[]): Buffer {
  return extension(extensionTypes.signatureAlgorithms, sized(2, ...schemes.map(short)))
}

export function alpnExtension(protocol: string): Buffer {
  return extension(extensionTypes.alpn, sized(2, sized(1, Buffer.from(protocol))))
}

/** The extensions of TLS 1.3: its version, how keys may be resumed, and a key for each of these groups. */
export function tls13Extensions(keys: readonly (readonly [group: number, publicKey: Buffer])[]): Buffer[] {
  const shares = keys.flatMap(([group, publicKey]) => [short(group), sized(2, publicKey)])
  return [
    extension(extensionTypes.supportedVersions, sized(1, short(tls13))),
    extension(extensionTypes.pskModes, sized(1, Buffer.from([1]))),
    extension(extensionTypes.keyShare, sized(2, ...shares)),
  ]
}
