// Probes that run elsewhere, and the tokens they use.
import { newId } from '../../domain/id.ts'
import type { ProbeAccess } from '../../domain/probing/gateway.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'

export interface ProbeToken {
  id: string
  name: string
  prefix: string
  provisioned: boolean
  created_at: Date
}

export interface ProbeTokenDraft {
  locationId: string
  name: string
  prefix: string
  hash: Buffer
}

const shown = sql`id, name, prefix, provisioned, created_at`

export async function addProbeToken(db: Database, draft: ProbeTokenDraft, now: Date): Promise<ProbeToken> {
  const added = await db.row<ProbeToken>(sql`
    insert into probe_tokens (id, location_id, name, prefix, hash, provisioned, created_at)
    values (${newId(now)}, ${draft.locationId}, ${draft.name}, ${draft.prefix}, ${draft.hash}, false, ${now})
    returning ${shown}`)
  return added!
}

/** Creates or renames a token of the provision file; returns undefined if another location has the same one. */
export async function putProvisionedProbeToken(
  db: Database,
  draft: ProbeTokenDraft,
  now: Date,
): Promise<string | undefined> {
  const put = await db.row<{ id: string }>(sql`
    insert into probe_tokens as t (id, location_id, name, prefix, hash, provisioned, created_at)
    values (${newId(now)}, ${draft.locationId}, ${draft.name}, ${draft.prefix}, ${draft.hash}, true, ${now})
    on conflict (hash) do update
    set name = excluded.name, provisioned = true
    where t.location_id = excluded.location_id
    returning id`)
  return put?.id
}

/** Revokes the tokens of the provision file that it no longer lists. */
export async function dropOtherProvisionedProbeTokens(db: Database, keep: readonly string[]): Promise<number> {
  return db.run(sql`delete from probe_tokens where provisioned and id <> all (${keep}::uuid[])`)
}

export async function findProbeToken(
  db: Database,
  { locationId, id }: { locationId: string; id: string },
): Promise<ProbeToken | undefined> {
  return db.row(sql`select ${shown} from probe_tokens where location_id = ${locationId} and id = ${id}`)
}

/** Its probes are rejected at once. */
export async function dropProbeToken(db: Database, id: string): Promise<void> {
  await db.run(sql`delete from probe_tokens where id = ${id}`)
}

export async function dropProbeTokensOf(db: Database, locationId: string): Promise<void> {
  await db.run(sql`delete from probe_tokens where location_id = ${locationId}`)
}

/** By location, oldest first. */
export async function probeTokensOf(
  db: Database,
  locationIds: readonly string[],
): Promise<(ProbeToken & { location_id: string })[]> {
  return db.rows(sql`
    select location_id, ${shown}
    from probe_tokens
    where location_id = any (${locationIds}::uuid[])
    order by created_at, id`)
}

/** Undefined if the token is unknown or its location was retired or is embedded. */
export async function accessOfProbeToken(db: Database, hash: Buffer): Promise<ProbeAccess | undefined> {
  return db.row(sql`
    select t.id as "tokenId", l.number as location, l.name as "locationName", l.organization_id as "organizationId"
    from probe_tokens t
    join locations l on l.id = t.location_id
    where t.hash = ${hash} and l.retired_at is null and not l.embedded`)
}

export interface ProbeSign {
  tokenId: string
  id: string
  name: string
  version: string
  clockOffsetMs: number | null
  browserMissing: string | null
  now: Date
}

const maxPerToken = 100

/** Records a sign of life of a probe. */
export async function noteProbe(db: Database, sign: ProbeSign): Promise<void> {
  await db.run(sql`
    insert into probes as p (token_id, id, name, version, clock_offset_ms, browser_missing, first_seen_at, seen_at)
    select t.id, ${sign.id}, ${sign.name}, ${sign.version}, ${sign.clockOffsetMs}, ${sign.browserMissing}, ${sign.now},
      ${sign.now}
    from probe_tokens t
    where t.id = ${sign.tokenId}
      and (
        exists (select from probes known where known.token_id = t.id and known.id = ${sign.id})
        or (select count(*) from probes known where known.token_id = t.id) < ${maxPerToken}
      )
    on conflict (token_id, id) do update
    set name = excluded.name, version = excluded.version, clock_offset_ms = excluded.clock_offset_ms,
      browser_missing = excluded.browser_missing, seen_at = excluded.seen_at`)
}

/** Forgets the probes of a token that have been silent since then. */
export async function forgetProbes(db: Database, tokenId: string, before: Date): Promise<void> {
  await db.run(sql`delete from probes where token_id = ${tokenId} and seen_at < ${before}`)
}

export interface StoredProbe {
  location_id: string
  token_id: string
  id: string
  name: string
  version: string
  clock_offset_ms: number | null
  browser_missing: string | null
  first_seen_at: Date
  seen_at: Date
}

/** The probes of these locations, the last seen first. */
export async function probesOf(db: Database, locationIds: readonly string[]): Promise<StoredProbe[]> {
  return db.rows(sql`
    select t.location_id, p.token_id, p.id, p.name, p.version, p.clock_offset_ms, p.browser_missing, p.first_seen_at,
      p.seen_at
    from probes p
    join probe_tokens t on t.id = p.token_id
    where t.location_id = any (${locationIds}::uuid[])
    order by p.seen_at desc, p.id`)
}
