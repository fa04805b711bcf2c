// The health of channels: the latest delivery, and counts since a time.
import type { Database } from '../database/database.ts'
import { iso, sql } from '../database/sql.ts'
import type { NotificationStatus } from './log.ts'

export interface ChannelHealth {
  channel_id: number
  last: {
    id: number
    status: NotificationStatus
    error: string | null
    latency_ms: number | null
    created_at: string
  } | null
  sent: number
  failed: number
  silenced: number
  /** Messages that have waited longer than a minute; null if there are none. */
  waiting: { count: number; since: string } | null
}

const lateMs = 60_000

/** Reads one index entry per channel, and one range for its last day. */
export async function channelHealth(
  db: Database,
  organizationId: string,
  { since, now }: { since: Date; now: Date },
): Promise<ChannelHealth[]> {
  return db.rows(sql`
    select c.id as channel_id, to_json(last) as last, counted.sent, counted.failed, counted.silenced,
      to_json(waiting) as waiting
    from notification_channels c
    left join lateral (
      select n.id, n.status, n.error, n.latency_ms,
        ${iso(sql`n.created_at`)} as created_at
      from notifications n
      where n.organization_id = c.organization_id and n.channel_id = c.id and n.status <> 'silenced'
      order by n.created_at desc, n.id desc
      limit 1
    ) last on true
    cross join lateral (
      select
        count(*) filter (where n.status = 'sent')::int as sent,
        count(*) filter (where n.status = 'failed')::int as failed,
        count(*) filter (where n.status = 'silenced')::int as silenced
      from notifications n
      where n.organization_id = c.organization_id and n.channel_id = c.id and n.created_at >= ${since}
    ) counted
    left join lateral (
      select count(*)::int as count, ${iso(sql`min(d.due_at)`)} as since
      from deliveries d
      where d.channel_id = c.id and d.due_at <= ${new Date(now.getTime() - lateMs)}
      having count(*) > 0
    ) waiting on true
    where c.organization_id = ${organizationId} and c.user_id is null
    order by c.id`)
}
