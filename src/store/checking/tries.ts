// Tries: checks of monitor drafts and diagnostics. They wait for the probes of their locations, are shown, and are
// deleted.
import type { Outcome, ReportedOutcome } from '../../domain/outcome.ts'
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type NewestPage, newestFirst } from '../database/position.ts'
import { type Statement, every, json, sql } from '../database/sql.ts'

export interface TryDraft {
  id: string
  organizationId: string
  type: string
  target: string
  /** Sealed. */
  config: Buffer
  deadlineSeconds: number
  needsBrowser: boolean
  locationIds: readonly string[]
  /** The type of diagnostic; unset for a monitor draft. */
  diagnostic?: string
  /** Whether a script is tested by itself. */
  isTestRun?: boolean
  /** Sealed variables for this try only. */
  variables?: Buffer | null
  /** The try of a configuration document that it belongs to, and the place of its monitor there, from 1. */
  configTryId?: string
  position?: number
}

// Time for reporting after the deadline of a check.
const leaseMarginSeconds = 15
/** Clients do not wait longer. */
export const waitsForMs = 120_000
/** Browsers are scarce and documents have many monitors, so test runs and tries of documents may wait longer. */
export const longWaitMs = 600_000

export async function addTry(db: Database, draft: TryDraft, now: Date): Promise<void> {
  await db.run(sql`
    with added as (
      insert into tries (organization_id, id, type, target, config, deadline_seconds, needs_browser, diagnostic,
        is_test_run, variables, config_try_id, position, created_at)
      values (
        ${draft.organizationId}, ${draft.id}, ${draft.type}, ${draft.target}, ${draft.config}, ${draft.deadlineSeconds},
        ${draft.needsBrowser}, ${draft.diagnostic ?? null}, ${draft.isTestRun ?? false}, ${draft.variables ?? null},
        ${draft.configTryId ?? null}, ${draft.position ?? 0}, ${now}
      )
      returning organization_id, id
    )
    insert into try_runs (organization_id, try_id, location)
    select added.organization_id, added.id, l.number
    from added
    join locations l on l.id = any (${draft.locationIds}::uuid[])`)
  db.publish({ work: true })
}

export interface TryRun {
  organizationId: string
  tryId: string
  location: number
  type: string
  target: string
  config: Buffer
  variables: Buffer | null
  isTestRun: boolean
  needsBrowser: boolean
  /** Whether it belongs to the try of a configuration document. */
  isOfDocument: boolean
  deadlineSeconds: number
}

/** SQL condition on a run `r` of a try `t`: it is not claimed, and a client may still be waiting. */
export function isWaitingTry(now: Date): Statement {
  const since = (ms: number): Statement => sql`${new Date(now.getTime() - ms)}::timestamptz`
  return sql`r.finished_at is null
    and r.leased_until <= ${now}
    and t.created_at > case
      when t.is_test_run or t.config_try_id is not null then ${since(longWaitMs)}
      else ${since(waitsForMs)}
    end`
}

export interface TryClaim {
  locations: number[]
  limit: number
  /** Only tries with or without a browser; all if omitted. */
  inBrowser?: boolean
  /** Only tries that belong to a configuration document, or only others; all if omitted. */
  ofDocuments?: boolean
  /** Only tries of this organization. */
  organizationId?: string
  now: Date
}

/** Claims waiting tries at these locations until their leases end. Documents take turns, monitor by monitor. */
export async function claimTries(
  db: Database,
  { locations, limit, inBrowser, ofDocuments, organizationId, now }: TryClaim,
): Promise<TryRun[]> {
  return db.rows(sql`
    update try_runs taken
    set leased_until = ${now}::timestamptz + make_interval(secs => due.deadline_seconds + ${leaseMarginSeconds})
    from tries due
    where due.organization_id = taken.organization_id
      and due.id = taken.try_id
      and (taken.organization_id, taken.try_id, taken.location) in (
        select r.organization_id, r.try_id, r.location
        from try_runs r
        join tries t on t.organization_id = r.organization_id and t.id = r.try_id
        where ${every([
          sql`r.location = any (${locations}::smallint[])`,
          organizationId !== undefined && sql`r.organization_id = ${organizationId}`,
          sql`t.needs_browser = coalesce(${inBrowser ?? null}, t.needs_browser)`,
          ofDocuments !== undefined && sql`(t.position > 0) = ${ofDocuments}`,
          isWaitingTry(now),
        ])}
        order by t.position, t.created_at
        limit ${limit}
        for update of r skip locked
      )
    returning taken.organization_id as "organizationId", taken.try_id as "tryId", taken.location, due.type, due.target,
      due.config, due.variables, due.is_test_run as "isTestRun", due.needs_browser as "needsBrowser",
      due.position > 0 as "isOfDocument", due.deadline_seconds as "deadlineSeconds"`)
}

/** Resets leases and waiting times that lie too far in the future. */
export async function pullBackTries(db: Database, now: Date): Promise<number> {
  const lease = sql`make_interval(secs => t.deadline_seconds + ${leaseMarginSeconds})`
  const leases = await db.run(sql`
    update try_runs r
    set leased_until = ${now}::timestamptz + ${lease}
    from tries t
    where t.organization_id = r.organization_id
      and t.id = r.try_id
      and r.finished_at is null
      and r.leased_until > ${now}::timestamptz + ${lease} + ${clockSlack}`)
  const waiting = await db.run(
    sql`update tries set created_at = ${now} where created_at > ${now}::timestamptz + ${clockSlack}`,
  )
  return Math.max(leases, waiting)
}

export async function finishTry(
  db: Database,
  { organizationId, tryId, location }: Pick<TryRun, 'organizationId' | 'tryId' | 'location'>,
  { outcome, at }: { outcome: ReportedOutcome; at: Date },
): Promise<void> {
  const {
    evidence,
    remember: _,
    endedAt: _endedAt,
    costMs: _costMs,
    isQuarantined: _isQuarantined,
    ...reported
  } = outcome
  const kept = { ...reported, evidence: evidence === null ? null : (JSON.parse(evidence) as unknown) }
  const finished = await db.run(sql`
    update try_runs
    set finished_at = ${at}, outcome = ${json(kept)}
    where organization_id = ${organizationId}
      and try_id = ${tryId}
      and location = ${location}
      and finished_at is null`)
  if (finished > 0) db.publish({ events: [{ organizationId, name: 'try', data: { id: tryId } }] })
}

export interface ShownTry {
  id: string
  type: string
  target: string
  diagnostic: string | null
  created_at: Date
  cancelled_at: Date | null
  runs: {
    location: { id: string; name: string }
    started: boolean
    finishedAt: string | null
    outcome: Outcome | null
  }[]
}

export interface Diagnostic extends ShownTry {
  diagnostic: string
}

const shown = (now: Date): Statement => sql`
  t.id, t.type, t.target, t.diagnostic, t.created_at, t.cancelled_at, (
    select json_agg(json_build_object(
      'location', json_build_object('id', l.id, 'name', l.name),
      'started', r.leased_until > ${now}, 'finishedAt', r.finished_at, 'outcome', r.outcome
    ) order by l.name)
    from try_runs r
    join locations l on l.number = r.location
    where r.organization_id = t.organization_id and r.try_id = t.id
  ) as runs`

interface TryKey {
  organizationId: string
  id: string
  now: Date
}

/** The try of a monitor draft. */
export async function findTry(db: Database, { organizationId, id, now }: TryKey): Promise<ShownTry | undefined> {
  return db.row(sql`
    select ${shown(now)}
    from tries t
    where t.organization_id = ${organizationId} and t.id = ${id} and t.diagnostic is null and not t.is_test_run`)
}

/** The tries of a configuration document, by the places of their monitors. */
export async function triesOfDocument(
  db: Database,
  { organizationId, id, now }: TryKey,
): Promise<(ShownTry & { position: number })[]> {
  return db.rows(sql`
    select t.position, ${shown(now)}
    from tries t
    where t.organization_id = ${organizationId} and t.config_try_id = ${id}
    order by t.position`)
}

/** How many checks of configuration documents wait for a probe. */
export async function countWaitingOfDocuments(
  db: Database,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count
    from try_runs r
    join tries t on t.organization_id = r.organization_id and t.id = r.try_id
    where r.organization_id = ${organizationId} and t.config_try_id is not null and ${isWaitingTry(now)}`)
  return row!.count
}

export function findDiagnostic(db: Database, { organizationId, id, now }: TryKey): Promise<Diagnostic | undefined> {
  return db.row(sql`
    select ${shown(now)}
    from tries t
    where t.organization_id = ${organizationId} and t.id = ${id} and t.diagnostic is not null`)
}

export async function findTestRun(db: Database, { organizationId, id, now }: TryKey): Promise<ShownTry | undefined> {
  return db.row(sql`
    select ${shown(now)}
    from tries t
    where t.organization_id = ${organizationId} and t.id = ${id} and t.is_test_run`)
}

/** Cancels a test run; returns whether it was still running. The process that runs it stops it. */
export async function cancelTestRun(db: Database, { organizationId, id, now }: TryKey): Promise<boolean> {
  const cancelled = await db.run(sql`
    with ended as (
      update try_runs r
      set finished_at = ${now}
      from tries t
      where t.organization_id = ${organizationId}
        and t.id = ${id}
        and t.is_test_run
        and r.organization_id = t.organization_id
        and r.try_id = t.id
        and r.finished_at is null
      returning r.organization_id, r.try_id
    )
    update tries t
    set cancelled_at = ${now}
    from ended
    where t.organization_id = ended.organization_id and t.id = ended.try_id`)
  if (cancelled > 0) db.publish({ events: [{ organizationId, name: 'try', data: { id } }] })
  return cancelled > 0
}

/** The cancelled tries among these. */
export async function cancelledAmong(db: Database, tryIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from tries where id = any (${tryIds}::uuid[]) and cancelled_at is not null`,
  )
  return rows.map(({ id }) => id)
}

/** Newest first. */
export async function listDiagnostics(
  db: Database,
  organizationId: string,
  { since, now, ...page }: NewestPage & { since: Date; now: Date },
): Promise<Diagnostic[]> {
  return db.rows(sql`
    select ${shown(now)}
    from tries t
    ${newestFirst(sql`t`, page, [
      sql`t.organization_id = ${organizationId}`,
      sql`t.diagnostic is not null`,
      sql`t.created_at > ${since}`,
    ])}`)
}

/** Diagnostics requested since then, oldest first. */
export async function diagnosticsSince(
  db: Database,
  organizationId: string,
  since: Date,
): Promise<{ diagnostic: string; target: string; createdAt: Date }[]> {
  return db.rows(sql`
    select diagnostic, target, created_at as "createdAt"
    from tries
    where organization_id = ${organizationId} and diagnostic is not null and created_at > ${since}
    order by created_at`)
}

export async function dropTries(
  db: Database,
  { drafts, diagnostics }: { drafts: Date; diagnostics: Date },
): Promise<void> {
  await db.run(sql`
    delete from tries
    where created_at < ${drafts}
      and ((diagnostic is null and not is_test_run and config_try_id is null) or created_at < ${diagnostics})`)
}
