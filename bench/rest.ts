// npm run bench -- rest: what an installation costs while little happens: CPU, transactions per second, connections,
// and memory of Lapwing and of PostgreSQL; and how long a restart takes. BENCH_MONITORS chooses the numbers of
// monitors, which are checked every five minutes, and every minute if there are 10,000 or more.
import { systemClock as clock } from '../src/domain/clock.ts'
import { sql } from '../src/store/database/sql.ts'
import { serve } from './kit/children.ts'
import { startInstallation } from './kit/installation.ts'
import { cpuSeconds, proportionalMegabytes, wholeMegabytes } from './kit/processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const settleSeconds = Number(process.env['BENCH_SETTLE_SECONDS'] ?? 45)
const sizes = (process.env['BENCH_MONITORS'] ?? '0,10,1000,10000').split(',').map(Number)

const target = await serve((_request, response) => response.end('ok'))
const url = `${target.origin}/`

const installation = await startInstallation()
const { store, postgres } = installation
// The first start compiles the modules, which costs memory until the next one.
await installation.restart()

let monitors = 0
try {
  for (const size of sizes) {
    await installation.addMonitors(size - monitors, { target: url, interval: size < 10_000 ? 300 : 60 })
    monitors = size
    await clock.sleep(settleSeconds * 1000)
    await measure()
    await measureRestart()
  }
} finally {
  await installation.stop()
  target.close()
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
      `${after.connections} connections, ${memory(installation.lapwing)} + ${memory(postgres)}\n`,
  )
}

/** The second figure does not depend on what else runs on the machine. */
function memory(pid: number): string {
  return `${proportionalMegabytes(pid)} (${wholeMegabytes(pid)}) MB`
}

async function measureRestart(): Promise<void> {
  await store.run(sql`
    update turns set due_at = ${clock.now()} where monitor_number in (select monitor_number from turns limit 10)`)
  const { at, readyMs } = await installation.restart()
  const checkedMs = monitors === 0 ? null : (await firstCheck(at)).getTime() - at.getTime()
  const checked = checkedMs === null ? '' : `, first check ${checkedMs} ms after the start`
  process.stdout.write(`${' '.repeat(16)}ready ${readyMs} ms after a restart${checked}\n`)
}

async function firstCheck(since: Date): Promise<Date> {
  for (;;) {
    const row = await store.row<{ at: Date | null }>(sql`select min(at) as at from results where at >= ${since}`)
    if (row?.at) return row.at
    await clock.sleep(50)
  }
}

async function reading() {
  const row = await store.row<{ transactions: number; connections: number }>(sql`
    select (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions,
      (select count(*)::int - 1 from pg_stat_activity where datname = current_database()) as connections`)
  return { ...row!, lapwing: cpuSeconds(installation.lapwing), postgres: cpuSeconds(postgres) }
}
