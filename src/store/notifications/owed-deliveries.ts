// Failed deliveries that wait for a retry.
import type { WaitingDelivery } from '../../domain/notifying/owed.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { sql, unprepared } from '../database/sql.ts'
import { storedAlert } from './stored-alert.ts'

/** Longer than any attempt. */
export const deliveryLeaseSeconds = 60

export interface OwedTry {
  readonly id: number
  readonly since: Date
  readonly dueAt: Date
  /** The log entry of the failed attempt. */
  readonly entryId: number
}

/** Keeps failed deliveries for another attempt. */
export async function saveOwed(db: Database, owed: readonly OwedTry[]): Promise<void> {
  if (owed.length === 0) return
  await db.run(sql`
    update deliveries d
    set due_at = o.due_at, owed_since = o.since, first_entry_id = coalesce(d.first_entry_id, o.entry_id), claims = 0,
      leased_until = '-infinity'
    from unnest(
      ${owed.map(({ id }) => id)}::bigint[], ${owed.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${owed.map(({ since }) => since)}::timestamptz[], ${owed.map(({ entryId }) => entryId)}::bigint[]
    ) as o (id, due_at, since, entry_id)
    where d.id = o.id`)
}

/** Makes the waiting deliveries of these channels due now, because a delivery just succeeded. */
export async function expediteOwed(db: Database, channelIds: readonly number[], now: Date): Promise<void> {
  if (channelIds.length === 0) return
  await db.run(sql`
    update deliveries
    set due_at = ${now}
    where channel_id = any (${channelIds}::bigint[]) and owed_since is not null and due_at > ${now}`)
}

/** Makes waiting deliveries of these incidents due now, because a new alert about them must follow in order. */
export async function expediteOwedOf(
  db: Database,
  alerts: readonly { channelId: number; incidentId: number }[],
  now: Date,
): Promise<void> {
  if (alerts.length === 0) return
  await db.run(
    unprepared(sql`
    update deliveries
    set due_at = ${now}
    where id = any (array(
      select d.id
      from unnest(
        ${alerts.map(({ channelId }) => channelId)}::bigint[], ${alerts.map(({ incidentId }) => incidentId)}::bigint[]
      ) as n (channel_id, incident_id)
      join deliveries d using (channel_id, incident_id)
      where d.owed_since is not null and d.due_at > ${now}
      -- Locked rows are being sent.
      for update of d skip locked
    ))`),
  )
}

/**
 * A delivery is due when it is created, unless it waits for a retry: then it waits as long as the receiver may have
 * requested, counted from the last attempt. If that attempt lies in the future, the clock was set back, and it is due
 * now.
 */
export async function pullBackDeliveries(db: Database, now: Date): Promise<number> {
  const ahead = sql`${now}::timestamptz + ${clockSlack}`
  const due = await db.run(sql`
    update deliveries d
    set due_at = ${now}, owed_since = least(d.owed_since, ${now})
    where d.due_at > ${ahead}
      and (d.owed_since is null or d.owed_since > ${ahead} or exists (
        select
        from notifications n
        where n.organization_id = d.organization_id
          and n.channel_id = d.channel_id
          and n.created_at > ${ahead}
          and d.first_entry_id in (n.id, n.retry_of)
      ))`)
  const maxLease = sql`make_interval(secs => ${deliveryLeaseSeconds})`
  const leased = await db.run(sql`
    update deliveries
    set leased_until = ${now}::timestamptz + ${maxLease}
    where leased_until > ${ahead} + ${maxLease}`)
  return due + leased
}

export async function isOwedDue(db: Database, now: Date): Promise<boolean> {
  const row = await db.row<{ due: boolean }>(sql`
    select exists (
      select from deliveries where owed_since is not null and due_at <= ${now} and leased_until <= ${now}
    ) as due`)
  return row!.due
}

export interface OwedDelivery extends WaitingDelivery {
  readonly organizationId: string
  readonly channelId: number
  readonly channelType: string
  readonly owedSince: Date | null
  readonly firstEntryId: number | null
}

/** Locks all deliveries that wait for channels with a due retry until the transaction ends, in the order of events. */
export async function lockDueOwed(db: Database, now: Date): Promise<OwedDelivery[]> {
  const rows = await db.rows<OwedDelivery>(sql`
    select d.id, d.organization_id as "organizationId", d.channel_id as "channelId", c.type as "channelType",
      d.incident_id as "incidentId", d.alert, d.people, d.oncall_page as "oncallPage", d.owed_since as "owedSince",
      d.first_entry_id as "firstEntryId", coalesce(i.status, 'resolved') <> 'firing' as "isTakenOn"
    from deliveries d
    join notification_channels c on c.organization_id = d.organization_id and c.id = d.channel_id
    left join incidents i on i.organization_id = d.organization_id and i.id = d.incident_id
    where d.leased_until <= ${now}
      and d.incident_id <> 0
      and d.channel_id = any (array(
        select due.channel_id
        from deliveries due
        where due.owed_since is not null and due.due_at <= ${now} and due.leased_until <= ${now}
      ))
    order by d.channel_id, d.id
    for update of d skip locked`)
  return rows.map((row) => ({ ...row, alert: storedAlert(row.alert) }))
}

export async function dropDeliveries(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`delete from deliveries where id = any (${ids}::bigint[])`)
}

/** Adds a delivery that replaces several others. */
export async function addOwed(db: Database, owed: Omit<OwedDelivery, 'id' | 'channelType'>, now: Date): Promise<void> {
  await db.run(sql`
    insert into deliveries (
      organization_id, channel_id, incident_id, alert, people, oncall_page, due_at, owed_since, first_entry_id
    )
    values (
      ${owed.organizationId}, ${owed.channelId}, ${owed.incidentId}, ${JSON.stringify(owed.alert)},
      ${JSON.stringify(owed.people)}, ${owed.oncallPage}, ${now}, ${owed.owedSince}, ${owed.firstEntryId}
    )`)
}
