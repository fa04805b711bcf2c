// The key pair with which this installation identifies itself to push services (VAPID, RFC 8292).
import { createECDH } from 'node:crypto'

/** Both are base64url: the public key as an uncompressed point of P-256, the private key as its scalar. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** Binds the sealed keys to their purpose. */
export const pushKeysContext = 'push keys'

const scalarBytes = 32

export function createPushKeys(): PushKeys {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  // A scalar with leading zeros comes without them.
  const scalar = Buffer.concat([Buffer.alloc(scalarBytes), pair.getPrivateKey()]).subarray(-scalarBytes)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
}
