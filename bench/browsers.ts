// npm run bench -- browsers: the delay of http checks with and without a full queue of browser checks, in one run: at a
// rate that leaves time for browsers, and at one that leaves little.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import { startEmbedded } from '../src/postgres/index.ts'
import { type Store, openStore } from '../src/store/database/database.ts'
import { migrate } from '../src/store/database/migrate.ts'
import { sql } from '../src/store/database/sql.ts'
import { cpuSeconds } from './kit/processes.ts'
import { forkLapwing } from './kit/forked-lapwing.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const rates = (process.env['BENCH_CHECKS'] ?? '500,1000').split(',').map(Number)
const waiting = 200
const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
const site = createServer((_, answer) => answer.end('<title>ok</title><h1>ok</h1>')).listen(0, '127.0.0.1')
await once(site, 'listening')
const target = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`

interface Measured {
  readonly checks: number
  readonly p50: number
  readonly p99: number
  /** Completed browser checks, and the successful ones. */
  readonly ran: number
  readonly succeeded: number
  readonly queued: number
}

for (const perSecond of rates) await measureAt(perSecond)
site.close()
site.closeAllConnections()

async function measureAt(perSecond: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
  const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
  const { host, port, user, password, database: name } = database.connection
  const databaseUrl = `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
  const store = openStore(database.connection, { log, connections: 2 })
  await migrate(store, { log, now: clock.now() })
  const provision = join(folder, 'provision.yaml')
  writeFileSync(provision, 'organizations: [ { name: Bench } ]\n')
  const prober = forkLapwing({
    LAPWING_DATABASE_URL: databaseUrl,
    LAPWING_DATA_DIR: folder,
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'prober',
  })
  try {
    await once(prober, 'message')
    await compare(perSecond, { store, prober })
  } finally {
    prober.send('stop')
    await once(prober, 'exit')
    await store.close()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Running {
  readonly store: Store
  readonly prober: ChildProcess
}

async function compare(perSecond: number, running: Running): Promise<void> {
  await add(running.store, { type: 'http', count: perSecond, intervalSeconds: 1 })
  await clock.sleep(10_000)
  const without = await measure(running, `${perSecond}/s without browser checks`)
  await add(running.store, { type: 'browser', count: waiting, intervalSeconds: 3600 })
  await clock.sleep(10_000)
  const beside = await measure(running, `${perSecond}/s with the queue full`)
  const times = (one: number, other: number): string => (one / other).toFixed(2)
  console.log(
    `${perSecond}/s, with beside without: p50 ${times(beside.p50, without.p50)}, p99 ${times(beside.p99, without.p99)}, ` +
      `checks made ${times(beside.checks, without.checks)}; ` +
      `${beside.ran} browser checks came to their end, ${beside.succeeded} of them well`,
  )
}

async function add(
  store: Store,
  { type, count, intervalSeconds }: { type: string; count: number; intervalSeconds: number },
): Promise<void> {
  const needsBrowser = type !== 'http'
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, needs_browser, state, created_at, updated_at)
    select o.id, gen_random_uuid(), ${type} || n, ${type}, ${target}, ${intervalSeconds}, 'roundrobin', array[l.id],
      array[l.number], '{}', '{}', '{}', 90, ${needsBrowser}, 'unknown', ${clock.now()}, ${clock.now()}
    from organizations o, locations l, generate_series(1, ${count}) as n`)
  await store.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version, needs_browser)
    select m.monitor_number, 0, m.location_numbers[1], ${clock.now()}, 105, 1, m.needs_browser
    from monitors m
    where m.type = ${type}`)
}

async function measure({ store, prober }: Running, what: string): Promise<Measured> {
  const [begin, before] = [clock.now(), cpuSeconds(prober.pid!)]
  await clock.sleep(seconds * 1000)
  const [end, cpu] = [clock.now(), cpuSeconds(prober.pid!) - before]
  const measured = await store.row<Measured>(sql`
    select http.*, browsers.*, (select count(*)::int from turns where needs_browser and due_at <= ${end}) as queued
    from (
      select count(*)::int as checks, percentile_cont(0.5) within group (order by late.ms) as p50,
        percentile_cont(0.99) within group (order by late.ms) as p99
      from results r
      join monitors m on m.monitor_number = r.monitor_number and m.type = 'http'
      cross join lateral (
        select mod((extract(epoch from r.at) - r.duration_ms / 1000)::numeric
          - mod(hashint8extended(m.monitor_number, 0) & 2147483647, m.interval_seconds * 1000) / 1000.0, m.interval_seconds) * 1000 as ms
      ) late
      where r.at between ${begin} and ${end}
    ) http
    cross join (
      select count(*)::int as ran, count(*) filter (where r.success)::int as succeeded
      from results r
      join monitors m on m.monitor_number = r.monitor_number and m.needs_browser
      where r.at between ${begin} and ${end}
    ) browsers`)
  const { checks, p50, p99, queued } = measured!
  console.log(
    `${what}: ${(checks / seconds).toFixed(0)} http checks/s, late p50 ${p50?.toFixed(0)} ms, p99 ${p99?.toFixed(0)} ms; ` +
      `${((cpu / seconds) * 100).toFixed(0)} % of a core; ${queued} browser checks wait`,
  )
  return measured!
}
