// Encrypts and decrypts packets, and masks their numbers (RFC 9001, section 5).
import { type CipherGCMTypes, type KeyObject, createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import { type Hash, expandLabel, extract } from './hkdf.ts'

export interface Suite {
  readonly hash: Hash
  readonly cipher: CipherGCMTypes | 'chacha20-poly1305'
  readonly keyBytes: number
}

export const suites: ReadonlyMap<number, Suite> = new Map([
  [0x1301, { hash: 'sha256', cipher: 'aes-128-gcm', keyBytes: 16 }],
  [0x1302, { hash: 'sha384', cipher: 'aes-256-gcm', keyBytes: 32 }],
  [0x1303, { hash: 'sha256', cipher: 'chacha20-poly1305', keyBytes: 32 }],
])

const initialSuite = suites.get(0x1301)!
const initialSalt = Buffer.from('38762cf7f55934b34d179ae6a4c80cadccbb7f0a', 'hex')
export const tagBytes = 16

/** One direction of one encryption level. */
export interface Protection {
  seal(packetNumber: number, header: Uint8Array, payload: Uint8Array): Buffer
  /** Null when decryption with this key fails. */
  open(packetNumber: number, header: Uint8Array, sealed: Uint8Array): Buffer | null
  /** The mask of the first byte and the packet number, from a sample of the ciphertext. */
  mask(sample: Uint8Array): Buffer
}

export function initialProtection(connectionId: Uint8Array): { client: Protection; server: Protection } {
  const secret = extract('sha256', initialSalt, connectionId)
  const side = (label: string): Protection => protection(initialSuite, expandLabel('sha256', secret, label, 32))
  return { client: side('client in'), server: side('server in') }
}

export function protection({ hash, cipher, keyBytes }: Suite, secret: Uint8Array): Protection {
  const key = createSecretKey(expandLabel(hash, secret, 'quic key', keyBytes))
  const iv = expandLabel(hash, secret, 'quic iv', 12)
  const hidingKey = createSecretKey(expandLabel(hash, secret, 'quic hp', keyBytes))
  const options = { authTagLength: tagBytes }
  return {
    seal(packetNumber, header, payload) {
      const sealing = createCipheriv(cipher as CipherGCMTypes, key, nonceOf(iv, packetNumber), options)
      sealing.setAAD(header, { plaintextLength: payload.length })
      return Buffer.concat([sealing.update(payload), sealing.final(), sealing.getAuthTag()])
    },
    open(packetNumber, header, sealed) {
      if (sealed.length < tagBytes) return null
      const end = sealed.length - tagBytes
      const opening = createDecipheriv(cipher as CipherGCMTypes, key, nonceOf(iv, packetNumber), options)
      opening.setAAD(header, { plaintextLength: end })
      opening.setAuthTag(sealed.subarray(end))
      try {
        return Buffer.concat([opening.update(sealed.subarray(0, end)), opening.final()])
      } catch {
        return null
      }
    },
    mask: (sample) => maskOf(cipher, hidingKey, sample),
  }
}

function maskOf(cipher: Suite['cipher'], key: KeyObject, sample: Uint8Array): Buffer {
  if (cipher === 'chacha20-poly1305') return createCipheriv('chacha20', key, sample).update(Buffer.alloc(5))
  return createCipheriv(cipher === 'aes-128-gcm' ? 'aes-128-ecb' : 'aes-256-ecb', key, null).update(sample)
}

function nonceOf(iv: Uint8Array, packetNumber: number): Buffer {
  const nonce = Buffer.from(iv)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ (packetNumber % 2 ** 32)) >>> 0, 8)
  nonce.writeUInt16BE(nonce.readUInt16BE(6) ^ (Math.floor(packetNumber / 2 ** 32) & 0xffff), 6)
  return nonce
}
