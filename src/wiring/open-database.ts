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
  const { settings, clock, log } = parts
  return open(parts, opened, async () => {
    if (settings.databaseUrl !== null) return { connectionString: settings.databaseUrl }
    const server = await startEmbedded({ dataDir: settings.dataDir, clock, log })
    opened.push(server)
    return server.connection
  })
}

/** For commands that may run beside Lapwing: connects to the embedded server of the running process, if any. */
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
    throw new BadSetting('LAPWING_DATABASE_LISTEN_URL: requires LAPWING_DATABASE_URL, which is not set.')
  const listenConnection = databaseListenUrl === null ? undefined : { connectionString: databaseListenUrl }
  const store = openStore(await connect(), { log, connections, listenConnection })
  opened.push({ stop: () => store.close() })
  await requireUsable(store)
  await migrate(store, { log, now: clock.now() })
  return store
}
