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
  /** The channel of the organization that sends for a contact method. */
  readonly provider?: Omit<StoredChannelConfig, 'provider'> | null
}

/** The config of a channel with its secrets, on top of its provider's. */
export function openConfig(vault: Vault, { id, config, secrets, provider }: StoredChannelConfig): MonitorConfig {
  const own = secrets ? (JSON.parse(vault.open(secrets, secretContext(id))) as MonitorConfig) : {}
  return { ...(provider && openConfig(vault, provider)), ...config, ...own }
}
