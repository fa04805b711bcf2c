// A PostgreSQL of a bench's own, with a folder that is deleted with it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { startEmbedded } from '../../src/postgres/index.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { migrate } from '../../src/store/database/migrate.ts'
import { type Statement, sql } from '../../src/store/database/sql.ts'

export const log = { debug() {}, info() {}, warn: console.warn, error: console.error }

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'lapwing-bench-'))

export const deleteFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true })

export interface BenchDatabase {
  readonly folder: string
  readonly url: string
  readonly pid: number
  readonly store: Store
  stop(): Promise<void>
}

/** Lapwing migrates the database unless a bench needs the tables earlier. */
export async function startDatabase({ connections = 2, migrated = true } = {}): Promise<BenchDatabase> {
  const folder = newFolder()
  const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
  const { host, port, user, password, database: name } = database.connection
  const store = openStore(database.connection, { log, connections })
  if (migrated) await migrate(store, { log, now: clock.now() })
  return {
    folder,
    url: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    pid: database.pid!,
    store,
    async stop() {
      await store.close()
      await database.stop()
      deleteFolder(folder)
    },
  }
}

/** Milliseconds between the due time of a result `r` of monitor `m`, and the begin of its check. */
export const lateMs: Statement = sql`
  mod((extract(epoch from r.at) - r.duration_ms / 1000)::numeric
    - mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000) / 1000.0,
    m.interval_seconds) * 1000`

/** The first time from this one on at which monitor `m` is due. */
export const dueFrom = (at: Date): Statement => sql`(
  select to_timestamp((floor((extract(epoch from ${at}::timestamptz) - own.second) / m.interval_seconds) + 1)
    * m.interval_seconds + own.second)
  from (select mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000) / 1000.0 as second) own
)`
