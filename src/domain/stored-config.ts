// Merges a stored config, its secrets and the changes that were sent.
import { isDeepStrictEqual } from 'node:util'
import type { Field, Fields } from './field.ts'
import type { MonitorConfig } from './monitor.ts'
import { SecretUnreadable, type Vault } from './vault.ts'

/** Replaces a secret in responses, logs and activity entries. */
export const mask = '[redacted]'

/** The fields of a config: those of a monitor type or of a channel kind. */
export interface ConfigShape {
  readonly config: Fields
  readonly secrets: readonly string[]
}

/** A config as stored: sealed values are masked in `config` and held in `secrets`. */
export interface StoredConfig {
  readonly config: MonitorConfig
  readonly secrets: Readonly<Record<string, unknown>>
  /** Keys whose secrets no available key decrypts; config and secrets do not contain them. */
  readonly lost?: readonly string[] | undefined
}

export const emptyConfig: StoredConfig = { config: {}, secrets: {} }

/** Keys whose values are stored encrypted: secrets, and values that contain secrets. */
export function sealedKeys({ config, secrets }: ConfigShape): string[] {
  return [...secrets, ...Object.keys(config).filter((key) => config[key]?.partlySecret)]
}

/**
 * Null clears a key; an omitted key keeps its value. An empty or masked secret counts as omitted, so that a config can
 * be sent back as it was read.
 */
export function mergeStored(
  shape: ConfigShape,
  stored: StoredConfig,
  { sent, mask }: { sent: MonitorConfig; mask: string },
): MonitorConfig {
  const merged: Record<string, unknown> = { ...stored.config, ...stored.secrets }
  for (const [key, value] of Object.entries(sent)) {
    const parts = shape.config[key]?.partlySecret
    // An unknown key is kept, so that validation rejects it whatever its value.
    if (value === null && Object.hasOwn(shape.config, key)) delete merged[key]
    else if (parts) merged[key] = parts.restore(value, merged[key], mask)
    else if (!(shape.secrets.includes(key) && isBlankOrMask(value, mask))) merged[key] = value
  }
  return merged
}

export function splitSecrets(shape: ConfigShape, values: MonitorConfig, mask: string): StoredConfig {
  const sealed = sealedKeys(shape)
  const entries = Object.entries(values).map(([key, value]) => [key, normalized(shape.config[key], value)] as const)
  return {
    config: Object.fromEntries(entries.map(([key, value]) => [key, sealed.includes(key) ? mask : value])),
    secrets: Object.fromEntries(entries.filter(([key]) => sealed.includes(key))),
  }
}

function normalized(field: Field | undefined, value: unknown): unknown {
  return field && value !== undefined && value !== null ? field.normalize(value) : value
}

/** The config as shown in responses; of partly secret values, the other parts are readable. */
export function shownConfig(
  { config: fields }: ConfigShape,
  { config, secrets }: StoredConfig,
  mask: string,
): MonitorConfig {
  const shown = Object.entries(config).map(([key, value]) => {
    const parts = fields[key]?.partlySecret
    return [key, parts ? parts.conceal(secrets[key] ?? value, mask) : value]
  })
  return Object.fromEntries(shown)
}

/** The value of a key, or its default. */
export function effective({ config: fields }: ConfigShape, config: MonitorConfig, key: string): unknown {
  return config[key] ?? fields[key]?.notes.default
}

interface Resent {
  readonly stored: StoredConfig
  readonly merged: MonitorConfig
  readonly sent: MonitorConfig
  readonly mask: string
  /** The keys that changed. */
  readonly causes: readonly string[]
}

/** Returns an error for each of the sealed keys in use that was not sent again. */
export function unsentSecrets(
  { config: fields }: ConfigShape,
  keys: readonly string[],
  { stored, merged, sent, mask, causes }: Resent,
): string[] {
  const inUse = keys.filter((key) => stored.secrets[key] !== undefined && merged[key] !== undefined)
  return inUse
    .filter((key) => isUnsent(fields[key], sent[key], mask))
    .map((key) => `config.${key}: must be sent again, or removed with null, because ${causes.join(', ')} changed`)
}

export function sealSecrets(vault: Vault, context: string, { secrets }: StoredConfig): Buffer | null {
  return Object.keys(secrets).length > 0 ? vault.seal(JSON.stringify(secrets), context) : null
}

interface SealedConfig {
  readonly config: MonitorConfig
  readonly secrets: Buffer | null
}

function openSecrets(vault: Vault, context: string, { config, secrets }: SealedConfig): StoredConfig {
  return { config, secrets: secrets ? (JSON.parse(vault.open(secrets, context)) as Record<string, unknown>) : {} }
}

/** Opens a config for an update, even if its secrets cannot be decrypted, so that they can be replaced. */
export function openForChange(
  shape: ConfigShape,
  vault: Vault,
  { context, mask, ...sealed }: SealedConfig & { context: string; mask: string },
): StoredConfig {
  try {
    return openSecrets(vault, context, sealed)
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error
    const lost = sealedKeys(shape).filter((key) => sealed.config[key] === mask)
    const config = Object.fromEntries(Object.entries(sealed.config).filter(([key]) => !lost.includes(key)))
    return { config, secrets: {}, lost }
  }
}

/** Returns an error for each secret that cannot be decrypted and was neither sent again nor removed. */
export function unsentLostSecrets(
  { config: fields }: ConfigShape,
  { lost = [] }: StoredConfig,
  { sent, mask }: { sent: MonitorConfig; mask: string },
): string[] {
  return lost
    .filter((key) => isUnsent(fields[key], sent[key], mask))
    .map((key) => `config.${key}: must be sent again, or removed with null, because it was encrypted with another key`)
}

/** The activity log shows that a secret was replaced, without either value. */
export function secretChanges(before: StoredConfig, after: StoredConfig): Record<string, unknown> {
  const replaced = Object.keys(after.secrets).filter(
    (key) =>
      before.lost?.includes(key) ||
      (key in before.secrets && !isDeepStrictEqual(before.secrets[key], after.secrets[key])),
  )
  return Object.fromEntries(replaced.map((key) => [`config.${key}`, { from: mask, to: mask }]))
}

const isUnsent = (field: Field | undefined, value: unknown, mask: string): boolean =>
  value === undefined || (field?.partlySecret?.isMasked(value, mask) ?? isBlankOrMask(value, mask))

function isBlankOrMask(value: unknown, mask: string): boolean {
  return value === '' || value === mask
}
