// Channels of the organization that send for contact methods.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ChannelProvider {
  readonly id: number
  readonly config: MonitorConfig
  readonly secrets: Buffer | null
}

export interface ProviderRow {
  readonly providerId: number | null
  readonly providerConfig: MonitorConfig | null
  readonly providerSecrets: Buffer | null
}

/** SQL: a ProviderRow. */
export const provider = sql`p.id as "providerId", p.config as "providerConfig", p.secrets as "providerSecrets"`

export const withProvider = sql`
  left join notification_channels p on p.organization_id = c.organization_id and p.id = c.provider_id`

export function provided<Row>({
  providerId: id,
  providerConfig: config,
  providerSecrets: secrets,
  ...channel
}: Row & ProviderRow): Omit<Row, keyof ProviderRow> & { provider: ChannelProvider | null } {
  return { ...channel, provider: id === null ? null : { id, config: config!, secrets } }
}

/** How many contact methods it sends for. */
export async function methodsThrough(db: Database, organizationId: string, channelId: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from notification_channels
    where organization_id = ${organizationId} and provider_id = ${channelId}`)
  return row!.count
}
