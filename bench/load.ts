// npm run bench -- load: an installation of several processes under load: two servers, two probers and a probe
// elsewhere on one PostgreSQL, with API requests, event streams, and a storm of failures. Prints what a storm costs and
// how late everything is. BENCH_MONITORS, BENCH_INTERVAL, BENCH_STREAMS, BENCH_STORM and BENCH_SECONDS change the
// sizes.
import { systemClock as clock } from '../src/domain/clock.ts'
import { sql } from '../src/store/database/sql.ts'
import { nextMessage, serve, startProgram } from './kit/children.ts'
import { lateMs } from './kit/database.ts'
import { percentile } from './kit/figures.ts'
import { cpuSeconds, proportionalMegabytes } from './kit/processes.ts'
import { startSeveral } from './several/installation.ts'
import { fillMonitors } from './several/monitors.ts'
import { openStreams, requestRegularly } from './several/traffic.ts'

const count = (name: string, usual: number): number => Number(process.env[name] ?? usual)
const monitors = count('BENCH_MONITORS', 100_000)
const interval = count('BENCH_INTERVAL', 60)
const streams = count('BENCH_STREAMS', 1000)
const storm = count('BENCH_STORM', 5000)
const seconds = count('BENCH_SECONDS', 60)
const stormMs = 10 * 60_000

const target = startProgram('failing-target.ts')
const { port } = await nextMessage<{ port: number }>(target)

/** When the webhook of each incident arrived, by the id of the incident. */
const delivered = new Map<number, number>()
const hook = await serve((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const { event, incident } = JSON.parse(text) as { event: string; incident: { id: number } }
    if (event === 'incident.firing') delivered.set(incident.id, Date.now())
    response.end()
  })
})

const installation = await startSeveral(`${hook.origin}/`)
const { store } = installation
try {
  await fillMonitors(installation, { count: monitors, interval, target: `http://127.0.0.1:${port}` })
  say(`${monitors} monitors every ${interval} s from two locations, ${streams} event streams`)
  const closeStreams = await openStreams(installation.origins, streams)
  say(`${interval + 10} s for the first check of each monitor, which inserts rows that later ones update`)
  await clock.sleep((interval + 10) * 1000)
  await measure('calm', () => clock.sleep(seconds * 1000))
  await measure(`a storm of ${storm} failures`, breakTargets)
  closeStreams()
} finally {
  await installation.stop()
  target.disconnect()
  hook.close()
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function measure(title: string, work: () => Promise<void>): Promise<void> {
  const [from, bytes] = [clock.now(), await databaseBytes()]
  const cpu = installation.processes.map(({ pid }) => cpuSeconds(pid))
  const requests = requestRegularly(installation.origins)
  await work().finally(requests.stop)
  const answered = requests.stop()
  const elapsed = (clock.now().getTime() - from.getTime()) / 1000
  say(`\n${title}, ${elapsed.toFixed(0)} s`)
  const { checks, ...late } = await lateness(from)
  say(`  ${(checks / elapsed).toFixed(0)} checks/s, late by ${ms(late.p50)} (median), ${ms(late.p99)} (99 %)`)
  say(
    `  ${answered.length} API requests: ${ms(percentile(answered, 0.5))} (median), ${ms(percentile(answered, 0.99))} (99 %)`,
  )
  say(`  database: ${(((await databaseBytes()) - bytes) / 1_048_576).toFixed(0)} MB more`)
  for (const [index, { name, pid }] of installation.processes.entries()) {
    const share = ((cpuSeconds(pid) - cpu[index]!) / elapsed) * 100
    say(`  ${name.padEnd(18)} ${share.toFixed(0).padStart(4)} % of a core, ${proportionalMegabytes(pid)} MB`)
  }
}

async function breakTargets(): Promise<void> {
  const from = clock.now()
  target.send({ failing: storm })
  const hasAll = async (): Promise<boolean> => (await incidents(from)).length >= storm && delivered.size >= storm
  while (!(await hasAll()) && clock.now().getTime() - from.getTime() < stormMs) await clock.sleep(2000)
  const opened = await incidents(from)
  const detection = opened.map(({ startedAt }) => startedAt.getTime() - from.getTime())
  const delivery = opened.flatMap(({ id, startedAt }) => {
    const at = delivered.get(id)
    return at === undefined ? [] : [at - startedAt.getTime()]
  })
  say(`\n${opened.length} of ${storm} incidents, ${delivery.length} alerts delivered`)
  say(`  from failure to incident: ${summary(detection)}`)
  say(`  from incident to webhook: ${summary(delivery)}`)
}

function summary(values: readonly number[]): string {
  const [half, most, all] = [0.5, 0.95, 1].map((share) => ms(percentile(values, share)))
  return `${half} (median), ${most} (95 %), ${all} (all)`
}

function ms(value: number): string {
  return value < 10_000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`
}

function incidents(since: Date): Promise<{ id: number; startedAt: Date }[]> {
  return store.rows(sql`select id, started_at as "startedAt" from incidents where started_at >= ${since}`)
}

async function databaseBytes(): Promise<number> {
  const row = await store.row<{ bytes: number }>(sql`select pg_database_size(current_database()) as bytes`)
  return row!.bytes
}

/** How long after their due times checks began. Monitors keep to a rhythm that their number determines. */
async function lateness(since: Date): Promise<{ checks: number; p50: number; p99: number }> {
  const row = await store.row<{ checks: number; p50: number; p99: number }>(sql`
    select count(*)::int as checks, percentile_cont(0.5) within group (order by ${lateMs}) as p50,
      percentile_cont(0.99) within group (order by ${lateMs}) as p99
    from results r
    join monitors m on m.monitor_number = r.monitor_number
    where r.at >= ${since} and r.success`)
  return row!
}
