// Channels as replies find them: by id, in whichever organization.
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
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
}

/** Disabled channels take no replies. */
export async function findReplyChannel(db: Database, id: number): Promise<ReplyChannel | undefined> {
  return db.row(sql`
    select id, organization_id as "organizationId", type, name, user_id as "userId", config, secrets
    from notification_channels
    where id = ${id} and enabled`)
}

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
