// Opens the configured database, or the embedded one.
import type { Clock } from '../domain/clock.ts'
import type { Log } from '../domain/log.ts'
import { runningServer, startEmbedded } from '../postgres/index.ts'
import type { Stoppable } from '../roles/stoppable.ts'
import { BadSetting, type Settings } from '../settings.ts'
import { type DatabaseConnection, type Store, openStore, requireUsable } from '../store/database/database.ts'
import { migrate } from '../store/database/migrate.ts'

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
  const running = parts.settings.databaseUrl === null ? runningServer(parts.settings.dataDir) : undefined
  if (!running) return openDatabase(parts, opened)
  return migrated(parts, await connect(parts, opened, running))
}

/** For a restore: the database as it is, without migrations. */
export async function openBareDatabase(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  const { settings, clock, log } = parts
  const { databaseUrl, dataDir } = settings
  requireListenable(settings)
  if (databaseUrl !== null) return connect(parts, opened, { connectionString: databaseUrl })
  const server = await startEmbedded({ dataDir, clock, log })
  opened.push(server)
  return connect(parts, opened, server.connection)
}

export function requireListenable({ databaseUrl, databaseListenUrl }: Settings): void {
  if (databaseListenUrl !== null && databaseUrl === null)
    throw new BadSetting('LAPWING_DATABASE_LISTEN_URL: requires LAPWING_DATABASE_URL, which is not set.')
}

async function connect(
  { settings, log }: DatabaseParts,
  opened: Stoppable[],
  connection: DatabaseConnection,
): Promise<Store> {
  const { databaseConnections: connections, databaseListenUrl } = settings
  const listenConnection = databaseListenUrl === null ? undefined : { connectionString: databaseListenUrl }
  const store = openStore(connection, { log, connections, listenConnection })
  opened.push({ stop: () => store.close() })
  await requireUsable(store)
  return store
}

async function migrated({ clock, log }: DatabaseParts, store: Store): Promise<Store> {
  await migrate(store, { log, now: clock.now() })
  return store
}
