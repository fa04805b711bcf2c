// Scheduled backups of a running process, as its settings plan them.
import { startBackups } from '../engine/housekeeping/backups.ts'
import type { DueBoard } from '../engine/due-board.ts'
import type { Stoppable } from '../roles/stoppable.ts'
import { dropBackupPlan } from '../store/backup/scheduled-backups.ts'
import type { Store } from '../store/database/database.ts'
import { scheduledDestination } from './backup-places.ts'
import type { DatabaseParts } from './open-database.ts'

interface BackupParts extends DatabaseParts {
  readonly version: string
}

export async function startScheduledBackups(
  parts: BackupParts,
  { store, board }: { store: Store; board: DueBoard },
): Promise<Stoppable[]> {
  const { settings, clock, log, version } = parts
  const destination = scheduledDestination(parts)
  if (destination === null) {
    await dropBackupPlan(store)
    return []
  }
  const source = { settings, clock, log, store, version }
  const { backupTo, backupSchedule: schedule, backupKeep: keep, backupPassphrase } = settings
  return [
    startBackups({
      store,
      clock,
      log,
      board,
      plan: { destination: backupTo!, schedule, keep, encrypted: backupPassphrase !== null },
      async make(name, signal) {
        // Most of the time there is nothing to back up, so its packages are loaded then.
        const { saveVerified } = await import('./backups.ts')
        return saveVerified(source, { destination, name }, signal)
      },
      remove: (name, signal) => destination.remove(name, signal),
    }),
  ]
}
