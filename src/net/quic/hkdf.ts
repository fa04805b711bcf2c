// The key derivation of TLS 1.3 (RFC 8446, section 7.1).
import { createHash, createHmac, createSecretKey } from 'node:crypto'
import { short, sized } from '../tls/wire.ts'

export type Hash = 'sha256' | 'sha384'

export function extract(hash: Hash, salt: Uint8Array, input: Uint8Array): Buffer {
  return hmac(hash, salt, input)
}

const none = Buffer.alloc(0)

/** No key in use here is longer than one block of its hash. */
export function expandLabel(
  hash: Hash,
  secret: Uint8Array,
  label: string,
  length: number,
  context: Uint8Array = none,
): Buffer {
  const info = Buffer.concat([
    short(length),
    sized(1, Buffer.from(`tls13 ${label}`)),
    sized(1, context),
    Buffer.from([1]),
  ])
  return hmac(hash, secret, info).subarray(0, length)
}

export function digest(hash: Hash, ...parts: readonly Uint8Array[]): Buffer {
  const state = createHash(hash)
  for (const part of parts) state.update(part)
  return state.digest()
}

export function hmac(hash: Hash, key: Uint8Array, content: Uint8Array): Buffer {
  // Passing raw bytes to Node costs more than wrapping them in a key object.
  return createHmac(hash, createSecretKey(key)).update(content).digest()
}
