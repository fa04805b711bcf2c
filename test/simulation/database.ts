import { type DatabaseConnection, type Store, openStore } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { forgetEverything } from '../kit/lapwing/servers.ts'
import { quiet } from '../kit/log.ts'

const worldsPerVacuum = 20

/** A migrated database that worlds use one after the other. */
export interface SimulationDatabase {
  readonly store: Store
  /** A connection of its own for each process of a world. */
  connection(index: number): Store
  /** Deletes what a world has left. */
  empty(): Promise<void>
  /** Ends all connections: processes of a world that ended early may be in the middle of a transaction. */
  reconnect(): Promise<void>
  close(): Promise<void>
}

export function openDatabase(connection: DatabaseConnection): SimulationDatabase {
  const open = (): Store => openStore(connection, { log: quiet, connections: 1 })
  let store = open()
  let connections: Store[] = []
  let worlds = 0
  return {
    get store() {
      return store
    },
    connection: (index) => (connections[index] ??= open()),
    // Truncating costs more, because every statement is planned again afterwards.
    async empty() {
      await store.script(`select ${forgetEverything}()`)
      worlds += 1
      if (worlds % worldsPerVacuum === 0) await store.script('vacuum')
    },
    async reconnect() {
      const old = [store, ...connections]
      store = open()
      connections = []
      await store.rows(sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
      for (const one of old) void one.close()
    },
    async close() {
      for (const one of [store, ...connections]) await one.close()
    },
  }
}
