// npm run bench -- detection: the time from the failure of a target to the open incident. First in simulated time, with
// real scheduling and evaluation; then with a whole Lapwing and a server that is stopped.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/domain/clock.ts'
import { strategies } from '../src/domain/monitor.ts'
import { openStore } from '../src/store/database/database.ts'
import { startEmbedded } from '../src/postgres/index.ts'
import { migrate } from '../src/store/database/migrate.ts'
import { type Detection, simulateDetection } from './kit/simulated-detection.ts'
import { forkLapwing } from './kit/forked-lapwing.ts'

const trials = Number(process.env['BENCH_TRIALS'] ?? 100)
const log = { debug() {}, info() {}, warn: console.warn, error: console.error }
const folder = mkdtempSync(join(tmpdir(), 'lapwing-bench-'))
const file = (name: string): string => join(folder, name)
const clock = systemClock

function show(title: string, detections: readonly Detection[]): void {
  for (const strategy of strategies) {
    const cells = [1, 2, 3].map((locations) => {
      const all = detections
        .filter((one) => one.strategy === strategy && one.locations === locations)
        .map(({ seconds }) => seconds)
      return all.length === 0 ? '' : `${at(all, 0.5)} / ${at(all, 0.95)} s`
    })
    console.log(`| ${title} | ${strategy} | ${cells.join(' | ')} |`)
  }
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!
  return value < 100 ? value.toFixed(1) : value.toFixed(0)
}

async function simulated(): Promise<void> {
  const database = await startEmbedded({ dataDir: file('data'), clock, log })
  const store = openStore(database.connection, { log, connections: 2 })
  try {
    await migrate(store, { log, now: clock.now() })
    for (const intervalSeconds of [5, 30, 60, 300, 3600])
      show(
        `every ${intervalSeconds} s`,
        await simulateDetection(store, { intervalSeconds, trials, start: clock.now() }),
      )
  } finally {
    await store.close()
    await database.stop()
  }
}

const key = 'lw_bench_write_0123456789abcdef'
const locations = ['fra', 'nyc', 'sin'].map((slug) => ({
  slug,
  name: slug,
  region: 'x',
  country: 'X',
  countryCode: 'XX',
  embedded: true,
}))
const monitorsEach = 10

/** All monitors fail at once; their check times are spread over the interval. */
async function forReal(): Promise<void> {
  writeFileSync(
    file('provision.yaml'),
    JSON.stringify({ organizations: [{ name: 'Bench', apiKeys: [{ name: 'rw', scope: 'write', key }] }], locations }),
  )
  const target = createServer((_request, response) => void response.end('ok')).listen(0, '127.0.0.1')
  await once(target, 'listening')
  const lapwing = forkLapwing({
    LAPWING_PORT: '0',
    LAPWING_DATA_DIR: file('real'),
    LAPWING_PROVISION: file('provision.yaml'),
    LAPWING_INTERVAL_FLOOR: '5',
  })
  try {
    const [{ origin }] = (await once(lapwing, 'message')) as [{ origin: string }]
    show('every 5 s, for real', await measure(origin, target))
  } finally {
    await stop(lapwing)
  }
}

async function stop(lapwing: ChildProcess): Promise<void> {
  lapwing.send('stop')
  await once(lapwing, 'exit')
}

async function measure(origin: string, target: ReturnType<typeof createServer>): Promise<Detection[]> {
  const ask = async (path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) }
    const response = await fetch(`${origin}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const places = (await ask('/locations')).data.map(({ id }: { id: string }) => id)
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const kinds = strategies.flatMap((strategy) => [1, 2, 3].map((count) => ({ strategy, locations: count })))
  const made = new Map<string, (typeof kinds)[number]>()
  for (let n = 0; n < monitorsEach; n++)
    for (const kind of kinds) {
      const monitor = {
        name: `Bench ${n}`,
        type: 'http',
        target: url,
        interval: 5,
        schedulingStrategy: kind.strategy,
        locations: places.slice(0, kind.locations),
      }
      made.set((await ask('/monitors', monitor)).id, kind)
    }
  while ((await ask('/summary')).monitors.up < made.size) await clock.sleep(250)
  await clock.sleep(5000 + Math.random() * 5000)
  const failedAt = clock.now().getTime()
  target.close()
  target.closeAllConnections()
  const detections = new Map<string, Detection>()
  while (detections.size < made.size) {
    await clock.sleep(250)
    for (const incident of await allIncidents(ask)) {
      const kind = made.get(incident.monitor.id)!
      detections.set(incident.monitor.id, { ...kind, seconds: (Date.parse(incident.started_at) - failedAt) / 1000 })
    }
  }
  return [...detections.values()]
}

async function allIncidents(ask: (path: string) => Promise<any>): Promise<any[]> {
  const first = await ask('/incidents?limit=100')
  return first.has_more
    ? [...first.data, ...(await ask(`/incidents?limit=100&cursor=${first.next_cursor}`)).data]
    : first.data
}

console.log('| checked | strategy | 1 location | 2 locations | 3 locations |\n|---|---|---|---|---|')
try {
  await simulated()
  await forReal()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
