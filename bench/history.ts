// npm run bench -- history: the size of stored results, packed and not, what packing costs, and how fast both are read.
import { retention } from '../src/domain/history/retention.ts'
import { sql } from '../src/store/database/sql.ts'
import { checkRows } from '../src/store/results/check-rows.ts'
import { figuresOf } from '../src/store/results/figures.ts'
import { packResults } from '../src/store/results/packing.ts'
import { keepPartitions } from '../src/store/results/partitions.ts'
import { checkDuration, measuredValues } from '../src/store/results/series.ts'
import { startDatabase } from './kit/database.ts'
import { median } from './kit/figures.ts'
import { cpuSeconds } from './kit/processes.ts'

const monitors = Number(process.argv[2] ?? 200)
const intervalSeconds = Number(process.argv[3] ?? 60)
const days = Number(process.argv[4] ?? 4)
/** Yesterday, and half of today on average, are not packed. */
const unpackedDays = 1.5
const day = 86_400_000
const end = new Date('2026-03-20T00:00:00Z')
const start = new Date(end.getTime() - days * day)
const packAt = new Date(end.getTime() + day)

const database = await startDatabase()
const { store } = database

/** Two locations; half of the monitors have a certificate, one check in a hundred fails, one in five has its phases. */
async function fill(): Promise<number> {
  for (let n = 0; n <= days; n++)
    await keepPartitions(store, { now: new Date(start.getTime() + n * day), resultDays: 400, rollupDays: 400 })
  for (let n = 0; n < days; n++)
    await store.run(sql`
      insert into results (at, monitor_number, duration_ms, location, status_code, success, infrastructure, metrics,
        error)
      select ${start}::timestamptz + (${n} * 86400 + check_number * ${intervalSeconds} + monitor * 37 % ${intervalSeconds})
          * interval '1 second' + floor(80 + random() * 60) * interval '1 millisecond' as at, monitor,
        round((80 + 40 * random() + case when random() < 0.02 then 900 * random() else 0 end)::numeric, 3),
        1 + check_number % 2, case when is_failed then 503 else 200 end, not is_failed, false,
        nullif(case when monitor % 2 = 0 then '\\x010034420000020000701446030000ca2847'::bytea else ''::bytea end
          || case when check_number % 5 = 0 or is_failed then phases.packed else ''::bytea end, ''::bytea),
        case when is_failed then 'HTTP 503 (expected 2xx or 3xx)' end
      from (
        select check_number, monitor, random() < 0.01 as is_failed
        from generate_series(0, ${Math.floor(86_400 / intervalSeconds) - 1}) as check_number
        cross join generate_series(1, ${monitors}) as monitor
        offset 0
      ) checks
      cross join lateral (
        select string_agg(set_byte('\\x0000'::bytea, 0, 3 + phase)
          || float4send(round((random() * 10 * phase + 0 * monitor)::numeric, 3)::real), ''::bytea) as packed
        from generate_series(1, 4) as phase
      ) phases
      order by at`)
  await store.script('vacuum analyze results')
  return (await store.row<{ checks: number }>(sql`select count(*) as checks from results`))!.checks
}

const bytesOf = async (): Promise<number> =>
  (await store.row<{ bytes: number }>(sql`
    select pg_total_relation_size('packed_results')
      + (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'results'::regclass) as bytes`))!
    .bytes

const reads: Record<string, () => Promise<unknown>> = {
  'one page of checks': () => checkRows(store, 5, { filter: {}, after: undefined, limit: 50 }),
  'a page of failures': () => checkRows(store, 5, { filter: { result: 'failed' }, after: undefined, limit: 50 }),
  'a chart of all days': () =>
    measuredValues(store, { monitorNumber: 5, metrics: [checkDuration], from: start, to: end }),
  'the checks of a monitor, counted': () =>
    figuresOf(store, 5, { from: new Date(start.getTime() + 1_800_000), to: end }),
}

/** The median of eleven rounds, in milliseconds. */
async function timeReads(): Promise<Record<string, number>> {
  const times: Record<string, number> = {}
  for (const [name, read] of Object.entries(reads)) {
    const rounds: number[] = []
    for (let round = 0; round < 11; round++) {
      const begin = performance.now()
      await read()
      rounds.push(performance.now() - begin)
    }
    times[name] = median(rounds)
  }
  return times
}

try {
  const checks = await fill()
  const unpacked = (await bytesOf()) / checks
  const slow = await timeReads()
  const before = cpuSeconds(database.pid)
  while (await packResults(store, packAt)) continue
  const micros = ((cpuSeconds(database.pid) - before) / checks) * 1e6
  await store.script('analyze packed_results')
  const packed = (await bytesOf()) / checks
  const overall = (unpackedDays * unpacked + (retention.resultDays - unpackedDays) * packed) / retention.resultDays
  console.log(`${monitors} monitors every ${intervalSeconds} s for ${days} days: ${checks} checks`)
  console.log(`bytes per check: ${unpacked.toFixed(1)} as rows, ${packed.toFixed(1)} packed`)
  console.log(`over ${retention.resultDays} days of retention: ${overall.toFixed(1)} (before: ${unpacked.toFixed(1)})`)
  console.log(`packing: ${micros.toFixed(1)} µs of CPU per check`)
  const fast = await timeReads()
  for (const name of Object.keys(reads))
    console.log(
      `${name.padEnd(28)} ${slow[name]!.toFixed(1).padStart(7)} ms as rows ${fast[name]!.toFixed(1).padStart(7)} ms packed`,
    )
} finally {
  await database.stop()
}
