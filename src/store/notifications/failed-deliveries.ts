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
