// Turns: which checks are due where, and who has taken them.
import type { Database } from '../database/database.ts'
import { isDead } from './locations.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface Turn {
  monitorNumber: number
  slot: number
  location: number
  dueAt: Date
  /** Of the monitor the turn belongs to. */
  version: number
}

// What reporting may take after the deadline of a check.
const leaseMargin = 15

/** The moment in each interval that is a monitor's own, so that ten thousand made in one second do not fire in one. */
export const scheduleOffset = sql`
  mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000) / 1000.0`

export const nextScheduledAfter = (now: Date): Statement => sql`
  to_timestamp(
    (floor((extract(epoch from ${now}::timestamptz) - ${scheduleOffset}) / m.interval_seconds) + 1) * m.interval_seconds
      + ${scheduleOffset}
  )`

const interval = sql`make_interval(secs => m.interval_seconds)`
const halfInterval = sql`make_interval(secs => m.interval_seconds / 2.0)`

/**
 * The monitor's next own moment: missed beats are skipped and the rhythm never drifts. A check out of turn (the first,
 * one that confirms) is followed by the next after half an interval at least and one interval at most. One that was due
 * just before an own moment, and ended just after it, comes halfway once: were it to come an interval later, it would
 * miss its moment each time, and the locations of a parallel monitor would never again be asked together.
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
 * Makes the turns of these monitors anew from what they are now: one that is due at once for each that runs, one per
 * location for those checked in parallel, none for those that are paused or of a type that is not probed.
 */
export async function renewTurns(db: Database, { organizationId, monitorIds, now }: RenewedTurns): Promise<void> {
  const theirs = sql`organization_id = ${organizationId} and id = any (${monitorIds})`
  await db.run(sql`delete from turns where monitor_number in (select monitor_number from monitors where ${theirs})`)
  await db.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version, needs_browser)
    select m.monitor_number, own.slot, own.number, start.at, m.deadline_seconds + ${leaseMargin}, m.version,
      m.needs_browser
    from (select *, row_number() over (order by monitor_number) as position from monitors where ${theirs}) m
    -- Fifty may start at once; the next fifty a second later.
    cross join lateral (select ${now}::timestamptz + (m.position / 50) * interval '1 second' as at) start
    cross join lateral (
      select (n - 1)::smallint as slot, number
      from unnest(m.location_numbers) with ordinality as listed (number, n)
      where m.scheduling_strategy = 'parallel' or n = 1
    ) own
    where m.state <> 'paused' and m.deadline_seconds is not null`)
}

export interface TurnClaim {
  locations: number[]
  limit: number
  /** Only those that drive a browser, or only those that do not; all when left out. */
  inBrowser?: boolean
  /** Only those of this organization. */
  organizationId?: string
  /** Who takes them; should it die, they are free again before their leases end. */
  processId?: number | null
  now: Date
}

/**
 * Takes what is due at these locations, the longest due first. Nobody else gets it before the lease ends. Each location
 * is walked along the index, and rows are found again by where they are in the table: at a hundred thousand turns any
 * other plan costs more than the checks.
 */
export async function claimTurns(
  db: Database,
  { locations, limit, inBrowser, organizationId, processId = null, now }: TurnClaim,
): Promise<Turn[]> {
  const lane = { true: sql`and needs_browser`, false: sql`and not needs_browser`, undefined: sql`` }[`${inBrowser}`]
  const theirs = sql`select monitor_number from monitors where organization_id = ${organizationId ?? null}`
  const owner = organizationId === undefined ? sql`` : sql`and monitor_number in (${theirs})`
  return db.rows(sql`
    update turns t
    set leased_until = ${now}::timestamptz + t.lease_seconds * interval '1 second', leased_by = ${processId}
    where t.ctid = any (array(
      select due.row_address
      from unnest(${locations}::smallint[]) as here (location)
      cross join lateral (
        select ctid as row_address
        from turns
        where location = here.location and due_at <= ${now} and leased_until <= ${now} ${lane} ${owner}
        order by due_at
        limit ${limit}
        for update skip locked
      ) due
      limit ${limit}
    ))
    returning t.monitor_number as "monitorNumber", t.slot, t.location, t.due_at as "dueAt", t.version`)
}

/**
 * Frees what these processes, or all, have taken. Turns that somebody changes at this moment stay until their lease
 * ends.
 */
export async function freeTurns(db: Database, heldBy?: readonly number[]): Promise<number> {
  const held = every([sql`leased_until > '-infinity'`, heldBy && sql`leased_by = any (${heldBy}::int[])`])
  return db.run(sql`
    update turns
    set leased_until = '-infinity'
    where ctid = any (array(select ctid from turns where ${held} for update skip locked))`)
}

/** Gives back what was taken and not checked. */
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

/** Begins the leases of these turns anew, as far as this process still has them. */
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

/** Part of a statement that changes monitors: `touched` has their numbers and new versions. */
export const setTurnVersions = (touched: Statement): Statement => sql`
  update turns t
  set version = touched.version
  from ${touched} touched
  where t.monitor_number = touched.monitor_number`

/** Brings the turns of a monitor forward to now, unless they are being checked already. */
export async function expediteTurns(
  db: Database,
  { monitorNumber, now }: { monitorNumber: number; now: Date },
): Promise<void> {
  await db.run(sql`
    update turns
    set due_at = ${now}
    where monitor_number = ${monitorNumber} and leased_until <= ${now} and due_at > ${now}`)
}

/** Turns that somebody is busy with stay: what they report is known by when it was due. */
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

/** A turn that never comes: a heartbeat that has not been heard of yet, or whose schedule is over. */
export const never = new Date('9999-12-31T00:00:00Z')
const heartbeatLeaseSeconds = 30

/** When silence of these heartbeats says something; null for never. A paused monitor gets no turn. */
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

/** Part of the statement that records outcomes: `moved` says which turn comes when and where again. */
export const advanceTurns = (moved: Statement): Statement => sql`
  update turns t
  set due_at = moved.next_at, leased_until = '-infinity', location = moved.next_location
  from ${moved} moved
  where t.monitor_number = moved.monitor_number and t.slot = moved.slot and t.due_at = moved.due_at`

/**
 * Gives the due turns of dead locations to the next one of their monitor that is alive. A monitor that is checked in
 * parallel goes on with those that are left.
 */
export async function leaveDeadLocations(db: Database, { limit, now }: { limit: number; now: Date }): Promise<number> {
  return db.run(sql`
    update turns t
    set location = next.number
    from (
      select due.monitor_number, due.slot, heir.number
      from turns due
      join locations l on l.number = due.location
      join monitors m on m.monitor_number = due.monitor_number
      cross join lateral (
        select listed.number
        from unnest(m.location_numbers) with ordinality as listed (number, n)
        join locations l on l.number = listed.number
        where not ${isDead(now)}
        order by listed.n <= array_position(m.location_numbers, due.location), listed.n
        limit 1
      ) heir
      where ${isDead(now)}
        and due.due_at <= ${now}
        and due.leased_until <= ${now}
        and m.scheduling_strategy <> 'parallel'
      limit ${limit}
    ) next
    where t.monitor_number = next.monitor_number and t.slot = next.slot and t.leased_until <= ${now}`)
}

/**
 * Locks those of these turns whose monitors nobody else holds, without waiting; answers which of them somebody does
 * hold.
 */
export async function lockFreeTurns(
  db: Database,
  turns: readonly Pick<Turn, 'monitorNumber' | 'slot'>[],
): Promise<(turn: Pick<Turn, 'monitorNumber' | 'slot'>) => boolean> {
  const numbers = turns.map(({ monitorNumber }) => monitorNumber)
  const held = await db.rows<{ monitorNumber: number; slot: number }>(sql`
    with asked as materialized (
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
      join asked using (monitor_number, slot)
      where t.monitor_number in (select monitor_number from free_monitors)
      for update of t skip locked
    )
    select t.monitor_number as "monitorNumber", t.slot
    from turns t
    join asked using (monitor_number, slot)
    where (t.monitor_number, t.slot) not in (select monitor_number, slot from free)`)
  const keys = new Set(held.map(({ monitorNumber, slot }) => `${monitorNumber} ${slot}`))
  return ({ monitorNumber, slot }) => keys.has(`${monitorNumber} ${slot}`)
}
