// A whole installation for benchmarks: all roles in one Lapwing, with a PostgreSQL of its own whose cost is known.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../../src/domain/clock.ts'
import type { Store } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { runLapwing, terminate, untilReady } from './children.ts'
import { copyMonitor } from './copy-monitors.ts'
import { startDatabase } from './database.ts'

export interface Installation {
  readonly store: Store
  /** Process ids. */
  readonly lapwing: number
  readonly postgres: number
  /** Creates http monitors of this address; if they are many, each of its own path below it. */
  addMonitors(count: number, check: BenchCheck): Promise<void>
  /** Stops Lapwing and starts it again; the time until it is ready. */
  restart(): Promise<{ readonly at: Date; readonly readyMs: number }>
  stop(): Promise<void>
}

interface BenchCheck {
  readonly target: string
  readonly interval: number
}

const key = 'lw_bench_0123456789abcdef0123'
const maxOperations = 20
const maxThroughApi = 5000

export async function startInstallation(): Promise<Installation> {
  const database = await startDatabase({ connections: 1, migrated: false })
  const { folder, store } = database
  const provision = join(folder, 'provision.yaml')
  writeFileSync(
    provision,
    `organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]\n`,
  )
  const settings = {
    LAPWING_DATABASE_URL: database.url,
    LAPWING_DATA_DIR: join(folder, 'lapwing'),
    LAPWING_PROVISION: provision,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
    LAPWING_BROWSERS: '0',
  }
  let lapwing = runLapwing(['start'], settings)
  let origin = await untilReady(lapwing)
  return {
    store,
    get lapwing() {
      return lapwing.pid!
    },
    postgres: database.pid,
    addMonitors: (count, check) =>
      count > maxThroughApi ? copyMonitors(store, origin, { count, check }) : addMonitors(origin, count, check),
    async restart() {
      await terminate(lapwing)
      const [at, from] = [clock.now(), clock.monotonicMs()]
      lapwing = runLapwing(['start'], settings)
      origin = await untilReady(lapwing)
      return { at, readyMs: Math.round(clock.monotonicMs() - from) }
    },
    async stop() {
      await terminate(lapwing)
      await database.stop()
    },
  }
}

async function addMonitors(origin: string, count: number, { target, interval }: BenchCheck): Promise<void> {
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

async function copyMonitors(
  store: Store,
  origin: string,
  { count, check }: { readonly count: number; readonly check: BenchCheck },
): Promise<void> {
  await addMonitors(origin, 1, check)
  const newest = await store.row<{ id: string }>(sql`select id from monitors order by monitor_number desc limit 1`)
  await copyMonitor(store, { id: newest!.id, count: count - 1, target: check.target.replace(/\/$/, '') })
}
