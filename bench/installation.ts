// A whole installation for benchmarks: all roles in one Lapwing, with a PostgreSQL of its own whose cost is known.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import { startEmbedded } from '../src/postgres/index.ts'
import { type Store, openStore } from '../src/store/database/database.ts'
import { forkLapwing } from './forked-lapwing.ts'
import { log } from './lapwing.ts'

export interface Installation {
  readonly store: Store
  /** Process ids. */
  readonly lapwing: number
  readonly postgres: number
  /** Creates http monitors of this address. */
  addMonitors(count: number, check: { readonly target: string; readonly interval: number }): Promise<void>
  stop(): Promise<void>
}

const key = 'lw_bench_0123456789abcdef0123'
const maxOperations = 20

export async function startInstallation(folder: string): Promise<Installation> {
  const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
  const { host, port, user, password, database: name } = database.connection
  const provision = join(folder, 'provision.yaml')
  writeFileSync(
    provision,
    `organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]\n`,
  )
  const lapwing = forkLapwing({
    LAPWING_DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    LAPWING_DATA_DIR: join(folder, 'lapwing'),
    LAPWING_PROVISION: provision,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
  })
  const [{ origin }] = (await once(lapwing, 'message')) as [{ origin: string }]
  const pidFile = join(folder, 'data', 'postgres', 'postmaster.pid')
  const store = openStore(database.connection, { log, connections: 1 })
  return {
    store,
    lapwing: lapwing.pid!,
    postgres: Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]),
    addMonitors: (count, check) => addMonitors(origin, count, check),
    async stop() {
      lapwing.send('stop')
      await once(lapwing, 'exit')
      await store.close()
      await database.stop()
    },
  }
}

async function addMonitors(
  origin: string,
  count: number,
  { target, interval }: { readonly target: string; readonly interval: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { data } = (await (await fetch(`${origin}/v1/locations`, { headers })).json()) as { data: { id: string }[] }
  const locations = data.map(({ id }) => id)
  for (let left = count; left > 0; left -= maxOperations) {
    const operations = Array.from({ length: Math.min(left, maxOperations) }, (_, index) => ({
      method: 'POST',
      path: '/monitors',
      body: { name: `Monitor ${left - index}`, type: 'http', target, interval, locations },
    }))
    const body = JSON.stringify({ operations })
    const response = await fetch(`${origin}/v1/batch`, { method: 'POST', headers, body })
    const result = await response.text()
    if (!result.includes('"failed":0')) throw new Error(`Lapwing refused to create monitors: ${result}`)
  }
}
