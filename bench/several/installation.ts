// Two servers, two probers and a probe elsewhere on one PostgreSQL, each a process of its own.
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../src/store/database/database.ts'
import { runLapwing, terminate, untilReady } from '../kit/children.ts'
import { startDatabase } from '../kit/database.ts'

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

export async function startSeveral(hook: string): Promise<SeveralProcesses> {
  const database = await startDatabase({ migrated: false })
  const { folder, store } = database
  const provision = join(folder, 'provision.yaml')
  writeFileSync(provision, JSON.stringify(provisionOf(hook)))
  const common = {
    LAPWING_DATABASE_URL: database.url,
    LAPWING_SECRET_KEY: 'a key that is long enough for a bench',
    LAPWING_PORT: '0',
    LAPWING_HOST: '127.0.0.1',
    LAPWING_BROWSERS: '0',
    LAPWING_LOG_LEVEL: 'info',
  }
  const started: { name: string; child: ChildProcess }[] = []
  const start = async (title: string, roles: string): Promise<string> => {
    const data = { LAPWING_DATA_DIR: join(folder, title.replace(' ', '-')), LAPWING_PROVISION: provision }
    const child = runLapwing(['start'], { ...common, ...data, LAPWING_ROLES: roles })
    started.push({ name: title, child })
    return untilReady(child)
  }
  const origins: string[] = []
  // One after the other, because the first one migrates the database.
  for (const title of ['server 1', 'server 2']) origins.push(await start(title, 'server,housekeeper,notifier'))
  for (const title of ['prober 1', 'prober 2']) await start(title, 'prober')
  const options = ['--server', origins[0]!, '--dir', join(folder, 'probe'), '--allow-private', '--allow-http']
  const probe = runLapwing(['probe', ...options], { LAPWING_PROBE_TOKEN: probeToken, LAPWING_BROWSERS: '0' })
  probe.stdout!.resume()
  started.push({ name: 'probe elsewhere', child: probe })
  return {
    store,
    origins,
    processes: [
      ...started.map(({ name: title, child }) => ({ name: title, pid: child.pid! })),
      { name: 'PostgreSQL', pid: database.pid },
    ],
    async stop() {
      for (const { child } of started.toReversed()) await terminate(child)
      await database.stop()
    },
  }
}
