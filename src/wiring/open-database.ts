// The way to the database: the one that the settings name, else the embedded one.
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

/** Opened, reachable and migrated. What has to be stopped again is put with what is open. */
export async function openDatabase(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  const { settings, clock, log } = parts
  return open(parts, opened, async () => {
    if (settings.databaseUrl !== null) return { connectionString: settings.databaseUrl }
    const server = await startEmbedded({ dataDir: settings.dataDir, clock, log })
    opened.push(server)
    return server.connection
  })
}

/**
 * For a command that may be given while Lapwing runs: through the embedded server that it owns, should there be one.
 */
export async function openDatabaseBeside(parts: DatabaseParts, opened: Stoppable[]): Promise<Store> {
  const running = parts.settings.databaseUrl === null ? runningServer(parts.settings.dataDir) : undefined
  return running ? open(parts, opened, async () => running) : openDatabase(parts, opened)
}

async function open(
  { settings, clock, log }: DatabaseParts,
  opened: Stoppable[],
  connect: () => Promise<DatabaseConnection>,
): Promise<Store> {
  const { databaseConnections: connections, databaseListenUrl } = settings
  if (databaseListenUrl !== null && settings.databaseUrl === null)
    throw new BadSetting('LAPWING_DATABASE_LISTEN_URL: belongs to a LAPWING_DATABASE_URL, which is not set.')
  const listenConnection = databaseListenUrl === null ? undefined : { connectionString: databaseListenUrl }
  const store = openStore(await connect(), { log, connections, listenConnection })
  opened.push({ stop: () => store.close() })
  await requireUsable(store)
  await migrate(store, { log, now: clock.now() })
  return store
}
