// The security of SNMP version 3 (RFC 3414, 3826, 7860): signs and encrypts with keys made from passwords.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

export type SnmpAuth = 'sha1' | 'sha256'

export interface SnmpUser {
  readonly username: string
  /** Null to send unsigned. */
  readonly auth: { readonly algorithm: SnmpAuth; readonly password: string } | null
  /** Null to send unencrypted. Encryption (AES-128) needs `auth`. */
  readonly privacyPassword: string | null
}

/** What an agent calls itself, and its time. */
export interface SnmpEngine {
  readonly id: Buffer
  readonly boots: number
  readonly time: number
}

export const signatureBytes: Readonly<Record<SnmpAuth, number>> = { sha1: 12, sha256: 24 }

export interface SnmpKeys {
  readonly algorithm: SnmpAuth
  readonly auth: Buffer
  readonly privacy: Buffer | null
}

export function keysFor({ auth, privacyPassword }: SnmpUser, { id }: SnmpEngine): SnmpKeys | null {
  if (!auth) return null
  const { algorithm, password } = auth
  const privacy = privacyPassword === null ? null : localized(algorithm, privacyPassword, id).subarray(0, 16)
  return { algorithm, auth: localized(algorithm, password, id), privacy }
}

const expandedBytes = 1_048_576

/** RFC 3414, appendix A.2. */
function localized(algorithm: SnmpAuth, password: string, engineId: Buffer): Buffer {
  const expanded = Buffer.alloc(expandedBytes, password)
  const key = createHash(algorithm).update(expanded).digest()
  return createHash(algorithm).update(key).update(engineId).update(key).digest()
}

export function sign({ algorithm, auth }: SnmpKeys, message: Buffer): Buffer {
  return createHmac(algorithm, auth).update(message).digest().subarray(0, signatureBytes[algorithm])
}

/** `signature` is a part of the message, which is signed with zeros in its place. */
export function isSigned(keys: SnmpKeys, message: Buffer, signature: Buffer): boolean {
  const sent = Buffer.from(signature)
  if (sent.length !== signatureBytes[keys.algorithm]) return false
  signature.fill(0)
  return timingSafeEqual(sent, sign(keys, message))
}

interface Encrypted {
  readonly salt: Buffer
  readonly data: Buffer
}

const cipher = 'aes-128-cfb'

export function encrypt(key: Buffer, engine: SnmpEngine, data: Buffer): Encrypted {
  const salt = randomBytes(8)
  return { salt, data: createCipheriv(cipher, key, startOf(engine, salt)).update(data) }
}

export function decrypt(key: Buffer, engine: SnmpEngine, { salt, data }: Encrypted): Buffer {
  return createDecipheriv(cipher, key, startOf(engine, salt)).update(data)
}

function startOf({ boots, time }: SnmpEngine, salt: Buffer): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt32BE(boots, 0)
  start.writeUInt32BE(time, 4)
  return Buffer.concat([start, salt])
}
