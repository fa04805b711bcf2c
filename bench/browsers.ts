// npm run bench -- browsers: the delay of http checks with and without a full queue of browser checks, in one run: at a
// rate that leaves time for browsers, and at one that leaves little.
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import type { Store } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { forkLapwing, nextMessage, serve, stopProgram } from './kit/children.ts'
import { lateMs, startDatabase } from './kit/database.ts'
import { cpuSeconds } from './kit/processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const rates = (process.env['BENCH_CHECKS'] ?? '500,1000').split(',').map(Number)
const waiting = 200
const site = await serve((_, response) => response.end('<title>ok</title><h1>ok</h1>'))
const target = `${site.origin}/`

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

async function measureAt(perSecond: number): Promise<void> {
  const database = await startDatabase()
  const { folder, store, url: databaseUrl } = database
  const provision = join(folder, 'provision.yaml')
  writeFileSync(provision, 'organizations: [ { name: Bench } ]\n')
  const prober = forkLapwing({
    LAPWING_DATABASE_URL: databaseUrl,
    LAPWING_DATA_DIR: folder,
    LAPWING_PROVISION: provision,
    LAPWING_ROLES: 'prober',
  })
  try {
    await nextMessage(prober)
    await compare(perSecond, { store, prober })
  } finally {
    await stopProgram(prober)
    await database.stop()
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
      select count(*)::int as checks, percentile_cont(0.5) within group (order by ${lateMs}) as p50,
        percentile_cont(0.99) within group (order by ${lateMs}) as p99
      from results r
      join monitors m on m.monitor_number = r.monitor_number and m.type = 'http'
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
