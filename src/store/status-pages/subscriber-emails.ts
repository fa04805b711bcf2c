// Messages to subscribers that are still to be sent. Alerts have their own table.
import type { AnnouncementEvent, AnnouncementStatus, AnnouncementType } from '../../domain/status-page/announcement.ts'
import type { PageLanguage } from '../../domain/status-page/page.ts'
import type { SubscriberChannel } from '../../domain/status-page/subscriber.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { UnsentUpdate } from './announcements.ts'

/** Adds confirmation requests. */
export async function addQuestions(db: Database, subscriberIds: readonly string[], now: Date): Promise<void> {
  await db.run(sql`
    insert into status_page_letters (subscriber_id, due_at, created_at)
    select wanted.id, ${now}, ${now}
    from unnest(${subscriberIds}::uuid[]) as wanted (id)`)
  db.publish({ work: true })
}

/** Adds a message for each subscriber that an update concerns. */
export async function addNotices(db: Database, updates: readonly UnsentUpdate[], now: Date): Promise<number> {
  if (updates.length === 0) return 0
  return db.run(sql`
    insert into status_page_letters (subscriber_id, announcement_id, update_id, due_at, created_at)
    select s.id, a.id, t.update_id, ${now}, ${now}
    from unnest(
      ${updates.map(({ announcementId }) => announcementId)}::uuid[],
      ${updates.map(({ updateId }) => updateId)}::uuid[]
    ) as t (announcement_id, update_id)
    join announcements a on a.id = t.announcement_id
    join status_pages p on p.id = a.page_id
    join status_page_subscribers s on s.page_id = a.page_id
    where a.removed_at is null
      and p.is_public
      and s.confirmed_at is not null
      and s.retired_at is null
      and a.type = any (s.kinds)
      and (s.component_ids = '{}' or a.affected_component_ids = '{}' or s.component_ids && a.affected_component_ids)`)
}

export interface DueEmail {
  readonly id: number
  readonly tries: number
  readonly createdAt: Date
  readonly subscriberId: string
  readonly channel: SubscriberChannel
  readonly language: PageLanguage
  readonly sealed: Buffer
  readonly confirmed: boolean
  readonly page: { readonly slug: string; readonly name: string }
  /** Null for a confirmation request. */
  readonly notice: AnnouncementNotice | null
}

export interface AnnouncementNotice {
  readonly announcementId: string
  readonly updateId: string
  readonly type: AnnouncementType
  readonly title: string
  readonly status: AnnouncementStatus
  readonly body: string
  readonly event: AnnouncementEvent | null
  /** The component whose outage it announces; null unless it is automatic. */
  readonly outageOf: string | null
  /** When it was published, and the time of the maintenance. */
  readonly at: string
  readonly scheduledStart: string | null
  readonly scheduledEnd: string | null
  readonly components: readonly string[]
}

/** Claims due messages until a lease ends. */
export async function claimEmails(
  db: Database,
  { limit, now, until }: { limit: number; now: Date; until: Date },
): Promise<DueEmail[]> {
  return db.rows(sql`
    with claimed as (
      update status_page_letters l
      set leased_until = ${until}, tries = l.tries + 1
      where l.id = any (array(
        select due.id
        from status_page_letters due
        where due.due_at <= ${now} and due.leased_until <= ${now}
        order by due.due_at, due.id
        limit ${limit}
        for update skip locked
      ))
      returning l.*
    )
    select c.id, c.tries, c.created_at as "createdAt", s.id as "subscriberId", s.channel, s.language, s.sealed,
      s.confirmed_at is not null as confirmed, json_build_object('slug', p.slug, 'name', p.name) as page,
      case when a.id is not null then json_build_object(
        'announcementId', a.id, 'updateId', u.id, 'type', a.type, 'title', a.title, 'status', u.status, 'body', u.body, 'event', u.event,
        'outageOf', (
          select o.event ->> 'name'
          from announcement_updates o
          where o.announcement_id = a.id and o.event ->> 'what' = 'opened'
        ),
        'at', u.created_at, 'scheduledStart', a.scheduled_start, 'scheduledEnd', a.scheduled_end,
        'components', array(
          select k.name
          from status_page_components k
          where k.page_id = p.id and k.id = any (a.affected_component_ids)
          order by k.position
        )
      ) end as notice
    from claimed c
    join status_page_subscribers s on s.id = c.subscriber_id
    join status_pages p on p.id = s.page_id
    left join announcements a on a.id = c.announcement_id
    left join announcement_updates u on u.announcement_id = c.announcement_id and u.id = c.update_id
    order by c.id`)
}

export async function dropEmails(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`delete from status_page_letters where id = any (${ids}::bigint[])`)
}

/** Schedules another attempt. */
export async function postponeEmails(
  db: Database,
  later: readonly { readonly id: number; readonly dueAt: Date }[],
): Promise<void> {
  if (later.length === 0) return
  await db.run(sql`
    update status_page_letters l
    set due_at = p.due_at, leased_until = '-infinity'
    from unnest(${later.map(({ id }) => id)}::bigint[], ${later.map(({ dueAt }) => dueAt)}::timestamptz[])
      as p (id, due_at)
    where l.id = p.id`)
}
