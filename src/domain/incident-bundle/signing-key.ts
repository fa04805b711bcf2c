// Ed25519 keys that sign bundles of evidence.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

export interface SigningKey {
  /** The SHA-256 of the public key (SubjectPublicKeyInfo, DER), in hexadecimal. */
  readonly id: string
  /** PEM. */
  readonly publicKey: string
  /** PEM. */
  readonly privateKey: string
}

/** What the private key is bound to in the vault. */
export const signingKeyContext = (id: string): string => `signing key ${id}`

export function newSigningKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519')
  return {
    id: createHash('sha256')
      .update(pair.publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex'),
    publicKey: pair.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** 64 bytes, the same for the same key and content. */
export const signatureOf = (content: Buffer, { privateKey }: SigningKey): Buffer =>
  sign(null, content, createPrivateKey(privateKey))
