// Verifies that a server holds the key of its certificate: CertificateVerify of TLS 1.3 (RFC 8446, section 4.4.3).
import { type KeyObject, constants, verify } from 'node:crypto'
import type { Reader } from '../tls/wire.ts'

interface Scheme {
  readonly hash: string | null
  /** The key type for this signature. */
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

export const signatureSchemes: readonly number[] = [...schemes.keys()]

const preamble = Buffer.concat([Buffer.alloc(64, 0x20), Buffer.from('TLS 1.3, server CertificateVerify\0')])

/** `transcript` is the hash of all messages before this one. */
export function isSignedBy(key: KeyObject, message: Reader, transcript: Buffer): boolean {
  const scheme = schemes.get(message.uint(2))
  const signature = message.sized(2)
  if (!scheme || scheme.key !== keyName(key)) return false
  const padding =
    scheme.key === 'rsa'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : {}
  return verify(scheme.hash, Buffer.concat([preamble, transcript]), { key, ...padding }, signature)
}

function keyName({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  return [asymmetricKeyType, asymmetricKeyDetails?.namedCurve].filter(Boolean).join(' ')
}
