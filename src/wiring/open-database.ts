// Opens the configured database, or the embedded one.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { runningServer, startEmbedded } from '../postgres/index.ts'
import type { Stoppable } from '../roles/stoppable.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { type DatabaseConnection, type Store, openStore, requireUsable } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'
import { withStandby } from '../store/database/standby-reads.ts'
import { freeBytes } from './free-space.ts'

export interface DatabaseParts {
  readonly settings: Settings
  readonly clock: Clock
  readonly log: Log
}

/** Opens and migrates the database. Everything that must be closed later is added to the open resources. */
export async function openDatabase(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  return migrated(parts, await openBareDatabase(parts, opened))
}

/** For commands that may run beside Lapwing: connects to the embedded server of the running process, if any. */
export async function openDatabaseBeside(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  return migrated(parts, await openBareDatabaseBeside(parts, opened))
}

/** The same, without migrations. */
export async function openBareDatabaseBeside(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  const running = parts.settings.databaseUrl === null ? runningServer(parts.settings.dataDir) : undefined
  return running ? connect(parts, opened, running) : openBareDatabase(parts, opened)
}

/** For a restore: the database as it is, without migrations. */
export async function openBareDatabase(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  const { settings, clock, log } = parts
  const { databaseUrl, dataDir } = settings
  requireDatabaseUrl(settings)
  if (databaseUrl !== null) return connect(parts, opened, { connectionString: databaseUrl })
  const server = await startEmbedded({ dataDir, clock, log })
  opened.push(server)
  return connect(parts, opened, server.connection)
}

/** The embedded database has no pooler and no standby. */
export function requireDatabaseUrl({ databaseUrl, databaseListenUrl, databaseReadUrl }: Settings): void {
  const others = { LAPWING_DATABASE_LISTEN_URL: databaseListenUrl, LAPWING_DATABASE_READ_URL: databaseReadUrl }
  for (const [name, url] of Object.entries(others))
    if (url !== null && databaseUrl === null)
      throw new BadSetting(`${name}: requires LAPWING_DATABASE_URL, which is not set.`)
}

async function connect(
  { settings, clock, log }: DatabaseParts,
  opened: Stoppable[],
  connection: DatabaseConnection,
): Promise<Store> {
  const { databaseConnections: connections, databaseListenUrl, databaseReadUrl } = settings
  const listenConnection = databaseListenUrl === null ? undefined : { connectionString: databaseListenUrl }
  const primary = openStore(connection, { log, connections, listenConnection })
  const store =
    databaseReadUrl === null
      ? primary
      : withStandby(primary, { connection: { connectionString: databaseReadUrl }, connections, log, clock })
  opened.push({ stop: () => store.close() })
  await requireUsable(store)
  return store
}

async function migrated({ settings, clock, log }: DatabaseParts, store: Store): Promise<Store> {
  await migrate(store, { log, now: clock.now(), freeBytes: () => freeBytes(settings) })
  return store
}
