// A config with its secrets in hand, from the one that is kept and the changes that were sent.
import type { CheckType } from '../../checks/define.ts'
import type { Config } from '../../domain/monitor.ts'

export const mask = '[redacted]'

/** What is kept: the config with every secret masked, and the secrets. */
export interface KeptConfig {
  readonly config: Config
  readonly secrets: Readonly<Record<string, unknown>>
}

export const emptyConfig: KeptConfig = { config: {}, secrets: {} }

/**
 * Null clears a key; leaving a key out keeps it. An empty or masked secret counts as left out, so that a config that
 * was read can be sent back as it is.
 */
export function mergeConfig(check: CheckType, kept: KeptConfig, sent: Config): Config {
  const merged: Record<string, unknown> = { ...kept.config, ...kept.secrets }
  for (const [key, value] of Object.entries(sent)) {
    // A key the type does not know stays in, to be refused whatever its value.
    if (value === null && Object.hasOwn(check.config, key)) delete merged[key]
    else if (!(check.secrets.includes(key) && isLeftOut(value))) merged[key] = value
  }
  return merged
}

export function keepConfig(check: CheckType, config: Config): KeptConfig {
  const entries = Object.entries(config)
  const isSecret = ([key]: [string, unknown]): boolean => check.secrets.includes(key)
  return {
    config: Object.fromEntries(entries.map((entry) => (isSecret(entry) ? [entry[0], mask] : [entry[0], tidy(...entry)]))),
    secrets: Object.fromEntries(entries.filter(isSecret)),
  }
}

/** Credentials in use that must be sent again, because what they are used with has changed. */
export function staleCredentials(
  check: CheckType,
  { kept, sent, targetChanged }: { kept: KeptConfig; sent: Config; targetChanged: boolean },
): string[] {
  const { keys, boundTo } = check.credentials
  const merged = mergeConfig(check, kept, sent)
  const changed = boundTo.filter((key) => effective(check, merged, key) !== effective(check, kept.config, key))
  if (changed.length === 0 && !targetChanged) return []
  const causes = [...(targetChanged ? ['target'] : []), ...changed].join(', ')
  return keys
    .filter((key) => kept.secrets[key] !== undefined && merged[key] !== undefined && (sent[key] === undefined || isLeftOut(sent[key])))
    .map((key) => `config.${key}: must be sent again, or removed with null, because ${causes} changed`)
}

function effective(check: CheckType, config: Config, key: string): unknown {
  return config[key] ?? check.config[key]?.notes.default
}

function isLeftOut(value: unknown): boolean {
  return value === '' || value === mask
}

function tidy(key: string, value: unknown): unknown {
  if (key === 'expiryReminderDays') return [...new Set(value as number[])].sort((a, b) => a - b)
  if (key === 'notificationGroupIds') return [...new Set((value as string[]).map((id) => id.toLowerCase()))]
  return value
}
