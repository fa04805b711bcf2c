// Failed deliveries that wait for a retry.
import type { Alert } from '../../domain/notifying/alert.ts'
import { type LogEntry, unsentEntry } from '../../domain/notifying/delivery.ts'
import type { WaitingDelivery } from '../../domain/notifying/owed.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, json, sql, unprepared } from '../database/sql.ts'
import { isOfOutage, lockFirstIncidents } from '../incidents/outages.ts'
import { logDeliveries } from './log.ts'
import { storedAlert } from './stored-alert.ts'

/** Longer than any attempt. */
export const deliveryLeaseSeconds = 60

export interface OwedTry {
  readonly id: number
  readonly since: Date
  readonly dueAt: Date
  /** The log entry of the failed attempt; null if it could not be written. */
  readonly entryId: number | null
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
  await keepOrder(
    db,
    owed.map(({ id }) => id),
  )
}

/**
 * Returns what was claimed for the first time, or for a retry. What a dead process had claimed may have become
 * obsolete, so that it waits like what failed, but is due now.
 */
export async function oweLapsed<Claimed extends { id: number; claims: number; owedSince: Date | null }>(
  db: Database,
  claimed: readonly Claimed[],
  now: Date,
): Promise<Claimed[]> {
  const lapsed = claimed.filter(({ claims, owedSince }) => claims > 1 && owedSince === null)
  if (lapsed.length === 0) return [...claimed]
  await db.run(sql`
    update deliveries d
    set owed_since = ${now}, claims = d.claims - 1, leased_until = '-infinity'
    from unnest(${lapsed.map(({ id }) => id)}::bigint[], ${lapsed.map(({ claims }) => claims)}::int[])
      as taken (id, claims)
    where d.id = taken.id and d.claims = taken.claims`)
  return claimed.filter((one) => !lapsed.includes(one))
}

/** What failed before is tried first, so that nothing waits longer than its own retry. */
async function keepOrder(db: Database, ids: readonly number[]): Promise<void> {
  await db.run(sql`
    update deliveries d
    set due_at = later.due_at
    from deliveries later
    where later.id = any (${ids}::bigint[])
      and later.incident_id <> 0
      and d.channel_id = later.channel_id
      and d.incident_id = later.incident_id
      and d.id < later.id
      and d.owed_since is not null
      and d.due_at > later.due_at
      and (not d.overtakes or not (d.alert ->> 'reminder')::boolean)`)
}

/** Makes the waiting deliveries of these channels due now, because a delivery just succeeded. */
export async function expediteOwed(db: Database, channelIds: readonly number[], now: Date): Promise<void> {
  if (channelIds.length === 0) return
  await db.run(sql`
    update deliveries
    set due_at = ${now}
    where channel_id = any (${channelIds}::bigint[]) and owed_since is not null and due_at > ${now}`)
}

/** HTTP statuses of a receiver that is away or overloaded, which may not have seen the alert at all. */
const awayStatuses = [408, 429, 502, 503, 504]

/**
 * Makes waiting deliveries of these incidents due now, because a new alert about them must follow in order. A receiver
 * of every event that has refused one is not asked again, and not for each reminder: the new alert overtakes them.
 */
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
        and (not d.overtakes or not (d.alert ->> 'reminder')::boolean and exists (
          select
          from notifications n
          where n.organization_id = d.organization_id
            and n.id = d.first_entry_id
            and (n.http_status is null or n.http_status = any (${awayStatuses}::int[]))
        ))
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

/**
 * Locks all deliveries that wait for channels with a due retry until the transaction ends, in the order of events.
 * While their outages are locked, nobody is notified of the end of what is dropped.
 */
export async function lockDueOwed(db: Database, { now, only }: DueSelection): Promise<OwedDelivery[]> {
  const waiting = sql`
    d.leased_until <= ${now}
      and d.incident_id <> 0
      and ${queueItems.retriedChannels.isReady({ now, only })}
      and d.channel_id = any (array(
        select due.channel_id
        from deliveries due
        where due.owed_since is not null and due.due_at <= ${now} and due.leased_until <= ${now}
      ))`
  await lockFirstIncidents(db, sql`array(select d.incident_id from deliveries d where ${waiting})`)
  const rows = await db.rows<OwedDelivery>(sql`
    select d.id, d.organization_id as "organizationId", d.channel_id as "channelId", c.type as "channelType",
      d.incident_id as "incidentId", d.alert, d.people, d.oncall_page as "oncallPage", d.owed_since as "owedSince",
      d.first_entry_id as "firstEntryId", d.page, d.reached,
      d.owed_since is not null or d.claims > 0 as "isTried",
      not exists (
        select from incidents i
        where i.organization_id = d.organization_id and ${isOfOutage(sql`i`, sql`d.incident_id`)}
        having bool_or(i.status = 'firing') and not bool_or(i.acknowledged_at is not null)
      ) as "isTakenOn",
      logged."isAnnounced", logged."isUncertain" or d.claims > 0 as "isUncertain"
    from deliveries d
    join notification_channels c on c.organization_id = d.organization_id and c.id = d.channel_id
    cross join lateral (
      select coalesce(bool_or(n.status = 'sent'), false) as "isAnnounced",
        coalesce(bool_or(n.uncertain), false) as "isUncertain"
      from incidents i
      join notifications n on n.organization_id = i.organization_id and n.incident_id = i.id
      where i.organization_id = d.organization_id and ${isOfOutage(sql`i`, sql`d.incident_id`)}
        and n.channel_id = d.channel_id and n.event = 'firing' and (n.status = 'sent' or n.uncertain)
        and n.page ->> 'userId' is not distinct from d.page ->> 'userId'
    ) logged
    where ${waiting}
    order by d.channel_id, d.id
    for update of d skip locked`)
  return rows.map((row) => ({ ...row, alert: storedAlert(row.alert) }))
}

interface ObsoleteDelivery extends Pick<
  LogEntry,
  'organizationId' | 'alert' | 'channel' | 'people' | 'oncallPage' | 'page' | 'isUncertain'
> {
  readonly retryOf: number | null
}

/** Deletes waiting deliveries, called `d`, with an entry of the log for each that says so. */
export async function dropObsolete(db: Database, which: Statement, now: Date): Promise<void> {
  const dropped = await db.rows<ObsoleteDelivery>(sql`
    with dropped as (delete from deliveries d where ${which} returning *)
    select d.organization_id as "organizationId", d.alert, d.people, d.oncall_page as "oncallPage", d.page,
      d.first_entry_id as "retryOf", d.claims > 0 as "isUncertain", json_build_object('id', c.id, 'type', c.type, 'name', c.name) as channel
    from dropped d
    join notification_channels c on c.organization_id = d.organization_id and c.id = d.channel_id
    order by d.id`)
  const entries = dropped.map(({ organizationId, alert, channel, ...facts }) =>
    unsentEntry(
      { organizationId, alert: storedAlert(alert), channel, at: now },
      { status: 'silenced', silence: 'obsolete', ...facts },
    ),
  )
  await logDeliveries(db, entries)
}

export async function dropDeliveries(db: Database, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length > 0) await dropObsolete(db, sql`d.id = any (${ids}::bigint[])`, now)
}

export async function deleteDeliveries(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await db.run(sql`delete from deliveries where id = any (${ids}::bigint[])`)
}

export async function replaceAlert(db: Database, id: number, alert: Alert): Promise<void> {
  await db.run(sql`update deliveries set alert = ${json(alert)} where id = ${id}`)
}

/** Adds a delivery that replaces several others. */
export async function addOwed(db: Database, owed: Omit<OwedDelivery, 'id' | 'channelType'>, now: Date): Promise<void> {
  await db.run(sql`
    insert into deliveries (
      organization_id, channel_id, incident_id, alert, people, oncall_page, page, reached, due_at, owed_since,
      first_entry_id
    )
    values (
      ${owed.organizationId}, ${owed.channelId}, ${owed.incidentId}, ${json(owed.alert)},
      ${json(owed.people)}, ${owed.oncallPage}, ${owed.page && json(owed.page)}, ${owed.reached}::text[], ${now},
      ${owed.owedSince}, ${owed.firstEntryId}
    )`)
}
