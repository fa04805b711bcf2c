// Scheduled backups: whether they are made, and whether their destination can be used.
import type { Clock } from '../../domain/clock.ts'
import { StartupError } from '../../domain/fault.ts'
import { withTimeLimit } from '../../domain/limits/time-limit.ts'
import type { Settings } from '../../settings.ts'
import { sizeText } from '../../size-text.ts'
import { findBackupPlan, lastGoodBackup, latestBackupRuns } from '../../store/backup/scheduled-backups.ts'
import type { Database } from '../../store/database/database.ts'
import { scheduledDestination } from '../backup-places.ts'
import { type DoctorFinding, reporter, splitSentences } from './finding.ts'

const { ok, warning, problem } = reporter('backups')
const hour = 3_600_000
const maxListMs = 20_000

export async function checkBackupRuns(db: Database, clock: Clock): Promise<DoctorFinding[]> {
  const now = clock.now().getTime()
  const plan = await findBackupPlan(db)
  if (!plan) return [ok('No backups are scheduled (LAPWING_BACKUP_TO is not set).')]
  const last = await lastGoodBackup(db)
  const [latest] = await latestBackupRuns(db, 1)
  const good =
    last === undefined
      ? 'There is no good backup yet.'
      : `The last good backup is ${ageText(now - last.finishedAt!.getTime())} old (${sizeText(last.bytes!)}).`
  if (latest?.error && plan.failures > 0) {
    const [message, remedy] = splitSentences(latest.error, 'See the log of the process with the role housekeeper.')
    return [problem(`The last backup failed: ${message} ${good}`, remedy)]
  }
  if (now - plan.dueAt.getTime() > hour && latest?.finishedAt !== null)
    return [
      problem(
        `A backup has been due for ${ageText(now - plan.dueAt.getTime())}. ${good}`,
        'Start a process with the role housekeeper and LAPWING_BACKUP_TO.',
      ),
    ]
  return [last === undefined ? warning(good, 'The first one is made when Lapwing runs; see its log.') : ok(good)]
}

function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hour))
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}

export async function checkBackupDestination(settings: Settings, clock: Clock): Promise<DoctorFinding[]> {
  const { backupTo, backupPassphrase } = settings
  if (backupTo === null) return []
  try {
    const destination = scheduledDestination({ settings, clock })!
    const error = new StartupError(`${backupTo} did not respond within ${maxListMs / 1000} s.`)
    const stored = await withTimeLimit({ clock, ms: maxListMs, error }, (signal) => destination.list(signal))
    const count = stored.length === 1 ? 'one backup' : `${stored.length} backups`
    return [ok(`${backupTo} can be reached and holds ${count}.`), ...(backupPassphrase === null ? [unencrypted] : [])]
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return [problem(...splitSentences(error.message, 'Correct LAPWING_BACKUP_TO.'))]
  }
}

const unencrypted = warning(
  'Scheduled backups are not encrypted and do not contain the secret key.',
  'Set LAPWING_BACKUP_PASSPHRASE, or keep the secret key somewhere else.',
)
