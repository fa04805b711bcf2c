// Whether users can be paged: the number of their contact methods, and how many of them work.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface Pageability {
  user_id: string
  name: string
  ways: number
  tested: number
  /** Contact methods whose latest message failed. */
  failing: number
}

/** A contact method is tested if its latest message since this time was delivered. Reads one index entry per method. */
export async function pageabilityOf(db: Database, organizationId: string, since: Date): Promise<Pageability[]> {
  return db.rows(sql`
    select u.id as user_id, u.name,
      count(c.id)::int as ways,
      count(*) filter (where last.status = 'sent')::int as tested,
      count(*) filter (where last.status = 'failed')::int as failing
    from members m
    join users u on u.id = m.user_id
    left join notification_channels c on c.organization_id = m.organization_id and c.user_id = u.id and c.enabled
    left join lateral (
      select n.status
      from notifications n
      where n.organization_id = c.organization_id
        and n.channel_id = c.id
        and n.created_at >= ${since}
        and n.status <> 'silenced'
      order by n.created_at desc, n.id desc
      limit 1
    ) last on true
    where m.organization_id = ${organizationId}
    group by u.id, u.name
    order by u.name, u.id`)
}
