// Processes that use this database, with their last sign of life and the lateness of their checks.
import type { Lateness } from '../../domain/self-monitoring.ts'
import type { Database } from './database.ts'
import { sql } from './sql.ts'

export interface ProcessLease {
  id: number
  seenAt: Date
}

// Each process renews its lease every second, or every five; the clocks of several machines differ by a few seconds.
const maxSilenceMs = 15_000

/** Returns the id of the new process, which its leases carry. */
export async function addProcess(db: Database, now: Date): Promise<number> {
  const row = await db.row<{ id: number }>(
    sql`insert into processes (started_at, seen_at) values (${now}, ${now}) returning id`,
  )
  return row!.id
}

/** Renews the lease of this process, even if it was declared dead, and returns the leases of the others. */
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

/** Deletes processes without a sign of life since then; returns their ids. */
export async function dropProcesses(db: Database, silent: readonly ProcessLease[]): Promise<number[]> {
  const rows = await db.rows<{ id: number }>(sql`
    delete from processes p
    using unnest(${silent.map(({ id }) => id)}::int[], ${silent.map(({ seenAt }) => seenAt)}::timestamptz[])
      as silent (id, seen_at)
    where p.id = silent.id and p.seen_at = silent.seen_at
    returning p.id`)
  return rows.map(({ id }) => id)
}

/** The number of processes with a sign of life in the last seconds. */
export async function liveProcesses(db: Database, now: Date): Promise<number> {
  const since = new Date(now.getTime() - maxSilenceMs)
  const row = await db.row<{ count: number }>(sql`select count(*) from processes where seen_at > ${since}`)
  return row!.count
}

export async function dropProcess(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from processes where id = ${id}`)
}

/** For a process that knows that it is the only one with this database. */
export async function dropOtherProcesses(db: Database, id: number): Promise<void> {
  await db.run(sql`delete from processes where id <> ${id}`)
}
