// Deliveries: which alert is due at which channel, who has taken it, and what came of it.
import type { Alert } from '../../domain/alert.ts'
import type { Config } from '../../domain/monitor.ts'
import type { RoutedChannel, Silence } from '../../domain/routing.ts'
import type { Database } from '../database/database.ts'
import { sql, unprepared } from '../database/sql.ts'

export interface Recipient {
  name: string
  email: string
  phone: string | null
}

/** The channels of an organization that are not one person's own, as routing needs them. */
export async function routedChannels(
  db: Database,
  organizationIds: readonly string[],
): Promise<(RoutedChannel & { organizationId: string })[]> {
  return db.rows(sql`
    select organization_id as "organizationId", id, type, name, enabled, is_default as "isDefault", severity_filter as severities,
      coalesce(config -> 'contact_group_ids', '[]') as "groupIds"
    from notification_channels
    where organization_id = any (${organizationIds}::uuid[]) and user_id is null
    order by id`)
}

/** The members of each group. */
export async function membersOf(db: Database, groupIds: readonly string[]): Promise<Map<string, Recipient[]>> {
  const rows = await db.rows<{ groupId: string; members: Recipient[] }>(sql`
    select gm.contact_group_id as "groupId",
      json_agg(json_build_object('name', c.name, 'email', c.email, 'phone', c.phone) order by c.name, c.id) as members
    from contact_group_members gm
    join contacts c on c.organization_id = gm.organization_id and c.id = gm.contact_id
    where gm.contact_group_id = any (${groupIds}::uuid[])
    group by gm.contact_group_id`)
  return new Map(rows.map(({ groupId, members }) => [groupId, members]))
}

export interface Listener {
  incidentId: number
  channelId: number
  oncallPage: boolean
  people: Recipient[]
}

/** The channels that took the beginning of these incidents, with the person whose own one is. Letters need somebody to write to. */
export async function listenersOf(
  db: Database,
  incidents: readonly { organizationId: string; incidentId: number }[],
): Promise<Listener[]> {
  return db.rows(sql`
    select n.incident_id as "incidentId", c.id as "channelId", bool_or(n.oncall_page) as "oncallPage",
      case when u.id is null then '[]' else json_build_array(json_build_object('name', u.name, 'email', u.email, 'phone', null)) end as people
    from unnest(
      ${incidents.map(({ organizationId }) => organizationId)}::uuid[], ${incidents.map(({ incidentId }) => incidentId)}::bigint[]
    ) as asked (organization_id, incident_id)
    join notifications n on n.organization_id = asked.organization_id and n.incident_id = asked.incident_id
    join notification_channels c on c.organization_id = n.organization_id and c.id = n.channel_id
    left join users u on u.id = c.user_id
    where n.event = 'firing' and n.status = 'sent' and (u.id is not null or c.type <> 'email')
    group by n.incident_id, c.id, u.id
    order by n.incident_id, c.id`)
}

export interface DeliveryDraft {
  organizationId: string
  channelId: number
  alert: Alert
  people: readonly Recipient[]
  oncallPage?: boolean
  failedChannels?: readonly number[]
}

export async function addDeliveries(db: Database, drafts: readonly DeliveryDraft[], now: Date): Promise<void> {
  if (drafts.length === 0) return
  await db.run(sql`
    insert into deliveries (organization_id, channel_id, incident_id, alert, people, oncall_page, failed_channels, due_at)
    select d.organization_id, d.channel_id, (d.alert -> 'incident' ->> 'id')::bigint, d.alert, d.people, d.oncall_page,
      array(select value::bigint from jsonb_array_elements_text(d.failed_channels)), ${now}
    from jsonb_to_recordset(${JSON.stringify(drafts.map(rowOf))}) as d (
      n int, organization_id uuid, channel_id bigint, alert jsonb, people jsonb, oncall_page boolean, failed_channels jsonb
    )
    -- A channel that was deleted meanwhile is told nothing.
    where exists (select from notification_channels c where c.organization_id = d.organization_id and c.id = d.channel_id)
    order by d.n`)
}

function rowOf(
  { organizationId, channelId, alert, people, oncallPage = false, failedChannels = [] }: DeliveryDraft,
  n: number,
) {
  return {
    n,
    organization_id: organizationId,
    channel_id: channelId,
    alert,
    people,
    oncall_page: oncallPage,
    failed_channels: failedChannels,
  }
}

export interface Delivery {
  id: number
  organizationId: string
  alert: Alert
  people: Recipient[]
  oncallPage: boolean
  failedChannels: number[]
  claims: number
  channel: {
    id: number
    type: string
    name: string
    enabled: boolean
    config: Config
    secrets: Buffer | null
    fallbackId: number | null
  }
}

export interface Claim {
  /** At most so many, and at most so many of one channel. */
  room: number
  perChannel: number
  /** How many of each channel the asker is busy with. */
  busy: ReadonlyMap<number, number>
  /** How many more than usual it takes of some channels. */
  ahead?: ReadonlyMap<number, number>
  leaseSeconds: number
  now: Date
}

/**
 * Takes what is due. Nobody else gets it before the lease ends. Each channel gets its own share, those of which the asker
 * has the least come first, and each hears of one incident in the order in which things happened. Planned each time: the
 * table is empty most of the time, and a plan for an empty table is a bad one for ten thousand rows.
 */
export async function claimDeliveries(
  db: Database,
  { room, perChannel, busy, ahead, leaseSeconds, now }: Claim,
): Promise<Delivery[]> {
  if (!(await anyDue(db, now))) return []
  const known = [...new Set([...busy.keys(), ...(ahead?.keys() ?? [])])]
  const rooms = known.map((channelId) =>
    Math.max(perChannel + (ahead?.get(channelId) ?? 0) - (busy.get(channelId) ?? 0), 0),
  )
  const rows = await db.rows<Omit<Delivery, 'channel'> & { channelId: number }>(
    unprepared(sql`
    with recursive channels as (
      (select channel_id from deliveries order by channel_id limit 1)
      union all
      select (select d.channel_id from deliveries d where d.channel_id > channels.channel_id order by d.channel_id limit 1)
      from channels
      where channels.channel_id is not null
    )
    update deliveries t
    set leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}), claims = t.claims + 1
    where t.id = any (array(
      select due.id
      from (
        select channel_id, least(coalesce(b.room, ${perChannel}), greatest(${room} / count(*) over (), 1)) as share
        from channels
        left join unnest(${known}::bigint[], ${rooms}::int[], ${known.map((id) => busy.get(id) ?? 0)}::int[]) as b (channel_id, room, taken)
          using (channel_id)
        where channel_id is not null
        order by coalesce(b.taken, 0)
      ) channels
      cross join lateral (
        select d.id
        from deliveries d
        where d.channel_id = channels.channel_id
          and d.due_at <= ${now}
          and d.leased_until <= ${now}
          and not exists (
            select from deliveries e where e.channel_id = d.channel_id and e.incident_id = d.incident_id and e.id < d.id and d.incident_id <> 0
          )
        order by d.due_at, d.id
        limit channels.share
        for update skip locked
      ) due
      limit ${room}
    ))
    returning t.id, t.organization_id as "organizationId", t.alert, t.people, t.oncall_page as "oncallPage",
      t.failed_channels as "failedChannels", t.claims, t.channel_id as "channelId"`),
  )
  const channels = await channelsOf(
    db,
    rows.map(({ channelId }) => channelId),
  )
  return rows.flatMap(({ channelId, ...delivery }) => {
    const channel = channels.get(channelId)
    return channel ? [{ ...delivery, alert: revived(delivery.alert), channel }] : []
  })
}

async function anyDue(db: Database, now: Date): Promise<boolean> {
  const row = await db.row<{ some: boolean }>(sql`
    select exists (select from deliveries where due_at <= ${now} and leased_until <= ${now}) as some`)
  return row!.some
}

/** Gives back what was taken and not begun. */
export async function releaseDeliveries(db: Database, deliveries: readonly Pick<Delivery, 'id'>[]): Promise<void> {
  await db.run(sql`
    update deliveries
    set leased_until = '-infinity', claims = claims - 1
    where id = any (${deliveries.map(({ id }) => id)}::bigint[])`)
}

async function channelsOf(db: Database, ids: readonly number[]): Promise<Map<number, Delivery['channel']>> {
  if (ids.length === 0) return new Map()
  const rows = await db.rows<Delivery['channel']>(sql`
    select id, type, name, enabled, config, secrets, fallback_channel_id as "fallbackId"
    from notification_channels
    where id = any (${ids}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** JSON has no dates. */
function revived(alert: Alert): Alert {
  const { incident } = alert
  const resolvedAt = incident.resolvedAt === null ? null : new Date(incident.resolvedAt)
  return {
    ...alert,
    at: new Date(alert.at),
    incident: { ...incident, startedAt: new Date(incident.startedAt), resolvedAt },
  }
}

export interface LogEntry {
  organizationId: string
  status: 'sent' | 'failed' | 'silenced'
  alert: Alert
  /** Without an id and a name when there is none that could be told. */
  channel: { id: number | null; type: string; name: string | null }
  oncallPage: boolean
  people: readonly Recipient[]
  attempt: number
  error: string | null
  httpStatus: number | null
  latencyMs: number | null
  recipient: string | null
  silence: Silence | null
  at: Date
}

/** Writes the delivery log; what was really told is in the incident's timeline too. */
export async function logDeliveries(db: Database, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db.run(sql`
    with logged as (
      insert into notifications (
        organization_id, status, event, channel_id, channel_type, channel_name, oncall_page, error, severity, incident_id, monitor_id,
        monitor_name, attempt, http_status, latency_ms, silenced_reason, recipient, alert, people, created_at
      )
      select organization_id, status, event, channel_id, channel_type, channel_name, oncall_page, error, severity, incident_id,
        monitor_id, monitor_name, attempt, http_status, latency_ms, silenced_reason, recipient, alert, people, at
      from jsonb_to_recordset(${JSON.stringify(entries.map(logRow))}) as e (
        organization_id uuid, status text, event text, channel_id bigint, channel_type text, channel_name text, oncall_page boolean,
        error text, severity text, incident_id bigint, monitor_id uuid, monitor_name text, attempt smallint, http_status smallint,
        latency_ms int, silenced_reason text, recipient text, alert jsonb, people jsonb, at timestamptz
      )
      returning *
    )
    insert into incident_events (organization_id, incident_id, type, data, created_at)
    select l.organization_id, l.incident_id, 'notified', jsonb_build_object(
      'event', l.event, 'status', l.status, 'channel', jsonb_build_object('id', l.channel_id, 'type', l.channel_type, 'name', l.channel_name),
      'error', l.error, 'oncall_page', l.oncall_page
    ), l.created_at
    from logged l
    join incidents i on i.organization_id = l.organization_id and i.id = l.incident_id
    where l.status <> 'silenced'`)
}

function logRow({ alert, channel, silence, ...entry }: LogEntry) {
  const keep = entry.status === 'failed'
  return {
    organization_id: entry.organizationId,
    status: entry.status,
    event: alert.kind,
    channel_id: channel.id,
    channel_type: channel.type,
    channel_name: channel.name,
    oncall_page: entry.oncallPage,
    error: entry.error,
    severity: alert.test === null ? alert.incident.severity : null,
    incident_id: alert.incident.id,
    monitor_id: alert.monitor?.id ?? null,
    monitor_name: alert.monitor?.name ?? null,
    attempt: entry.attempt,
    http_status: entry.httpStatus,
    latency_ms: entry.latencyMs,
    silenced_reason: silence,
    recipient: entry.recipient,
    alert: keep ? alert : null,
    people: keep ? entry.people : null,
    at: entry.at,
  }
}

export interface Finished {
  id: number
  entry: LogEntry
  /** Where it goes next, having failed here. */
  fallbackId: number | null
  failedChannels: readonly number[]
}

/** One transaction for all that have ended since the last. */
export async function finishDeliveries(db: Database, finished: readonly Finished[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(unprepared(sql`delete from deliveries where id = any (${finished.map(({ id }) => id)}::bigint[])`))
    await logDeliveries(
      tx,
      finished.map(({ entry }) => entry),
    )
    await addDeliveries(
      tx,
      finished.flatMap(({ entry, fallbackId, failedChannels }) => {
        if (fallbackId === null) return []
        const { organizationId, alert, people, oncallPage } = entry
        return [{ organizationId, channelId: fallbackId, alert, people, oncallPage, failedChannels }]
      }),
      now,
    )
  })
}
