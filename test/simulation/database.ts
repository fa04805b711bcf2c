import { type DatabaseConnection, type Store, openStore } from '../../src/store/database/database.ts'
import { quiet } from '../kit/log.ts'

/** A migrated database that worlds use one after the other. */
export interface SimulationDatabase {
  readonly store: Store
  /** A connection of its own for each process of a world. */
  connection(index: number): Store
  /** Deletes what a world has left. */
  empty(): Promise<void>
  close(): Promise<void>
}

export function openDatabase(connection: DatabaseConnection): SimulationDatabase {
  const open = (): Store => openStore(connection, { log: quiet, connections: 1 })
  const store = open()
  const connections: Store[] = []
  return {
    store,
    connection: (index) => (connections[index] ??= open()),
    empty: () =>
      store.script(
        'truncate organizations, users, locations, results, rollups, daily_rollups restart identity cascade',
      ),
    async close() {
      for (const one of [store, ...connections]) await one.close()
    },
  }
}
