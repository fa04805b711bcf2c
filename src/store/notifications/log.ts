// The delivery log: what was sent through which channel, what was not, and why.
import type { OrganizationEvent } from '../../domain/change-notice.ts'
import type { Outage } from '../../domain/notifying/outage.ts'
import type { LogEntry, PageOrigin, Recipient } from '../../domain/notifying/delivery.ts'
import type { Database } from '../database/database.ts'
import { type Statement, json, sql } from '../database/sql.ts'
import { addEvents } from '../incidents/incident-events.ts'
import { isOfOutage, outageOf } from '../incidents/outages.ts'
import { type ConfiguredChannel, configuredChannel } from './channels.ts'

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
        people, page, retry_of, uncertain, created_at
      )
      select organization_id, status, event, channel_id, channel_type, channel_name, oncall_page, error, severity,
        incident_id,
        monitor_id, monitor_name, attempt, http_status, latency_ms, silenced_reason, recipient, message_id, alert,
        people, page, retry_of, uncertain, at
      from json_to_recordset(${json(entries.map(logRow))}) as e (
        n int, organization_id uuid, status text, event text, channel_id bigint, channel_type text, channel_name text,
        oncall_page boolean, error text, severity text, incident_id bigint, monitor_id uuid, monitor_name text,
        attempt smallint, http_status smallint, latency_ms int, silenced_reason text, recipient text,
        message_id text, alert jsonb, people jsonb, page jsonb, retry_of bigint, uncertain boolean, at timestamptz
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
        else l.silenced_reason in ('maintenance', 'shadow', 'dependency', 'recovered')
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
function logRow({ alert, channel, silence, page, retryOf, isUncertain, ...entry }: LogEntry, n: number) {
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
    page: page ?? undefined,
    retry_of: retryOf ?? undefined,
    uncertain: isUncertain || undefined,
    at: entry.at,
  }
}

export interface NotifiedChannelRow {
  outageId: number
  channel: ConfiguredChannel
  oncallPage: boolean
  isPaged: boolean
  incidentIds: number[]
  people: Recipient[]
}

/**
 * The channels that received the beginning of these outages, may have received it, or have it waiting, with the
 * person that a page was for or whose channel it is.
 */
export async function channelsNotifiedOf(db: Database, outages: readonly Outage[]): Promise<NotifiedChannelRow[]> {
  if (outages.length === 0) return []
  const incidents = outages.flatMap(({ organizationId, id, incidents }) =>
    incidents.map((incident) => ({ organizationId, outageId: id, incidentId: incident.id })),
  )
  return db.rows(sql`
    with given as (
      select *
      from unnest(
        ${incidents.map(({ organizationId }) => organizationId)}::uuid[],
        ${incidents.map(({ outageId }) => outageId)}::bigint[],
        ${incidents.map(({ incidentId }) => incidentId)}::bigint[]
      ) as given (organization_id, outage_id, incident_id)
    ), notified as (
      select n.organization_id, given.outage_id, n.incident_id, n.channel_id, n.oncall_page, n.page
      from given
      join notifications n on n.organization_id = given.organization_id and n.incident_id = given.incident_id
      where n.event = 'firing' and (n.status = 'sent' or n.uncertain)
      union all
      select d.organization_id, given.outage_id, (d.alert #>> '{incident,id}')::bigint, d.channel_id, d.oncall_page, d.page
      from given
      join deliveries d on d.organization_id = given.organization_id and d.incident_id = given.incident_id
      where d.alert ->> 'kind' = 'firing'
    )
    select notified.outage_id as "outageId", ${configuredChannel(sql`c`)} as channel,
      bool_or(notified.oncall_page) as "oncallPage",
      bool_or(notified.oncall_page or notified.page is not null) as "isPaged",
      json_agg(distinct notified.incident_id) as "incidentIds",
      case when u.id is null then '[]'
        else json_build_array(json_build_object('name', u.name, 'email', u.email, 'phone', null)) end as people
    from notified
    join notification_channels c on c.organization_id = notified.organization_id and c.id = notified.channel_id
    left join users u on u.id = coalesce(c.user_id, (notified.page ->> 'userId')::uuid)
    group by notified.outage_id, c.organization_id, c.id, u.id
    order by notified.outage_id, c.id, u.id`)
}

export interface LoggedDelivery {
  status: NotificationStatus
  channelName: string | null
  /** Whether its alert is stored: it is not for a call that nobody answered. */
  isRepeatable: boolean
  /** The current channel; null if it was deleted. */
  channel: { enabled: boolean } | null
}

export function findDelivery(db: Database, organizationId: string, id: number): Promise<LoggedDelivery | undefined> {
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
      where organization_id = ${organizationId}
        and created_at < ${before}
        -- Those notified of the beginning of an outage are notified of its end.
        and not exists (
          select
          from incidents named
          join incidents open on open.organization_id = named.organization_id
            and ${isOfOutage(sql`open`, outageOf(sql`named`))}
          where named.organization_id = ${organizationId}
            and named.id = notifications.incident_id
            and open.status <> 'resolved'
        )
      order by created_at
      limit ${limit}
    ))`

export interface UnansweredCall {
  readonly organizationId: string
  readonly outageId: number
  readonly channelId: number
  /** The sentence for the log. */
  readonly error: string
  /** How many people were called: the delivery fails when nobody answered. */
  readonly calls: number
  readonly now: Date
}

export interface UnansweredPage {
  /** Whether nobody was reached. */
  readonly isFailed: boolean
  /** The incident that was announced. */
  readonly incidentId: number
  /** Null if it was no page. */
  readonly page: PageOrigin | null
  readonly sentAt: Date
}

/** Notes on the latest alert of an outage that a call was not answered. */
export async function noteUnanswered(
  db: Database,
  { organizationId, outageId, channelId, error, calls, now }: UnansweredCall,
): Promise<UnansweredPage | undefined> {
  const noted = await db.row<UnansweredPage>(sql`
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
          join incidents i on i.organization_id = l.organization_id and i.id = l.incident_id
          where i.organization_id = ${organizationId}
            and ${isOfOutage(sql`i`, sql`${outageId}::bigint`)}
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
    select status = 'failed' as "isFailed", incident_id as "incidentId", page, created_at as "sentAt" from unanswered`)
  if (noted) db.publish({ events: [{ organizationId, name: 'delivery', data: { incident: noted.incidentId } }] })
  return noted
}
