// Turns: which checks are due at which location, and which process has claimed them.
import type { Database } from '../database/database.ts'
import { isDead } from './locations.ts'
import { type DueSelection, queueItems } from './queue-items.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface Turn {
  monitorNumber: number
  slot: number
  location: number
  dueAt: Date
  /** The version of the monitor. */
  version: number
}

// Time for reporting after the deadline of a check.
const leaseMargin = 15

/**
 * Each monitor's fixed offset within its interval, so that thousands created in the same second do not run in the same
 * second.
 */
export const scheduleOffsetMs = sql`
  mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000)`

/** In whole milliseconds: numeric would cost more than the write of the row. */
export const nextScheduledAfter = (now: Date): Statement => sql`
  to_timestamp((
    ${now.getTime()}::bigint + m.interval_seconds * 1000
      - mod(${now.getTime()}::bigint - ${scheduleOffsetMs}, m.interval_seconds * 1000)
  ) / 1000.0::float8)`

const interval = sql`make_interval(secs => m.interval_seconds)`
const halfInterval = sql`make_interval(secs => m.interval_seconds / 2.0)`

/**
 * The monitor's next scheduled time: missed times are skipped, and the schedule never drifts. After a check out of
 * schedule (the first, or a confirming one), the next follows after half an interval to one interval. A check that ends
 * just after its scheduled time is followed once by one halfway; otherwise it would miss each of its times, and the
 * locations of a parallel monitor would never run together again.
 */
export const nextDue = (now: Date): Statement => sql`
  case
    when t.due_at > ${now} or t.due_at + ${interval} <= ${now} then ${nextScheduledAfter(now)}
    when ${nextScheduledAfter(now)} > t.due_at + ${interval} then greatest(t.due_at + ${halfInterval}, ${now})
    else greatest(${nextScheduledAfter(now)}, t.due_at + ${halfInterval})
  end`

interface RenewedTurns {
  organizationId: string
  monitorIds: readonly string[]
  now: Date
}

/**
 * Recreates the turns of these monitors: one that is due now for each enabled monitor, one per location if it is
 * checked in parallel, and none if it is paused or not probed.
 */
export async function renewTurns(db: Database, { organizationId, monitorIds, now }: RenewedTurns): Promise<void> {
  const theirs = sql`organization_id = ${organizationId} and id = any (${monitorIds})`
  await db.run(sql`delete from turns where monitor_number in (select monitor_number from monitors where ${theirs})`)
  await db.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version, needs_browser)
    select m.monitor_number, own.slot, own.number, start.at, m.deadline_seconds + ${leaseMargin}, m.version,
      m.needs_browser
    from (select *, row_number() over (order by monitor_number) as position from monitors where ${theirs}) m
    -- Fifty start at once, the next fifty a second later.
    cross join lateral (select ${now}::timestamptz + (m.position / 50) * interval '1 second' as at) start
    cross join lateral (
      select (n - 1)::smallint as slot, number
      from unnest(m.location_numbers) with ordinality as listed (number, n)
      where m.scheduling_strategy = 'parallel' or n = 1
    ) own
    where m.state <> 'paused' and m.deadline_seconds is not null`)
  db.publish({ work: true })
}

export interface TurnClaim {
  locations: number[]
  limit: number
  /** Only turns with or without a browser; all if omitted. */
  inBrowser?: boolean
  /** Only turns of this organization. */
  organizationId?: string
  /** How long before it is due a turn may be claimed. */
  aheadMs?: number
  /** The claiming process; if it dies, its turns are released before their leases end. */
  processId?: number | null
  now: Date
}

/**
 * Claims the turns that are due at these locations, oldest first. Walks each location along the index and addresses
 * rows by ctid: with a hundred thousand turns, any other plan costs more than the checks.
 */
export async function claimTurns(
  db: Database,
  { locations, limit, inBrowser, organizationId, aheadMs = 0, processId = null, now }: TurnClaim,
): Promise<Turn[]> {
  const lane = { true: sql`and needs_browser`, false: sql`and not needs_browser`, undefined: sql`` }[`${inBrowser}`]
  const theirs = sql`select monitor_number from monitors where organization_id = ${organizationId ?? null}`
  const owner = organizationId === undefined ? sql`` : sql`and monitor_number in (${theirs})`
  const dueUntil = new Date(now.getTime() + aheadMs)
  return db.rows(sql`
    update turns t
    set leased_until = ${now}::timestamptz + t.lease_seconds * interval '1 second', leased_by = ${processId}
    where t.ctid = any (array(
      select due.row_address
      from unnest(${locations}::smallint[]) as here (location)
      cross join lateral (
        select ctid as row_address
        from turns
        where location = here.location and due_at <= ${dueUntil} and leased_until <= ${now} ${lane} ${owner}
        order by due_at
        limit ${limit}
        for update skip locked
      ) due
      limit ${limit}
    ))
    returning t.monitor_number as "monitorNumber", t.slot, t.location, t.due_at as "dueAt", t.version`)
}

/**
 * Releases the turns of these processes, or of all. Skips turns that another session is changing; they are released
 * when their lease ends.
 */
export async function freeTurns(db: Database, heldBy?: readonly number[]): Promise<number> {
  const held = every([sql`leased_until > '-infinity'`, heldBy && sql`leased_by = any (${heldBy}::int[])`])
  return db.run(sql`
    update turns
    set leased_until = '-infinity'
    where ctid = any (array(select ctid from turns where ${held} for update skip locked))`)
}

/** Which of these turns still wait for the outcome they were claimed for. */
export async function waitingTurns(db: Database, turns: readonly Turn[]): Promise<(turn: Turn) => boolean> {
  const keyOf = ({ monitorNumber, slot, dueAt }: Pick<Turn, 'monitorNumber' | 'slot' | 'dueAt'>): string =>
    `${monitorNumber} ${slot} ${dueAt.getTime()}`
  const waiting = await db.rows<Pick<Turn, 'monitorNumber' | 'slot' | 'dueAt'>>(sql`
    select monitor_number as "monitorNumber", slot, due_at as "dueAt"
    from turns
    where monitor_number = any (${turns.map(({ monitorNumber }) => monitorNumber)}::bigint[])`)
  const keys = new Set(waiting.map(keyOf))
  return (turn) => keys.has(keyOf(turn))
}

/** Releases turns that were claimed but not checked. */
export async function releaseTurns(db: Database, turns: readonly Turn[]): Promise<void> {
  await db.run(sql`
    update turns t
    set leased_until = '-infinity'
    from unnest(
      ${turns.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${turns.map(({ slot }) => slot)}::smallint[],
      ${turns.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as given (monitor_number, slot, due_at)
    where t.monitor_number = given.monitor_number and t.slot = given.slot and t.due_at = given.due_at`)
}

/** Renews the leases of these turns, if this process still holds them. */
export async function extendLeases(
  db: Database,
  turns: readonly Turn[],
  { processId, now }: { processId: number | null; now: Date },
): Promise<void> {
  await db.run(sql`
    update turns t
    set leased_until = ${now}::timestamptz + t.lease_seconds * interval '1 second'
    from unnest(
      ${turns.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${turns.map(({ slot }) => slot)}::smallint[],
      ${turns.map(({ dueAt }) => dueAt)}::timestamptz[]
    ) as held (monitor_number, slot, due_at)
    where t.monitor_number = held.monitor_number and t.slot = held.slot and t.due_at = held.due_at
      and t.leased_by is not distinct from ${processId} and t.leased_until > '-infinity'`)
}

/** Part of a statement that updates monitors: `touched` has their numbers and new versions. */
export const setTurnVersions = (touched: Statement): Statement => sql`
  update turns t
  set version = touched.version
  from ${touched} touched
  where t.monitor_number = touched.monitor_number`

/** Makes the turns of a monitor due now, unless they are being checked. */
export async function expediteTurns(
  db: Database,
  { monitorNumber, now }: { monitorNumber: number; now: Date },
): Promise<void> {
  await db.run(sql`
    update turns
    set due_at = ${now}
    where monitor_number = ${monitorNumber} and leased_until <= ${now} and due_at > ${now}`)
  db.publish({ work: true })
}

/** Skips turns that are being checked: their due time identifies the report. */
export async function bringForward(
  db: Database,
  sooner: readonly { monitorNumber: number; at: Date }[],
  now: Date,
): Promise<void> {
  if (sooner.length === 0) return
  await db.run(sql`
    update turns t
    set due_at = s.at
    from unnest(
      ${sooner.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${sooner.map(({ at }) => at)}::timestamptz[]
    ) as s (monitor_number, at)
    where t.monitor_number = s.monitor_number and t.due_at > s.at and t.leased_until <= ${now}`)
}

/** A due time that is never reached, for a heartbeat without check-ins or whose schedule ended. */
export const never = new Date('9999-12-31T00:00:00Z')
const heartbeatLeaseSeconds = 30

/** Sets when the silence of these heartbeats is evaluated; null for never. A paused monitor gets no turn. */
export async function setHeartbeatTurns(
  db: Database,
  due: readonly { monitorNumber: number; dueAt: Date | null }[],
): Promise<void> {
  await db.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version)
    select m.monitor_number, 0, 0, due.at, ${heartbeatLeaseSeconds}, m.version
    from unnest(
      ${due.map(({ monitorNumber }) => monitorNumber)}::bigint[],
      ${due.map(({ dueAt }) => dueAt ?? never)}::timestamptz[]
    ) as due (monitor_number, at)
    join monitors m on m.monitor_number = due.monitor_number
    where m.state <> 'paused'
    on conflict (monitor_number, slot) do update
    set due_at = excluded.due_at`)
}

/** The location that checks a turn next. */
const nextLocation = sql`
  case
    when t.location = 0 then 0
    when m.scheduling_strategy = 'parallel' then t.location
    -- While a monitor fails, locations take turns: a location that is not checked again could keep it down forever.
    when m.scheduling_strategy = 'roundrobin' or r.suspicious or m.state <> 'up' or m.unsettled then
      m.location_numbers[coalesce(array_position(m.location_numbers, t.location), 0)
        % cardinality(m.location_numbers) + 1]
    else m.location_numbers[1 + mod(
      hashint8extended(m.monitor_number, (extract(epoch from t.due_at) * 1000)::bigint) & 2147483647,
      cardinality(m.location_numbers))]
  end`

/**
 * Part of the statement that records outcomes, a table `r`: moves their turns to the next time and location, and
 * returns the outcomes whose turns have moved. A turn that no longer has the due time of its outcome stays.
 */
export const advanceTurns = (reported: Statement, now: Date): Statement => sql`
  update turns t
  set due_at = coalesce(r.next_due_at, ${nextDue(now)}), leased_until = '-infinity', location = ${nextLocation}
  from ${reported}
  join monitors m on m.monitor_number = r.monitor_number
  where t.monitor_number = r.monitor_number and t.slot = r.slot and t.due_at = coalesce(r.due_at, t.due_at)
  returning r.*, m.state <> 'up' or m.unsettled as unsettled`

/**
 * Moves due turns from dead locations to the monitor's next live one. Parallel monitors continue with the remaining
 * locations.
 */
export async function leaveDeadLocations(db: Database, { limit, now, only }: DueSelection): Promise<number> {
  return db.run(sql`
    update turns t
    set location = next.number
    from (
      select due.monitor_number, due.slot, heir.number
      from locations l
      -- The offset keeps PostgreSQL from joining: it would read all turns, even if no location is dead.
      cross join lateral (
        select * from turns t
        where location = l.number and due_at <= ${now} and leased_until <= ${now}
          and ${queueItems.stranded.isReady({ now, only })}
        offset 0
      ) due
      join monitors m on m.monitor_number = due.monitor_number
      cross join lateral (
        select listed.number
        from unnest(m.location_numbers) with ordinality as listed (number, n)
        join locations l on l.number = listed.number
        where not ${isDead(now)}
        order by listed.n <= array_position(m.location_numbers, due.location), listed.n
        limit 1
      ) heir
      where ${isDead(now)} and m.scheduling_strategy <> 'parallel'
      limit ${limit}
    ) next
    where t.monitor_number = next.monitor_number and t.slot = next.slot and t.leased_until <= ${now}`)
}

/**
 * Locks those of these turns whose monitors are not locked by others, without waiting; returns the monitors that are.
 */
export async function lockFreeTurns(
  db: Database,
  turns: readonly Pick<Turn, 'monitorNumber' | 'slot'>[],
): Promise<(turn: Pick<Turn, 'monitorNumber' | 'slot'>) => boolean> {
  const numbers = turns.map(({ monitorNumber }) => monitorNumber)
  const held = await db.rows<{ monitorNumber: number; slot: number }>(sql`
    with wanted as materialized (
      select distinct *
      from unnest(${numbers}::bigint[], ${turns.map(({ slot }) => slot)}::smallint[]) as a (monitor_number, slot)
    ),
    free_monitors as materialized (
      select monitor_number
      from monitors
      where monitor_number = any (${numbers}::bigint[])
      order by monitor_number
      for no key update skip locked
    ),
    free as materialized (
      select t.monitor_number, t.slot
      from turns t
      join wanted using (monitor_number, slot)
      where t.monitor_number in (select monitor_number from free_monitors)
      for update of t skip locked
    )
    select t.monitor_number as "monitorNumber", t.slot
    from turns t
    join wanted using (monitor_number, slot)
    where (t.monitor_number, t.slot) not in (select monitor_number, slot from free)`)
  const keys = new Set(held.map(({ monitorNumber, slot }) => `${monitorNumber} ${slot}`))
  return ({ monitorNumber, slot }) => keys.has(`${monitorNumber} ${slot}`)
}
