// Encrypts secrets with AES-256-GCM under a key that the database never sees. Sealed text starts with the id of its
// key.
import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

export interface Vault {
  /** `context` names the owner of the secret; it cannot be opened for another. */
  seal(text: string, context: string): Buffer
  open(sealed: Buffer, context: string): string
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: Buffer): boolean
  /** Whether one of the keys sealed it, by the key id at its start. */
  hasKeyOf(sealed: Buffer): boolean
}

export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable'
}

const idBytes = 8
const ivBytes = 12
const tagBytes = 16

interface Key {
  readonly id: Buffer
  readonly key: KeyObject
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
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'lapwing secrets', 32))
  return { key: createSecretKey(bytes), id: createHash('sha256').update(bytes).digest().subarray(0, idBytes) }
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
