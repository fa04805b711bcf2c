// Two servers, two probers and a probe elsewhere on one PostgreSQL, each a process of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { systemClock as clock } from '../../src/domain/clock.ts'
import { startEmbedded } from '../../src/postgres/index.ts'
import { type Store, openStore } from '../../src/store/database/database.ts'
import { log } from '../kit/lapwing.ts'

export interface SeveralProcesses {
  readonly store: Store
  /** The addresses of the servers. */
  readonly origins: readonly string[]
  readonly processes: readonly { readonly name: string; readonly pid: number }[]
  stop(): Promise<void>
}

const probeToken = 'lwp_bench_0123456789abcdef0123456789abcdef'
// A key may open sixteen event streams on each server.
const keyCount = 40
export const keys = Array.from({ length: keyCount }, (_, n) => `lw_bench_${String(n).padStart(24, '0')}`)

const place = { region: 'eu', country: 'Germany', countryCode: 'DE' }

const provisionOf = (hook: string): object => ({
  organizations: [
    {
      name: 'Bench',
      apiKeys: keys.map((key, n) => ({ name: `key ${n}`, scope: 'write', key })),
      channels: [{ name: 'Hook', type: 'webhook', default: true, config: { url: hook } }],
    },
  ],
  locations: [
    { ...place, slug: 'here', name: 'Here', embedded: true },
    { ...place, slug: 'there', name: 'There', tokens: [{ name: 'bench', token: probeToken }] },
  ],
})

export async function startSeveral(folder: string, hook: string): Promise<SeveralProcesses> {
  const database = await startEmbedded({ dataDir: join(folder, 'data'), clock, log })
  const { host, port, user, password, database: name } = database.connection
  const provision = join(folder, 'provision.yaml')
  writeFileSync(provision, JSON.stringify(provisionOf(hook)))
  const common = {
    LAPWING_DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
    LAPWING_BROWSERS: '0',
    LAPWING_LOG_LEVEL: 'info',
  }
  const started: { name: string; child: ChildProcess }[] = []
  const start = async (title: string, roles: string): Promise<string> => {
    const data = { LAPWING_DATA_DIR: join(folder, title.replace(' ', '-')), LAPWING_PROVISION: provision }
    const child = run([], { ...common, ...data, LAPWING_ROLES: roles })
    started.push({ name: title, child })
    return untilReady(child)
  }
  const origins: string[] = []
  // One after the other, because the first one migrates the database.
  for (const title of ['server 1', 'server 2']) origins.push(await start(title, 'server,housekeeper,notifier'))
  for (const title of ['prober 1', 'prober 2']) await start(title, 'prober')
  const options = ['--server', origins[0]!, '--dir', join(folder, 'probe'), '--allow-private', '--allow-http']
  const probe = run(['probe', ...options], { LAPWING_PROBE_TOKEN: probeToken, LAPWING_BROWSERS: '0' })
  probe.stdout!.resume()
  started.push({ name: 'probe elsewhere', child: probe })
  const store = openStore(database.connection, { log, connections: 2 })
  return {
    store,
    origins,
    processes: [
      ...started.map(({ name: title, child }) => ({ name: title, pid: child.pid! })),
      { name: 'PostgreSQL', pid: database.pid! },
    ],
    async stop() {
      for (const { child } of started.toReversed()) await stopped(child)
      await store.close()
      await database.stop()
    },
  }
}

function run(args: readonly string[], settings: Readonly<Record<string, string>>): ChildProcess {
  const program = join(import.meta.dirname, '../../bin/lapwing.mjs')
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings }
  return spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

function untilReady(child: ChildProcess): Promise<string> {
  const lines = createInterface(child.stdout!)
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      const [, origin = ''] = /is ready(?: at (http[^"\s]+))?/.exec(line) ?? []
      if (line.includes('is ready')) resolve(origin)
    })
    lines.once('close', () => reject(new Error('Lapwing did not start')))
  })
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
