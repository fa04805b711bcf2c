// npm run bench:rest: what an installation costs while little happens, with 0, 10 and 1,000 monitors that are checked
// every five minutes: CPU, transactions per second, connections, and memory of Lapwing and of PostgreSQL.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import { startEmbedded } from '../src/postgres/index.ts'
import { openStore } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { forkLapwing } from './forked-lapwing.ts'
import { log } from './lapwing.ts'
import { cpuSeconds } from './processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const settleSeconds = Number(process.env['BENCH_SETTLE_SECONDS'] ?? 30)
const sizes = (process.env['BENCH_MONITORS'] ?? '0,10,1000').split(',').map(Number)
const key = 'lw_bench_0123456789abcdef0123'

const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
const target = createServer((_request, response) => response.end('ok'))
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`

const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
const { host, port, user, password, database: name } = database.connection
const databaseUrl = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
const store = openStore(database.connection, { log, connections: 1 })
const provision = join(folder, 'provision.yaml')
writeFileSync(
  provision,
  `organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]\n`,
)
const lapwing = forkLapwing({
  LAPWING_DATABASE_URL: databaseUrl,
  LAPWING_DATA_DIR: join(folder, 'lapwing'),
  LAPWING_PROVISION: provision,
  LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
  LAPWING_PORT: '0',
  LAPWING_HOST: '127.0.0.1',
})
const [{ origin }] = (await once(lapwing, 'message')) as [{ origin: string }]
const postmaster = Number(readFileSync(join(folder, 'data', 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0])

let monitors = 0
try {
  for (const size of sizes) {
    await addMonitors(size - monitors)
    monitors = size
    await clock.sleep(settleSeconds * 1000)
    await measure()
  }
} finally {
  lapwing.send('stop')
  await once(lapwing, 'exit')
  await store.close()
  await database.stop()
  target.close()
  rmSync(folder, { recursive: true })
}

async function addMonitors(count: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const { data } = (await (await fetch(`${origin}/v1/locations`, { headers })).json()) as { data: { id: string }[] }
  const locations = data.map(({ id }) => id)
  for (let left = count; left > 0; left -= 20) {
    const operations = Array.from({ length: Math.min(left, 20) }, (_, index) => ({
      method: 'POST',
      path: '/monitors',
      body: { name: `Monitor ${left - index}`, type: 'http', target: url, interval: 300, locations },
    }))
    const response = await fetch(`${origin}/v1/batch`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ operations }),
    })
    const result = await response.text()
    if (!result.includes('"failed":0')) throw new Error(`Lapwing refused to create monitors: ${result}`)
  }
}

async function measure(): Promise<void> {
  const before = { at: clock.monotonicMs(), ...(await reading()) }
  await clock.sleep(seconds * 1000)
  const after = { at: clock.monotonicMs(), ...(await reading()) }
  const elapsed = (after.at - before.at) / 1000
  const share = (from: number, to: number): string => `${(((to - from) / elapsed) * 100).toFixed(1)} %`
  const perSecond = ((after.transactions - before.transactions) / elapsed).toFixed(1)
  process.stdout.write(
    `${String(monitors).padStart(5)} monitors: ${share(before.lapwing, after.lapwing)} of a core for Lapwing, ` +
      `${share(before.postgres, after.postgres)} for PostgreSQL, ${perSecond} transactions/s, ` +
      `${after.connections} connections, ${megabytesBelow(lapwing.pid!)} MB + ${megabytesBelow(postmaster)} MB\n`,
  )
}

async function reading() {
  const row = await store.row<{ transactions: number; connections: number }>(sql`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions,
      (select count(*)::int - 1 from pg_stat_activity where datname = current_database()) as connections`)
  return { ...row!, lapwing: cpuSeconds(lapwing.pid!), postgres: cpuSeconds(postmaster) }
}

/** The proportional memory of a process and its descendants: shared pages are counted once. */
function megabytesBelow(pid: number): number {
  const all = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  const parents = new Map(all.map((entry) => [Number(entry), parentOf(entry)]))
  const isBelow = (entry: number | undefined): boolean =>
    entry !== undefined && entry !== 0 && (entry === pid || isBelow(parents.get(entry)))
  const sum = [...parents.keys()].filter(isBelow).reduce((total, entry) => total + proportionalKilobytes(entry), 0)
  return Math.round(sum / 1024)
}

function parentOf(entry: string): number | undefined {
  const status = contentOf(`/proc/${entry}/status`)
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1])
}

function proportionalKilobytes(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

/** Empty for a process that has ended. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
