import { newId } from '../../domain/id.ts'
import type { Database } from '../database/database.ts'
import { type Statement, every, sql } from '../database/sql.ts'

export interface Location {
  id: string
  slug: string
  name: string
  city: string | null
  region: string
  country: string
  country_code: string
  seen_at: Date | null
}

export interface LocationDraft {
  slug: string
  name: string
  city: string | null
  region: string
  country: string
  countryCode: string
  embedded: boolean
}

const silentForMs = 30_000

/** A location that was heard of after this moment is alive. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - silentForMs)

/** Locations in use, by slug. `after` is the slug of the last one already seen. */
export async function listLocations(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Location[]> {
  return db.rows(sql`
    select id, slug, name, city, region, country, country_code, seen_at
    from locations
    where ${every([sql`retired_at is null`, after !== undefined && sql`slug > ${after}`])}
    order by slug
    limit ${limit}`)
}

export async function slugOfLocation(db: Database, id: string): Promise<string | undefined> {
  const location = await db.row<{ slug: string }>(
    sql`select slug from locations where id = ${id} and retired_at is null`,
  )
  return location?.slug
}

export async function anyLocation(db: Database): Promise<boolean> {
  const found = await db.row<{ found: boolean }>(sql`select exists (select from locations) as found`)
  return found!.found
}

export async function putLocation(db: Database, draft: LocationDraft, now: Date): Promise<void> {
  await db.run(sql`
    insert into locations (id, slug, name, city, region, country, country_code, embedded, created_at)
    values (
      ${newId(now)}, ${draft.slug}, ${draft.name}, ${draft.city}, ${draft.region}, ${draft.country},
      ${draft.countryCode}, ${draft.embedded}, ${now}
    )
    on conflict (slug) do update
    set name = excluded.name, city = excluded.city, region = excluded.region, country = excluded.country,
      country_code = excluded.country_code, embedded = excluded.embedded, retired_at = null`)
}

/** Takes every location that is not listed out of use; what was measured there stays readable. */
export async function retireOtherLocations(db: Database, { keep, now }: { keep: string[]; now: Date }): Promise<void> {
  await db.run(sql`
    update locations
    set retired_at = ${now}
    where retired_at is null
      and slug <> all (${keep})`)
}

/** Which of these ids are no locations in use. */
export async function unknownLocations(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from locations l where l.id = asked.id and l.retired_at is null)`)
  return rows.map(({ id }) => id)
}

/** Notes that somebody checks from these. */
export async function seeLocations(db: Database, numbers: readonly number[], now: Date): Promise<void> {
  await db.run(sql`update locations set seen_at = ${now} where number = any (${numbers}::smallint[])`)
}

const isDead = (now: Date): Statement =>
  sql`(l.retired_at is not null or l.seen_at is null or l.seen_at <= ${liveSince(now)})`

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

export interface UnwatchedMonitor {
  organizationId: string
  id: string
  name: string
  /** The names of its locations. */
  locations: string[]
}

/** Monitors whose locations are all dead are unknown after three intervals; answers those that have become so. */
export async function giveUpUnwatched(
  db: Database,
  { limit, now }: { limit: number; now: Date },
): Promise<UnwatchedMonitor[]> {
  return db.rows(sql`
    update monitors m
    set state = 'unknown'
    where m.state in ('up', 'degraded')
      and m.monitor_number in (
        select due.monitor_number
        from turns due
        join locations l on l.number = due.location
        join monitors u on u.monitor_number = due.monitor_number
        where ${isDead(now)}
          and due.due_at <= ${now}::timestamptz - u.interval_seconds * interval '3 seconds'
          and u.state in ('up', 'degraded')
          and not exists (select from locations l where l.number = any (u.location_numbers) and not ${isDead(now)})
        order by due.monitor_number
        limit ${limit}
      )
    returning m.organization_id as "organizationId", m.id, m.name,
      array(select l.name from locations l where l.number = any (m.location_numbers) order by l.name) as locations`)
}

/** The numbers of the locations that this installation checks from itself. */
export async function embeddedLocations(db: Database): Promise<number[]> {
  const rows = await db.rows<{ number: number }>(
    sql`select number from locations where embedded and retired_at is null`,
  )
  return rows.map(({ number }) => number)
}
