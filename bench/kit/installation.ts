// A whole installation for benchmarks: all roles in one Lapwing, with a PostgreSQL of its own whose cost is known.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { startEmbedded } from '../../src/postgres/index.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { sql } from '../../src/store/database/sql.ts'
import { copyMonitor } from './copy-monitors.ts'
import { log } from './lapwing.ts'

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

export async function startInstallation(folder: string): Promise<Installation> {
  const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
  const { host, port, user, password, database: name } = database.connection
  const provision = join(folder, 'provision.yaml')
  writeFileSync(
    provision,
    `organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]\n`,
  )
  const settings = {
    LAPWING_DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    LAPWING_DATA_DIR: join(folder, 'lapwing'),
    LAPWING_PROVISION: provision,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
    LAPWING_BROWSERS: '0',
  }
  let { lapwing, origin } = await startLapwing(settings)
  const pidFile = join(folder, 'data', 'postgres', 'postmaster.pid')
  const store = openStore(database.connection, { log, connections: 1 })
  return {
    store,
    get lapwing() {
      return lapwing.pid!
    },
    postgres: Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]),
    addMonitors: (count, check) =>
      count > maxThroughApi ? copyMonitors(store, origin, { count, check }) : addMonitors(origin, count, check),
    async restart() {
      await stop(lapwing)
      const [at, from] = [clock.now(), clock.monotonicMs()]
      ;({ lapwing, origin } = await startLapwing(settings))
      return { at, readyMs: Math.round(clock.monotonicMs() - from) }
    },
    async stop() {
      await stop(lapwing)
      await store.close()
      await database.stop()
    },
  }
}

/** As `npm start` starts it. */
async function startLapwing(
  settings: Readonly<Record<string, string>>,
): Promise<{ lapwing: ChildProcess; origin: string }> {
  const program = join(import.meta.dirname, '../../bin/lapwing.mjs')
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  const lapwing = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface(lapwing.stdout)
  const origin = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, found] = /is ready at (http[^"\s]+)/.exec(line) ?? []
      if (found) resolve(found)
    })
    lines.once('close', () => reject(new Error('Lapwing did not start')))
  })
  return { lapwing, origin }
}

async function stop(lapwing: ChildProcess): Promise<void> {
  lapwing.kill('SIGTERM')
  await once(lapwing, 'exit')
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
