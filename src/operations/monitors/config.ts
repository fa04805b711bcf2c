// A monitor's config: merged with the stored one, with secrets bound to their target.
import type { CheckType } from '../../checks/define.ts'
import type { NamedTarget } from '../../checks/targets.ts'
import { Fault } from '../../domain/fault.ts'
import type { Monitor, MonitorConfig } from '../../domain/monitor.ts'
import {
  type StoredConfig,
  effective,
  mergeStored,
  openForChange,
  sealedKeys,
  splitSecrets,
  unsentLostSecrets,
  unsentSecrets,
  mask,
} from '../../domain/stored-config.ts'
import type { Vault } from '../../domain/vault.ts'

export function mergeConfig(check: CheckType, stored: StoredConfig, sent: MonitorConfig): MonitorConfig {
  const lost = unsentLostSecrets(check, stored, { sent, mask })
  if (lost.length > 0) throw new Fault('invalid_request', lost)
  return mergeStored(check, stored, { sent, mask })
}

/** The stored config of a monitor with decrypted secrets, including plain ones of earlier versions. */
export function openConfig(vault: Vault, check: CheckType, monitor: Pick<Monitor, 'id' | 'config' | 'secrets'>) {
  const { config, secrets, lost } = openForChange(check, vault, { ...monitor, context: monitor.id, mask })
  const readable = sealedKeys(check).filter((key) => !(key in secrets) && config[key] !== mask)
  const values = Object.entries(config).filter(([key]) => readable.includes(key))
  const stored: StoredConfig = {
    config: { ...config, ...Object.fromEntries(values.map(([key]) => [key, mask])) },
    secrets: { ...secrets, ...Object.fromEntries(values) },
    lost,
  }
  return { stored, isSealed: values.length === 0 }
}

export function saveConfig(check: CheckType, config: MonitorConfig): StoredConfig {
  return splitSecrets(check, config, mask)
}

interface ConfigChange {
  readonly stored: StoredConfig
  readonly sent: MonitorConfig
  readonly from: NamedTarget
  readonly to: NamedTarget
}

/**
 * Secrets that must be sent again. Each is bound to the origin of the target, or to an origin it names itself, and to
 * TLS verification; logins are also bound to the keys that the type declares.
 */
export function staleSecrets(check: CheckType, { stored, sent, from, to }: ConfigChange): string[] {
  const merged = mergeConfig(check, stored, sent)
  const is = (key: string): unknown => inEffect(check, merged, key)
  const was = (key: string): unknown => inEffect(check, stored.config, key)
  const moved = originOf(from) === originOf(to) ? [] : ['target']
  const unprotected = Object.keys(check.config).filter(
    (key) => check.config[key]?.protectsSecrets && was(key) === true && is(key) === false,
  )
  const isTouched = (key: string): boolean => merged[key] !== stored.config[key]
  const changed = check.credentials.boundTo.filter((key) => isTouched(key) && is(key) !== was(key))
  const all = moved.length + unprotected.length > 0
  const keys = all ? sealedKeys(check) : changed.length > 0 ? check.credentials.keys : []
  const causes = [...new Set([...moved, ...unprotected, ...changed])]
  const whole = keys.filter((key) => !check.config[key]?.partlySecret?.unsent)
  return [
    ...unsentSecrets(check, whole, { stored, merged, sent, mask, causes }),
    ...unsentParts(check, { stored, sent, from, to }, unprotected),
  ]
}

/** For values whose parts have their own origins. */
function unsentParts(check: CheckType, { stored, sent, from, to }: ConfigChange, causes: readonly string[]): string[] {
  return Object.entries(check.config).flatMap(([key, { partlySecret }]) => {
    const change = { stored: stored.secrets[key], sent: sent[key], from: from.text, to: to.text, mask, causes }
    return (partlySecret?.unsent?.(change) ?? []).map((problem) => `config.${key}${problem}`)
  })
}

function inEffect(check: CheckType, config: MonitorConfig, key: string): unknown {
  return config[key] ?? check.credentials.usual?.(config)[key] ?? effective(check, config, key)
}

/** The origin a secret is bound to: scheme, host and port of a URL, or the whole target otherwise. */
function originOf(named: NamedTarget): string {
  return 'target' in named && named.target instanceof URL ? named.target.origin : named.text
}
