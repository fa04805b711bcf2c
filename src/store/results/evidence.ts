// Evidence of checks: the latest of each monitor, and that of failures.
import type { Database } from '../database/database.ts'
import { type Statement, json, sql } from '../database/sql.ts'

/** Part of the statement that records outcomes. The first failure preserves the evidence of the last success. */
export const saveLatestEvidence = (counted: Statement): Statement => sql`
  insert into latest_evidence as e (monitor_number, at, location, success, evidence)
  select distinct on (monitor_number) monitor_number, at, location, success, evidence
  from ${counted} counted
  where evidence is not null
  order by monitor_number, at desc
  on conflict (monitor_number) do update
  set at = excluded.at, location = excluded.location, success = excluded.success, evidence = excluded.evidence,
    good_at = case when excluded.success then null when e.success then e.at else e.good_at end,
    good_location = case when excluded.success then null when e.success then e.location else e.good_location end,
    good_evidence = case when excluded.success then null when e.success then e.evidence else e.good_evidence end`

/** Part of a statement: the last successful check of a failing monitor; null if its evidence is not stored. */
export const lastGoodOf = (monitorNumber: Statement): Statement => sql`(
  select jsonb_build_object('at', e.good_at, 'location', e.good_location, 'evidence', e.good_evidence::jsonb)
  from latest_evidence e
  where e.monitor_number = ${monitorNumber} and e.good_at is not null
)`

export interface KeptEvidence {
  at: Date
  location: number | null
  evidence: unknown
}

/** The evidence of a check, stored for failures and the latest check. */
export async function evidenceOfCheck(
  db: Database,
  monitorNumber: number,
  { at, location }: { at: Date; location: number },
): Promise<unknown> {
  const row = await db.row<{ evidence: unknown }>(sql`
    select evidence
    from failure_evidence
    where monitor_number = ${monitorNumber} and at = ${at} and location = ${location}
    union all
    select evidence::json
    from latest_evidence
    where monitor_number = ${monitorNumber} and at = ${at}
    limit 1`)
  return row?.evidence ?? null
}

/** The evidence of the last successful check, if stored. */
export async function lastGoodEvidence(db: Database, monitorNumber: number): Promise<KeptEvidence | undefined> {
  return db.row(sql`
    select case when success then at else good_at end as at,
      case when success then location else good_location end as location,
      case when success then evidence else good_evidence end::json as evidence
    from latest_evidence
    where monitor_number = ${monitorNumber} and (success or good_at is not null)`)
}

/** Part of the statement that records outcomes. */
export const saveFailureEvidence = (judged: Statement): Statement => sql`
  insert into failure_evidence (monitor_number, at, location, evidence)
  select monitor_number, at, location, evidence::json
  from ${judged} judged
  where not success and evidence is not null
  on conflict do nothing`

interface OfCheck {
  readonly monitorNumber: number
  readonly location: number
  readonly at: Date
  readonly artifacts: readonly unknown[]
}

/** Adds artifacts that were stored after the check was recorded. */
export async function addArtifactsToEvidence(
  db: Database,
  { monitorNumber, location, at, artifacts }: OfCheck,
): Promise<void> {
  const more = json({ artifacts })
  await db.run(sql`
    with latest as (
      update latest_evidence
      set evidence = (evidence::jsonb || ${more}::jsonb)::text
      where monitor_number = ${monitorNumber} and at = ${at} and location = ${location}
    )
    update failure_evidence
    set evidence = (evidence::jsonb || ${more}::jsonb)::json
    where monitor_number = ${monitorNumber} and at = ${at} and location = ${location}`)
}

export async function dropFailureEvidence(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from failure_evidence where at < ${before}`)
}
