// Secrets in bodies that are compared, stored and shown: only their fingerprints are left.
import { createHash } from 'node:crypto'
import { type ConfigShape, type StoredConfig, mask, sealedKeys } from '../../../domain/stored-config.ts'
import type { ConfigBody } from '../document/sections.ts'

interface SecretMark {
  readonly $secret: string
}

export const isSecretMark = (value: unknown): value is SecretMark =>
  typeof value === 'object' && value !== null && typeof (value as Partial<SecretMark>).$secret === 'string'

/** Secrets that cannot be decrypted differ from every value. */
export const unreadable: SecretMark = { $secret: 'unreadable' }

export const markOf = (value: unknown): SecretMark => ({
  $secret: createHash('sha256').update(JSON.stringify(value)).digest('hex'),
})

/** A config whose sealed values are replaced by their fingerprints. */
export function fingerprinted(shape: ConfigShape, { config, secrets, lost = [] }: StoredConfig): ConfigBody {
  const sealed = sealedKeys(shape)
  const entries = Object.entries(config).map(([key, value]) =>
    sealed.includes(key) && Object.hasOwn(secrets, key) ? [key, markOf(secrets[key])] : [key, value],
  )
  return Object.fromEntries([...entries, ...lost.map((key) => [key, unreadable])])
}

/** A value without fingerprints, as plans show it. */
export function concealed(value: unknown): unknown {
  if (isSecretMark(value)) return mask
  if (Array.isArray(value)) return value.map(concealed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, concealed(part)]))
}
