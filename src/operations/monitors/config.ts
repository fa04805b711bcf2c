// A monitor's config: merged with what is kept, and with what its credentials are bound to.
import type { CheckType } from '../../checks/define.ts'
import type { Config } from '../../domain/monitor.ts'
import { type StoredConfig, mergeStored, splitSecrets, unsentSecrets } from '../registry/stored-config.ts'

export const mask = '[redacted]'

export function mergeConfig(check: CheckType, kept: StoredConfig, sent: Config): Config {
  return mergeStored(check, kept, { sent, mask })
}

export function keepConfig(check: CheckType, config: Config): StoredConfig {
  const { config: shown, secrets } = splitSecrets(check, config, mask)
  return { config: Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, tidy(key, value)])), secrets }
}

/** Credentials in use that must be sent again, because what they are used with has changed. */
export function staleCredentials(
  check: CheckType,
  { kept, sent, targetChanged }: { kept: StoredConfig; sent: Config; targetChanged: boolean },
): string[] {
  const { keys, boundTo } = check.credentials
  const merged = mergeConfig(check, kept, sent)
  const changed = boundTo.filter((key) => effective(check, merged, key) !== effective(check, kept.config, key))
  if (changed.length === 0 && !targetChanged) return []
  const causes = [...(targetChanged ? ['target'] : []), ...changed].join(', ')
  return unsentSecrets(keys, { kept, merged, sent, mask }).map(
    (key) => `config.${key}: must be sent again, or removed with null, because ${causes} changed`,
  )
}

function effective(check: CheckType, config: Config, key: string): unknown {
  return config[key] ?? check.config[key]?.notes.default
}

function tidy(key: string, value: unknown): unknown {
  if (key === 'expiryReminderDays') return [...new Set(value as number[])].sort((a, b) => a - b)
  if (key === 'notificationGroupIds') return [...new Set((value as string[]).map((id) => id.toLowerCase()))]
  return value
}
