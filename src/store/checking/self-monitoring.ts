// Figures that show whether all due work is being done.
import type { OwnFigures } from '../../domain/self-monitoring.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { isUnwatched, liveSince, overdueSince } from './locations.ts'
import { queueItems } from './queue-items.ts'
import { refusedItems } from './refused-items.ts'

type StoredFigures = Omit<OwnFigures, 'freeDiskBytes' | 'unreadableSecrets'>

const lateMs = 60_000
// Only their existence matters; counting more is not worth reading a large table.
const maxCounted = 100

export async function ownFigures(db: Database, now: Date): Promise<StoredFigures> {
  const late = new Date(now.getTime() - lateMs)
  const row = await db.row<StoredFigures>(sql`
    with used as materialized (
      select l.number, l.name, l.seen_at > ${liveSince(now)} as alive
      from locations l
      -- People see problems of their own locations; to others, even their names are private.
      where l.retired_at is null and l.organization_id is null
        and exists (select from turns t where t.location = l.number)
    ),
    missed as (
      select used.name from used
      where alive is not true
        and exists (
          select
          from turns t
          join monitors m on m.monitor_number = t.monitor_number
          where t.location = used.number and t.due_at <= ${overdueSince(now)} and ${isUnwatched(sql`m`, now)}
        )
    ),
    late as (
      select from used
      cross join lateral (
        select from turns t
        where t.location = used.number and t.due_at <= ${late} and t.leased_until <= ${now}
        limit ${maxCounted}
      ) due
      where used.alive
    ),
    -- Channels with late deliveries that nobody sends. A slow receiver delays only its own channel, and is being sent to.
    stuck as (
      select from (
        select distinct d.organization_id, d.channel_id
        from deliveries d
        where d.due_at <= ${late}
          and not exists (
            select from deliveries e
            where e.channel_id = d.channel_id and e.incident_id = d.incident_id and e.id < d.id and d.incident_id <> 0
          )
      ) c
      where not exists (select from deliveries d where d.channel_id = c.channel_id and d.leased_until > ${now})
        and not exists (
          select from notifications n
          where n.organization_id = c.organization_id and n.channel_id = c.channel_id and n.created_at > ${late}
            and n.status <> 'silenced'
        )
    )
    select (select count(*) from late) as "lateChecks",
      (select coalesce(max(late_percent), 0) from processes) as "latePercent",
      (select coalesce(sum(waited_for_host), 0) from processes) as "waitedForHost",
      (select count(*) from stuck) + (
        select count(*) from outbox o where due_at <= ${late} and ${queueItems.alerts.isReady({ now: late })}
      ) as "stuckAlerts",
      array(select name from used where alive is not true order by name) as "silentLocations",
      array(select name from missed order by name) as "missedLocations",
      (select count(*) from used where alive) as "liveLocations",
      ${refusedItems(now)} as "refusedItems"`)
  return row!
}
