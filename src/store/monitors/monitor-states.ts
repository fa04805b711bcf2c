// The state of monitors, which outcomes change, and their pauses.
import type { MonitorState } from '../../domain/monitor.ts'
import type { Database } from '../database/database.ts'
import { type DueSelection, queueItems } from '../checking/queue-items.ts'
import { isDead, isUnwatched, overdueSince } from '../checking/locations.ts'
import { type Statement, sql } from '../database/sql.ts'
import { storedResults } from '../checking/stored-results.ts'
import type { NamedMonitor } from './monitors.ts'

export interface ShownState {
  monitorNumber: number
  state: MonitorState
  /** Whether one of its rules is not at rest. */
  unsettled: boolean
}

export async function showStates(db: Database, shown: readonly ShownState[]): Promise<void> {
  const changed = await db.rows<{ number: number }>(sql`
    update monitors m
    set state = s.state, unsettled = s.unsettled
    from unnest(
      ${shown.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${shown.map(({ state }) => state)}::text[],
      ${shown.map(({ unsettled }) => unsettled)}::boolean[]
    ) as s (monitor_number, state, unsettled)
    where m.monitor_number = s.monitor_number and (m.state, m.unsettled) is distinct from (s.state, s.unsettled)
    returning m.monitor_number as number`)
  db.publish({ changed: changed.map(({ number }) => number) })
}

export interface ShownHealth {
  monitorNumber: number
  health: 'unknown' | 'up' | 'degraded'
}

/** A late job is degraded before anything failed; the result of rules takes precedence. */
export async function showHealth(db: Database, shown: readonly ShownHealth[]): Promise<void> {
  const changed = await db.rows<{ number: number }>(sql`
    update monitors m
    set state = s.health
    from unnest(
      ${shown.map(({ monitorNumber }) => monitorNumber)}::bigint[], ${shown.map(({ health }) => health)}::text[]
    ) as s (monitor_number, health)
    where m.monitor_number = s.monitor_number
      and m.state in ('up', 'degraded')
      and s.health <> 'unknown'
      and (s.health = 'degraded' or not m.unsettled)
      and m.state <> s.health
    returning m.monitor_number as number`)
  db.publish({ changed: changed.map(({ number }) => number) })
}

export async function markSettled(
  db: Database,
  { organizationId, monitorIds }: { organizationId: string; monitorIds: readonly string[] },
): Promise<void> {
  await db.run(sql`
    update monitors
    set unsettled = false
    where organization_id = ${organizationId} and id = any (${monitorIds}) and unsettled`)
}

/** Returns the monitors that existed and were not paused. */
export async function pauseMonitors(
  db: Database,
  organizationId: string,
  ids: string[],
  now: Date,
): Promise<NamedMonitor[]> {
  const changed = await db.rows<NamedMonitor>(sql`
    with paused as (
      update monitors
      set state = 'paused', updated_at = ${now}
      where organization_id = ${organizationId} and id = any (${ids}) and state <> 'paused'
      returning id, name, monitor_number
    ),
    pauses as (
      insert into monitor_pauses (monitor_number, started_at)
      select monitor_number, ${now} from paused
    )
    select id, name from paused`)
  db.publish({ changed: changed.map(({ id }) => id) })
  return changed
}

/**
 * Returns the monitors that were paused. A monitor is up again if every location's latest check passed within one and a
 * half intervals; otherwise its state is unknown until the next check.
 */
export async function resumeMonitors(
  db: Database,
  organizationId: string,
  ids: string[],
  now: Date,
): Promise<NamedMonitor[]> {
  const changed = await db.rows<NamedMonitor>(sql`
    with resumed as (
      update monitors
      set state = case when (
          select bool_and(latest.success)
          from (
            select distinct on (r.location) r.success
            from ${storedResults({
              monitor: sql`= monitors.monitor_number`,
              from: sql`(${now}::timestamptz - monitors.interval_seconds * interval '1.5 seconds')`,
              columns: ['at', 'location', 'success', 'infrastructure'],
            })} r
            where r.at > ${now}::timestamptz - monitors.interval_seconds * interval '1.5 seconds'
              and not r.infrastructure
            order by r.location, r.at desc
          ) latest
        ) then 'up' else 'unknown' end,
        updated_at = ${now}
      where organization_id = ${organizationId} and id = any (${ids}) and state = 'paused'
      returning id, name, monitor_number
    ),
    pauses as (
      update monitor_pauses p
      set ended_at = ${now}
      from resumed
      where p.monitor_number = resumed.monitor_number and p.ended_at is null
    )
    select id, name from resumed`)
  db.publish({ changed: changed.map(({ id }) => id) })
  return changed
}

export interface UnwatchedMonitor {
  organizationId: string
  id: string
  name: string
  /** The names of its locations. */
  locations: string[]
  /** Whether one of them is alive. */
  hasLive: boolean
}

// The next turn is due at most one and a half intervals after the previous outcome.
const isOverdue = (now: Date): Statement => sql`
  due.due_at <= ${now}::timestamptz - u.interval_seconds * interval '2.5 seconds'
    - due.lease_seconds * interval '1 second'`

/**
 * Sets monitors to unknown whose locations are all silent, or that no location has checked for three intervals; returns
 * those that changed.
 */
export async function giveUpUnwatched(db: Database, { limit, now, only }: DueSelection): Promise<UnwatchedMonitor[]> {
  const changed = await db.rows<UnwatchedMonitor>(sql`
    update monitors m
    set state = 'unknown'
    where m.state in ('up', 'degraded')
      and ${queueItems.unwatched.isReady({ now, only })}
      and m.monitor_number = any (array(
        select due.monitor_number
        from locations l
        join turns due on due.location = l.number and due.due_at <= ${overdueSince(now)}
        join monitors u on u.monitor_number = due.monitor_number
        where u.state in ('up', 'degraded')
          and (
            ${isDead(now)} and ${isUnwatched(sql`u`, now)}
            or ${isOverdue(now)}
              and not exists (select from turns due where due.monitor_number = u.monitor_number and not ${isOverdue(now)})
          )
        order by due.monitor_number
        limit ${limit}
      ))
    returning m.organization_id as "organizationId", m.id, m.name,
      array(select l.name from locations l where l.number = any (m.location_numbers) order by l.name) as locations,
      exists (select from locations l where l.number = any (m.location_numbers) and not ${isDead(now)}) as "hasLive"`)
  db.publish({ changed: changed.map(({ id }) => id) })
  return changed
}
