// Encrypts secrets with AES-256-GCM under a key that the database never sees, and signs what leaves the installation
// and comes back. Sealed text starts with the id of its key.
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export interface Vault {
  /** `context` names the owner of the secret; it cannot be opened for another. */
  seal(text: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: Buffer): boolean
  /** Whether one of the keys sealed it, by the key id at its start. */
  hasKeyOf(sealed: Buffer): boolean
  /** `context` names the purpose: a signature is worth nothing for another. */
  sign(content: Buffer, context: string): Buffer
  /** Whether one of the keys signed it. A signature may be cut to no less than 16 bytes. */
  isSignature(signature: Buffer, content: Buffer, context: string): boolean
}

export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

const idBytes = 8
const ivBytes = 12
const tagBytes = 16
const minSignatureBytes = 16

interface Key {
  readonly id: Buffer
  readonly key: KeyObject
  readonly signingKey: KeyObject
}

/** The first key seals; all keys open, so that a key can be replaced while the old one is still in use. */
export function createVault(secrets: readonly [string, ...string[]]): Vault {
  const keys = secrets.map(keyOf)
  const current = keys[0]!
  const isSealedWith = (sealed: Buffer, { id }: Key): boolean => sealed.subarray(0, idBytes).equals(id)

  return {
    seal(text, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([current.id, iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const key = keys.find((known) => isSealedWith(sealed, known))
      if (!key) throw new SecretUnreadable('A stored secret was encrypted with another key than LAPWING_SECRET_KEY')
      try {
        return decipher(key, sealed, context)
      } catch (cause) {
        throw new SecretUnreadable('A stored secret was tampered with, or belongs to another resource', { cause })
      }
    },
    isCurrent: (sealed) => isSealedWith(sealed, current),
    hasKeyOf: (sealed) => keys.some((key) => isSealedWith(sealed, key)),
    sign: (content, context) => signatureOf(current, content, context),
    isSignature: (signature, content, context) =>
      signature.length >= minSignatureBytes &&
      keys.some((key) => {
        const expected = signatureOf(key, content, context).subarray(0, signature.length)
        return expected.length === signature.length && timingSafeEqual(expected, signature)
      }),
  }
}

const checkText = 'Lapwing'
const checkContext = 'key check'

/** Sealed text that verifies a key. */
export const sealKeyCheck = (vault: Vault): Buffer => vault.seal(checkText, checkContext)

export const opensKeyCheck = (vault: Vault, check: Buffer): boolean =>
  openReadable(vault, check, checkContext) === checkText

export const keyIdOf = (sealed: Buffer): Buffer => sealed.subarray(0, idBytes)

/** Returns null if no available key decrypts it. */
export function openReadable(vault: Vault, sealed: Buffer, context: string): string | null {
  try {
    return vault.open(sealed, context)
  } catch (error) {
    if (error instanceof SecretUnreadable) return null
    throw error
  }
}

function keyOf(secret: string): Key {
  const bytes = derive(secret, 'lapwing secrets')
  const id = createHash('sha256').update(bytes).digest().subarray(0, idBytes)
  return { id, key: createSecretKey(bytes), signingKey: createSecretKey(derive(secret, 'lapwing signatures')) }
}

const derive = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

function signatureOf({ signingKey }: Key, content: Buffer, context: string): Buffer {
  return createHmac('sha256', signingKey).update(`${context}\0`).update(content).digest()
}

function decipher({ key }: Key, sealed: Buffer, context: string): string {
  const [iv, tag, body] = cut(sealed)
  const opened = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  return opened.update(body, undefined, 'utf8') + opened.final('utf8')
}

function cut(sealed: Buffer): [iv: Buffer, tag: Buffer, body: Buffer] {
  const ivEnd = idBytes + ivBytes
  return [sealed.subarray(idBytes, ivEnd), sealed.subarray(ivEnd, ivEnd + tagBytes), sealed.subarray(ivEnd + tagBytes)]
}
