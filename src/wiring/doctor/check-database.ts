// The database: the server, its schema, and the key of its secrets. Everything runs in read-only transactions.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../domain/clock.ts'
import { StartupError } from '../../domain/fault.ts'
import { examineStopped, runningServer } from '../../postgres/index.ts'
import type { Settings } from '../../settings.ts'
import {
  type Database,
  type DatabaseConnection,
  type Store,
  openStore,
  requireUsable,
} from '../../store/database/database.ts'
import { schemaState } from '../../store/database/migrate.ts'
import { readOnly, serverFacts } from '../../store/database/server-facts.ts'
import { explainStartFailure } from '../../start-failure.ts'
import { keyProblem } from '../open-vault.ts'
import { keyFileIn, readKeys } from '../secret-keys.ts'
import { checkConnections } from './check-connections.ts'
import { type DoctorFinding, reporter, splitSentences } from './finding.ts'

const { ok, warning, problem } = reporter('database')
const quiet = { debug() {}, info() {}, warn() {}, error() {} }

/** Calls `inspect` if the database can be used by this version. */
export async function checkDatabase(
  settings: Settings,
  clock: Clock,
  inspect: (db: Database) => Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  try {
    const connection = connectionIn(settings)
    if (!connection) return checkStopped(settings)
    const store = openStore(connection, { log: quiet, connections: 1 })
    try {
      const findings = await checkServer(store, { settings, clock, inspect })
      return [...findings, ...(await checkConnections(store, settings, clock))]
    } finally {
      await store.close()
    }
  } catch (error) {
    return [refusal(error, settings)]
  }
}

function refusal(error: unknown, { databaseUrl }: Settings): DoctorFinding {
  const sentence = explainStartFailure(error) ?? `The database could not be examined: ${String(error)}`
  return problem(
    ...splitSentences(
      sentence,
      databaseUrl === null
        ? 'Run this command as the user that runs Lapwing.'
        : 'Start PostgreSQL, or correct LAPWING_DATABASE_URL.',
    ),
  )
}

function connectionIn({ databaseUrl, dataDir }: Settings): DatabaseConnection | undefined {
  return databaseUrl === null ? runningServer(dataDir) : { connectionString: databaseUrl }
}

/** Throws if Lapwing could not start with the files. */
function checkStopped(settings: Settings): DoctorFinding[] {
  const { dataDir } = settings
  if (!existsSync(join(dataDir, 'postgres')))
    return [warning('There is no embedded database yet.', 'Start Lapwing; the first start creates it.')]
  examineStopped(dataDir)
  return [
    warning(
      'The embedded database is stopped; its files look right. What it holds was not checked.',
      'Start Lapwing, then run `lapwing doctor` again.',
    ),
    ...(readKeys(settings) === null
      ? [
          reporter('secret key').warning(
            `There is no key in ${keyFileIn(dataDir)}, and LAPWING_SECRET_KEY is not set.`,
            'Restore it from a backup; only an installation without secrets can start with a new one.',
          ),
        ]
      : []),
  ]
}

interface Inspection {
  readonly settings: Settings
  readonly clock: Clock
  inspect(db: Database): Promise<DoctorFinding[]>
}

async function checkServer(store: Store, { settings, clock, inspect }: Inspection): Promise<DoctorFinding[]> {
  await requireUsable(store)
  return readOnly(store, async (db) => {
    const { version, offsetMs } = await serverFacts(db, clock)
    const schema = await schemaState(db)
    const findings = [ok(`PostgreSQL ${version} responds.`), ...clockFindings(offsetMs)]
    if (schema.isNewer)
      return [
        ...findings,
        problem(
          `A newer Lapwing has migrated this database (${schema.newest}), and this version refuses to start with it.`,
          'Start the newer version, or restore a backup from before the upgrade.',
        ),
      ]
    if (schema.newest === null)
      return [...findings, warning('The database is empty.', 'Start Lapwing; the first start creates the tables.')]
    if (schema.pending > 0)
      return [
        ...findings,
        warning(
          `${schema.pending === 1 ? 'One migration is' : `${schema.pending} migrations are`} pending; what the ` +
            'database holds was not checked.',
          'Make a backup, then start Lapwing: the start applies them.',
        ),
      ]
    return [
      ...findings,
      ok('The schema fits this version.'),
      ...(await keyFindings(settings, db)),
      ...(await inspect(db)),
    ]
  })
}

const maxOffsetMs = 5000

function clockFindings(offsetMs: number): DoctorFinding[] {
  const report = reporter('clock')
  const seconds = (Math.abs(offsetMs) / 1000).toFixed(1)
  if (Math.abs(offsetMs) <= maxOffsetMs) return [report.ok('The clocks of this machine and the database agree.')]
  return [
    report.problem(
      `The clock of this machine is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} the clock of the database.`,
      'Synchronize both with NTP: leases, schedules and reports depend on the time.',
    ),
  ]
}

const restoreKey = 'Restore the key from a backup.'

async function keyFindings(settings: Settings, db: Database): Promise<DoctorFinding[]> {
  const report = reporter('secret key')
  try {
    const found = await keyProblem(settings, db)
    return [
      found === null
        ? report.ok('The secret key fits the stored secrets.')
        : report.problem(...splitSentences(found, restoreKey)),
    ]
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return [report.problem(...splitSentences(error.message, restoreKey))]
  }
}
