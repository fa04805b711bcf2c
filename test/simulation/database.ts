import { type DatabaseConnection, type Store, openStore } from '../../src/store/database/database.ts'
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
  close(): Promise<void>
}

export function openDatabase(connection: DatabaseConnection): SimulationDatabase {
  const open = (): Store => openStore(connection, { log: quiet, connections: 1 })
  const store = open()
  const connections: Store[] = []
  let worlds = 0
  return {
    store,
    connection: (index) => (connections[index] ??= open()),
    // Truncating costs more, because every statement is planned again afterwards.
    async empty() {
      await store.script(`select ${forgetEverything}()`)
      worlds += 1
      if (worlds % worldsPerVacuum === 0) await store.script('vacuum')
    },
    async close() {
      for (const one of [store, ...connections]) await one.close()
    },
  }
}
