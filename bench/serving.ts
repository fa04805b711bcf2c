// A Lapwing that only serves, in this process, with the embedded database of a folder and a way into it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Lapwing, startLapwing } from '../src/app.ts'
import { systemClock } from '../src/domain/clock.ts'
import { operations } from '../src/operations/index.ts'
import { runningServer } from '../src/postgres/index.ts'
import { readSettings } from '../src/settings.ts'
import { type Store, openStore } from '../src/store/database/database.ts'

const log = { debug() {}, info() {}, warn() {}, error: console.error }

/** With one organization, its owner, and a key to write with where one is given. */
export async function startServing(folder: string, key?: string): Promise<{ lapwing: Lapwing; store: Store }> {
  const provision = join(folder, 'lapwing.yaml')
  const users = [{ name: 'Ada', email: 'ada@example.com', role: 'owner' }]
  const apiKeys = key === undefined ? [] : [{ name: 'rw', scope: 'write', key }]
  writeFileSync(provision, JSON.stringify({ organizations: [{ name: 'Bench', apiKeys, users }] }))
  const dataDir = join(folder, 'data')
  const lapwing = await startLapwing({
    settings: readSettings({
      LAPWING_PORT: '0',
      LAPWING_DATA_DIR: dataDir,
      LAPWING_PROVISION: provision,
      LAPWING_ROLES: 'server',
    }),
    clock: systemClock,
    log,
    version: '0.0.0-bench',
    operations,
    variable: () => undefined,
    checkEnvironment: process.env,
  })
  return { lapwing, store: openStore(runningServer(dataDir)!, { log, connections: 2 }) }
}
