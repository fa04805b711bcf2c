// npm run bench -- api: the CPU time of a request, compared with a bare Fastify route with the same bytes and SQL.
// `npm run bench -- api metrics` runs only scrapes, `-- memory` only the memory of scrapes, `-- waits` only how long
// other requests wait meanwhile, `-- mcp` only tool calls.
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { askProgram, nextMessage, startProgram } from './kit/children.ts'
import { startDatabase } from './kit/database.ts'
import { median, percentile } from './kit/figures.ts'
import { type Load, load } from './kit/load.ts'
import { findMonitors } from './kit/mcp-call.ts'
import type { BareRoutes } from './programs/server.ts'

const key = 'lw_bench_0123456789abcdef0123'
const sizes = [10_000, 100_000]
const [, , only] = process.argv
const onlyScrapes = only === 'metrics' || only === 'memory' || only === 'waits'
/** Megabytes; Lapwing uses half of them before the first request. */
const smallHeap = 96

const database = await startDatabase({ migrated: false })
const { folder, store, url: databaseUrl } = database
const running: ChildProcess[] = []

interface Server {
  port: number
  child: ChildProcess
}

interface Starting {
  bare?: BareRoutes
  /** The heap limit of V8, in megabytes. */
  heap?: number
}

async function start(kind: 'lapwing' | 'bare', databaseUrl: string, { bare, heap }: Starting = {}): Promise<Server> {
  const provision = join(folder, 'provision.yaml')
  writeFileSync(
    provision,
    `organizations: [ { name: Bench, apiKeys: [ { name: bench, scope: write, key: ${key} } ] } ]\n`,
  )
  const args = [kind, databaseUrl, folder, provision, JSON.stringify(bare ?? {})]
  const execArgv = ['--expose-gc', ...(heap ? [`--max-old-space-size=${heap}`, '--max-semi-space-size=2'] : [])]
  const child = startProgram('server.ts', args, { execArgv })
  running.push(child)
  const { port } = await nextMessage<{ port: number }>(child)
  return { port, child }
}

async function cpuMicroseconds({ child }: Server): Promise<number> {
  const { cpu } = await askProgram<{ cpu: NodeJS.CpuUsage }>(child, 'cpu')
  return cpu.user + cpu.system
}

const costPerRequest = (server: Server, path: string, requests: number, body?: object): Promise<number> =>
  costOf(server, { path, requests, body })

async function costOf(server: Server, request: Omit<Load, 'port' | 'key'>): Promise<number> {
  const { requests } = request
  await load({ ...request, port: server.port, key, requests: Math.ceil(requests / 4) })
  const before = await cpuMicroseconds(server)
  await load({ ...request, port: server.port, key })
  return ((await cpuMicroseconds(server)) - before) / requests
}

type Costs = readonly [one: number, other: number]

/** The median costs of two sides, which take turns, so that noise affects both. */
async function inTurns(count: number, measure: (round: number) => Promise<Costs>, warming = 0): Promise<Costs> {
  const rounds: Costs[] = []
  for (let round = 0; round < warming + count; round++) rounds.push(await measure(round))
  const middle = (side: 0 | 1): number => median(rounds.slice(warming).map((costs) => costs[side]))
  return [middle(0), middle(1)]
}

async function compare(
  title: string,
  path: string,
  { ours, bare, requests }: { ours: Server; bare: Server; requests: number },
): Promise<void> {
  const [mine, theirs] = await inTurns(3, async () => [
    await costPerRequest(ours, path, requests),
    await costPerRequest(bare, path, requests),
  ])
  const perSecond = Math.round(1_000_000 / mine)
  console.log(
    `${title.padEnd(34)} ${mine.toFixed(0).padStart(6)} µs  bare ${theirs.toFixed(0).padStart(6)} µs  ` +
      `${(mine / theirs).toFixed(2).padStart(5)}×  ${String(perSecond).padStart(7)} requests per CPU-second`,
  )
}

/** A batch of twenty reads, compared with twenty requests. */
async function compareBatch(ours: Server, path: string): Promise<void> {
  const operations = Array.from({ length: 20 }, () => ({ method: 'GET', path }))
  const [batch, single] = await inTurns(3, async () => [
    await costPerRequest(ours, '/v1/batch', 200, { operations }),
    20 * (await costPerRequest(ours, `/v1${path}`, 4000)),
  ])
  const ratio = `${(batch / single).toFixed(2)}×`
  console.log(`POST /batch of 20 reads ${batch.toFixed(0)} µs  twenty by themselves ${single.toFixed(0)} µs  ${ratio}`)
}

/** A tool call, compared with the request to the REST API that reads the same. */
async function compareTools(ours: Server): Promise<void> {
  for (const revision of ['2025-11-25', '2026-07-28'] as const) {
    const [tool, rest] = await inTurns(5, async () => [
      await costOf(ours, { ...findMonitors(revision), requests: 2000 }),
      await costOf(ours, { path: '/v1/monitors?limit=50', requests: 2000 }),
    ])
    const ratio = `${(tool / rest).toFixed(2)}×`
    console.log(`find_monitors at ${revision} ${tool.toFixed(0)} µs  GET /monitors ${rest.toFixed(0)} µs  ${ratio}`)
  }
}

async function scrape({ port }: Server, filter: string): Promise<void> {
  // The rate limit of an organization is too low to average out compilation and noise.
  await store.run(sql`delete from rate_windows`)
  const response = await fetch(`http://127.0.0.1:${port}/v1/metrics?tag=env:prod,env:test,${filter}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  if (response.status !== 200) throw new Error(await response.text())
  for await (const _ of response.body!);
}

/** Each with its own filter, four at once. V8 ends a process that exceeds its heap limit. */
async function scrapeWithLittle(count: number, databaseUrl: string): Promise<void> {
  const server = await start('lapwing', databaseUrl, { heap: smallHeap })
  const before = await memory(server)
  for (let round = 0; round < 6; round++) await scrape(server, `round:${round}`)
  await Promise.all(Array.from({ length: 4 }, (_, one) => scrape(server, `beside:${one}`)))
  const at = count.toLocaleString('en').padEnd(8)
  console.log(
    `GET /metrics at ${at} with a heap of ${smallHeap} MB: memory ${await memory(server)}; before it ${before}`,
  )
  server.child.kill()
}

/**
 * Both send the same text; every scrape of ours has another filter that all monitors match, so that nothing is cached.
 */
async function compareScrapes(count: number, { ours, bare }: { ours: Server; bare: Server }): Promise<void> {
  const costOf = async (server: Server, round: number): Promise<number> => {
    const before = await cpuMicroseconds(server)
    await scrape(server, `round:${count}-${round}`)
    return ((await cpuMicroseconds(server)) - before) / 1000
  }
  const [warming, measured] = count > 10_000 ? [2, 5] : [30, 15]
  const inRound = async (round: number): Promise<Costs> => [await costOf(ours, round), await costOf(bare, round)]
  const [mine, theirs] = await inTurns(measured, inRound, warming)
  const again = await costOf(ours, warming + measured - 1)
  console.log(
    `GET /metrics at ${count.toLocaleString('en').padEnd(8)} ${mine.toFixed(0)} ms  bare ${theirs.toFixed(0)} ms  ` +
      `${(mine / theirs).toFixed(2)}×  again within the minute ${again.toFixed(0)} ms  ` +
      `memory ${await memory(ours)}, bare ${await memory(bare)}`,
  )
}

/** The latency of small requests during a scrape, compared with their latency otherwise. */
async function waitBeside(server: Server, count: number): Promise<void> {
  const ask = async (): Promise<number> => {
    const began = performance.now()
    const response = await fetch(`http://127.0.0.1:${server.port}/v1/me`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await response.text()
    return performance.now() - began
  }
  const shown = (waits: readonly number[]): string => {
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => percentile(waits, share).toFixed(1))
    return `${p50} ms, p99 ${p99}, at most ${most} (${waits.length} times)`
  }
  for (let round = 0; round < 3; round++) await scrape(server, `warming:${round}`)
  const alone = await Array.fromAsync({ length: 500 }, ask)
  const beside: number[] = []
  for (let round = 0; round < 3; round++) {
    let isScraping = true
    const scraped = scrape(server, `waits:${round}`).finally(() => (isScraping = false))
    while (isScraping) beside.push(await ask())
    await scraped
  }
  console.log(
    `GET /me beside scrapes of ${count.toLocaleString('en').padEnd(8)} ${shown(beside)}; alone ${shown(alone)}`,
  )
}

async function memory({ child }: Server): Promise<string> {
  const { peak, kept } = await askProgram<{ peak: number; kept: number }>(child, 'memory')
  return `${(kept / 2 ** 20).toFixed(0)} MB kept, ${(peak / 2 ** 20).toFixed(0)} MB at most`
}

/** The data of a scrape: a result and a day of hours per monitor. */
async function addResults(store: Store): Promise<void> {
  await store.run(sql`
    insert into results (at, monitor_number, duration_ms, location, success, infrastructure)
    select date_trunc('second', now()), monitor_number, 120.5, 1, true, false
    from monitors m
    where not exists (select from results r where r.monitor_number = m.monitor_number)`)
  await store.run(sql`
    insert into rollups (monitor_number, location, hour, checks, failures, duration_sum)
    select monitor_number, 1, date_trunc('hour', now()) - n * interval '1 hour', 60, 1, 7110
    from monitors, generate_series(0, 5) as n
    on conflict do nothing`)
  await store.script('vacuum analyze results')
  await store.script('vacuum analyze rollups')
}

async function fill(store: Store, organizationId: string, count: number): Promise<void> {
  await store.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      tags, config, slugs, state, created_at, updated_at)
    select ${organizationId}, gen_random_uuid(), 'Monitor ' || n, (array['http', 'tcp', 'dns'])[1 + n % 3],
      'https://host-' || n || '.example.com/health', 60, 'roundrobin', array[gen_random_uuid()],
      array['env:' || (array['prod', 'test'])[1 + n % 2], 'team:' || n % 20], '{"method": "GET", "timeoutSeconds": 10}', '{}', 'up',
      timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01'
    from generate_series((select count(*) from monitors) + 1, ${count}) as n`)
  await store.script('vacuum analyze monitors')
}

try {
  const ours = await start('lapwing', databaseUrl)
  const organization = (await store.row<{ id: string }>(sql`select id from organizations`))!
  const me = await (
    await fetch(`http://127.0.0.1:${ours.port}/v1/me`, { headers: { authorization: `Bearer ${key}` } })
  ).text()
  await fill(store, organization.id, 100)
  const monitor = (await store.row<{ id: string }>(sql`select id from monitors limit 1`))!
  const routes = { organizationId: organization.id, monitorId: monitor.id, me }
  const bare = await start('bare', databaseUrl, { bare: routes })
  if (!onlyScrapes) await compareTools(ours)
  if (!onlyScrapes && only !== 'mcp') {
    await compare('GET /me', '/v1/me', { ours, bare, requests: 8000 })
    await compareBatch(ours, `/monitors/${monitor.id}`)
  }
  for (const count of only === 'mcp' ? [] : [1000, ...sizes]) {
    for (let some = Math.min(count, 10_000); some <= count; some += 10_000) await fill(store, organization.id, some)
    await addResults(store)
    if (only === 'waits') {
      if (count === sizes.at(-1)) await waitBeside(ours, count)
      continue
    }
    await scrapeWithLittle(count, databaseUrl)
    if (only === 'memory') continue
    const fresh = {
      ours: await start('lapwing', databaseUrl),
      bare: await start('bare', databaseUrl, { bare: routes }),
    }
    await compareScrapes(count, fresh)
    await waitBeside(fresh.ours, count)
    for (const { child } of [fresh.ours, fresh.bare]) child.kill()
    if (onlyScrapes || !sizes.includes(count)) continue
    const at = `at ${count.toLocaleString('en')}`
    await compare(`GET /monitors/{id} ${at}`, `/v1/monitors/${monitor.id}`, { ours, bare, requests: 4000 })
    await compare(`GET /monitors page of 50 ${at}`, '/v1/monitors', { ours, bare, requests: 2000 })
    await compare(`GET /monitors?q= ${at}`, `/v1/monitors?q=host-${count - 77}`, { ours, bare, requests: 2000 })
  }
} finally {
  for (const child of running) child.kill()
  await database.stop()
}
