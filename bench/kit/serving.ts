// A Lapwing that only serves, in this process, with the embedded database of a folder and access to it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Lapwing } from '../../src/app.ts'
import { runningServer } from '../../src/postgres/index.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { log } from './database.ts'
import { startForBench } from './lapwing.ts'

/** With one organization, its owner, and an API key if one is given. */
export async function startServing(folder: string, key?: string): Promise<{ lapwing: Lapwing; store: Store }> {
  const provision = join(folder, 'lapwing.yaml')
  const users = [{ name: 'Ada', email: 'ada@example.com', role: 'owner' }]
  const apiKeys = key === undefined ? [] : [{ name: 'rw', scope: 'write', key }]
  writeFileSync(provision, JSON.stringify({ organizations: [{ name: 'Bench', apiKeys, users }] }))
  const dataDir = join(folder, 'data')
  const lapwing = await startForBench({
    LAPWING_PORT: '0',
    LAPWING_DATA_DIR: dataDir,
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'server',
  })
  return { lapwing, store: openStore(runningServer(dataDir)!, { log, connections: 2 }) }
}
