// npm run bench -- checks: a whole check, from due to stored, compared with the same client in a bare loop.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock as clock } from '../src/domain/clock.ts'
import type { Store } from '../src/store/database/database.ts'
import { sql } from '../src/store/database/sql.ts'
import { createAuthority } from '../test/kit/checks/certificates.ts'
import { forkLapwing, nextMessage, startProgram, stopProgram } from './kit/children.ts'
import { dueFrom, lateMs, startDatabase } from './kit/database.ts'
import { cpuSeconds, megabytes } from './kit/processes.ts'

interface Scenario {
  type: string
  monitors: number
  intervalSeconds: number
}

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30)
const warmUpMs = 15_000
const all: Scenario[] = [
  { type: 'http', monitors: 1000, intervalSeconds: 1 },
  { type: 'http', monitors: 10_000, intervalSeconds: 10 },
  { type: 'http', monitors: 2000, intervalSeconds: 10 },
  { type: 'http', monitors: 100_000, intervalSeconds: 60 },
  { type: 'https', monitors: 3000, intervalSeconds: 10 },
  { type: 'tcp', monitors: 10_000, intervalSeconds: 10 },
  { type: 'dns', monitors: 10_000, intervalSeconds: 10 },
]
const wanted = process.argv.slice(2)
const scenarios =
  wanted.length > 0
    ? all.filter(({ type, monitors }) => wanted.includes(`${type}:${monitors}`) || wanted.includes(type))
    : all

const database = await startDatabase()
const { folder, store, url: databaseUrl } = database
const file = (name: string): string => join(folder, name)
const authority = createAuthority()
const certificate = authority.issue({ names: ['127.0.0.1'] })
writeFileSync(file('key.pem'), certificate.key)
writeFileSync(file('cert.pem'), certificate.cert)
writeFileSync(file('root.pem'), authority.root)
const targets = startProgram('targets.ts', [file('key.pem'), file('cert.pem')])
const ports = await nextMessage<Record<string, number>>(targets)
const trusting = { env: { ...process.env, NODE_EXTRA_CA_CERTS: file('root.pem') } }

function targetOf(type: string): { type: string; target: string; config: object } {
  if (type === 'tcp') return { type, target: `127.0.0.1:${ports['tcp']}`, config: {} }
  if (type === 'dns') return { type, target: 'bench.example.com', config: { resolver: `127.0.0.1:${ports['dns']}` } }
  return { type: 'http', target: `${type}://127.0.0.1:${ports[type]}/`, config: {} }
}

writeFileSync(file('provision.yaml'), 'organizations: [ { name: Bench } ]\n')

async function fill(db: Store, { type, monitors, intervalSeconds }: Scenario): Promise<void> {
  const watched = targetOf(type)
  await db.script(
    'truncate monitors, results, rollups, daily_rollups, sightings, latest_evidence, failure_evidence cascade',
  )
  await db.run(sql`
    insert into monitors (organization_id, id, name, type, target, interval_seconds, scheduling_strategy, location_ids,
      location_numbers, tags, config, slugs, deadline_seconds, state, created_at, updated_at)
    select o.id, gen_random_uuid(), 'Monitor ' || n, ${watched.type}, ${watched.target}, ${intervalSeconds}, 'roundrobin', array[l.id],
      array[l.number], '{}', ${JSON.stringify(watched.config)}, '{}', 10, 'unknown', ${clock.now()}, ${clock.now()}
    from organizations o, locations l, generate_series(1, ${monitors}) as n`)
  await db.run(sql`
    insert into turns (monitor_number, slot, location, due_at, lease_seconds, version)
    select m.monitor_number, 0, m.location_numbers[1], ${dueFrom(new Date(clock.now().getTime() + 3000))}, 25, 1
    from monitors m`)
  await db.script('vacuum analyze')
}

async function measure(scenario: Scenario): Promise<void> {
  const perSecond = Math.round(scenario.monitors / scenario.intervalSeconds)
  const prober = forkLapwing(
    {
      LAPWING_DATABASE_URL: databaseUrl,
      LAPWING_DATA_DIR: folder,
      LAPWING_PROVISION: file('provision.yaml'),
      LAPWING_ROLES: 'prober',
    },
    trusting,
  )
  await nextMessage(prober)
  await fill(store, scenario)
  // The first check of each monitor inserts rows that later ones update, and code is compiled while it is new.
  await clock.sleep(warmUpMs + scenario.intervalSeconds * 1000)
  const begin = clock.now()
  const before = [cpuSeconds(prober.pid!), cpuSeconds(database.pid!)] as const
  await clock.sleep(seconds * 1000)
  const [ours, theirs] = [cpuSeconds(prober.pid!) - before[0], cpuSeconds(database.pid!) - before[1]]
  const cpu = ours + theirs
  const end = clock.now()
  const rss = megabytes(prober.pid!)
  await clock.sleep(1000)
  const figures = (await store.row<{ checks: number; good: number; p50: number; p99: number; bytes: number }>(sql`
    select count(*)::int as checks, (count(*) filter (where r.success))::int as good,
      percentile_cont(0.5) within group (order by ${lateMs}) as p50,
      percentile_cont(0.99) within group (order by ${lateMs}) as p99,
      (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'results'::regclass)
        / greatest((select count(*) from results), 1) as bytes
    from results r
    join monitors m on m.monitor_number = r.monitor_number
    where r.at between ${begin} and ${end}`))!
  const failure = await store.row<{ error: string }>(sql`
    select mode() within group (order by error) as error from results where at between ${begin} and ${end} and not success`)
  await stopProgram(prober)
  const bare = await bareLoop(scenario, perSecond)
  const micros = (spent: number): string => ((spent / figures.checks) * 1e6).toFixed(0)
  console.log(
    `${scenario.type.padEnd(6)} ${String(scenario.monitors).padStart(7)} monitors  ${(figures.checks / seconds).toFixed(0).padStart(5)}/s  ` +
      `${(figures.checks / cpu).toFixed(0).padStart(5)} checks per CPU-second (${micros(ours)} + ${micros(theirs)} µs)  ` +
      `bare ${bare.first.toFixed(0)} at first, ${bare.later.toFixed(0)} once compiled  ` +
      `late p50 ${Number(figures.p50).toFixed(0)} ms p99 ${Number(figures.p99).toFixed(0)} ms  ${rss.toFixed(0)} MB  ` +
      `${Number(figures.bytes).toFixed(0)} bytes per check  ${figures.checks - figures.good} failed${failure?.error ? `: ${failure.error}` : ''}`,
  )
}

/** Checks per CPU-second of a process that has just started, and of the same process after that. */
async function bareLoop({ type }: Scenario, perSecond: number): Promise<{ first: number; later: number }> {
  const { type: check, target, config } = targetOf(type)
  const args = [databaseUrl, check, target, JSON.stringify(config), String(perSecond), '10']
  const loop = startProgram('bare.ts', args, trusting)
  const perCpuSecond = async (): Promise<number> => {
    const before = cpuSeconds(database.pid!)
    const { checks, cpu } = await nextMessage<{ checks: number; cpu: number }>(loop)
    return checks / (cpu + cpuSeconds(database.pid!) - before)
  }
  return { first: await perCpuSecond(), later: await perCpuSecond() }
}

try {
  for (const scenario of scenarios) await measure(scenario)
} finally {
  targets.send('stop')
  await database.stop()
}
