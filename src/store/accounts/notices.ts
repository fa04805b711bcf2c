// Notices of an organization's inbox. They are not stored, but read from the rows they are about.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { liveSince } from '../checking/locations.ts'

export const noticeKinds = [
  'incident_opened',
  'confirmation_requested',
  'channel_failing',
  'location_silent',
  'monitor_quarantined',
  'member_invited',
  'member_joined',
] as const

export interface InboxNotice {
  id: string
  kind: (typeof noticeKinds)[number]
  subject: { id: string; name: string }
  /** The detected value or the response. */
  message: string | null
  /** The actor. */
  by: string | null
  is_over: boolean
  at: Date
}

interface NoticeQuery {
  organizationId: string
  user: { id: string; email: string }
  /** The maximum age of past events; ongoing ones have any age. */
  since: Date
  now: Date
  limit: number
}

/** Newest first. */
export async function listNotices(db: Database, query: NoticeQuery): Promise<InboxNotice[]> {
  return db.rows(sql`
    select concat_ws(':', kind, subject_id, extract(epoch from at)) as id, kind,
      json_build_object('id', subject_id, 'name', subject_name) as subject, message, by, is_over, at
    from (
      (${incidentsOpened(query)})
      union all
      (${confirmationsRequested(query)})
      union all
      (${channelsFailing(query)})
      union all
      (${locationsSilent(query)})
      union all
      (${peopleAndQuarantines(query)})
    ) notices (kind, subject_id, subject_name, message, by, is_over, at)
    order by at desc, id
    limit ${query.limit}`)
}

const incidentsOpened = ({ organizationId, since, limit }: NoticeQuery): Statement => sql`
  select 'incident_opened', id::text, monitor_name, message, null::text, status = 'resolved', started_at
  from incidents
  where organization_id = ${organizationId} and started_at >= ${since} and severity = 'critical'
  order by started_at desc, id desc
  limit ${limit}`

/** Those that wait for a decision. */
const confirmationsRequested = ({ organizationId, now }: NoticeQuery): Statement => sql`
  select 'confirmation_requested', id::text, summary, reason, requested_by ->> 'credential', false, created_at
  from confirmations
  where organization_id = ${organizationId} and is_confirmed is null and expires_at > ${now}`

/** Channels whose latest delivery failed, since their first failure after the last success. */
const channelsFailing = ({ organizationId, user }: NoticeQuery): Statement => sql`
  select 'channel_failing', c.id::text, c.name, last.error, null, false, (
      select min(n.created_at)
      from notifications n
      where n.organization_id = c.organization_id
        and n.channel_id = c.id
        and n.status = 'failed'
        and n.created_at > coalesce(
          (
            select max(good.created_at)
            from notifications good
            where good.organization_id = c.organization_id and good.channel_id = c.id and good.status = 'sent'
          ),
          '-infinity'
        )
    )
  from notification_channels c
  cross join lateral (
    select n.status, n.error
    from notifications n
    where n.organization_id = c.organization_id and n.channel_id = c.id and n.status <> 'silenced'
    order by n.created_at desc, n.id desc
    limit 1
  ) last
  where c.organization_id = ${organizationId}
    and (c.user_id is null or c.user_id = ${user.id})
    and c.enabled
    and last.status = 'failed'`

const locationsSilent = ({ organizationId, now }: NoticeQuery): Statement => sql`
  select 'location_silent', l.id::text, l.name, null, null, false, coalesce(l.seen_at, l.created_at)
  from locations l
  where l.retired_at is null
    and coalesce(l.seen_at, l.created_at) <= ${liveSince(now)}
    and exists (
      select from monitors m
      where m.organization_id = ${organizationId} and m.state <> 'paused' and l.number = any (m.location_numbers)
    )`

/** The latest event of each; a user's own actions are excluded. */
const peopleAndQuarantines = ({ organizationId, user, since }: NoticeQuery): Statement => sql`
  select distinct on (a.action, a.entity_id) noted.kind, a.entity_id, a.entity_name, null, a.actor_name, false,
    a.created_at
  from activity a
  join (
    values ('monitor.quarantined', 'monitor_quarantined'), ('user.invited', 'member_invited'),
      ('user.joined', 'member_joined')
  ) as noted (action, kind) on noted.action = a.action
  where a.organization_id = ${organizationId}
    and a.created_at >= ${since}
    and a.actor_email is distinct from ${user.email}
  order by a.action, a.entity_id, a.created_at desc`
