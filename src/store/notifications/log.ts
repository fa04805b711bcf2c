// The delivery log: what was sent through which channel, what was not, and why.
import type { OrganizationEvent } from '../../domain/change-notice.ts'
import type { MonitorConfig } from '../../domain/monitor.ts'
import type { LogEntry, Recipient } from '../../domain/notifying/delivery.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { addEvents } from '../incidents/incident-events.ts'

export const notificationStatuses = ['sent', 'failed', 'silenced'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/**
 * Writes the delivery log, and adds new facts to the incident's timeline. Returns the ids in the order of the entries.
 */
export async function logDeliveries(db: Database, entries: readonly LogEntry[]): Promise<number[]> {
  if (entries.length === 0) return []
  const rows = await db.rows<{ id: number }>(sql`
    with logged as (
      insert into notifications (
        organization_id, status, event, channel_id, channel_type, channel_name, oncall_page, error, severity,
        incident_id,
        monitor_id, monitor_name, attempt, http_status, latency_ms, silenced_reason, recipient, message_id, alert,
        people, retry_of, created_at
      )
      select organization_id, status, event, channel_id, channel_type, channel_name, oncall_page, error, severity,
        incident_id,
        monitor_id, monitor_name, attempt, http_status, latency_ms, silenced_reason, recipient, message_id, alert,
        people, retry_of, at
      from json_to_recordset(${JSON.stringify(entries.map(logRow))}) as e (
        n int, organization_id uuid, status text, event text, channel_id bigint, channel_type text, channel_name text,
        oncall_page boolean, error text, severity text, incident_id bigint, monitor_id uuid, monitor_name text,
        attempt smallint, http_status smallint, latency_ms int, silenced_reason text, recipient text,
        message_id text, alert jsonb, people jsonb, retry_of bigint, at timestamptz
      )
      order by n
      returning *
    ), noted as (
      ${addEvents(sql`
      select l.organization_id, l.incident_id, 'notified', null, jsonb_build_object(
        'event', l.event, 'status', l.status, 'error', l.error, 'oncall_page', l.oncall_page,
        'silenced_reason', l.silenced_reason,
        'channel', jsonb_build_object('id', l.channel_id, 'type', l.channel_type, 'name', l.channel_name)
      ), l.created_at
      from logged l
      join incidents i on i.organization_id = l.organization_id and i.id = l.incident_id
      -- A temporary failure is noted once; suppression by maintenance, shadow mode or a parent is noted, by a filter is not.
      where case l.status
        when 'sent' then true
        when 'failed' then l.retry_of is null
        else l.silenced_reason in ('maintenance', 'shadow', 'dependency')
      end`)}
    )
    select id from logged order by id`)
  db.publish({ events: entries.map(deliveryEvent) })
  return rows.map(({ id }) => id)
}

function deliveryEvent({ organizationId, alert }: LogEntry): OrganizationEvent {
  return { organizationId, name: 'delivery', data: { incident: alert.test === null ? alert.incident.id : null } }
}

/** Without nulls: a missing field becomes one, and most fields of a successful delivery are empty. */
function logRow({ alert, channel, silence, retryOf, ...entry }: LogEntry, n: number) {
  const keep = entry.status === 'failed'
  return {
    n,
    organization_id: entry.organizationId,
    status: entry.status,
    event: alert.kind,
    channel_id: channel.id,
    channel_type: channel.type,
    channel_name: channel.name,
    oncall_page: entry.oncallPage,
    error: entry.error ?? undefined,
    severity: alert.test === null ? alert.incident.severity : undefined,
    incident_id: alert.incident.id,
    monitor_id: alert.monitor?.id,
    monitor_name: alert.monitor?.name,
    attempt: entry.attempt,
    http_status: entry.httpStatus,
    latency_ms: entry.latencyMs,
    silenced_reason: silence ?? undefined,
    recipient: entry.recipient ?? undefined,
    message_id: entry.messageId,
    alert: keep ? alert : undefined,
    people: keep ? entry.people : undefined,
    retry_of: retryOf ?? undefined,
    at: entry.at,
  }
}

export interface NotifiedChannel {
  incidentId: number
  channelId: number
  channelType: string
  config: MonitorConfig
  oncallPage: boolean
  people: Recipient[]
}

/**
 * The channels that received the opening of these incidents, or are receiving it, with the owner of personal ones.
 * Deliveries that wait for a retry do not count: they are obsolete by then.
 */
export async function channelsNotifiedOf(
  db: Database,
  { incidents, now }: { incidents: readonly { organizationId: string; incidentId: number }[]; now: Date },
): Promise<NotifiedChannel[]> {
  return db.rows(sql`
    with asked as (
      select *
      from unnest(
        ${incidents.map(({ organizationId }) => organizationId)}::uuid[],
        ${incidents.map(({ incidentId }) => incidentId)}::bigint[]
      ) as asked (organization_id, incident_id)
    ), told as (
      select n.organization_id, n.incident_id, n.channel_id, n.oncall_page
      from asked
      join notifications n on n.organization_id = asked.organization_id and n.incident_id = asked.incident_id
      where n.event = 'firing' and n.status = 'sent'
      union all
      select d.organization_id, d.incident_id, d.channel_id, d.oncall_page
      from asked
      join deliveries d on d.organization_id = asked.organization_id and d.incident_id = asked.incident_id
      where d.alert ->> 'kind' = 'firing' and (d.owed_since is null or d.leased_until > ${now})
    )
    select told.incident_id as "incidentId", c.id as "channelId", c.type as "channelType", c.config,
      bool_or(told.oncall_page) as "oncallPage",
      case when u.id is null then '[]'
        else json_build_array(json_build_object('name', u.name, 'email', u.email, 'phone', null)) end as people
    from told
    join notification_channels c on c.organization_id = told.organization_id and c.id = told.channel_id
    left join users u on u.id = c.user_id
    group by told.incident_id, c.id, c.type, c.config, u.id
    order by told.incident_id, c.id`)
}

/** Channels that failed to receive the opening of these incidents and will not be retried. */
export async function channelsNeverNotifiedOf(
  db: Database,
  incidents: readonly { organizationId: string; incidentId: number }[],
): Promise<{ incidentId: number; channelId: number }[]> {
  return db.rows(sql`
    select n.incident_id as "incidentId", n.channel_id as "channelId"
    from unnest(
      ${incidents.map(({ organizationId }) => organizationId)}::uuid[],
      ${incidents.map(({ incidentId }) => incidentId)}::bigint[]
    ) as asked (organization_id, incident_id)
    join notifications n on n.organization_id = asked.organization_id and n.incident_id = asked.incident_id
    where n.event = 'firing' and n.channel_id is not null
    group by n.incident_id, n.channel_id
    having bool_or(n.status = 'failed')
      and not bool_or(n.status = 'sent')
      and not exists (
        select from deliveries d where d.channel_id = n.channel_id and d.incident_id = n.incident_id
      )`)
}

export interface LoggedDelivery {
  status: NotificationStatus
  channelName: string | null
  /** Whether its alert is stored: it is not for a call that nobody answered. */
  isRepeatable: boolean
  /** The current channel; null if it was deleted. */
  channel: { enabled: boolean } | null
}

export async function findDelivery(
  db: Database,
  organizationId: string,
  id: number,
): Promise<LoggedDelivery | undefined> {
  return db.row(sql`
    select n.status, n.channel_name as "channelName", n.alert is not null as "isRepeatable",
      case when c.id is not null then json_build_object('enabled', c.enabled) end as channel
    from notifications n
    left join notification_channels c on c.organization_id = n.organization_id and c.id = n.channel_id
    where n.organization_id = ${organizationId} and n.id = ${id}`)
}

/** Deletes up to this many of the oldest entries from before a time. */
export const dropNotifications = (
  organizationId: string,
  { before, limit }: { before: Date; limit: number },
): Statement => sql`
  delete from notifications
  where organization_id = ${organizationId}
    and id = any (array(
      select id
      from notifications
      where organization_id = ${organizationId} and created_at < ${before}
      order by created_at
      limit ${limit}
    ))`

export interface UnansweredCall {
  readonly organizationId: string
  readonly incidentId: number
  readonly channelId: number
  /** The sentence for the log. */
  readonly error: string
  /** How many people were called: the delivery fails when nobody answered. */
  readonly calls: number
  readonly now: Date
}

/**
 * Notes on the latest delivery of an incident's opening that a call was not answered. Returns whether nobody was
 * reached, with the time of the escalation step that called; null if it was none.
 */
export async function noteUnanswered(
  db: Database,
  { organizationId, incidentId, channelId, error, calls, now }: UnansweredCall,
): Promise<{ isFailed: boolean; stepAt: Date | null } | undefined> {
  const noted = await db.row<{ isFailed: boolean; stepAt: Date | null }>(sql`
    with unanswered as (
      update notifications n
      set error = concat_ws('; ', n.error, ${error}::text),
        status = case
          when coalesce(array_length(string_to_array(n.error, '; '), 1), 0) + 1 >= ${calls}::int then 'failed'
          else n.status
        end
      where n.organization_id = ${organizationId}
        and n.id = (
          select max(l.id)
          from notifications l
          where l.organization_id = ${organizationId}
            and l.incident_id = ${incidentId}
            and l.channel_id = ${channelId}
            and l.event = 'firing'
            and l.status = 'sent'
        )
      returning *
    ), noted as (
      ${addEvents(sql`
      select u.organization_id, u.incident_id, 'notified', null, jsonb_build_object(
        'event', u.event, 'status', 'failed', 'error', ${error}::text, 'oncall_page', u.oncall_page,
        'silenced_reason', null,
        'channel', jsonb_build_object('id', u.channel_id, 'type', u.channel_type, 'name', u.channel_name)
      ), ${now}::timestamptz
      from unanswered u`)}
    )
    select u.status = 'failed' as "isFailed", (
      select max(e.created_at)
      from incident_events e
      where e.organization_id = u.organization_id
        and e.incident_id = u.incident_id
        and e.type = 'escalated'
        -- A call belongs to the step that was due shortly before it.
        and e.created_at between u.created_at - interval '2 minutes' and u.created_at
    ) as "stepAt"
    from unanswered u`)
  if (noted) db.publish({ events: [{ organizationId, name: 'delivery', data: { incident: incidentId } }] })
  return noted
}
