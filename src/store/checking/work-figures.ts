// Figures of this installation for its operator: what waits, how late it is, and how large the database is.
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { liveSince } from './locations.ts'

export interface LocationWork {
  readonly location: string
  readonly live: boolean
  /** Checks that are due and that nobody has claimed. */
  readonly due: number
  readonly claimed: number
  /** How long the oldest of the due ones has been waiting. */
  readonly lateSeconds: number
}

export interface WorkFigures {
  readonly locations: readonly LocationWork[]
  readonly monitors: Readonly<Record<string, number>>
  readonly incidents: Readonly<Record<string, number>>
  readonly alertsWaiting: number
  readonly alertsLateSeconds: number
  readonly deliveriesWaiting: number
  readonly deliveriesClaimed: number
  readonly deliveriesLateSeconds: number
  /** Of the last five minutes, by their result. */
  readonly deliveries: Readonly<Record<string, number>>
  readonly processes: number
  readonly databaseBytes: number
  readonly databaseConnections: number
}

const recentMs = 300_000
const liveProcessMs = 15_000

export async function workFigures(db: Database, now: Date): Promise<WorkFigures> {
  const recent = new Date(now.getTime() - recentMs)
  const alive = new Date(now.getTime() - liveProcessMs)
  const row = await db.row<WorkFigures>(sql`
    with counted as (
      select t.location,
        count(*) filter (where t.due_at <= ${now} and t.leased_until <= ${now}) as due,
        count(*) filter (where t.leased_until > ${now}) as claimed,
        min(t.due_at) filter (where t.leased_until <= ${now}) as first
      from turns t
      group by t.location
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'location', l.slug,
          'live', l.seen_at is not null and l.seen_at > ${liveSince(now)},
          'due', coalesce(c.due, 0),
          'claimed', coalesce(c.claimed, 0),
          'lateSeconds', greatest(0, coalesce(extract(epoch from ${now}::timestamptz - c.first), 0))
        ) order by l.slug), '[]')
        from locations l
        left join counted c on c.location = l.number
        where l.retired_at is null
      ) as locations,
      (
        select coalesce(json_object_agg(state, count), '{}')
        from (select state, count(*) from monitors group by state) s
      ) as monitors,
      (
        select coalesce(json_object_agg(status, count), '{}')
        from (select status, count(*) from incidents where status <> 'resolved' group by status) s
      ) as incidents,
      (select count(*) from outbox) as "alertsWaiting",
      (select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0))::float8 from outbox)
        as "alertsLateSeconds",
      (select count(*) from deliveries where leased_until <= ${now}) as "deliveriesWaiting",
      (select count(*) from deliveries where leased_until > ${now}) as "deliveriesClaimed",
      (
        select greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0))::float8
        from deliveries where leased_until <= ${now}
      ) as "deliveriesLateSeconds",
      (
        select coalesce(json_object_agg(status, count), '{}')
        from (
          select n.status, count(*)
          from organizations o
          cross join lateral (
            select status from notifications where organization_id = o.id and created_at > ${recent}
          ) n
          group by n.status
        ) s
      ) as deliveries,
      (select count(*) from processes where seen_at > ${alive}) as processes,
      pg_database_size(current_database()) as "databaseBytes",
      (select count(*) from pg_stat_activity where datname = current_database()) as "databaseConnections"`)
  return row!
}
