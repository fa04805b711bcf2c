import { newId } from '../../domain/id.ts'
import { clockSlack } from '../database/clock-slack.ts'
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
  /** Whether browser checks can run there; `browser_missing` says why not. */
  browser: boolean
  browser_missing: string | null
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

/** A location is alive if it showed a sign of life after this time. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - silentForMs)

/** Locations in use, by slug. `after` is the slug of the last one of the previous page. */
export async function listLocations(
  db: Database,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Location[]> {
  return db.rows(sql`
    select id, slug, name, city, region, country, country_code, seen_at, browser, browser_missing
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

export interface NamedLocation {
  id: string
  name: string
}

/** Retires all locations that are not listed; their results stay readable. */
export async function retireOtherLocations(
  db: Database,
  { keep, now }: { keep: string[]; now: Date },
): Promise<NamedLocation[]> {
  return db.rows(sql`
    update locations
    set retired_at = ${now}
    where retired_at is null
      and slug <> all (${keep})
    returning id, name`)
}

/** The retired locations among these. */
export async function retiredAmong(db: Database, slugs: readonly string[]): Promise<NamedLocation[]> {
  return db.rows(
    sql`select id, name from locations where retired_at is not null and slug = any (${slugs}) order by slug`,
  )
}

/** The location for monitors that have none left: one that is alive, or that belongs to this installation. */
export async function refuge(db: Database, now: Date): Promise<NamedLocation | undefined> {
  return db.row(sql`
    select id, name
    from locations
    where retired_at is null
    order by coalesce(seen_at > ${liveSince(now)}, false) desc, embedded desc, slug
    limit 1`)
}

/** Live locations, embedded ones first. */
export async function liveLocationIds(db: Database, { limit, now }: { limit: number; now: Date }): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from locations l
    where not ${isDead(now)}
    order by embedded desc, slug
    limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The ids that are not locations in use. */
export async function unknownLocations(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from unnest(${ids}::uuid[]) as asked (id)
    where not exists (select from locations l where l.id = asked.id and l.retired_at is null)`)
  return rows.map(({ id }) => id)
}

/** Records a sign of life of these locations. */
export async function seeLocations(db: Database, numbers: readonly number[], now: Date): Promise<void> {
  await db.run(sql`update locations set seen_at = ${now} where number = any (${numbers}::smallint[])`)
}

/** Records whether these locations have a browser: null, or what is missing. */
export async function noteBrowsers(db: Database, numbers: readonly number[], missing: string | null): Promise<void> {
  await db.run(sql`
    update locations
    set browser = ${missing === null}, browser_missing = ${missing}
    where number = any (${numbers}::smallint[])
      and (browser, browser_missing) is distinct from (${missing === null}, ${missing}::text)`)
}

/** Resets signs of life that lie in the future after the clock was set back. */
export async function pullBackLocations(db: Database, now: Date): Promise<number> {
  return db.run(sql`update locations set seen_at = ${now} where seen_at > ${now}::timestamptz + ${clockSlack}`)
}

/** SQL condition: no probe is alive at location l. */
export const isDead = (now: Date): Statement =>
  sql`(l.retired_at is not null or l.seen_at is null or l.seen_at <= ${liveSince(now)})`

/** The numbers of the locations whose probes run in this installation. */
export async function embeddedLocations(db: Database): Promise<number[]> {
  const rows = await db.rows<{ number: number }>(
    sql`select number from locations where embedded and retired_at is null`,
  )
  return rows.map(({ number }) => number)
}

/** The location of types that are not probed. */
export const ownLocation = 'heartbeat'

export const locationName = (number: Statement, name: Statement): Statement =>
  sql`case ${number} when 0 then ${ownLocation} else coalesce(${name}, 'unknown') end`

export interface NumberedLocation extends NamedLocation {
  number: number
  /** Whether no probe is alive there. */
  isDead: boolean
  seenAt: Date | null
}

/** By number, including retired ones. */
export async function locationsNumbered(
  db: Database,
  numbers: readonly number[],
  now: Date,
): Promise<Map<number, NumberedLocation>> {
  const rows = await db.rows<NumberedLocation>(sql`
    select l.number, l.id, l.name, ${isDead(now)} as "isDead", l.seen_at as "seenAt"
    from locations l
    where l.number = any (${numbers}::smallint[])
    order by l.name`)
  return new Map(rows.map((row) => [row.number, row]))
}
