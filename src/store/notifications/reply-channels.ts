// Channels as replies find them: by id, in whichever organization.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { type ChannelProvider, type ProviderRow, provided, provider, withProvider } from './channel-providers.ts'
import { isOfOutage, outageOf } from '../incidents/outages.ts'

export interface ReplyChannel {
  readonly id: number
  readonly organizationId: string
  readonly type: string
  readonly name: string
  /** The owner of a personal channel. */
  readonly userId: string | null
  readonly config: MonitorConfig
  readonly secrets: Buffer | null
  readonly provider: ChannelProvider | null
}

/** Disabled channels take no replies. */
export async function findReplyChannel(db: Database, id: number): Promise<ReplyChannel | undefined> {
  const row = await db.row<ReplyRow>(sql`${replyChannels} and c.id = ${id}`)
  return row && provided(row)
}

/** The contact methods that this channel sends for. */
export async function replyMethodsThrough(db: Database, { id, organizationId }: ReplyChannel): Promise<ReplyChannel[]> {
  const rows = await db.rows<ReplyRow>(sql`
    ${replyChannels} and c.organization_id = ${organizationId} and c.provider_id = ${id}
    order by c.id`)
  return rows.map(provided)
}

type ReplyRow = Omit<ReplyChannel, 'provider'> & ProviderRow

const replyChannels = sql`
  select c.id, c.organization_id as "organizationId", c.type, c.name, c.user_id as "userId", c.config, c.secrets,
    ${provider}
  from notification_channels c
  ${withProvider}
  where c.enabled and coalesce(p.enabled, true)`

/** The newest open incident that this recipient, masked as in the delivery log, was notified of. */
export async function latestIncidentSentTo(
  db: Database,
  { id, organizationId }: ReplyChannel,
  recipient: string,
): Promise<number | undefined> {
  const found = await db.row<{ id: number }>(sql`
    select i.id
    from incidents i
    join incidents named on named.organization_id = i.organization_id
      and ${isOfOutage(sql`named`, outageOf(sql`i`))}
    join notifications n on n.organization_id = i.organization_id and n.incident_id = named.id
    where i.organization_id = ${organizationId}
      and i.status <> 'resolved'
      and n.channel_id = ${id}
      and n.status = 'sent'
      and ${recipient} = any (string_to_array(n.recipient, ', '))
    order by n.created_at desc, n.id desc
    limit 1`)
  return found?.id
}
