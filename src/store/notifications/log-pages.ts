// The delivery log as the API shows it. The database writes the JSON.
import { testMessages } from '../../domain/alert.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'
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

/** A test has no incident; one that is no longer kept leaves only what a failure keeps of it. */
const incident = sql`
  case when n.incident_id = 0
    then json_build_object(
      'id', 0, 'status', 'firing',
      'message', case when n.monitor_id is null then ${testMessages.channel}::text else ${testMessages.monitor}::text end
    )
    else json_build_object('id', n.incident_id, 'status', i.status, 'message', coalesce(i.message, n.alert -> 'incident' ->> 'message'))
  end`

const shown = sql`
  json_build_object(
    'object', 'notification',
    'id', n.id,
    'status', n.status,
    'event', n.event,
    'channel', json_build_object('id', n.channel_id, 'type', n.channel_type, 'name', n.channel_name),
    'oncall_page', n.oncall_page,
    'error', n.error,
    'severity', n.severity,
    'incident', ${incident},
    'monitor', case when n.monitor_id is not null then json_build_object('id', n.monitor_id, 'name', n.monitor_name) end,
    'attempt', n.attempt,
    'http_status', n.http_status,
    'latency_ms', n.latency_ms,
    'silenced_reason', n.silenced_reason,
    'recipient', n.recipient,
    'retry_of', n.retry_of,
    'created_at', to_char(n.created_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )::text`

const withIncident = sql`left join incidents i on i.organization_id = n.organization_id and i.id = n.incident_id`

function matching(organizationId: string, filter: NotificationFilter): Statement {
  const { status, channelId, channelType, incidentId, monitorId, severity, oncallPage, since, until } = filter
  return every([
    sql`n.organization_id = ${organizationId}`,
    status !== undefined && sql`n.status = ${status}`,
    // Few deliveries fail, and these have an index of their own, which the planner must be told of.
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
