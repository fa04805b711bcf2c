// Deliveries: which alert is due at which channel, which process has claimed it, and its result.
import { type Alert, inOutage, outsideOutage, threadOf } from '../../domain/notifying/alert.ts'
import type { DeliveryDraft, LogEntry, PageOrigin, Recipient } from '../../domain/notifying/delivery.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, json, sql, unprepared } from '../database/sql.ts'
import { lockOutageOf } from '../incidents/outages.ts'
import { logDeliveries } from './log.ts'
import { type DeliveryChannel, channelsOf } from './delivery-channels.ts'
import { type OwedTry, dropObsolete, expediteOwed, expediteOwedOf, oweLapsed, saveOwed } from './owed-deliveries.ts'
import { storedAlert } from './stored-alert.ts'

export async function addDeliveries(db: Database, drafts: readonly DeliveryDraft[], now: Date): Promise<void> {
  if (drafts.length === 0) return
  await db.run(sql`
    insert into deliveries (organization_id, channel_id, incident_id, alert, people, oncall_page, page, overtakes,
      failed_channels, reached, due_at)
    select d.organization_id, d.channel_id, d.incident_id, d.alert, d.people, d.oncall_page, d.page, d.overtakes,
      array(select value::bigint from jsonb_array_elements_text(d.failed_channels)), d.reached, ${now}
    from jsonb_to_recordset(${json(drafts.map(rowOf))}) as d (
      n int, organization_id uuid, channel_id bigint, incident_id bigint, alert jsonb, people jsonb,
      oncall_page boolean, page jsonb, overtakes boolean, failed_channels jsonb, reached text[]
    )
    -- Skips channels that were deleted, even if that is not committed yet.
    join notification_channels c on c.organization_id = d.organization_id and c.id = d.channel_id
    order by d.n
    for key share of c`)
  const later = drafts.filter(({ alert }) => isLater(alert))
  await expediteOwedOf(
    db,
    later.map(({ channelId, alert }) => ({ channelId, incidentId: threadOf(alert) })),
    now,
  )
}

function rowOf(draft: DeliveryDraft, n: number) {
  return {
    n,
    organization_id: draft.organizationId,
    channel_id: draft.channelId,
    incident_id: threadOf(draft.alert),
    alert: draft.alert,
    people: draft.people,
    oncall_page: draft.oncallPage ?? false,
    page: draft.page ?? undefined,
    overtakes: draft.overtakes ?? false,
    failed_channels: draft.failedChannels ?? [],
    reached: draft.reached ?? [],
  }
}

export interface Delivery {
  id: number
  organizationId: string
  alert: Alert
  people: Recipient[]
  oncallPage: boolean
  page?: PageOrigin | null
  failedChannels: number[]
  reached: string[]
  claims: number
  /** The time of the first temporary failure, and its log entry. */
  owedSince: Date | null
  firstEntryId: number | null
  /** Ids of the messages that announced the incident in this channel; empty if it is announced now. */
  earlierMessages: string[]
  channel: DeliveryChannel
}

export interface DeliveryClaim {
  /** The maximum number in total, and per channel. */
  room: number
  perChannel: number
  /** How many deliveries of each channel the caller is sending. */
  busy: ReadonlyMap<number, number>
  /** How many more than usual the caller takes of some channels. */
  ahead?: ReadonlyMap<number, number>
  leaseSeconds: number
  /** The claiming process; if it dies, its deliveries are released before their leases end. */
  processId?: number | null
  now: Date
}

const maxEarlierMessages = 20

/**
 * Claims due deliveries until their leases end. Each channel gets its share, channels with the fewest claimed
 * deliveries come first, and deliveries of one outage keep their order: one that may overtake waits only for what is
 * being tried. Planned each time: a plan for the table while it is empty is bad for ten thousand rows.
 */
export async function claimDeliveries(db: Database, claim: DeliveryClaim): Promise<Delivery[]> {
  // Planning a claim costs more than this question, unless it has to read past all that is being sent.
  if (claim.busy.size === 0 && !(await anyDue(db, claim.now))) return []
  type Claimed = Omit<Delivery, 'channel'> & { channelId: number }
  const rows = await oweLapsed(db, await db.rows<Claimed>(unprepared(claimDue(claim))), claim.now)
  const channels = await channelsOf(db, [...new Set(rows.map(({ channelId }) => channelId))])
  return rows.flatMap(({ channelId, ...delivery }) => {
    const channel = channels.get(channelId)
    return channel ? [{ ...delivery, alert: storedAlert(delivery.alert), channel }] : []
  })
}

function claimDue({ room, perChannel, busy, ahead, leaseSeconds, processId = null, now }: DeliveryClaim): Statement {
  const known = [...new Set([...busy.keys(), ...(ahead?.keys() ?? [])])]
  const rooms = known.map((channelId) =>
    Math.max(perChannel + (ahead?.get(channelId) ?? 0) - (busy.get(channelId) ?? 0), 0),
  )
  return sql`
    with recursive channels as (
      (select channel_id from deliveries order by channel_id limit 1)
      union all
      select (select d.channel_id from deliveries d where d.channel_id > channels.channel_id
        order by d.channel_id limit 1)
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
        left join unnest(${known}::bigint[], ${rooms}::int[],
          ${known.map((id) => busy.get(id) ?? 0)}::int[]) as b (channel_id, room, taken)
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
            select from deliveries e where e.channel_id = d.channel_id and e.incident_id = d.incident_id
              and e.id < d.id and d.incident_id <> 0
              and (e.owed_since is null or e.due_at <= ${now} or e.leased_until > ${now} or not d.overtakes)
              -- A page does not wait for others of the same email channel, but its end does.
              and (not d.oncall_page or d.alert ->> 'kind' <> 'firing' or e.people = d.people)
          )
          -- While a later one is being tried that overtook it, it waits: it may have become obsolete.
          and (d.owed_since is null or not exists (
            select from deliveries e where e.channel_id = d.channel_id and e.incident_id = d.incident_id
              and e.id > d.id and e.leased_until > ${now}
          ))
        order by d.due_at, d.id
        limit channels.share
        for update skip locked
      ) due
      limit ${room}
    ))
    returning t.id, t.organization_id as "organizationId", t.alert, t.people, t.oncall_page as "oncallPage", t.page,
      t.failed_channels as "failedChannels", t.reached, t.claims, t.channel_id as "channelId", t.owed_since as "owedSince",
      t.first_entry_id as "firstEntryId",
      case when t.alert ->> 'kind' = 'firing' then '{}' else array(
        select n.message_id
        from notifications n
        where n.organization_id = t.organization_id
          and (n.incident_id = t.incident_id or n.incident_id in (
            select i.id from incidents i where i.organization_id = t.organization_id and i.part_of = t.incident_id
          ))
          and n.channel_id = t.channel_id
          and n.message_id is not null
        order by n.created_at, n.id
        limit ${maxEarlierMessages}
      ) end as "earlierMessages"`
}

async function anyDue(db: Database, now: Date): Promise<boolean> {
  const row = await db.row<{ some: boolean }>(sql`
    select exists (select from deliveries where due_at <= ${now} and leased_until <= ${now}) as some`)
  return row!.some
}

/** Releases deliveries that were not started, unless another process has claimed them. */
export async function releaseDeliveries(
  db: Database,
  deliveries: readonly Pick<Delivery, 'id' | 'claims'>[],
): Promise<void> {
  await db.run(sql`
    update deliveries d
    set leased_until = '-infinity', claims = d.claims - 1
    from unnest(${deliveries.map(({ id }) => id)}::bigint[], ${deliveries.map(({ claims }) => claims)}::int[])
      as taken (id, claims)
    where d.id = taken.id and d.claims = taken.claims`)
}

/** Releases the deliveries of these processes, or of all. */
export async function freeDeliveries(db: Database, heldBy?: readonly number[]): Promise<number> {
  const held = every([sql`leased_until > '-infinity'`, heldBy && sql`leased_by = any (${heldBy}::int[])`])
  return db.run(sql`
    update deliveries
    set leased_until = '-infinity'
    where id = any (array(select id from deliveries where ${held} for update skip locked))`)
}

export interface DeliveryResult {
  id: number
  channelId: number
  /** One entry per incident in the message. */
  entries: readonly LogEntry[]
  /** When it is retried; null if this was the last attempt. */
  owed: { since: Date; dueAt: Date } | null
  /** The fallback channel, set at the first failure. */
  fallback: DeliveryDraft | null
  /** The receiver will never accept a message again. */
  isGone?: boolean
}

/**
 * Deletes finished deliveries, keeps failed ones for a retry, and makes other waiting deliveries of a working channel
 * due now.
 */
export async function finishDeliveries(db: Database, results: readonly DeliveryResult[], now: Date): Promise<void> {
  const ids = await logDeliveries(
    db,
    results.flatMap(({ entries }) => entries),
  )
  const over = results.filter(({ owed }) => owed === null)
  const working = results.filter(({ entries }) => entries.some(({ status }) => status === 'sent'))
  await db.run(unprepared(sql`delete from deliveries where id = any (${over.map(({ id }) => id)}::bigint[])`))
  await saveOwed(db, owedOf(results, ids))
  await dropOvertaken(db, working, now)
  await expediteOwed(db, [...new Set(working.map(({ channelId }) => channelId))], now)
  for (const one of results) if (one.fallback) await passToFallback(db, one.fallback, one, now)
}

/**
 * Ends a delivery whose result can never be stored, so that nobody gets the same alert again and again. If it failed
 * and is to be retried, it still is, without a log entry of this attempt.
 */
export async function endUnrecorded(db: Database, { id, owed }: DeliveryResult): Promise<void> {
  if (owed) await saveOwed(db, [{ id, ...owed, entryId: null }])
  else await db.run(sql`delete from deliveries where id = ${id}`)
}

function owedOf(results: readonly DeliveryResult[], entryIds: readonly number[]): OwedTry[] {
  let next = 0
  return results.flatMap(({ id, owed, entries }) => {
    const entryId = entryIds[next]!
    next += entries.length
    return owed ? [{ id, ...owed, entryId }] : []
  })
}

/** What a receiver refused before it accepted a later alert of the same incident is not sent any more. */
async function dropOvertaken(db: Database, accepted: readonly DeliveryResult[], now: Date): Promise<void> {
  const later = accepted.flatMap(({ id, channelId, entries: [entry] }) =>
    entry && isLater(entry.alert) ? [{ id, channelId, incidentId: threadOf(entry.alert) }] : [],
  )
  if (later.length === 0) return
  const overtaken = sql`
    exists (
      select
      from unnest(
        ${later.map(({ id }) => id)}::bigint[], ${later.map(({ channelId }) => channelId)}::bigint[],
        ${later.map(({ incidentId }) => incidentId)}::bigint[]
      ) as accepted (id, channel_id, incident_id)
      where d.channel_id = accepted.channel_id and d.incident_id = accepted.incident_id and d.id < accepted.id
    ) and d.overtakes and d.owed_since is not null and d.leased_until <= ${now}`
  await dropObsolete(db, overtaken, now)
}

/** Whether another alert of the incident came before it. */
const isLater = ({ kind, reminder, incident }: Alert): boolean => incident.id !== 0 && (kind !== 'firing' || reminder)

/**
 * What waits behind a failed delivery was routed before the fallback channel was notified. The lock keeps the router
 * from adding more at the same time. People and pagers hear of the outage, also in place of a program.
 */
async function passToFallback(
  db: Database,
  fallback: DeliveryDraft,
  { id, channelId }: DeliveryResult,
  now: Date,
): Promise<void> {
  const { alert, isForPrograms = false } = fallback
  const outage = await lockOutageOf(db, alert.incident.id)
  const isEnd = alert.kind === 'resolved'
  if (!isForPrograms && isEnd && outage?.isOver === false) return
  const people = json(fallback.people)
  const later = await db.rows<Pick<Delivery, 'alert' | 'people' | 'oncallPage' | 'page'>>(sql`
    select alert, people, oncall_page as "oncallPage", page
    from deliveries
    where channel_id = ${channelId} and incident_id = ${threadOf(alert)} and id > ${id}
      and alert ->> 'kind' <> 'firing'
      -- They are listed in the order of their groups, which is not the same in each delivery.
      and people @> ${people}::jsonb and people <@ ${people}::jsonb
    order by id`)
  const rest = isForPrograms || outage?.isOver ? later : []
  const drafts = [fallback, ...rest].map((one) => {
    const own = { ...storedAlert(one.alert), inPlaceOf: alert.inPlaceOf }
    const theirs = outage ? inOutage(own, outage) : own
    return { ...fallback, ...one, overtakes: isForPrograms, alert: isForPrograms ? outsideOutage(own) : theirs }
  })
  await addFallbacks(db, drafts, now)
}

/** A fallback channel shared by several channels, or notified anyway, is notified once, and not after the end. */
async function addFallbacks(db: Database, drafts: readonly DeliveryDraft[], now: Date): Promise<void> {
  for (const draft of drafts) {
    const { alert, people, channelId, organizationId, needsRecipients = false } = draft
    const existing = await db.row<{ known: boolean }>(sql`
      select exists (
        select
        from deliveries d
        where d.channel_id = ${channelId}
          and d.incident_id = ${threadOf(alert)}
          and (
            d.alert ->> 'kind' = ${alert.kind} and (d.alert ->> 'at')::timestamptz = ${alert.at}
            or d.alert ->> 'kind' = 'resolved' and (d.alert ->> 'at')::timestamptz >= ${alert.at}
          )
          and (not ${needsRecipients} or d.people @> ${json(people)}::jsonb)
      ) or (not ${needsRecipients} and exists (
        select
        from notifications n
        where n.organization_id = ${organizationId}
          and n.incident_id = ${alert.incident.id}
          and n.channel_id = ${channelId}
          and n.event in (${alert.kind}, 'resolved')
          and n.status = 'sent'
          and n.created_at >= ${alert.at}
      )) as known`)
    if (!existing!.known) await addDeliveries(db, [draft], now)
  }
}
