// npm run bench -- distributed: what a batch of results costs PostgreSQL when the table is distributed with Citus,
// beside one plain server. All servers run on this machine; the urls need no password, and the databases may be
// scratched: BENCH_PLAIN_URL=postgres://… BENCH_CITUS_URL=postgres://… (the coordinator, whose workers are added).
import pg from 'pg'
import { cpuSecondsBelow } from './kit/processes.ts'

const monitors = 10_000
const batchSize = 500
const batches = Number(process.env['BENCH_BATCHES'] ?? 40)
const insert = `
  insert into bench_results
  select r.at, r.monitor_number, r.duration_ms, 1, 200, true, false
  from unnest($1::timestamptz[], $2::integer[], $3::real[]) as r (at, monitor_number, duration_ms)`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** CPU seconds of a server with all its sessions, those that ended included. */
async function serverCpu(url: string): Promise<() => number> {
  const client = await connect(url)
  const { rows } = await client.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  )
  await client.end()
  const pid = Number(rows[0]!.pid)
  return () => cpuSecondsBelow(pid)
}

async function createTable(client: pg.Client): Promise<void> {
  await client.query(`
    drop table if exists bench_results;
    create table bench_results (
      at timestamptz not null, monitor_number integer not null, duration_ms real not null, location smallint not null,
      status_code smallint, success boolean not null, infrastructure boolean not null
    );
    create index on bench_results (monitor_number, at)`)
}

/** `monitorsOf` says whose results are in a batch. */
async function measure(
  name: string,
  { client, cpu, monitorsOf }: { client: pg.Client; cpu: () => number; monitorsOf: (batch: number) => number[] },
): Promise<void> {
  const before = cpu()
  const start = performance.now()
  for (let batch = 0; batch < batches; batch += 1) {
    const numbers = monitorsOf(batch)
    const at = numbers.map((_, n) => new Date(1.8e12 + batch * 60_000 + n).toISOString())
    await client.query({ name, text: insert, values: [at, numbers, numbers.map(() => 100)] })
  }
  const results = batches * batchSize
  const milliseconds = ((cpu() - before) * 1e6) / results
  const rate = Math.round((results / (performance.now() - start)) * 1000)
  console.log(`${name.padEnd(46)} ${milliseconds.toFixed(1).padStart(8)} ms CPU per 1,000 results, ${rate}/s`)
}

const mixed = (batch: number): number[] =>
  Array.from({ length: batchSize }, (_, n) => (batch * batchSize + n) % monitors)

async function measurePlain(url: string): Promise<void> {
  const client = await connect(url)
  await createTable(client)
  await measure('one plain server', { client, cpu: await serverCpu(url), monitorsOf: mixed })
  await client.query('drop table bench_results')
  await client.end()
}

interface WorkerNode {
  readonly host: string
  readonly port: number
}

async function measureDistributed(url: string): Promise<void> {
  const client = await connect(url)
  await createTable(client)
  await client.query(`select create_distributed_table('bench_results', 'monitor_number', colocate_with => 'none')`)
  const { rows: nodes } = await client.query<WorkerNode>(
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards`,
  )
  const nodeUrl = ({ host, port }: WorkerNode): string => Object.assign(new URL(url), { host: `${host}:${port}` }).href
  const servers = await Promise.all([url, ...nodes.map(nodeUrl)].map(serverCpu))
  const cpu = (): number => servers.reduce((sum, server) => sum + server(), 0)
  const { rows } = await client.query<{ number: number; shard: string }>(`
    select number, get_shard_id_for_distribution_column('bench_results', number) as shard
    from generate_series(0, ${monitors - 1}) as number`)
  const shards = [...Map.groupBy(rows, ({ shard }) => shard).values()]
  const ofOneShard = (batch: number): number[] => {
    const shard = shards[batch % shards.length]!
    return Array.from({ length: batchSize }, (_, n) => shard[n % shard.length]!.number)
  }
  console.log(`${nodes.length} workers, ${shards.length} shards`)
  await measure('distributed, monitors of all shards in a batch', { client, cpu, monitorsOf: mixed })
  await measure('distributed, monitors of one shard in a batch', { client, cpu, monitorsOf: ofOneShard })
  await client.query('drop table bench_results')
  await client.end()
}

const { BENCH_PLAIN_URL: plain, BENCH_CITUS_URL: citus } = process.env
if (!plain || !citus) console.log('Skipped: set BENCH_PLAIN_URL and BENCH_CITUS_URL (the coordinator of Citus).')
else {
  await measurePlain(plain)
  await measureDistributed(citus)
}
