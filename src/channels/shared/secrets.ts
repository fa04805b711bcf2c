import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Vault } from '../../domain/vault.ts'

/** Binds sealed secrets to their channel: no other channel can open them. */
export function secretContext(channelId: number): string {
  return `notification channel ${channelId}`
}

export interface StoredChannelConfig {
  readonly id: number
  readonly config: MonitorConfig
  readonly secrets: Buffer | null
}

/** The config of a channel with its secrets. */
export function openConfig(vault: Vault, { id, config, secrets }: StoredChannelConfig): MonitorConfig {
  return secrets ? { ...config, ...(JSON.parse(vault.open(secrets, secretContext(id))) as MonitorConfig) } : config
}
