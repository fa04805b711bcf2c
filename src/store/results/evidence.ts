// What checks saw, in full: the latest of each monitor, and that of failures.
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

/** Part of the statement that records outcomes. */
export const keepLatestEvidence = (counted: Statement): Statement => sql`
  insert into latest_evidence as e (monitor_number, at, evidence)
  select distinct on (monitor_number) monitor_number, at, evidence
  from ${counted} counted
  where evidence is not null
  order by monitor_number, at desc
  on conflict (monitor_number) do update
  set at = excluded.at, evidence = excluded.evidence`

/** Part of the statement that records outcomes. */
export const keepFailureEvidence = (judged: Statement): Statement => sql`
  insert into failure_evidence (monitor_number, at, location, evidence)
  select monitor_number, at, location, evidence::json
  from ${judged} judged
  where not success and evidence is not null
  on conflict do nothing`

export async function dropFailureEvidence(db: Database, before: Date): Promise<void> {
  await db.run(sql`delete from failure_evidence where at < ${before}`)
}
