// Outages of locations that leave monitors of an organization unwatched. Each is stored until the location is back, so
// that its incident opens once, also if a person closes it.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'
import { type DueSelection, queueItems } from './queue-items.ts'
import { isDead, isUnwatched, overdueSince } from './locations.ts'

export interface LocationOutage {
  organizationId: string
  ruleId: number
  location: { id: string; name: string }
  /** Its last sign of life; null if its first probe was never started. */
  seenAt: Date | null
  /** How many monitors of the organization are not checked, and the names of the first ones. */
  monitors: number
  names: string[]
  /** How often it was silent within the last hour, with this time. */
  openings: number
}

const maxNames = 5

/** SQL: the rule of its latest incident, which may reopen. */
const latestRule = sql`(
        select i.rule_id
        from incidents i
        where i.organization_id = o.organization_id and i.monitor_id = o.location_id
        order by i.started_at desc, i.id desc
        limit 1
      )`

/** SQL: a running monitor m of organization o that no live location checks, and location o would. */
const isStranded = (now: Date): Statement => sql`
  m.organization_id = o.organization_id
    and m.state <> 'paused'
    and o.location = any (m.location_numbers)
    and not exists (select from locations l where l.number = any (m.location_numbers) and not ${isDead(now)})`

export async function beginLocationOutages(db: Database, { now, only }: DueSelection): Promise<LocationOutage[]> {
  return db.rows(sql`
    with begun as (
      insert into location_outages (organization_id, location, rule_id)
      select organization_id, location, coalesce(${latestRule}, nextval(pg_get_serial_sequence('alert_rules', 'rule_id')))
      from (
        select distinct m.organization_id, dark.number as location, dark.id as location_id
        from locations l
        join turns due on due.location = l.number and due.due_at <= ${overdueSince(now)}
        join monitors m on m.monitor_number = due.monitor_number
        join locations dark on dark.number = any (m.location_numbers)
        where ${isDead(now)}
          and dark.retired_at is null
          and ${isUnwatched(sql`m`, now)}
          and not exists (
            select from location_outages o where o.organization_id = m.organization_id and o.location = dark.number
          )
      ) o
      where ${queueItems.locationOutages.isReady({ now, only })}
      on conflict do nothing
      returning *
    )
    select o.organization_id as "organizationId", o.rule_id as "ruleId",
      json_build_object('id', place.id, 'name', place.name) as location, place.seen_at as "seenAt",
      stranded.monitors, stranded.names,
      (
        select 1 + count(*)::int
        from incident_events e
        join incidents i on i.organization_id = e.organization_id and i.id = e.incident_id
        where i.rule_id = o.rule_id
          and e.type in ('opened', 'reopened')
          and e.created_at > ${now}::timestamptz - interval '1 hour'
      ) as openings
    from begun o
    join locations place on place.number = o.location
    cross join lateral (
      select count(*)::int as monitors, (array_agg(m.name order by m.name))[1:${maxNames}] as names
      from monitors m
      where ${isStranded(now)}
    ) stranded`)
}

export interface EndedLocationOutage {
  ruleId: number
  locationName: string
  /** Otherwise, nothing depends on it any more. */
  isBack: boolean
  isFlapping: boolean
}

export async function endLocationOutages(db: Database, { now, only }: DueSelection): Promise<EndedLocationOutage[]> {
  return db.rows(sql`
    delete from location_outages o
    using locations l
    where l.number = o.location and ${queueItems.locationOutages.isReady({ now, only })}
      and (not ${isDead(now)} or not exists (select from monitors m where ${isStranded(now)}))
    returning o.rule_id as "ruleId", l.name as "locationName", not ${isDead(now)} as "isBack",
      exists (select from incidents i where i.rule_id = o.rule_id and i.status <> 'resolved' and i.flapping) as "isFlapping"`)
}
