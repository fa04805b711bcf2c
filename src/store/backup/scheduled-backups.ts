// The plan of scheduled backups and their runs. A lease makes sure that one process at a time makes one.
import { clockSlack } from '../database/clock-slack.ts'
import type { Database } from '../database/database.ts'
import { type Statement, sql } from '../database/sql.ts'

export interface BackupPlan {
  /** A folder, or s3://bucket/prefix. */
  destination: string
  /** A time of day or a cron expression, in UTC. */
  schedule: string
  /** How many good backups to keep. */
  keep: number
  encrypted: boolean
}

export interface ScheduledPlan extends BackupPlan {
  /** The scheduled time of the next backup; in the past while it is late. */
  dueAt: Date
  /** The next attempt. */
  nextAt: Date
  /** Failed attempts since the last good backup. */
  failures: number
}

export interface BackupRun {
  id: string
  destination: string
  name: string
  encrypted: boolean
  startedAt: Date
  finishedAt: Date | null
  bytes: number | null
  error: string | null
  deletedAt: Date | null
}

export async function putBackupPlan(db: Database, plan: BackupPlan, { dueAt }: { dueAt: Date }): Promise<void> {
  const { destination, schedule, keep, encrypted } = plan
  await db.run(sql`
    insert into backup_plans as p (
      destination, schedule, keep, encrypted, due_at, next_at, failures, leased_until
    )
    values (${destination}, ${schedule}, ${keep}, ${encrypted}, ${dueAt}, ${dueAt}, 0, '-infinity')
    on conflict (is_only) do update
    set destination = excluded.destination, schedule = excluded.schedule, keep = excluded.keep,
      encrypted = excluded.encrypted,
      due_at = case when ${isSame} then p.due_at else excluded.due_at end,
      next_at = case when ${isSame} then p.next_at else excluded.next_at end,
      failures = case when ${isSame} then p.failures else 0 end`)
}

const isSame = sql`(p.destination, p.schedule) = (excluded.destination, excluded.schedule)`

export async function dropBackupPlan(db: Database): Promise<void> {
  await db.run(sql`delete from backup_plans`)
}

const planColumns = sql`
  destination, schedule, keep, encrypted, due_at as "dueAt", next_at as "nextAt", failures`

export async function findBackupPlan(db: Database): Promise<ScheduledPlan | undefined> {
  return db.row(sql`select ${planColumns} from backup_plans`)
}

/** For the board of due times. */
export const nextBackupTime: Statement = sql`(select greatest(next_at, leased_until) from backup_plans)`

/** Resets times that a clock, since set back, put too far into the future. */
export async function pullBackBackups(
  db: Database,
  { latest, maxLease }: { latest: Date; maxLease: Date },
): Promise<void> {
  await db.run(sql`
    update backup_plans
    set due_at = least(due_at, ${latest}), next_at = least(next_at, ${latest}),
      leased_until = least(leased_until, ${maxLease})
    where greatest(due_at, next_at) > ${latest}::timestamptz + ${clockSlack}
      or leased_until > ${maxLease}::timestamptz + ${clockSlack}`)
}

/** Makes the next backup due at once; false if none are scheduled. */
export async function requestBackup(db: Database, now: Date): Promise<boolean> {
  const changed = await db.run(sql`update backup_plans set next_at = least(next_at, ${now})`)
  db.publish({ work: true })
  return changed > 0
}

interface InterruptedRuns {
  readonly now: Date
  readonly error: string
  retryAt(failures: number): Date
}

/** Ends the runs of processes that died. Returns the ones that it ended. */
export async function endInterruptedRuns(
  db: Database,
  { now, error, retryAt }: InterruptedRuns,
): Promise<{ name: string; destination: string }[]> {
  return db.transaction(async (tx) => {
    const plan = await tx.row<{ failures: number }>(sql`
      select failures from backup_plans where leased_until <= ${now} for update`)
    if (!plan) return []
    const ended = await tx.rows<{ name: string; destination: string }>(sql`
      update backup_runs
      set finished_at = ${now}, error = ${error}
      where finished_at is null
      returning name, destination`)
    if (ended.length > 0)
      await tx.run(sql`
        update backup_plans set failures = failures + 1, next_at = ${retryAt(plan.failures + 1)}`)
    return ended
  })
}

interface BackupClaim {
  readonly id: string
  readonly name: string
  /** Of this process, which makes no backup for another plan. */
  readonly destination: string
  readonly now: Date
  readonly leasedUntil: Date
}

/** Begins a run if one is due and no other process makes it. Returns the plan. */
export async function claimBackup(db: Database, claim: BackupClaim): Promise<ScheduledPlan | undefined> {
  const { id, name, destination, now, leasedUntil } = claim
  return db.transaction(async (tx) => {
    const plan = await tx.row<ScheduledPlan>(sql`
      update backup_plans
      set leased_until = ${leasedUntil}
      where destination = ${destination} and next_at <= ${now} and leased_until <= ${now}
      returning ${planColumns}`)
    if (plan)
      await tx.run(sql`
        insert into backup_runs (id, destination, name, encrypted, started_at)
        values (${id}, ${destination}, ${name}, ${plan.encrypted}, ${now})`)
    return plan
  })
}

/** False if another process has ended the run. */
export async function renewBackupLease(db: Database, id: string, leasedUntil: Date): Promise<boolean> {
  const changed = await db.run(sql`
    update backup_plans
    set leased_until = ${leasedUntil}
    where exists (select from backup_runs where id = ${id} and finished_at is null)`)
  return changed > 0
}

export async function finishBackup(
  db: Database,
  { id, bytes, now, dueAt }: { id: string; bytes: number; now: Date; dueAt: Date },
): Promise<boolean> {
  return endRun(db, id, {
    run: sql`finished_at = ${now}, bytes = ${bytes}`,
    plan: sql`due_at = ${dueAt}, next_at = ${dueAt}, failures = 0, leased_until = ${now}`,
  })
}

export async function failBackup(
  db: Database,
  { id, error, now, nextAt, failures }: { id: string; error: string; now: Date; nextAt: Date; failures: number },
): Promise<boolean> {
  return endRun(db, id, {
    run: sql`finished_at = ${now}, error = ${error}`,
    plan: sql`next_at = ${nextAt}, failures = ${failures}, leased_until = ${now}`,
  })
}

/** False if another process has ended the run, and then nothing changes. */
async function endRun(db: Database, id: string, changes: { run: Statement; plan: Statement }): Promise<boolean> {
  const ended = await db.row(sql`
    with ended as (
      update backup_runs set ${changes.run} where id = ${id} and finished_at is null returning id
    ), planned as (
      update backup_plans set ${changes.plan} where exists (select from ended)
    )
    select id from ended`)
  return ended !== undefined
}

/** Good backups beyond the number to keep, of those that this installation has made there. */
export async function backupsBeyond(
  db: Database,
  { destination, keep }: Pick<BackupPlan, 'destination' | 'keep'>,
): Promise<{ id: string; name: string }[]> {
  return db.rows(sql`
    select id, name
    from backup_runs
    where destination = ${destination} and bytes is not null and deleted_at is null
    order by number desc
    offset ${keep}`)
}

export async function noteBackupDeleted(db: Database, id: string, now: Date): Promise<void> {
  await db.run(sql`update backup_runs set deleted_at = ${now} where id = ${id}`)
}

const maxHistory = 200

/** Keeps the rows of files that exist. */
export async function forgetOldRuns(db: Database): Promise<void> {
  await db.run(sql`
    delete from backup_runs
    where (error is not null or deleted_at is not null)
      and number <= (select max(number) - ${maxHistory} from backup_runs)`)
}

const runColumns = sql`
  id, destination, name, encrypted, started_at as "startedAt", finished_at as "finishedAt", bytes, error,
  deleted_at as "deletedAt"`

export async function latestBackupRuns(db: Database, limit: number): Promise<BackupRun[]> {
  return db.rows(sql`select ${runColumns} from backup_runs order by number desc limit ${limit}`)
}

/** The newest good backup that still exists; of one destination, or of any. */
export async function lastGoodBackup(db: Database, destination?: string): Promise<BackupRun | undefined> {
  return db.row(sql`
    select ${runColumns}
    from backup_runs
    where bytes is not null and deleted_at is null
      and (${destination ?? null}::text is null or destination = ${destination ?? null})
    order by number desc
    limit 1`)
}

export interface BackupFigures {
  /** Seconds since the last good backup; null if there is none. */
  readonly ageSeconds: number | null
  /** Seconds since the next backup should have been made. */
  readonly lateSeconds: number
  readonly failures: number
  /** The size of the last good backup. */
  readonly bytes: number | null
}

/** Undefined if no backups are scheduled. */
export async function backupFigures(db: Database, now: Date): Promise<BackupFigures | undefined> {
  const plan = await findBackupPlan(db)
  if (!plan) return undefined
  const last = await lastGoodBackup(db)
  const secondsSince = (time: Date): number => Math.max(0, (now.getTime() - time.getTime()) / 1000)
  return {
    ageSeconds: last?.finishedAt ? secondsSince(last.finishedAt) : null,
    lateSeconds: secondsSince(plan.dueAt),
    failures: plan.failures,
    bytes: last?.bytes ?? null,
  }
}
