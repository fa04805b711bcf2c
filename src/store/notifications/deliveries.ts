// Deliveries: which alert is due at which channel, who has taken it, and what came of it.
import type { Alert } from '../../domain/alert.ts'
import type { Config } from '../../domain/monitor.ts'
import type { DeliveryDraft, LogEntry, Recipient } from '../../domain/delivery.ts'
import type { Database } from '../database/database.ts'
import { every, sql, unprepared } from '../database/sql.ts'
import { logDeliveries } from './log.ts'

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
  /** Who takes them; should it die, they are free again before their leases end. */
  processId?: number | null
  now: Date
}

/**
 * Takes what is due. Nobody else gets it before the lease ends. Each channel gets its own share, those of which the asker
 * has the least come first, and each hears of one incident in the order in which things happened. Planned each time: the
 * table is empty most of the time, and a plan for an empty table is a bad one for ten thousand rows.
 */
export async function claimDeliveries(
  db: Database,
  { room, perChannel, busy, ahead, leaseSeconds, processId = null, now }: Claim,
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
    set leased_until = ${now}::timestamptz + make_interval(secs => ${leaseSeconds}), claims = t.claims + 1,
      leased_by = ${processId}::int
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

/** Frees what these processes, or all, have taken. */
export async function freeDeliveries(db: Database, heldBy?: readonly number[]): Promise<number> {
  const held = every([sql`leased_until > '-infinity'`, heldBy && sql`leased_by = any (${heldBy}::int[])`])
  return db.run(sql`
    update deliveries
    set leased_until = '-infinity'
    where id = any (array(select id from deliveries where ${held} for update skip locked))`)
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

export interface DeliveryResult {
  id: number
  entry: LogEntry
  /** Where it goes next, having failed here. */
  fallbackId: number | null
  failedChannels: readonly number[]
}

/** One transaction for all that have ended since the last. */
export async function finishDeliveries(db: Database, finished: readonly DeliveryResult[], now: Date): Promise<void> {
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

/** Puts what failed on its way again, to the same channel and to no other; what is on its way already stays as it is. */
export async function deliverAgain(
  db: Database,
  organizationId: string,
  { id, now }: { id: number; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into deliveries (organization_id, channel_id, incident_id, alert, people, oncall_page, failed_channels, due_at)
    select n.organization_id, n.channel_id, n.incident_id, n.alert, n.people, n.oncall_page,
      array_remove(array[c.fallback_channel_id], null), ${now}
    from notifications n
    join notification_channels c on c.organization_id = n.organization_id and c.id = n.channel_id
    where n.organization_id = ${organizationId}
      and n.id = ${id}
      and not exists (
        select
        from deliveries d
        where d.channel_id = n.channel_id and d.incident_id = n.incident_id and d.alert = n.alert
      )`)
}
