// Pages of the delivery log for the API. The database builds the JSON.
import { testMessages } from '../../domain/notifying/alert.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, iso, sql } from '../database/sql.ts'
import type { NotificationStatus } from './log.ts'

export interface NotificationFilter {
  status?: NotificationStatus
  channelId?: number
  channelType?: string
  incidentId?: number
  monitorId?: string
  severity?: string
  oncallPage?: boolean
  since?: Date
  until?: Date
}

export interface NotificationPosition {
  createdAt: Date
  id: number
}

export interface ShownNotification {
  id: number
  json: string
}

/** A test has no incident; a deleted incident leaves only what the failure stored. */
const incident = sql`
  select n.incident_id as id,
    case when n.incident_id = 0 then 'firing' else i.status end as status,
    case
      when n.incident_id <> 0 then coalesce(i.message, n.alert -> 'incident' ->> 'message')
      when n.monitor_id is null then ${testMessages.channel}::text
      else ${testMessages.monitor}::text
    end as message`

/** `row_to_json` writes JSON without spaces, like Node; nested values must do the same. */
const shown = sql`
  (
    select row_to_json(fields)::text
    from (
      select 'notification' as object, n.id, n.status, n.event,
        (
          select row_to_json(channel)
          from (select n.channel_id as id, n.channel_type as type, n.channel_name as name) channel
        ) as channel,
        n.oncall_page, n.error, n.severity,
        (select row_to_json(incident) from (${incident}) incident) as incident,
        case when n.monitor_id is not null
          then (select row_to_json(monitor) from (select n.monitor_id as id, n.monitor_name as name) monitor)
        end as monitor,
        n.attempt, n.http_status, n.latency_ms, n.silenced_reason, n.recipient, n.retry_of,
        ${iso(sql`n.created_at`)} as created_at
    ) fields
  )`

const withIncident = sql`left join incidents i on i.organization_id = n.organization_id and i.id = n.incident_id`

function matching(organizationId: string, filter: NotificationFilter): Statement {
  const { status, channelId, channelType, incidentId, monitorId, severity, oncallPage, since, until } = filter
  return every([
    sql`n.organization_id = ${organizationId}`,
    status !== undefined && sql`n.status = ${status}`,
    // Failed deliveries are few and have a partial index, which the planner uses only with this condition.
    status === 'failed' && sql`n.status = 'failed'`,
    channelId !== undefined && sql`n.channel_id = ${channelId}`,
    channelType !== undefined && sql`n.channel_type = ${channelType}`,
    incidentId !== undefined && sql`n.incident_id = ${incidentId}`,
    monitorId !== undefined && sql`n.monitor_id = ${monitorId}`,
    severity !== undefined && sql`n.severity = ${severity}`,
    oncallPage !== undefined && sql`n.oncall_page = ${oncallPage}`,
    since !== undefined && sql`n.created_at >= ${since}`,
    until !== undefined && sql`n.created_at < ${until}`,
  ])
}

/** Newest first. */
export async function listNotifications(
  db: Database,
  organizationId: string,
  { filter, after, limit }: { filter: NotificationFilter; after: NotificationPosition | undefined; limit: number },
): Promise<ShownNotification[]> {
  return db.rows(sql`
    select n.id, ${shown} as json
    from (
      select n.*
      from notifications n
      where ${every([
        matching(organizationId, filter),
        after !== undefined && sql`(n.created_at, n.id) < (${after.createdAt}, ${after.id})`,
      ])}
      order by n.created_at desc, n.id desc
      limit ${limit}
    ) n
    ${withIncident}
    order by n.created_at desc, n.id desc`)
}

export async function positionOfNotification(
  db: Database,
  organizationId: string,
  id: number,
): Promise<NotificationPosition | undefined> {
  return db.row(sql`
    select created_at as "createdAt", id from notifications where organization_id = ${organizationId} and id = ${id}`)
}

export async function showNotification(
  db: Database,
  organizationId: string,
  id: number,
): Promise<ShownNotification | undefined> {
  return db.row(sql`
    select n.id, ${shown} as json
    from notifications n
    ${withIncident}
    where n.organization_id = ${organizationId} and n.id = ${id}`)
}
