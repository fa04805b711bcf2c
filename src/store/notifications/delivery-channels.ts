// The channels of deliveries, with everything that sending needs.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type ChannelProvider, type ProviderRow, provided, provider, withProvider } from './channel-providers.ts'

export interface DeliveryChannel {
  id: number
  type: string
  name: string
  enabled: boolean
  config: MonitorConfig
  secrets: Buffer | null
  provider?: ChannelProvider | null
  fallbackId: number | null
  fallbackType: string | null
}

export async function channelsOf(db: Database, ids: readonly number[]): Promise<Map<number, DeliveryChannel>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<DeliveryChannel & ProviderRow>(sql`
    select c.id, c.type, c.name, c.enabled and coalesce(p.enabled, true) as enabled, c.config, c.secrets,
      ${provider}, c.fallback_channel_id as "fallbackId", f.type as "fallbackType"
    from notification_channels c
    ${withProvider}
    left join notification_channels f on f.organization_id = c.organization_id and f.id = c.fallback_channel_id
    where c.id = any (${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, provided(row)]))
}
