// A config with its secrets in hand, from the one that is kept and the changes that were sent.
import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '../../domain/field.ts'
import type { Config } from '../../domain/monitor.ts'
import type { Vault } from '../../domain/vault.ts'

/** What a config is written by: a monitor type or a channel kind. */
export interface ConfigShape {
  readonly config: Fields
  readonly secrets: readonly string[]
}

/** What is kept: the config with every secret masked, and the secrets. */
export interface StoredConfig {
  readonly config: Config
  readonly secrets: Readonly<Record<string, unknown>>
}

export const emptyConfig: StoredConfig = { config: {}, secrets: {} }

/**
 * Null clears a key; leaving a key out keeps it. An empty or masked secret counts as left out, so that a config that
 * was read can be sent back as it is.
 */
export function mergeStored(
  shape: ConfigShape,
  kept: StoredConfig,
  { sent, mask }: { sent: Config; mask: string },
): Config {
  const merged: Record<string, unknown> = { ...kept.config, ...kept.secrets }
  for (const [key, value] of Object.entries(sent)) {
    // A key the type does not know stays in, to be refused whatever its value.
    if (value === null && Object.hasOwn(shape.config, key)) delete merged[key]
    else if (!(shape.secrets.includes(key) && isLeftOut(value, mask))) merged[key] = value
  }
  return merged
}

export function splitSecrets({ secrets }: ConfigShape, config: Config, mask: string): StoredConfig {
  const entries = Object.entries(config)
  return {
    config: Object.fromEntries(entries.map(([key, value]) => [key, secrets.includes(key) ? mask : value])),
    secrets: Object.fromEntries(entries.filter(([key]) => secrets.includes(key))),
  }
}

/** Secrets in use that were not sent again. */
export function unsentSecrets(
  keys: readonly string[],
  { kept, merged, sent, mask }: { kept: StoredConfig; merged: Config; sent: Config; mask: string },
): string[] {
  const inUse = keys.filter((key) => kept.secrets[key] !== undefined && merged[key] !== undefined)
  return inUse.filter((key) => sent[key] === undefined || isLeftOut(sent[key], mask))
}

export function sealSecrets(vault: Vault, context: string, { secrets }: StoredConfig): Buffer | null {
  return Object.keys(secrets).length > 0 ? vault.seal(JSON.stringify(secrets), context) : null
}

interface Sealed {
  readonly config: Config
  readonly secrets: Buffer | null
}

export function openSecrets(vault: Vault, context: string, { config, secrets }: Sealed): StoredConfig {
  return { config, secrets: secrets ? (JSON.parse(vault.open(secrets, context)) as Record<string, unknown>) : {} }
}

/** A replaced secret shows in the activity log that it was replaced, and neither value. */
export function secretChanges(before: StoredConfig, after: StoredConfig): Record<string, unknown> {
  const replaced = Object.keys(after.secrets).filter(
    (key) => key in before.secrets && !isDeepStrictEqual(before.secrets[key], after.secrets[key]),
  )
  return Object.fromEntries(replaced.map((key) => [`config.${key}`, { from: '[redacted]', to: '[redacted]' }]))
}

function isLeftOut(value: unknown, mask: string): boolean {
  return value === '' || value === mask
}
