// Processes: which ones work with this database, when each showed its last sign of life, and how late its checks are.
import type { Lateness } from '../../domain/self-monitoring.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

export interface ProcessLease {
  id: number
  seenAt: Date
}

// Each shows one every second; the clocks of several machines differ by a few.
const maxSilenceMs = 15_000

/** Answers the new process's number, which its leases carry. */
export async function addProcess(db: Database, now: Date): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`insert into processes (started_at, seen_at) values (${now}, ${now}) returning id`,
  )
  return row!.id
}

/** Shows that this process lives, also to those who took it for dead, and answers what the others showed last. */
export async function renewProcessLease(db: Database, id: number, now: Date): Promise<ProcessLease[]> {
  return db.rows(sql`
    with shown as (
      insert into processes (id, started_at, seen_at)
      values (${id}, ${now}, ${now})
      on conflict (id) do update
      set seen_at = excluded.seen_at
    )
    select id, seen_at as "seenAt" from processes where id <> ${id}`)
}

export async function noteLateness(db: Database, id: number, { latePercent, waitedForHost }: Lateness): Promise<void> {
  await db.run(sql`
    update processes
    set late_percent = ${latePercent}, waited_for_host = ${waitedForHost}
    where id = ${id} and (late_percent, waited_for_host) is distinct from (${latePercent}, ${waitedForHost})`)
}

/** Forgets those that have shown nothing since; answers their numbers. */
export async function dropProcesses(db: Database, silent: readonly ProcessLease[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    delete from processes p
    using unnest(${silent.map(({ id }) => id)}::int[], ${silent.map(({ seenAt }) => seenAt)}::timestamptz[])
      as silent (id, seen_at)
    where p.id = silent.id and p.seen_at = silent.seen_at
    returning p.id`)
  return rows.map(({ id }) => id)
}

/** How many showed a sign of life in the last seconds. */
export async function liveProcesses(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - maxSilenceMs)
  const row = await db.row<{ count: number }>(sql`select count(*) from processes where seen_at > ${since}`)
  return row!.count
}

export async function dropProcess(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from processes where id = ${id}`)
}

/** For whoever knows that nobody else uses this database. */
export async function dropOtherProcesses(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from processes where id <> ${id}`)
}
