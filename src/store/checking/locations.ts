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
  latitude: number | null
  longitude: number | null
  /** Whether only one organization may use it. */
  private: boolean
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
  latitude?: number | null
  longitude?: number | null
  embedded: boolean
}

const silentForMs = 30_000

/** A location is alive if it showed a sign of life after this time. */
export const liveSince = (now: Date): Date => new Date(now.getTime() - silentForMs)

const shown = sql`
  id, slug, name, city, region, country, country_code, latitude, longitude,
  organization_id is not null as private, seen_at, browser, browser_missing`

/** SQL condition: the organization may use location l. */
const isUsableBy = (organizationId: string): Statement =>
  sql`(l.retired_at is null and (l.organization_id is null or l.organization_id = ${organizationId}))`

/**
 * Locations that the organization may use, or all in use for null, by slug. `after` is the slug of the last one of the
 * previous page.
 */
export async function listLocations(
  db: Database,
  organizationId: string | null,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Location[]> {
  const usable = organizationId === null ? sql`l.retired_at is null` : isUsableBy(organizationId)
  return db.rows(sql`
    select ${shown}
    from locations l
    where ${every([usable, after !== undefined && sql`slug > ${after}`])}
    order by slug
    limit ${limit}`)
}

export async function slugOfLocation(db: Database, organizationId: string, id: string): Promise<string | undefined> {
  const location = await db.row<{ slug: string }>(
    sql`select slug from locations l where id = ${id} and ${isUsableBy(organizationId)}`,
  )
  return location?.slug
}

export async function anyLocation(db: Database): Promise<boolean> {
  const found = await db.row<{ found: boolean }>(sql`select exists (select from locations) as found`)
  return found!.found
}

export async function putLocation(db: Database, draft: LocationDraft, now: Date): Promise<void> {
  await db.run(sql`
    insert into locations (id, slug, name, city, region, country, country_code, latitude, longitude, embedded,
      created_at)
    values (
      ${newId(now)}, ${draft.slug}, ${draft.name}, ${draft.city}, ${draft.region}, ${draft.country},
      ${draft.countryCode}, ${draft.latitude ?? null}, ${draft.longitude ?? null}, ${draft.embedded}, ${now}
    )
    on conflict (slug) do update
    set name = excluded.name, city = excluded.city, region = excluded.region, country = excluded.country,
      country_code = excluded.country_code, latitude = excluded.latitude, longitude = excluded.longitude,
      embedded = excluded.embedded, retired_at = null`)
}

/** Makes a provisioned location private to an organization, or usable by all. Returns its id. */
export async function assignLocation(
  db: Database,
  { slug, organizationId }: { slug: string; organizationId: string | null },
): Promise<string> {
  const assigned = await db.row<{ id: string }>(
    sql`update locations set organization_id = ${organizationId} where slug = ${slug} returning id`,
  )
  return assigned!.id
}

export type PrivateLocationFields = Pick<
  Location,
  'name' | 'city' | 'region' | 'country' | 'country_code' | 'latitude' | 'longitude'
>

export interface PrivateLocation extends Location {
  /** Comes from the provision file. */
  provisioned: boolean
  created_at: Date
  /** How many monitors of the organization are checked from there. */
  monitors: number
}

const shownPrivate = sql`
  ${shown}, l.provisioned, l.created_at,
  (select count(*)::int from monitors m where m.organization_id = l.organization_id and l.id = any (m.location_ids))
    as monitors`

const isPrivateTo = (organizationId: string): Statement =>
  sql`l.organization_id = ${organizationId} and l.retired_at is null`

/** Oldest first. */
export async function listPrivateLocations(db: Database, organizationId: string): Promise<PrivateLocation[]> {
  return db.rows(sql`
    select ${shownPrivate} from locations l where ${isPrivateTo(organizationId)} order by l.created_at, l.id`)
}

export async function findPrivateLocation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<PrivateLocation | undefined> {
  return db.row(sql`select ${shownPrivate} from locations l where l.id = ${id} and ${isPrivateTo(organizationId)}`)
}

export async function lockPrivateLocation(
  db: Database,
  organizationId: string,
  id: string,
): Promise<PrivateLocation | undefined> {
  return db.row(sql`
    select ${shownPrivate} from locations l where l.id = ${id} and ${isPrivateTo(organizationId)} for update of l`)
}

export async function addPrivateLocation(
  db: Database,
  organizationId: string,
  { id, now, ...fields }: PrivateLocationFields & { id: string; now: Date },
): Promise<void> {
  await db.run(sql`
    insert into locations (id, slug, name, city, region, country, country_code, latitude, longitude, embedded,
      organization_id, provisioned, created_at)
    values (
      ${id}, ${`private-${id}`}, ${fields.name}, ${fields.city}, ${fields.region}, ${fields.country},
      ${fields.country_code}, ${fields.latitude}, ${fields.longitude}, false, ${organizationId}, false, ${now}
    )`)
}

export async function setPrivateLocation(db: Database, id: string, fields: PrivateLocationFields): Promise<void> {
  await db.run(sql`
    update locations
    set name = ${fields.name}, city = ${fields.city}, region = ${fields.region}, country = ${fields.country},
      country_code = ${fields.country_code}, latitude = ${fields.latitude}, longitude = ${fields.longitude}
    where id = ${id}`)
}

/** Its results stay readable. */
export async function retireLocation(db: Database, id: string, now: Date): Promise<void> {
  await db.run(sql`update locations set retired_at = ${now} where id = ${id}`)
}

export interface NamedLocation {
  id: string
  name: string
}

/** Retires all provisioned locations that are not listed; their results stay readable. */
export async function retireOtherLocations(
  db: Database,
  { keep, now }: { keep: string[]; now: Date },
): Promise<NamedLocation[]> {
  return db.rows(sql`
    update locations
    set retired_at = ${now}
    where retired_at is null
      and provisioned
      and slug <> all (${keep})
    returning id, name`)
}

/** The retired locations among these. */
export async function retiredAmong(db: Database, slugs: readonly string[]): Promise<NamedLocation[]> {
  return db.rows(
    sql`select id, name from locations where retired_at is not null and slug = any (${slugs}) order by slug`,
  )
}

/** The location for monitors that have none left: one that all may use and that is alive, or embedded. */
export async function refuge(db: Database, now: Date): Promise<NamedLocation | undefined> {
  return db.row(sql`
    select id, name
    from locations
    where retired_at is null and organization_id is null
    order by coalesce(seen_at > ${liveSince(now)}, false) desc, embedded desc, slug
    limit 1`)
}

/** Live locations that the organization may use, embedded ones first. */
export async function liveLocationIds(
  db: Database,
  organizationId: string,
  { limit, now }: { limit: number; now: Date },
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from locations l
    where not ${isDead(now)} and ${isUsableBy(organizationId)}
    order by embedded desc, slug
    limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** The ids that are not locations that the organization may use. */
export async function unknownLocations(
  db: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from locations l where l.id = wanted.id and ${isUsableBy(organizationId)})`)
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

// People learn within two intervals or a minute that a monitor is not watched; the rounds that find out take a few
// seconds.
const maxRoundSeconds = 5
// Turns are due at most one and a half intervals after a check, so a dead location has an overdue one by then.
const overdueMs = 10_000

export const overdueSince = (now: Date): Date => new Date(now.getTime() - overdueMs)

/**
 * SQL condition: no location of the monitor has shown a sign of life for two intervals, and for a minute. For one that
 * still waits for its first probe, this time begins when the monitor has the location.
 */
export const isUnwatched = (monitor: Statement, now: Date): Statement => sql`
  (
    select coalesce(max(coalesce(l.seen_at, greatest(l.created_at, ${monitor}.updated_at))), '-infinity')
    from locations l
    where l.number = any (${monitor}.location_numbers) and l.retired_at is null
  ) <= ${now}::timestamptz
    - make_interval(secs => greatest(2 * ${monitor}.interval_seconds, 60) - ${maxRoundSeconds})`

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
