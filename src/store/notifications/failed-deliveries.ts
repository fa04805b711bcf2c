import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface FailingChannel {
  readonly name: string
  readonly type: string
  readonly failures: number
}

// Only the size matters; counting more is not worth reading a large table.
const maxCounted = 1000

/** Channels with failed deliveries since then and none that arrived after the last failure, in all organizations. */
export async function failingChannels(db: Database, since: Date): Promise<FailingChannel[]> {
  return db.rows(sql`
    select c.name, c.type, recent.failures
    from notification_channels c
    cross join lateral (
      select count(*) filter (where status = 'failed') as failures,
        max(created_at) filter (where status = 'failed') as failed_at,
        max(created_at) filter (where status = 'sent') as sent_at
      from (
        select status, created_at
        from notifications n
        where n.organization_id = c.organization_id and n.channel_id = c.id and n.created_at > ${since}
        order by created_at desc
        limit ${maxCounted}
      ) newest
    ) recent
    where recent.failures > 0 and (recent.sent_at is null or recent.sent_at < recent.failed_at)
    order by recent.failures desc, c.name`)
}

/** Sends a failed delivery again to the same channel only; one that is waiting or in progress is due now. */
export async function deliverAgain(
  db: Database,
  organizationId: string,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  const pending = sql`
    select d.id
    from deliveries d
    join notifications n on n.channel_id = d.channel_id
      and (d.first_entry_id = coalesce(n.retry_of, n.id) or d.alert = n.alert)
    where n.organization_id = ${organizationId} and n.id = ${id}`
  await db.run(sql`update deliveries set due_at = ${now} where id in (${pending}) and due_at > ${now}`)
  await db.run(sql`
    insert into deliveries (organization_id, channel_id, incident_id, alert, people, oncall_page, page, failed_channels,
      first_entry_id, due_at)
    select n.organization_id, n.channel_id, coalesce((n.alert ->> 'outageId')::bigint, n.incident_id), n.alert, n.people,
      n.oncall_page, n.page,
      array_remove(array[c.fallback_channel_id], null), coalesce(n.retry_of, n.id), ${now}
    from notifications n
    join notification_channels c on c.organization_id = n.organization_id and c.id = n.channel_id
    where n.organization_id = ${organizationId}
      and n.id = ${id}
      and not exists (${pending})`)
}
