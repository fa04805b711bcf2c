import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type DatabaseConnection, type Database, type Store, openStore } from '../../../src/store/database/database.ts'
import { sql } from '../../../src/store/database/sql.ts'
import { createDatabase, takeDatabase } from './database-pool.ts'
import { quiet } from '../log.ts'
import { waitUntil } from '../wait-until.ts'

/** A migrated database for one test, or for the file when it is asked for before the tests. */
export const newDatabase = takeDatabase

/** A database with nothing in it. */
export function emptyDatabase(encoding = 'UTF8'): Promise<DatabaseConnection> {
  return createDatabase(`template template0 encoding '${encoding}' locale 'C'`)
}

export async function newStore(): Promise<Store> {
  return storeOn(await newDatabase())
}

/** One store for all tests of a file, which keep out of each other's way. */
export function sharedStore(connections = 4): () => Store {
  let store: Store | undefined
  beforeAll(async () => {
    store = openStore(await newDatabase(), { log: quiet, connections })
  })
  afterAll(() => store?.close())
  return () => store!
}

export function storeOn(connection: DatabaseConnection, connections = 4): Store {
  const store = openStore(connection, { log: quiet, connections })
  onTestFinished(() => store.close())
  return store
}

const waiting = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Until some connection of this database waits for what another one holds. */
export async function waitForLockWait(db: Database, sessions = 1): Promise<void> {
  await waitUntil(async () => (await db.rows(waiting)).length >= sessions)
}

/** As a setting: LAPWING_DATABASE_URL of such a database. */
export function urlOf({ host, port, user, password, database }: DatabaseConnection): string {
  const patience = 'connect_timeout=120'
  return `postgres://${user}:${encodeURIComponent(password!)}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}&${patience}`
}
