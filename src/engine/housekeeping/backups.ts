// Makes scheduled backups: one process at a time, tried again after a failure. Deletes those beyond the number to keep.
import { randomBytes } from 'node:crypto'
import { StartupError } from '../../domain/fault.ts'
import { newId } from '../../domain/id.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import { nextBackupAfter, retryBackupAt } from '../../domain/schedule/backup-times.ts'
import {
  type BackupPlan,
  backupsBeyond,
  claimBackup,
  endInterruptedRuns,
  failBackup,
  finishBackup,
  forgetOldRuns,
  lastGoodBackup,
  findBackupPlan,
  nextBackupTime,
  noteBackupDeleted,
  pullBackBackups,
  putBackupPlan,
  renewBackupLease,
} from '../../store/backup/scheduled-backups.ts'
import type { Database } from '../../store/database/database.ts'
import { startRounds } from '../rounds.ts'
import type { LoopServices } from '../services.ts'

export interface BackupKeeping extends LoopServices {
  readonly plan: BackupPlan
  /** Writes everything under this name and reads it back. Returns its size. */
  make(name: string, signal: AbortSignal): Promise<number>
  /** Deletes a backup or the remains of one. */
  remove(name: string, signal: AbortSignal): Promise<void>
}

const restMs = 1000
const retryMs = 30_000
const leaseMs = 60_000
const renewMs = 15_000
const maxRunMs = 24 * 3_600_000
const maxRemovalMs = 60_000
const interrupted = 'Lapwing ended, or lost its database, while it made this backup.'
const stopped = 'Lapwing was stopped while it made this backup.'

export function startBackups(keeping: BackupKeeping): { stop(): Promise<void> } {
  const { store, clock, log, board, plan } = keeping
  const stopping = new AbortController()
  let isAnnounced = false
  const round = async (): Promise<boolean> => {
    // Another process may have other settings; the one that started last decides.
    if (!isAnnounced || !(await findBackupPlan(store))) await announcePlan(store, plan, clock.now())
    isAnnounced = true
    await backUpIfDue(keeping, stopping.signal)
    return false
  }
  const rounds = startRounds({
    round,
    clock,
    log,
    failureMessage: 'scheduled backups could not be looked after; trying again',
    restMs,
    retryMs,
    untilDue: board?.add({ dueAt: () => nextBackupTime }),
  })
  return {
    async stop() {
      stopping.abort()
      await rounds.stop()
    },
  }
}

/** The first backup at a destination is due at once, so that a wrong setting is noticed now and not at night. */
async function announcePlan(db: Database, plan: BackupPlan, now: Date): Promise<void> {
  const last = await lastGoodBackup(db, plan.destination)
  await putBackupPlan(db, plan, { dueAt: last ? nextBackupAfter(plan.schedule, last.startedAt) : now })
}

/** Returns whether it made one or tried to. */
export async function backUpIfDue(keeping: BackupKeeping, signal: AbortSignal): Promise<boolean> {
  const { store, clock, log, plan } = keeping
  const now = clock.now()
  const leasedUntil = new Date(now.getTime() + leaseMs)
  await pullBackBackups(store, { latest: nextBackupAfter(plan.schedule, now), maxLease: leasedUntil })
  const ended = await endInterruptedRuns(store, {
    now,
    error: interrupted,
    retryAt: (failures) => retryBackupAt(failures, now),
  })
  for (const { name, destination } of ended)
    if (destination === plan.destination) await removeRemains(keeping, name, signal)
  const id = newId(now)
  const name = nameAt(now)
  const claimed = await claimBackup(store, { id, name, destination: plan.destination, now, leasedUntil })
  if (!claimed) return false
  log.info('making a backup', { name, destination: plan.destination })
  const failures = claimed.failures + 1
  await run(keeping, { id, name, failures }, signal)
  return true
}

/** Sorts by time; the random part keeps two installations with one destination apart. */
function nameAt(now: Date): string {
  const time = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
  return `lapwing-${time}-${randomBytes(3).toString('hex')}.backup`
}

interface ClaimedRun {
  readonly id: string
  readonly name: string
  /** In a row, if this one fails. */
  readonly failures: number
}

async function run(keeping: BackupKeeping, { id, name, failures }: ClaimedRun, signal: AbortSignal): Promise<void> {
  const { store, clock, log, plan } = keeping
  const ending = new AbortController()
  const limit = { clock, ms: maxRunMs, signal: AbortSignal.any([signal, ending.signal]) }
  const lease = startRounds({
    round: async () => {
      const leasedUntil = new Date(clock.now().getTime() + leaseMs)
      if (!(await renewBackupLease(store, id, leasedUntil))) ending.abort(new Error('another process took over'))
      return false
    },
    clock,
    log,
    failureMessage: 'the lease of a backup could not be renewed; trying again',
    restMs: renewMs,
  })
  try {
    const bytes = await withTimeLimit(limit, (limited) => keeping.make(name, limited)).finally(() => lease.stop())
    const now = clock.now()
    if (!(await finishBackup(store, { id, bytes, now, dueAt: nextBackupAfter(plan.schedule, now) }))) {
      // Another process counts this run as dead, and makes one of its own.
      await removeRemains(keeping, name, signal)
      return
    }
    log.info('the backup is complete and was read back', { name, bytes })
    await deleteOldBackups(keeping, signal)
  } catch (error) {
    const now = clock.now()
    const end = signal.aborted
      ? { error: stopped, nextAt: now, failures: failures - 1 }
      : { error: sentenceOf(error), nextAt: retryBackupAt(failures, now), failures }
    log.error('the backup failed', { name, error: end.error, retryAt: end.nextAt.toISOString() })
    await failBackup(store, { id, now, ...end })
  }
}

const sentenceOf = (error: unknown): string => (error instanceof StartupError ? error.message : String(error))

/** Only after a new good one, so that nothing is deleted while backups fail. */
async function deleteOldBackups(keeping: BackupKeeping, signal: AbortSignal): Promise<void> {
  const { store, clock, log, plan } = keeping
  try {
    for (const { id, name } of await backupsBeyond(store, plan)) {
      await withTimeLimit({ clock, ms: maxRemovalMs, signal }, (limited) => keeping.remove(name, limited))
      await noteBackupDeleted(store, id, clock.now())
    }
    await forgetOldRuns(store)
  } catch (error) {
    log.warn('old backups could not be deleted; trying again after the next one', { error: sentenceOf(error) })
  }
}

async function removeRemains({ clock, log, remove }: BackupKeeping, name: string, signal: AbortSignal): Promise<void> {
  await withTimeLimit({ clock, ms: maxRemovalMs, signal }, (limited) => remove(name, limited)).catch((error: unknown) =>
    log.warn('the remains of a failed backup could not be deleted', { name, error: sentenceOf(error) }),
  )
}
